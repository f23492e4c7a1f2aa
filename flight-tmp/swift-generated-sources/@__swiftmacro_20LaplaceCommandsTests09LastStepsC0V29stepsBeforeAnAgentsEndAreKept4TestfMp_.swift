@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20LaplaceCommandsTests09LastStepsC0V29stepsBeforeAnAgentsEndAreKept4TestfMp_17Z83963782eb4d6509fMu_() async throws -> Void {
  @Sendable func $s20LaplaceCommandsTests09LastStepsC0V29stepsBeforeAnAgentsEndAreKept4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s20LaplaceCommandsTests09LastStepsC0V29stepsBeforeAnAgentsEndAreKept4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(LastStepsTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20LaplaceCommandsTests09LastStepsC0V29stepsBeforeAnAgentsEndAreKept4TestfMp_7__localfMu_.stepsBeforeAnAgentsEndAreKept())))
  }
  try await $s20LaplaceCommandsTests09LastStepsC0V29stepsBeforeAnAgentsEndAreKept4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20LaplaceCommandsTests09LastStepsC0V29stepsBeforeAnAgentsEndAreKept4TestfMp_25generator83963782eb4d6509fMu_() async -> Testing.Test {
  return .__function(
  named: "stepsBeforeAnAgentsEndAreKept()",
  in: LastStepsTests.self,
  xcTestCompatibleSelector: nil,
  traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "LaplaceCommandsTests/LastStepsTests.swift", filePath: "/src/Tests/LaplaceCommandsTests/LastStepsTests.swift", line: 42, column: 4),
  parameters: [],
  testFunction: $s20LaplaceCommandsTests09LastStepsC0V29stepsBeforeAnAgentsEndAreKept4TestfMp_17Z83963782eb4d6509fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20LaplaceCommandsTests09LastStepsC0V29stepsBeforeAnAgentsEndAreKept4TestfMp_24accessor83963782eb4d6509fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20LaplaceCommandsTests09LastStepsC0V29stepsBeforeAnAgentsEndAreKept4TestfMp_25generator83963782eb4d6509fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20LaplaceCommandsTests09LastStepsC0V29stepsBeforeAnAgentsEndAreKept4TestfMp_33testContentRecord83963782eb4d6509fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20LaplaceCommandsTests09LastStepsC0V29stepsBeforeAnAgentsEndAreKept4TestfMp_24accessor83963782eb4d6509fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:51:4-51:4
