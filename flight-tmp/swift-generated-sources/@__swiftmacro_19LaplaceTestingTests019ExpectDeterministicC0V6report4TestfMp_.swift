@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19LaplaceTestingTests019ExpectDeterministicC0V6report4TestfMp_16dabf9313c7983ca9fMu_() async throws -> Void {
  @Sendable func $s19LaplaceTestingTests019ExpectDeterministicC0V6report4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s19LaplaceTestingTests019ExpectDeterministicC0V6report4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(ExpectDeterministicTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19LaplaceTestingTests019ExpectDeterministicC0V6report4TestfMp_7__localfMu_.report())))
  }
  try await $s19LaplaceTestingTests019ExpectDeterministicC0V6report4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19LaplaceTestingTests019ExpectDeterministicC0V6report4TestfMp_25generatordabf9313c7983ca9fMu_() async -> Testing.Test {
  return .__function(
  named: "report()",
  in: ExpectDeterministicTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a player's report, which begins in mid-run, is a test",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "LaplaceTestingTests/ExpectDeterministicTests.swift", filePath: "/src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift", line: 177, column: 4),
  parameters: [],
  testFunction: $s19LaplaceTestingTests019ExpectDeterministicC0V6report4TestfMp_16dabf9313c7983ca9fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19LaplaceTestingTests019ExpectDeterministicC0V6report4TestfMp_24accessordabf9313c7983ca9fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19LaplaceTestingTests019ExpectDeterministicC0V6report4TestfMp_25generatordabf9313c7983ca9fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19LaplaceTestingTests019ExpectDeterministicC0V6report4TestfMp_33testContentRecorddabf9313c7983ca9fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19LaplaceTestingTests019ExpectDeterministicC0V6report4TestfMp_24accessordabf9313c7983ca9fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:187:4-187:4
