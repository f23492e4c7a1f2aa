import Foundation
import LaplaceCommands
import Recording
import RecordingLayouts
import TestSupport
import Testing

/// Every verb serves a recording in every layout that MCAP allows.
@Suite struct LayoutTests {
  private let folder: TemporaryFolder
  private let path: String
  private let copy: String
  private let other: String
  private let original: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
    copy = folder.file("copy.mcap")
    other = folder.file("other.mcap")
    for (path, steps) in [(path, "260"), (other, "200")] {
      try #require(laplace("record", "particles", "--steps", steps, "-o", path).status == .same)
    }
    original = try Self.bytes(path)
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// What the verbs answer of the file at ``path``.
  private struct Answers: Equatable {
    var words: [String: [String]] = [:]
    var copies: [String: [UInt8]] = [:]
    var losses: [String: [String]] = [:]
    var info: Set<InfoLine> = []
  }

  private struct InfoLine: Hashable {
    var label: String
    var text: String
  }

  private func answers() throws -> Answers {
    var answers = Answers()
    for verb in [
      ["verify", path], ["verify", path, "--keyframes"], ["diff", path, other],
      ["replay", path, "--at", "177"], ["trace", path, "particles[0].x", "--range", "100..140"],
      ["grep", path, "particles[0].x>0"],
    ] {
      let run = laplace(verb)
      answers.words[verb.joined(separator: " ")] =
        ["\(run.status)"] + run.console.results + run.console.words
    }
    for verb in [
      ["cut", path, "--range", "37..181"], ["recover", path], ["densify", path],
    ] {
      try? FileManager.default.removeItem(atPath: copy)
      let run = laplace(verb + ["-o", copy])
      answers.losses[verb[0]] =
        ["\(run.status)"] + run.console.words.filter { $0.contains("leaves out") }
      answers.copies[verb[0]] = try Self.bytes(copy)
    }
    let info = laplace("info", path).console.resultText.split(separator: "\n")
    answers.info = Set(
      info.enumerated().map { number, line in
        let label = line.prefix(13).trimmingCharacters(in: .whitespaces)
        return InfoLine(label: number == 0 ? "file" : label, text: String(line))
      })
    return answers
  }

  /// The file at ``path`` is answered as expected; what a copy leaves out is named, with exit status 3.
  private func expect(_ expected: Answers, leavesOut parts: [String], _ comment: Comment) throws {
    let found = try answers()
    for (verb, words) in expected.words {
      #expect(found.words[verb] == words, "\(verb), \(comment)")
    }
    #expect(found.copies == expected.copies, comment)
    for (verb, losses) in found.losses {
      #expect(losses.count == (parts.isEmpty ? 1 : 2), "\(verb), \(comment)")
      #expect(losses[0] == (parts.isEmpty ? "same" : "loss"), "\(verb), \(comment)")
      for part in parts {
        #expect(losses.last?.contains(part) == true, "\(verb), \(comment): \(losses)")
      }
    }
    #expect(
      Set(found.info.symmetricDifference(expected.info).map(\.label))
        .isSubset(of: ["file", "size", "layout", "also holds"]), "\(comment): \(found.info)")
  }

  @Test func everyVerbAnswersTheSame() throws {
    let expected = try answers()
    #expect(expected.losses.values.allSatisfy { $0 == ["same"] }, "\(expected.losses)")
    let contents = FileContents(original)
    for seed in Sample.of(Array(UInt64(200)..<264), 8) {
      let layout = FileLayout(seed: seed)
      try Data(contents.file(layout)).write(to: URL(fileURLWithPath: path))
      var parts: [String] = []
      if layout.isMixed {
        parts += [
          "the channel /chatter (std_msgs/200), 2 messages",
          "the channel /state (std_msgs/201), 1 message",
          "the attachment calib.yaml (text/yaml)", "the metadata operator",
        ]
      }
      if layout.isPadded { parts.append("2 private records") }
      try expect(expected, leavesOut: parts, "\(layout)")
    }
  }

  /// The same with a writer that is not ours.
  @Test(
    .enabled(
      if: PythonLayouts.python != nil,
      "LAPLACE_PYTHON names no Python with the package 'mcap'"))
  func everyVerbAnswersTheSameForPython() throws {
    let expected = try answers()
    for (other, line) in try PythonLayouts.write(
      path, to: folder, count: Sample.level.size(8, of: 64), seed: Sample.seed)
    {
      try Data(try Self.bytes(other)).write(to: URL(fileURLWithPath: path))
      let parts = [
        "the channel /robot/pose (robot/Pose), ", "the attachment notes.txt (text/plain)",
        "the metadata robot",
      ]
      try expect(expected, leavesOut: line.contains(" foreign ") ? parts : [], "\(line)")
    }
  }
}
