@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s11ReplayTests06EngineB05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    EngineTests.self,
    traits: [.__documentationLine("/// An engine for pages of a simulation of one's own.")],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ReplayTests/EngineTests.swift", filePath: "/src/Tests/ReplayTests/EngineTests.swift", line: 11, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s11ReplayTests06EngineB05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s11ReplayTests06EngineB05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s11ReplayTests06EngineB05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s11ReplayTests06EngineB05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /src/Tests/ReplayTests/EngineTests.swift:80:2-80:2
