@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s20LaplaceCommandsTests09LastStepsC05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    LastStepsTests.self,
    traits: [.__documentationLine("/// `record --last` keeps the end of a run, whatever ends it.")],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "LaplaceCommandsTests/LastStepsTests.swift", filePath: "/src/Tests/LaplaceCommandsTests/LastStepsTests.swift", line: 11, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s20LaplaceCommandsTests09LastStepsC05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20LaplaceCommandsTests09LastStepsC05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s20LaplaceCommandsTests09LastStepsC05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20LaplaceCommandsTests09LastStepsC05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:113:2-113:2
