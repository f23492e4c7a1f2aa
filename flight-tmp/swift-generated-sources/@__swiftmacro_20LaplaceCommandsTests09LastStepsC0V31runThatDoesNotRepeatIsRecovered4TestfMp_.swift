@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20LaplaceCommandsTests09LastStepsC0V31runThatDoesNotRepeatIsRecovered4TestfMp_16Z5d161af3c894d98fMu_() async throws -> Void {
  @Sendable func $s20LaplaceCommandsTests09LastStepsC0V31runThatDoesNotRepeatIsRecovered4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s20LaplaceCommandsTests09LastStepsC0V31runThatDoesNotRepeatIsRecovered4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(LastStepsTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20LaplaceCommandsTests09LastStepsC0V31runThatDoesNotRepeatIsRecovered4TestfMp_7__localfMu_.runThatDoesNotRepeatIsRecovered())))
  }
  try await $s20LaplaceCommandsTests09LastStepsC0V31runThatDoesNotRepeatIsRecovered4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20LaplaceCommandsTests09LastStepsC0V31runThatDoesNotRepeatIsRecovered4TestfMp_24generator5d161af3c894d98fMu_() async -> Testing.Test {
  return .__function(
  named: "runThatDoesNotRepeatIsRecovered()",
  in: LastStepsTests.self,
  xcTestCompatibleSelector: nil,
  traits: [.__documentationLine("/// What a process left of a run that does not repeat itself is kept as it was recorded.")],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "LaplaceCommandsTests/LastStepsTests.swift", filePath: "/src/Tests/LaplaceCommandsTests/LastStepsTests.swift", line: 89, column: 4),
  parameters: [],
  testFunction: $s20LaplaceCommandsTests09LastStepsC0V31runThatDoesNotRepeatIsRecovered4TestfMp_16Z5d161af3c894d98fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20LaplaceCommandsTests09LastStepsC0V31runThatDoesNotRepeatIsRecovered4TestfMp_23accessor5d161af3c894d98fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20LaplaceCommandsTests09LastStepsC0V31runThatDoesNotRepeatIsRecovered4TestfMp_24generator5d161af3c894d98fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20LaplaceCommandsTests09LastStepsC0V31runThatDoesNotRepeatIsRecovered4TestfMp_32testContentRecord5d161af3c894d98fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20LaplaceCommandsTests09LastStepsC0V31runThatDoesNotRepeatIsRecovered4TestfMp_23accessor5d161af3c894d98fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /src/Tests/LaplaceCommandsTests/LastStepsTests.swift:112:4-112:4
