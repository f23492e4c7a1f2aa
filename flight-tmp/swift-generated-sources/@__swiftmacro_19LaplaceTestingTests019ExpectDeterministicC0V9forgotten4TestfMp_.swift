@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19LaplaceTestingTests019ExpectDeterministicC0V9forgotten4TestfMp_16Z67333d72e3c40d4fMu_() async throws -> Void {
  @Sendable func $s19LaplaceTestingTests019ExpectDeterministicC0V9forgotten4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s19LaplaceTestingTests019ExpectDeterministicC0V9forgotten4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(ExpectDeterministicTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19LaplaceTestingTests019ExpectDeterministicC0V9forgotten4TestfMp_7__localfMu_.forgotten())))
  }
  try await $s19LaplaceTestingTests019ExpectDeterministicC0V9forgotten4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19LaplaceTestingTests019ExpectDeterministicC0V9forgotten4TestfMp_24generator67333d72e3c40d4fMu_() async -> Testing.Test {
  return .__function(
  named: "forgotten()",
  in: ExpectDeterministicTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a forgotten field fails with its name",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "LaplaceTestingTests/ExpectDeterministicTests.swift", filePath: "/src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift", line: 49, column: 4),
  parameters: [],
  testFunction: $s19LaplaceTestingTests019ExpectDeterministicC0V9forgotten4TestfMp_16Z67333d72e3c40d4fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19LaplaceTestingTests019ExpectDeterministicC0V9forgotten4TestfMp_23accessor67333d72e3c40d4fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19LaplaceTestingTests019ExpectDeterministicC0V9forgotten4TestfMp_24generator67333d72e3c40d4fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19LaplaceTestingTests019ExpectDeterministicC0V9forgotten4TestfMp_32testContentRecord67333d72e3c40d4fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19LaplaceTestingTests019ExpectDeterministicC0V9forgotten4TestfMp_23accessor67333d72e3c40d4fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:57:4-57:4
