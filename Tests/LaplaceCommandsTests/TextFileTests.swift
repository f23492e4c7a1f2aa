import Foundation
import LaplaceCommands
import Recording
import TestSupport
import Testing

/// Text files with other ends of lines, and files with any name.
@Suite struct TextFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record(_ name: String, seed: Int = 1) throws -> String {
    let path = name.hasPrefix("/") ? name : folder.file(name)
    let run = laplace(
      "record", "particles", "--steps", "40", "--seed", "\(seed)", "-o", path)
    try #require(run.status == .same, "\(run.console.wordText)")
    return path
  }

  /// Writes a file as an editor on Windows would.
  private func rewrite(_ path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try ("\u{FEFF}" + text.replacingOccurrences(of: "\n", with: "\r\n"))
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
  }

  @Test func locksKeepTheirLines() throws {
    let paths = try ["a.mcap", "b.mcap", "c.mcap"].map { try record($0) }
    let lock = folder.file("l.lock")
    #expect(laplace(["accept"] + paths + ["--lock", lock]).status == .same)
    let before = try lines(lock)
    try rewrite(lock)
    #expect(laplace(["ci"] + paths + ["--lock", lock]).status == .same)
    #expect(laplace(["verify"] + paths + ["--lock", lock]).status == .same)
    #expect(laplace("accept", paths[0], "--lock", lock).status == .same)
    #expect(try lines(lock) == before)
    #expect(before.count == 5)
  }

  @Test func aLockWithCarriageReturnsAloneStays() throws {
    let path = try record("a.mcap")
    let lock = folder.file("l.lock")
    #expect(laplace("accept", path, "--lock", lock).status == .same)
    let bytes = try Files.read(lock).map { $0 == 10 ? 13 : $0 }
    try Data(bytes).write(to: URL(fileURLWithPath: lock))
    let accepted = laplace("accept", path, "--lock", lock)
    #expect(accepted.status == .baseline)
    #expect(accepted.console.wordText.contains("not a lock file"))
    #expect(try Files.read(lock) == bytes)
  }

  @Test func plansAndResults() throws {
    let path = try record("a.mcap")
    let (plan, results) = (folder.file("plan.jsonl"), folder.file("results.jsonl"))
    #expect(laplace("plan", "verify", path, "-o", plan).status == .same)
    try rewrite(plan)
    #expect(laplace("unit", plan, "-o", results).status == .same)
    try rewrite(results)
    let merged = laplace("merge", plan, results)
    #expect(merged.status == .same, "\(merged.console.wordText)")
    // The file of results goes on.
    #expect(laplace("unit", plan, "-o", results).console.wordText.contains(": 0 units run"))
  }

  @Test func inputsAndVerdicts() throws {
    let path = try record("a.mcap")
    let inputs = folder.file("in.jsonl")
    #expect(laplace("export", path, "--inputs", "-o", inputs).status == .same)
    try rewrite(inputs)
    let again = folder.file("again.mcap")
    let run = laplace("record", "particles", "--steps", "40", "--input", inputs, "-o", again)
    #expect(run.status == .same, "\(run.console.wordText)")
    #expect(laplace("diff", path, again).status == .same)

    let ledger = folder.file("review.jsonl")
    let verdict = #"{"because":"later","change":"x","recording":"a.mcap","verdict":"skipped"}"#
    try (verdict + "\n").write(toFile: ledger, atomically: true, encoding: .utf8)
    try rewrite(ledger)
    let review = laplace(
      ["review", path, "--dry-run"], catalogue: particleCatalogue(LastBitAt17.self))
    #expect(review.console.resultText.contains("skipped when it changed in another way: later"))
  }

  @Test(arguments: [
    "my push.mcap", "two  spaces.mcap", "#first.mcap", "100%.mcap", "größe.mcap", "a\nb.mcap",
    "sub/x.mcap", "../elsewhere/x.mcap", "%41.mcap", "tab\t.mcap", "\u{10FFFF}.mcap",
    String(fileName: [0x61, 0xFF, 0xC3, 0x2E, 0x6D]),
  ])
  func locksHoldAnyName(name: String) throws {
    let locks = folder.file("locks")
    for part in ["", "/sub"] {
      try FileManager.default.createDirectory(
        atPath: locks + part, withIntermediateDirectories: true)
    }
    try FileManager.default.createDirectory(
      atPath: folder.file("elsewhere"), withIntermediateDirectories: true)
    let path = try record("\(locks)/\(name)")
    let second = try record("\(locks)/x.mcap", seed: 2)
    let lock = "\(locks)/l.lock"
    #expect(laplace("accept", path, second, "--lock", lock).status == .same)
    for verb in ["ci", "verify"] {
      let run = laplace(verb, path, second, "--lock", lock)
      #expect(run.status == .same, "\(run.console.resultText) \(run.console.wordText)")
    }
    #expect(try lines(lock).count == 4)
    // A recording that is gone is named.
    #expect(unlink(path.fileName) == 0)
    let gone = laplace("ci", second, "--lock", lock)
    #expect(gone.status == .baseline)
    #expect(gone.console.resultText.contains("is locked, but there is no such recording"))
  }

  @Test func aFileThatIsNoLockStays() throws {
    let path = try record("a.mcap")
    for text in ["precious", "", "a.mcap  particles  seed=1\n"] {
      let lock = folder.file("l.lock")
      try text.write(toFile: lock, atomically: true, encoding: .utf8)
      #expect(laplace("accept", path, "--lock", lock).status == .baseline)
      #expect(try String(contentsOfFile: lock, encoding: .utf8) == text)
    }
  }

  @Test(
    arguments: [
      [0x61], [0xFF], [0xC3, 0xA9], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xF4, 0x8F, 0xBE, 0x80],
      [0xF4, 0x8F, 0xBD, 0xBF], [0x80, 0x61, 0xF0, 0x9F, 0x98, 0x80, 0xFE], [],
    ] as [[UInt8]])
  func namesRoundTrip(bytes: [UInt8]) {
    #expect(String(fileName: bytes).fileNameBytes == bytes)
    if let text = String(validating: bytes, as: UTF8.self), bytes != [0xF4, 0x8F, 0xBE, 0x80] {
      #expect(String(fileName: bytes) == text)
    }
  }
}
