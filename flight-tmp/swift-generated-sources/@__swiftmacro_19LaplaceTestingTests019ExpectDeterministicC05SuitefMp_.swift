@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s19LaplaceTestingTests019ExpectDeterministicC05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    ExpectDeterministicTests.self,
    traits: [.serialized,.__documentationLine("/// The expectation in a test's own words: what it writes, when it passes, what it says when it"),.__documentationLine("/// fails.")],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "LaplaceTestingTests/ExpectDeterministicTests.swift", filePath: "/src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift", line: 12, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s19LaplaceTestingTests019ExpectDeterministicC05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19LaplaceTestingTests019ExpectDeterministicC05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s19LaplaceTestingTests019ExpectDeterministicC05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19LaplaceTestingTests019ExpectDeterministicC05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /src/Tests/LaplaceTestingTests/ExpectDeterministicTests.swift:188:2-188:2
