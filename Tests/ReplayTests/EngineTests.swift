import AgentProtocol
import Foundation
import ProgramRunner
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// An engine for pages of a simulation of one's own.
@Suite struct EngineTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// It links with every type that can be state, needs nothing of the page, and computes the bits that
  /// this build computes.
  @Test(
    .enabled(if: Sample.level >= .ci, "it compiles the engine: Tools/test --ci"),
    .enabled(if: path(of: "node") != nil, "node is missing"),
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/lib/wasm32-wasi/libc.a"),
      "there is no C library of WebAssembly: Tools/builds --install wasm-library"))
  func everyTypeOfStateIsInAnEngine() throws {
    let folder = try TemporaryFolder()
    let program = folder.file("program")
    try FileManager.default.createDirectory(atPath: program, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Self.root.path + "/Tests/TestSupport/EveryState.swift",
      toPath: program + "/EveryState.swift")
    try Data(
      """
      import LaplaceAgent
      import Simulation

      LaplaceAgent.main(catalogue: [
        CatalogueEntry(EveryState.self, summary: "", defaultStepCount: 600)
      ])
      """.utf8
    ).write(to: URL(fileURLWithPath: program + "/main.swift"))
    let packed = folder.file("engine.wasm.gz")
    let build = try ProgramRun(Self.root.path + "/Tools/engine", ["-o", packed, program])
    try #require(build.status == 0, "\(build.errorText)")
    let engine = folder.file("engine.wasm")
    let unpack = try ProgramRun("/bin/sh", ["-c", "gzip -dc '\(packed)' >'\(engine)'"])
    try #require(unpack.status == 0, "\(unpack.errorText)")

    let recording = try record(folder.file("a.mcap"))
    let agent = try PipeAgent(
      name: "engine",
      arguments: [
        try #require(path(of: "node")),
        Self.root.path + "/Tools/builds.d/runners/library.mjs", engine,
      ])
    #expect(try Verifier(recording).verify(agent) == .same)
  }

  @Test("every type of state is described, restored and repeated")
  func everyTypeOfStateIsSound() throws {
    let entry = CatalogueEntry(EveryState.self, summary: "", defaultStepCount: 60)
    let report = try SelfTest(entry, options: SelfTest.Options(stepCount: 60)).run()
    #expect(report.isSound, "\(report.findings)")
  }

  private func record(_ path: String) throws -> Recording {
    var options = RecordingOptions()
    options.keyframeInterval = 100
    let recorder = try SessionRecorder(
      SimulationRun<EveryState>(seed: 7), path: path, options: options)
    for step in 0..<600 {
      let order: EveryState.Order =
        step % 20 == 10 ? .say(text: "Ä\u{30A}", times: step) : .go(to: [7])
      // Equal texts of other bytes are one key.
      let name = step % 20 == 0 ? "zo\u{EB}" : "zoe\u{308}"
      try recorder.step(step % 10 == 0 ? [.init("w\(step % 30)", order, [name: 1])] : [])
    }
    try recorder.finish()
    return try Recording(path: path)
  }
}

private func path(of program: String) -> String? {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/\(program)" }.first(where: FileManager.default.isExecutableFile(atPath:))
}
