@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20LaplaceCommandsTests09LastStepsC0V019killedToolLeavesThedE04TestfMp_16f188f072b153202ffMu_(number arg0:Int32) async throws -> Void {
  @Sendable func $s20LaplaceCommandsTests09LastStepsC0V019killedToolLeavesThedE04TestfMp_7__localfMu0_(number arg0:Int32,_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s20LaplaceCommandsTests09LastStepsC0V019killedToolLeavesThedE04TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(LastStepsTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20LaplaceCommandsTests09LastStepsC0V019killedToolLeavesThedE04TestfMp_7__localfMu_.killedToolLeavesTheLastSteps(number: arg0))))
  }
  try await $s20LaplaceCommandsTests09LastStepsC0V019killedToolLeavesThedE04TestfMp_7__localfMu0_(number: arg0)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20LaplaceCommandsTests09LastStepsC0V019killedToolLeavesThedE04TestfMp_25generatorf188f072b153202ffMu_() async -> Testing.Test {
  return .__function(
  named: "killedToolLeavesTheLastSteps(number:)",
  in: LastStepsTests.self,
  xcTestCompatibleSelector: nil,
  traits: [.timeLimit(.minutes(2))],arguments: {[SIGKILL, SIGTERM]},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "LaplaceCommandsTests/LastStepsTests.swift", filePath: "/src/Tests/LaplaceCommandsTests/LastStepsTests.swift", line: 53, column: 4),
  parameters: [(firstName: "number",secondName: nil,type: (Int32).self)],
  testFunction: $s20LaplaceCommandsTests09LastStepsC0V019killedToolLeavesThedE04TestfMp_16f188f072b153202ffMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20LaplaceCommandsTests09LastStepsC0V019killedToolLeavesThedE04TestfMp_24accessorf188f072b153202ffMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20LaplaceCommandsTests09LastStepsC0V019killedToolLeavesThedE04TestfMp_25generatorf188f072b153202ffMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20LaplaceCommandsTests09LastStepsC0V019killedToolLeavesThedE04TestfMp_33testContentRecordf188f072b153202ffMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20LaplaceCommandsTests09LastStepsC0V019killedToolLeavesThedE04TestfMp_24accessorf188f072b153202ffMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:86:4-86:4
