@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20LaplaceCommandsTests09LastStepsC0V24lastSecondsAreARecording4TestfMp_15aa877945c936be7fMu_(tracks arg0:String) async throws -> Void {
  @Sendable func $s20LaplaceCommandsTests09LastStepsC0V24lastSecondsAreARecording4TestfMp_7__localfMu0_(tracks arg0:String,_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s20LaplaceCommandsTests09LastStepsC0V24lastSecondsAreARecording4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(LastStepsTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20LaplaceCommandsTests09LastStepsC0V24lastSecondsAreARecording4TestfMp_7__localfMu_.lastSecondsAreARecording(tracks: arg0))))
  }
  try await $s20LaplaceCommandsTests09LastStepsC0V24lastSecondsAreARecording4TestfMp_7__localfMu0_(tracks: arg0)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20LaplaceCommandsTests09LastStepsC0V24lastSecondsAreARecording4TestfMp_24generatoraa877945c936be7fMu_() async -> Testing.Test {
  return .__function(
  named: "lastSecondsAreARecording(tracks:)",
  in: LastStepsTests.self,
  xcTestCompatibleSelector: nil,
  traits: [],arguments: {["state", "log"]},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "LaplaceCommandsTests/LastStepsTests.swift", filePath: "/src/Tests/LaplaceCommandsTests/LastStepsTests.swift", line: 26, column: 4),
  parameters: [(firstName: "tracks",secondName: nil,type: (String).self)],
  testFunction: $s20LaplaceCommandsTests09LastStepsC0V24lastSecondsAreARecording4TestfMp_15aa877945c936be7fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20LaplaceCommandsTests09LastStepsC0V24lastSecondsAreARecording4TestfMp_23accessoraa877945c936be7fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20LaplaceCommandsTests09LastStepsC0V24lastSecondsAreARecording4TestfMp_24generatoraa877945c936be7fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20LaplaceCommandsTests09LastStepsC0V24lastSecondsAreARecording4TestfMp_32testContentRecordaa877945c936be7fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20LaplaceCommandsTests09LastStepsC0V24lastSecondsAreARecording4TestfMp_23accessoraa877945c936be7fMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:40:4-40:4
