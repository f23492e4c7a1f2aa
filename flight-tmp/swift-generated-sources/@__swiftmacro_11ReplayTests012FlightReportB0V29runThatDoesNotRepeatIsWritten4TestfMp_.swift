@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s11ReplayTests012FlightReportB0V29runThatDoesNotRepeatIsWritten4TestfMp_16b552263d5cd1fce0fMu_(tracks arg0:RecordingTracks,isRedacted arg1:Bool) async throws -> Void {
  @Sendable func $s11ReplayTests012FlightReportB0V29runThatDoesNotRepeatIsWritten4TestfMp_7__localfMu0_(tracks arg0:RecordingTracks,isRedacted arg1:Bool,_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s11ReplayTests012FlightReportB0V29runThatDoesNotRepeatIsWritten4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(FlightReportTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s11ReplayTests012FlightReportB0V29runThatDoesNotRepeatIsWritten4TestfMp_7__localfMu_.runThatDoesNotRepeatIsWritten(tracks: arg0,isRedacted: arg1))))
  }
  try await $s11ReplayTests012FlightReportB0V29runThatDoesNotRepeatIsWritten4TestfMp_7__localfMu0_(tracks: arg0,isRedacted: arg1)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s11ReplayTests012FlightReportB0V29runThatDoesNotRepeatIsWritten4TestfMp_25generatorb552263d5cd1fce0fMu_() async -> Testing.Test {
  return .__function(
  named: "runThatDoesNotRepeatIsWritten(tracks:isRedacted:)",
  in: FlightReportTests.self,
  xcTestCompatibleSelector: nil,
  traits: [.__documentationLine("/// A run that goes another way when it is replayed is written as it was, and the file names the step.")],arguments: {[RecordingTracks.log, .everything]},{[false, true]},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ReplayTests/FlightReportTests.swift", filePath: "/src/Tests/ReplayTests/FlightReportTests.swift", line: 105, column: 4),
  parameters: [(firstName: "tracks",secondName: nil,type: (RecordingTracks).self),(firstName: "isRedacted",secondName: nil,type: (Bool).self)],
  testFunction: $s11ReplayTests012FlightReportB0V29runThatDoesNotRepeatIsWritten4TestfMp_16b552263d5cd1fce0fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s11ReplayTests012FlightReportB0V29runThatDoesNotRepeatIsWritten4TestfMp_24accessorb552263d5cd1fce0fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s11ReplayTests012FlightReportB0V29runThatDoesNotRepeatIsWritten4TestfMp_25generatorb552263d5cd1fce0fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s11ReplayTests012FlightReportB0V29runThatDoesNotRepeatIsWritten4TestfMp_33testContentRecordb552263d5cd1fce0fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s11ReplayTests012FlightReportB0V29runThatDoesNotRepeatIsWritten4TestfMp_24accessorb552263d5cd1fce0fMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /src/Tests/ReplayTests/FlightReportTests.swift:126:4-126:4
