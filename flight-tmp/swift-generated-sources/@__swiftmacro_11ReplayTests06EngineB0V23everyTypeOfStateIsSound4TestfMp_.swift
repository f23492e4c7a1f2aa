@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_17Z194d03d38ebd3bbffMu_() async throws -> Void {
  @Sendable func $s11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(EngineTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_7__localfMu_.everyTypeOfStateIsSound())))
  }
  try await $s11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_25generator194d03d38ebd3bbffMu_() async -> Testing.Test {
  return .__function(
  named: "everyTypeOfStateIsSound()",
  in: EngineTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "every type of state is described, restored and repeated",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ReplayTests/EngineTests.swift", filePath: "/src/Tests/ReplayTests/EngineTests.swift", line: 58, column: 4),
  parameters: [],
  testFunction: $s11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_17Z194d03d38ebd3bbffMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_24accessor194d03d38ebd3bbffMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_25generator194d03d38ebd3bbffMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_33testContentRecord194d03d38ebd3bbffMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_24accessor194d03d38ebd3bbffMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /src/Tests/ReplayTests/EngineTests.swift:63:4-63:4
