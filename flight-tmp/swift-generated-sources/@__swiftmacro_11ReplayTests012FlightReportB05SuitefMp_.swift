@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s11ReplayTests012FlightReportB05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    FlightReportTests.self,
    traits: [.__documentationLine("/// What a player sends: the last seconds, with a note, without what is private.")],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ReplayTests/FlightReportTests.swift", filePath: "/src/Tests/ReplayTests/FlightReportTests.swift", line: 10, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s11ReplayTests012FlightReportB05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s11ReplayTests012FlightReportB05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s11ReplayTests012FlightReportB05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s11ReplayTests012FlightReportB05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:127:2-127:2
