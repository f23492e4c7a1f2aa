import AgentProtocol
import Foundation
import GoldenWorlds
import LaplaceCommands
import ProgramRunner
import Recording
import Simulation
import TestSupport
import Testing

/// The path of node; `nil` without one.
private let node: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
  .split(separator: ":").map { "\($0)/node" }
  .first { FileManager.default.isExecutableFile(atPath: $0) }

/// Recordings that the engine of a page writes: its calls in node, without a browser.
@Suite(
  .enabled(if: BuiltEngine.path != nil, "there is no engine: Tools/builds wasm-library"),
  .enabled(if: node != nil, "there is no node on the path"))
struct EngineRecordingTests {
  /// Makes calls, each with a message or none, and prints the replies: both in hexadecimal digits.
  private static let script = """
    const { readFileSync } = require('fs'), { gunzipSync } = require('zlib');
    const [path, list] = process.argv.slice(1);
    const calls = new WebAssembly.Instance(new WebAssembly.Module(gunzipSync(readFileSync(path))), {}).exports;
    calls._initialize();
    calls.laplace_begin();
    for (const line of readFileSync(list, 'utf8').trim().split('\\n')) {
      const [name, message] = line.split(' '), bytes = Buffer.from(message ?? '', 'hex');
      if (bytes.length) { const room = calls.laplace_room(bytes.length); new Uint8Array(calls.memory.buffer, room, bytes.length).set(bytes); }
      const at = calls[name]();
      console.log(Buffer.from(calls.memory.buffer, at, calls.laplace_size()).toString('hex'));
    }
    """

  private func replies(
    _ calls: [(name: String, message: [UInt8])], _ folder: TemporaryFolder
  ) throws -> [[UInt8]] {
    let list = folder.file("calls.txt")
    let lines = calls.map { call in
      let digits = call.message.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      return call.name + " " + digits.joined() + "\n"
    }
    try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: list))
    let run = try ProgramRun(
      try #require(node), ["-e", Self.script, try #require(BuiltEngine.path), list])
    try #require(run.status == 0, "\(run.errorText)")
    return run.outputText.split(separator: "\n").map { line in
      let digits = Array(line.utf8)
      return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
      }
    }
  }

  @Test func verifyAcceptsWhatAnEngineWrites() throws {
    let folder = try TemporaryFolder()
    let entry = try #require(GoldenCatalogue.all.first { $0.name == "playground" })
    let kinds = try entry.start(parameters: entry.defaultParameters, seed: 3).description.inputs
    let tap = try #require(kinds.firstIndex { $0.name == "tap" })
    let words = kinds[tap].fields.map { field in
      field.type == .float32 ? UInt64((200 as Float).bitPattern) : (200.0).bitPattern
    }
    var steps = [[RecordWords]](repeating: [], count: 1030)
    steps[20] = [RecordWords(kind: tap, words: words)]
    var begin = WireWriter()
    begin.append(0 as Int64)
    begin.append("made by a test")
    begin.append(count: 1)
    begin.append(7 as Int64)
    begin.append("here")
    let start = AgentRequest.start(
      simulation: entry.name, parameters: entry.defaultParameters, seed: 3)
    let replies = try replies(
      [
        ("laplace_record", begin.bytes), ("laplace_ask", start.encoded), ("laplace_recorded", []),
        ("laplace_record", begin.bytes), ("laplace_ask", AgentRequest.run(steps).encoded),
        ("laplace_recorded", []),
      ], folder)
    try #require(replies.count == 6)
    // Nothing has been started; nothing is recorded.
    #expect(replies[0].first == 0xFF && replies[2].first == 0xFF && replies[3] == [0x87])
    let path = folder.file("engine.mcap")
    try Data(replies[5]).write(to: URL(fileURLWithPath: path))
    let file = try Recording(path: path)
    #expect(file.isFullyChecked && file.header.tracks == .log && file.keyframeSteps == [0, 1024])
    #expect(try file.inputs(at: 20) == steps[20] && file.inputCount == 1)
    #expect(try file.markers.map { "\($0.step) \($0.text)" } == ["7 here"])
    guard case .ran(let digests) = try AgentReply(encoded: replies[4]) else {
      Issue.record("no digests")
      return
    }
    #expect(try digests.last == file.digest(after: 1029))
    let verified = laplace(["verify", path], catalogue: GoldenCatalogue.all)
    #expect(verified.status == .same, "\(verified.console.wordText)")
    #expect(verified.console.resultText.contains("bit-exact"))
  }
}
