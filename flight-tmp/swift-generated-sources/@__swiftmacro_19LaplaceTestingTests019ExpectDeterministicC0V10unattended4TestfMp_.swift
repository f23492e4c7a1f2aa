@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19LaplaceTestingTests019ExpectDeterministicC0V10unattended4TestfMp_16c67e3bb2bdde3c05fMu_() async throws -> Void {
  @Sendable func $s19LaplaceTestingTests019ExpectDeterministicC0V10unattended4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s19LaplaceTestingTests019ExpectDeterministicC0V10unattended4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(ExpectDeterministicTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19LaplaceTestingTests019ExpectDeterministicC0V10unattended4TestfMp_7__localfMu_.unattended())))
  }
  try await $s19LaplaceTestingTests019ExpectDeterministicC0V10unattended4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19LaplaceTestingTests019ExpectDeterministicC0V10unattended4TestfMp_25generatorc67e3bb2bdde3c05fMu_() async -> Testing.Test {
  return .__function(
  named: "unattended()",
  in: ExpectDeterministicTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "an unattended run records nothing",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "LaplaceTestingTests/ExpectDeterministicTests.swift", filePath: "/src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift", line: 94, column: 4),
  parameters: [],
  testFunction: $s19LaplaceTestingTests019ExpectDeterministicC0V10unattended4TestfMp_16c67e3bb2bdde3c05fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19LaplaceTestingTests019ExpectDeterministicC0V10unattended4TestfMp_24accessorc67e3bb2bdde3c05fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19LaplaceTestingTests019ExpectDeterministicC0V10unattended4TestfMp_25generatorc67e3bb2bdde3c05fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19LaplaceTestingTests019ExpectDeterministicC0V10unattended4TestfMp_33testContentRecordc67e3bb2bdde3c05fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19LaplaceTestingTests019ExpectDeterministicC0V10unattended4TestfMp_24accessorc67e3bb2bdde3c05fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:109:4-109:4
