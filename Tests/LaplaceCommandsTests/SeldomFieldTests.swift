import Foundation
import ProgramRunner
import TestSupport
import Testing

/// Differences in fields that are stored at key frames only are named, with both values.
@Suite struct SeldomFieldTests {
  private func run(_ words: String..., in folder: String) throws -> String {
    let run = try ProgramRun(Programs.particleAgent, words, folder: folder)
    return run.outputText + run.errorText
  }

  @Test func rulesOfAnotherFolder() throws {
    let folder = try TemporaryFolder()
    for rules in ["2", "4"] {
      let path = folder.file(rules)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try rules.write(toFile: path + "/rules.txt", atomically: true, encoding: .utf8)
      _ = try run("record", "rulesfile", "--steps", "300", "-o", "a.mcap", in: path)
    }
    let (two, four) = (folder.file("2"), folder.file("4"))
    let lines = [
      "first differing step 0 of 300", "the key frame after step 255 shows:\n    health[0] ",
      "(562)  ->  ", "(1074)",
    ]
    for words in [
      ["diff", "\(two)/a.mcap", "a.mcap"], ["verify", "\(two)/a.mcap"],
      ["verify", "\(two)/a.mcap", "--keep-going"], ["bisect", "\(two)/a.mcap"],
    ] {
      let run = try ProgramRun(Programs.particleAgent, words, folder: four)
      #expect(run.status == 1)
      for line in lines {
        #expect(run.outputText.contains(line), "\(words): \(run.outputText) \(run.errorText)")
      }
    }
  }

  /// Where no key frame follows, the columns are named that are not stored in between.
  @Test func noKeyframeFollows() throws {
    let folder = try TemporaryFolder()
    try "2".write(toFile: folder.file("rules.txt"), atomically: true, encoding: .utf8)
    _ = try run("record", "rulesfile", "--steps", "30", "-o", "a.mcap", in: folder.path)
    let text = try run("verify", folder.file("a.mcap"), in: "/")
    #expect(
      text.contains("and no later key frame differs: stepIndex, health.key, "), "\(text)")
  }

  @Test func restoreThatLosesAFieldNamesIt() throws {
    let folder = try TemporaryFolder()
    _ = try run("record", "unwritten", "--steps", "30", "-o", "a.mcap", in: folder.path)
    let text = try run("verify", "a.mcap", in: folder.path)
    #expect(
      text.contains("  restoring does not give back what was saved: x 0x"), "\(text)")
    #expect(!text.contains("not visited") && !text.contains("goes on differently"), "\(text)")
    #expect(text.contains("  next: particle-agent selftest unwritten --input a.mcap"), "\(text)")
  }
}
