import AgentProtocol
import DeterministicMath
import Foundation
import GoldenWorlds
import LaplaceCommands
import ProgramRunner
import Recording
import Replay
import Scenarios
import Simulation
import TestSupport
import Testing

/// What a page holds for its engine. What the engine does is for `PageReplayTests`.
@Suite struct PageEngineTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Begins as a module does, and no browser can run it.
  private func brokenEngine() throws -> String {
    let path = folder.file("broken.wasm")
    try Data([0x00, 0x61, 0x73, 0x6D, 9, 9]).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func record(_ more: [String] = []) throws -> String {
    let path = folder.file("a.mcap")
    let run = laplace(["record", "particles", "--steps", "60", "-o", path] + more)
    try #require(run.status == .same, "\(run.console.wordText)")
    return path
  }

  private func view(_ path: String, _ options: [String]) throws -> PageText {
    let page = folder.file("page.html")
    let run = laplace(["view", path, "-o", page] + options)
    try #require(run.status == .same, "\(run.console.wordText)")
    return try PageText(path: page)
  }

  /// Only a page with an engine may run WebAssembly; workers are of the page itself.
  @Test func policyAllowsWhatIsThere() throws {
    let path = try record()
    let (plain, own) = (
      try view(path, ["--engine", "none"]), try view(path, ["--engine", try brokenEngine()])
    )
    #expect(!plain.html.contains("wasm-unsafe-eval") && own.html.contains("wasm-unsafe-eval"))
    for page in [plain, own] { #expect(page.html.contains("worker-src blob:;")) }
    #expect(plain.content["engine"] == nil && plain.recordings.first?["replay"] == nil)
    #expect(own.html.contains("content=\"default-src 'none';"))
    for word in ["http:", "https:", "src=", "import(", "fetch(", "eval("] {
      #expect(!own.html.contains(word), "\(word)")
    }
    let code = try own.bytes(in: "id=\"engine\"")
    #expect(code == [0x00, 0x61, 0x73, 0x6D, 9, 9])
  }

  /// The page's requests are those that the tool's own agents are sent.
  @Test func requestsAreThoseOfTheRecording() throws {
    let script = folder.file("in.jsonl")
    try Data(
      """
      {"step":3,"kind":"nudge","particle":0,"vx":1.5,"vy":-2.25}
      {"step":3,"kind":"calm"}
      {"step":41,"kind":"nudge","particle":1,"vx":-7,"vy":1e-3}
      """.utf8
    ).write(to: URL(fileURLWithPath: script))
    let path = try record(["--input", script, "--seed", "7"])
    let page = try view(path, ["--engine", try brokenEngine()])
    let replay = try #require(page.recordings.first?["replay"] as? [String: Any])
    let file = try Recording(path: path)
    let begin = try #require(replay["begin"] as? [String])
    let start = AgentRequest.start(
      simulation: "particles", parameters: file.header.parameters, seed: 7)
    #expect(begin == [Data(start.encoded).base64EncodedString()])
    var steps: [Int] = []
    var lines: [String] = []
    for one in try #require(replay["inputs"] as? [[String: Any]]) {
      let step = try #require(one["step"] as? Int)
      let records = try #require(Data(base64Encoded: one["records"] as? String ?? ""))
      let request = [4, 1, 0, 0, 0] + [UInt8](records)
      #expect(try request == AgentRequest.run([file.inputs(at: Int64(step))]).encoded)
      steps.append(step)
      lines += one["lines"] as? [String] ?? []
    }
    #expect(steps == [3, 41])
    let export = folder.file("out.jsonl")
    try #require(laplace("export", path, "--inputs", "-o", export).status == .same)
    let exported = try String(contentsOfFile: export, encoding: .utf8)
    #expect(lines.map { $0 + "\n" }.joined() == exported)
    #expect(try replay["lastDigest"] as? String == file.digest(after: 59).description)
  }

  /// What a playground holds of each simulation: how it begins, and what can be set.
  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func playgroundHoldsWhatHasAPicture()
    throws
  {
    let page = folder.file("playground.html")
    let engine = try brokenEngine()
    let large = GoldenCatalogue.benchmarks.prefix(1)
    let run = laplace(
      ["playground", "-o", page, "--engine", engine], catalogue: Catalogue.all + large)
    try #require(run.status == .same, "\(run.console.wordText)")
    let text = try PageText(path: page)
    #expect(text.content["isPlayground"] as? Bool == true)
    let names = text.recordings.compactMap { $0["name"] as? String }
    #expect(names.contains("spring") && names.contains("bridge"))
    #expect(!names.contains("benchmark.large_pyramid"), "too many shapes to choose it by chance")
    for one in text.recordings {
      let name = one["name"] as? String ?? "?"
      #expect(one["stepCount"] as? Int == 1 && one["file"] as? String == name)
      let replay = try #require(one["replay"] as? [String: Any])
      let entry = try #require(Catalogue.all.first { $0.name == name })
      let start = AgentRequest.start(
        simulation: name, parameters: entry.defaultParameters, seed: 1)
      #expect(replay["begin"] as? [String] == [Data(start.encoded).base64EncodedString()])
    }
    let playground = try #require(text.recordings.first { $0["name"] as? String == "playground" })
    let parameters = (playground["replay"] as? [String: Any])?["parameters"] as? [[String: Any]]
    #expect(parameters?.first?["name"] as? String == "itemCount")
    #expect(parameters?.first?["value"] as? String == "50")
    #expect(parameters?.first?["type"] as? String == "int64" && parameters?.first?["words"] == nil)
  }

  @Test func playgroundSaysWhatIsMissing() throws {
    let page = folder.file("playground.html")
    let wrong: [([String], String)] = [
      (["--engine", "none"], "a playground needs an engine"),
      (["nothing", "--engine", try brokenEngine()], "nothing"),
      (["particles", "--engine", try brokenEngine()], "particles: has no picture"),
    ]
    for (options, words) in wrong {
      let run = laplace(["playground", "-o", page] + options)
      #expect(run.status == .trouble && run.console.wordText.contains(words), "\(options)")
    }
    #expect(!FileManager.default.fileExists(atPath: page))
  }

  @Test func mistakesAreTold() throws {
    let (path, page) = (try record(), folder.file("page.html"))
    let wrong: [([String], String)] = [
      (["-o", page, "--engine", path], "not an engine"),
      (["-o", page, "--engine", folder.file("none.wasm")], "the engine cannot be read"),
      (["-o", folder.file("a.svg"), "--engine", path], "is for a page, not for a picture"),
    ]
    for (options, words) in wrong {
      let run = laplace(["view", path] + options)
      #expect(run.status == .trouble, "\(options)")
      #expect(run.console.wordText.contains(words), "\(run.console.wordText)")
    }
    #expect(!FileManager.default.fileExists(atPath: page))
  }
}
