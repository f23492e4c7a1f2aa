import Foundation
import ProgramRunner
import TestSupport
import Testing

/// What `Tools/test` draws, and how it refuses.
@Suite struct TestScriptTests {
  @Test("a sample has so many cases, in their order, the same ones for a seed", arguments: 0..<20)
  func samples(count: Int) {
    let cases = Array(100..<112)
    for seed in UInt64(0)..<50 {
      let sample = Sample.of(cases, count, seed: seed)
      #expect(sample.count == min(count, cases.count), "seed \(seed)")
      #expect(sample == sample.sorted() && Set(sample).isSubset(of: cases), "seed \(seed)")
      #expect(sample == Sample.of(cases, count, seed: seed), "seed \(seed)")
    }
  }

  @Test("every case is drawn by some seed")
  func everyCase() {
    let drawn = (UInt64(0)..<100).flatMap { Sample.of(0..<16, 3, seed: $0) }
    #expect(Set(drawn) == Set(0..<16))
  }

  @Test(
    "misuse is one line",
    arguments: [
      (["--quik"], "Tools/test: unknown option --quik; see Tools/test --help\n"),
      (["--seed"], "Tools/test: --seed needs a number; see Tools/test --help\n"),
      (["--seed", "x"], "Tools/test: --seed needs a number; see Tools/test --help\n"),
      (
        ["RigidBodies"],
        "Tools/test: RigidBodies makes no sense without --quick; see Tools/test --help\n"
      ),
    ])
  func refusals(words: [String], says: String) throws {
    let run = try ProgramRun(packageRoot + "/Tools/test", words)
    #expect(run.status == 2)
    #expect(run.errorText == says)
  }

  @Test("a level runs every case of the level before it", arguments: 0..<20)
  func levels(seed: UInt64) {
    let cases = Array(100..<140)
    let samples = Sample.Level.allCases.map { level in
      Set(Sample.of(cases, level.size(12, of: cases.count), seed: seed))
    }
    #expect(samples.map(\.count) == [1, 2, 12, 40])
    for (smaller, larger) in zip(samples, samples.dropFirst()) {
      #expect(smaller.isSubset(of: larger))
    }
  }

  /// Otherwise a fault would be planted nowhere, and only the nightly run would report it.
  @Test("the text of each planted fault is once in its module, and all modules have one")
  func plantedFaults() throws {
    let list = try String(contentsOfFile: packageRoot + "/Tools/mutants.d/list", encoding: .utf8)
    var modules: [Substring] = []
    for entry in list.components(separatedBy: "\n\n").dropFirst() {
      let lines = entry.split(separator: "\n")
      try #require(lines.count == 3 && lines[1].hasPrefix("- ") && lines[2].hasPrefix("+ "))
      let module = try #require(lines[0].split(separator: ":").first)
      let text = String(lines[1].dropFirst(2))
      #expect(try count(of: text, in: "Sources/\(module)") == 1, "\(module): \(text)")
      #expect(lines[2].contains("isPlanted"), "\(module)")
      modules.append(module)
    }
    #expect(modules.count >= 20 && Set(modules).count >= 10, "\(modules)")
  }

  private func count(of text: String, in folder: String) throws -> Int {
    let root = packageRoot + "/" + folder
    let files = FileManager.default.subpaths(atPath: root) ?? []
    return try files.filter { $0.hasSuffix(".swift") }.reduce(0) { sum, file in
      let source = try String(contentsOfFile: root + "/" + file, encoding: .utf8)
      return sum + source.components(separatedBy: text).count - 1
    }
  }
}
