@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_16e25128c257bfb4a3fMu_() async throws -> Void {
  @Sendable func $s11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(EngineTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_7__localfMu_.everyTypeOfStateIsInAnEngine())))
  }
  try await $s11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_25generatore25128c257bfb4a3fMu_() async -> Testing.Test {
  return .__function(
  named: "everyTypeOfStateIsInAnEngine()",
  in: EngineTests.self,
  xcTestCompatibleSelector: nil,
  traits: [.enabled(if: Sample.level >= .ci, "it compiles the engine: Tools/test --ci"),.enabled(if: path(of: "node") != nil && path(of: "xz") != nil, "node or xz is missing"),.enabled(
      if: FileManager.default.fileExists(atPath: "/usr/lib/wasm32-wasi/libc.a"),
      "there is no C library of WebAssembly: Tools/builds --install wasm-library"),.__documentationLine("/// It links with every type that can be state, needs nothing of the page, and computes the bits that"),.__documentationLine("/// this build computes.")],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ReplayTests/EngineTests.swift", filePath: "/src/Tests/ReplayTests/EngineTests.swift", line: 17, column: 4),
  parameters: [],
  testFunction: $s11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_16e25128c257bfb4a3fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_24accessore25128c257bfb4a3fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_25generatore25128c257bfb4a3fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_33testContentRecorde25128c257bfb4a3fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s11ReplayTests06EngineB0V022everyTypeOfStateIsInAnC04TestfMp_24accessore25128c257bfb4a3fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /src/Tests/ReplayTests/EngineTests.swift:56:4-56:4
