@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20DynamicsJournalTests0bC0V15aRingIsReported4TestfMp_16ea2a6976e7a6d91afMu_() async throws -> Void {
  @Sendable func $s20DynamicsJournalTests0bC0V15aRingIsReported4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s20DynamicsJournalTests0bC0V15aRingIsReported4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(JournalTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20DynamicsJournalTests0bC0V15aRingIsReported4TestfMp_7__localfMu_.aRingIsReported())))
  }
  try await $s20DynamicsJournalTests0bC0V15aRingIsReported4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20DynamicsJournalTests0bC0V15aRingIsReported4TestfMp_25generatorea2a6976e7a6d91afMu_() async -> Testing.Test {
  return .__function(
  named: "aRingIsReported()",
  in: JournalTests.self,
  xcTestCompatibleSelector: nil,
  traits: [.__documentationLine("/// What ships in a game: the last seconds, and a player's words about them.")],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "DynamicsJournalTests/JournalTests.swift", filePath: "/src/Tests/DynamicsJournalTests/JournalTests.swift", line: 158, column: 4),
  parameters: [],
  testFunction: $s20DynamicsJournalTests0bC0V15aRingIsReported4TestfMp_16ea2a6976e7a6d91afMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20DynamicsJournalTests0bC0V15aRingIsReported4TestfMp_24accessorea2a6976e7a6d91afMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20DynamicsJournalTests0bC0V15aRingIsReported4TestfMp_25generatorea2a6976e7a6d91afMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20DynamicsJournalTests0bC0V15aRingIsReported4TestfMp_33testContentRecordea2a6976e7a6d91afMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20DynamicsJournalTests0bC0V15aRingIsReported4TestfMp_24accessorea2a6976e7a6d91afMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:176:4-176:4
