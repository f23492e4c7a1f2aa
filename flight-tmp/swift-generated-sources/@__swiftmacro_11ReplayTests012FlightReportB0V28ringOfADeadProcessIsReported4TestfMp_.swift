@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s11ReplayTests012FlightReportB0V28ringOfADeadProcessIsReported4TestfMp_16d6ce5b61247c263afMu_() async throws -> Void {
  @Sendable func $s11ReplayTests012FlightReportB0V28ringOfADeadProcessIsReported4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s11ReplayTests012FlightReportB0V28ringOfADeadProcessIsReported4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(FlightReportTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s11ReplayTests012FlightReportB0V28ringOfADeadProcessIsReported4TestfMp_7__localfMu_.ringOfADeadProcessIsReported())))
  }
  try await $s11ReplayTests012FlightReportB0V28ringOfADeadProcessIsReported4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s11ReplayTests012FlightReportB0V28ringOfADeadProcessIsReported4TestfMp_25generatord6ce5b61247c263afMu_() async -> Testing.Test {
  return .__function(
  named: "ringOfADeadProcessIsReported()",
  in: FlightReportTests.self,
  xcTestCompatibleSelector: nil,
  traits: [.__documentationLine("/// What a dead process has left is reported like what a live one keeps, and filtered.")],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ReplayTests/FlightReportTests.swift", filePath: "/src/Tests/ReplayTests/FlightReportTests.swift", line: 89, column: 4),
  parameters: [],
  testFunction: $s11ReplayTests012FlightReportB0V28ringOfADeadProcessIsReported4TestfMp_16d6ce5b61247c263afMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s11ReplayTests012FlightReportB0V28ringOfADeadProcessIsReported4TestfMp_24accessord6ce5b61247c263afMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s11ReplayTests012FlightReportB0V28ringOfADeadProcessIsReported4TestfMp_25generatord6ce5b61247c263afMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s11ReplayTests012FlightReportB0V28ringOfADeadProcessIsReported4TestfMp_33testContentRecordd6ce5b61247c263afMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s11ReplayTests012FlightReportB0V28ringOfADeadProcessIsReported4TestfMp_24accessord6ce5b61247c263afMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:102:4-102:4
