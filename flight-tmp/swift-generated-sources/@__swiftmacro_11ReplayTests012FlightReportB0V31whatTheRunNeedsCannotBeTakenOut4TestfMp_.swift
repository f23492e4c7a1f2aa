@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s11ReplayTests012FlightReportB0V31whatTheRunNeedsCannotBeTakenOut4TestfMp_17Z9fb7007a1f3a7de0fMu_() async throws -> Void {
  @Sendable func $s11ReplayTests012FlightReportB0V31whatTheRunNeedsCannotBeTakenOut4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s11ReplayTests012FlightReportB0V31whatTheRunNeedsCannotBeTakenOut4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(FlightReportTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s11ReplayTests012FlightReportB0V31whatTheRunNeedsCannotBeTakenOut4TestfMp_7__localfMu_.whatTheRunNeedsCannotBeTakenOut())))
  }
  try await $s11ReplayTests012FlightReportB0V31whatTheRunNeedsCannotBeTakenOut4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s11ReplayTests012FlightReportB0V31whatTheRunNeedsCannotBeTakenOut4TestfMp_25generator9fb7007a1f3a7de0fMu_() async -> Testing.Test {
  return .__function(
  named: "whatTheRunNeedsCannotBeTakenOut()",
  in: FlightReportTests.self,
  xcTestCompatibleSelector: nil,
  traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ReplayTests/FlightReportTests.swift", filePath: "/src/Tests/ReplayTests/FlightReportTests.swift", line: 75, column: 4),
  parameters: [],
  testFunction: $s11ReplayTests012FlightReportB0V31whatTheRunNeedsCannotBeTakenOut4TestfMp_17Z9fb7007a1f3a7de0fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s11ReplayTests012FlightReportB0V31whatTheRunNeedsCannotBeTakenOut4TestfMp_24accessor9fb7007a1f3a7de0fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s11ReplayTests012FlightReportB0V31whatTheRunNeedsCannotBeTakenOut4TestfMp_25generator9fb7007a1f3a7de0fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s11ReplayTests012FlightReportB0V31whatTheRunNeedsCannotBeTakenOut4TestfMp_33testContentRecord9fb7007a1f3a7de0fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s11ReplayTests012FlightReportB0V31whatTheRunNeedsCannotBeTakenOut4TestfMp_24accessor9fb7007a1f3a7de0fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:86:4-86:4
