@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20DynamicsJournalTests0bC0V24anAppIsReplayedWithoutIt4TestfMp_16d1107f9ee5dae05bfMu_() async throws -> Void {
  @Sendable func $s20DynamicsJournalTests0bC0V24anAppIsReplayedWithoutIt4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s20DynamicsJournalTests0bC0V24anAppIsReplayedWithoutIt4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(JournalTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20DynamicsJournalTests0bC0V24anAppIsReplayedWithoutIt4TestfMp_7__localfMu_.anAppIsReplayedWithoutIt())))
  }
  try await $s20DynamicsJournalTests0bC0V24anAppIsReplayedWithoutIt4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20DynamicsJournalTests0bC0V24anAppIsReplayedWithoutIt4TestfMp_25generatord1107f9ee5dae05bfMu_() async -> Testing.Test {
  return .__function(
  named: "anAppIsReplayedWithoutIt()",
  in: JournalTests.self,
  xcTestCompatibleSelector: nil,
  traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "DynamicsJournalTests/JournalTests.swift", filePath: "/src/Tests/DynamicsJournalTests/JournalTests.swift", line: 89, column: 4),
  parameters: [],
  testFunction: $s20DynamicsJournalTests0bC0V24anAppIsReplayedWithoutIt4TestfMp_16d1107f9ee5dae05bfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20DynamicsJournalTests0bC0V24anAppIsReplayedWithoutIt4TestfMp_24accessord1107f9ee5dae05bfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20DynamicsJournalTests0bC0V24anAppIsReplayedWithoutIt4TestfMp_25generatord1107f9ee5dae05bfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20DynamicsJournalTests0bC0V24anAppIsReplayedWithoutIt4TestfMp_33testContentRecordd1107f9ee5dae05bfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20DynamicsJournalTests0bC0V24anAppIsReplayedWithoutIt4TestfMp_24accessord1107f9ee5dae05bfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:109:4-109:4
