import DeterministicMath
import Foundation
import LaplaceCommands
import Recording
import Simulation
import TestSupport
import Testing

/// `laplace export`, and `laplace record --input` of what it writes and of recordings.
@Suite struct ExportTests {
  let folder: TemporaryFolder
  let path: String
  let out: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
    out = folder.file("out")
    try #require(
      laplace(
        "record", "particles", "--steps", "300", "--seed", "5", "--set", "count=7", "-o", path
      ).status == .same)
  }

  private func digest(_ file: String) throws -> String {
    let recording = try Recording(path: file)
    return try recording.digest(after: recording.stepCount - 1).description
  }

  // MARK: Inputs

  /// Exported inputs, recorded again, give the same digests.
  @Test func inputsRoundTrip() throws {
    #expect(laplace("export", path, "--inputs", "-o", out).status == .same)
    let again = folder.file("again.mcap")
    let run = laplace(
      "record", "particles", "--steps", "300", "--seed", "5", "--set", "count=7", "--input", out,
      "-o", again)
    #expect(run.status == .same, "\(run.console.wordText)")
    let (a, b) = (try Recording(path: path), try Recording(path: again))
    try #require(a.inputCount > 0)
    for step in 0..<Int64(300) {
      #expect(try a.inputs(at: step) == b.inputs(at: step))
      #expect(try a.digest(after: step) == b.digest(after: step))
    }
    // Standard output holds the same lines, and a range only its own.
    let text = try String(contentsOfFile: out, encoding: .utf8)
    #expect(laplace("export", path, "--inputs").console.resultText + "\n" == text)
    let some = laplace("export", path, "--inputs", "--range", "0..99").console.resultText
    #expect(text.hasPrefix(some) && some.utf8.count < text.utf8.count)
  }

  /// A recording gives its inputs, seed, parameters and length; what is said goes first.
  @Test func recordTakesARecording() throws {
    let again = folder.file("again.mcap")
    let run = laplace("record", "particles", "--input", path, "-o", again)
    #expect(run.status == .same, "\(run.console.wordText)")
    #expect(try digest(again) == digest(path))
    #expect(laplace("diff", path, again).status == .same)
    let other = laplace(
      "record", "particles", "--input", path, "--seed", "6", "--set", "count=8", "--steps", "20",
      "-o", again, "--force")
    #expect(other.status == .same, "\(other.console.wordText)")
    let header = try Recording(path: again).header
    #expect(header.seed == 6)
    #expect(try Recording(path: again).stepCount == 20)
    #expect(header.parameters != (try Recording(path: path).header.parameters))
  }

  @Test func recordingsThatAreNoInputs() throws {
    let part = folder.file("part.mcap")
    try #require(laplace("cut", path, "--range", "100..200", "-o", part).status == .same)
    let late = laplace("record", "particles", "--input", part, "-o", out)
    #expect(late.status == .refused && late.console.wordText.contains("begins at step 100"))
    // Its inputs can be had, with a word on what they lack.
    #expect(laplace("export", part, "--inputs").console.wordText.contains("begins at step 100"))
    let other = laplace("record", "orbit", "--input", path, "-o", out)
    #expect(other.status == .trouble)
    let damaged = folder.file("damaged.mcap")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: damaged))
    let cut = laplace("record", "particles", "--input", damaged, "-o", out)
    #expect(cut.status == .trouble && cut.console.wordText.contains("recover"))
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  // MARK: Tables

  /// Every value is the one that `trace` shows.
  @Test(arguments: Sample.of([["y"], ["y", "speed"], ["bounces", "vx"]]))
  func tablesAreWhatTraceShows(names: [String]) throws {
    let fields = names.flatMap { ["--field", "particles[*].\($0)"] }
    let csv = laplace(["export", path, "--csv"] + fields).console.resultText
      .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(csv[0].map(String.init) == ["step", "seconds", "row"] + names)
    #expect(csv.count == 1 + 300 * 7)
    let jsonl = laplace(["export", path, "--jsonl"] + fields).console.resultText
      .split(separator: "\n")
    try #require(jsonl.count == 300 * 7)
    for (column, name) in names.enumerated() {
      let trace = laplace("trace", "particles[2].\(name)", path, "--format", "json")
      let curve = try #require(
        JSONSerialization.jsonObject(with: Data(trace.console.resultText.utf8)) as? [String: Any])
      let shown = csv.filter { $0[2] == "particles[2]" }
      #expect(curve["steps"] as? [Int] == shown.compactMap { Int($0[0]) })
      // A text has the digits of the field's own type, and Foundation does not read the last bit.
      let values = try #require(curve["values"] as? [Double])
      #expect(
        zip(values, shown).allSatisfy { value, row in
          abs((Double(row[3 + column]) ?? .nan) - value) <= 1e-6 * max(1, abs(value))
        })
      for (line, row) in zip(jsonl, csv.dropFirst()) {
        let object = try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["row"] as? String == String(row[2]))
        #expect(object[name] is NSNumber)
        // As text: Foundation does not read all numbers to the last bit.
        #expect((line + ",").contains("\"\(name)\":\(row[3 + column])"))
      }
    }
  }

  @Test func tablesWithoutRowsAndWithoutFields() {
    let one = laplace(
      "export", path, "--csv", "--field", "particles[2].y", "--field", "stepIndex", "--range",
      "5..6")
    #expect(one.console.resultText.hasPrefix("step,seconds,particles[2].y,stepIndex\n5,"))
    #expect(one.console.resultText.split(separator: "\n").count == 3)
    let all = laplace("export", path, "--csv", "--range", "0..0").console.resultText
    #expect(all.hasPrefix("step,seconds,row,"))
    #expect(all.split(separator: "\n").count == 8)
    // A tool without the simulation reads what is stored every step.
    let foreign = laplace(["export", path, "--csv", "--range", "0..0"], catalogue: [])
    #expect(foreign.status == .same && foreign.console.resultText == all)
  }

  @Test(
    arguments: Sample.of([
      (["--csv", "--field", "particles[0].z"], "has no field 'z'"),
      (["--csv", "--field", ".."], "is no field"),
      (["--csv", "--jsonl"], "'--jsonl'"),
      ([], "Missing one of"),
      (["--inputs", "--field", "particles[0].y"], "--field is for"),
      (["--foxglove"], "--foxglove writes a file"),
      (["--csv", "--range", "0..300"], "has steps 0 to 299"),
      (["--csv", "--range", "x"], "range"),
      (["--inputs", "-o", "/dev/full"], "the disk is full"),
      (["--inputs", "-o", "/no/such/folder/x"], "no such file or folder"),
    ]))
  func badOptions(options: [String], words: String) {
    let run = laplace(["export", path] + options)
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains(words), "\(run.console.wordText)")
  }

  @Test func outputsAreNotOverwritten() throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: out))
    #expect(laplace("export", path, "--inputs", "-o", out).status == .trouble)
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "mine")
    #expect(laplace("export", path, "--inputs", "-o", out, "--force").status == .same)
    #expect(laplace("export", path, "--inputs", "-o", path, "--force").status == .trouble)
    #expect(laplace("info", path).status == .same)
  }

  // MARK: Scenes

  /// The file is MCAP by this project's own rules: lengths, checksums, summary. What its messages
  /// say is looked at by name.
  @Test func sceneIsAnMCAPFile() throws {
    for catalogue in [particleCatalogue(Sound.self), []] {
      let scene = folder.file("scene\(catalogue.count).mcap")
      let run = laplace(
        ["export", path, "--foxglove", "-o", scene, "--range", "0..59"], catalogue: catalogue)
      #expect(run.status == .same, "\(run.console.wordText)")
      #expect(run.console.resultText == "\(scene): 60 steps")
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: scene)))
      let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
      #expect(bytes.starts(with: magic) && bytes.suffix(8).elementsEqual(magic))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("foxglove.SceneUpdate") && text.contains("/scene"))
      // It is no recording, and says so.
      #expect(laplace("info", scene).console.wordText.contains("not 'laplace'"))
    }
  }

  /// A run that does not reproduce the recording gives no picture of it.
  @Test func sceneOfARunThatDiverges() {
    let run = laplace(
      "export", path, "--foxglove", "-o", out, "--agent", "\(Programs.particleAgent) last-bit-17")
    #expect(run.status == .different || run.console.wordText.contains("from its positions"))
  }

  /// Whatever bytes are changed, there is a line and a status, and no trap.
  @Test func damagedFiles() throws {
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let damaged = folder.file("damaged.mcap")
    for seed in Sample.of(UInt64(0)..<60) {
      var random = SplitMix(seed: seed)
      var bytes = whole
      for _ in 0...seed % 3 {
        bytes[random.below(UInt64(bytes.count))] ^= 1 << UInt8(random.below(8))
      }
      if seed % 5 == 0 { bytes.removeLast(random.below(UInt64(bytes.count))) }
      try Data(bytes).write(to: URL(fileURLWithPath: damaged))
      for form in [["--csv"], ["--inputs"], ["--foxglove", "-o", folder.file("s\(seed)")]] {
        let run = laplace(["export", damaged] + form, catalogue: [])
        #expect(run.status == .same || !run.console.words.isEmpty, "seed \(seed)")
      }
    }
  }
}
