@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20DynamicsJournalTests0bC0V37whatNoReplayCanRepeatEndsTheRecording4TestfMp_17Z1cad7fdda9f65e0efMu_() async throws -> Void {
  @Sendable func $s20DynamicsJournalTests0bC0V37whatNoReplayCanRepeatEndsTheRecording4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s20DynamicsJournalTests0bC0V37whatNoReplayCanRepeatEndsTheRecording4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(JournalTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20DynamicsJournalTests0bC0V37whatNoReplayCanRepeatEndsTheRecording4TestfMp_7__localfMu_.whatNoReplayCanRepeatEndsTheRecording())))
  }
  try await $s20DynamicsJournalTests0bC0V37whatNoReplayCanRepeatEndsTheRecording4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20DynamicsJournalTests0bC0V37whatNoReplayCanRepeatEndsTheRecording4TestfMp_25generator1cad7fdda9f65e0efMu_() async -> Testing.Test {
  return .__function(
  named: "whatNoReplayCanRepeatEndsTheRecording()",
  in: JournalTests.self,
  xcTestCompatibleSelector: nil,
  traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "DynamicsJournalTests/JournalTests.swift", filePath: "/src/Tests/DynamicsJournalTests/JournalTests.swift", line: 122, column: 4),
  parameters: [],
  testFunction: $s20DynamicsJournalTests0bC0V37whatNoReplayCanRepeatEndsTheRecording4TestfMp_17Z1cad7fdda9f65e0efMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20DynamicsJournalTests0bC0V37whatNoReplayCanRepeatEndsTheRecording4TestfMp_24accessor1cad7fdda9f65e0efMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20DynamicsJournalTests0bC0V37whatNoReplayCanRepeatEndsTheRecording4TestfMp_25generator1cad7fdda9f65e0efMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20DynamicsJournalTests0bC0V37whatNoReplayCanRepeatEndsTheRecording4TestfMp_33testContentRecord1cad7fdda9f65e0efMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20DynamicsJournalTests0bC0V37whatNoReplayCanRepeatEndsTheRecording4TestfMp_24accessor1cad7fdda9f65e0efMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:139:4-139:4
