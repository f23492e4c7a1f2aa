import Foundation
import LaplaceCommands
import Recording
import TestSupport
import Testing

/// `laplace du`.
@Suite struct DuTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
  }

  private func usage(_ more: String...) throws -> [String: Any] {
    try #require(
      laplace(["record", "particles", "--steps", "1500", "-o", path] + more).status == .same)
    let run = laplace("du", path, "--json")
    #expect(run.status == .same, "\(run.console.wordText)")
    return try #require(
      JSONSerialization.jsonObject(with: Data(run.console.resultText.utf8)) as? [String: Any])
  }

  /// Every byte of the file is counted once, and what each track takes is what its writer counted.
  @Test(arguments: ["state", "log", "log+view"])
  func partsAddUp(tracks: String) throws {
    let document = try usage("--tracks", tracks)
    let parts = try #require(document["parts"] as? [[String: Any]])
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    #expect(document["bytes"] as? Int == size)
    #expect(parts.reduce(0) { $0 + ($1["bytes"] as? Int ?? 0) } == size)
    let statistics = try Recording(path: path).statistics
    for (name, bytes) in [
      ("state", statistics.stateBytes), ("keyframes", statistics.keyframeBytes),
      ("view", statistics.viewBytes),
    ] {
      let found = parts.first { $0["name"] as? String == name }?["bytes"] as? Int ?? 0
      // A frame's header belongs to whatever comes first in it.
      #expect(abs(found - bytes) <= 64, "\(name)")
    }
    for part in parts {
      let inner = (part["parts"] as? [[String: Any]] ?? []).reduce(0) {
        $0 + ($1["bytes"] as? Int ?? 0)
      }
      #expect(inner <= part["bytes"] as? Int ?? -1)
    }
  }

  @Test func columnsAreNamed() throws {
    let document = try usage()
    let parts = try #require(document["parts"] as? [[String: Any]])
    for (track, columns) in [
      ("state", ["particles.x", "particles.vy", "which rows change"]),
      ("keyframes", ["particles.x", "particles.bounces", "row counts"]),
    ] {
      let part = parts.first { $0["name"] as? String == track }
      let names = (part?["parts"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
      for column in columns { #expect(names.contains(column), "\(track): \(names)") }
    }
    let text = laplace("du", path).console.resultText
    #expect(text.hasPrefix("\(path): ") && text.contains("bytes a step"))
    // What is counted together is all that the long list has more.
    let all = laplace("du", path, "--all").console.resultText
    #expect(all.contains("  particles.x"))
    let listed = all.split(separator: "\n")
    let short = text.split(separator: "\n")
    let counted = short.compactMap { line in
      line.hasSuffix(" columns of less than 0.5 %")
        ? line.split(separator: " ").dropFirst(3).first.flatMap { Int($0) } : nil
    }
    #expect(!counted.isEmpty)
    #expect(short.count - counted.count + counted.reduce(0, +) == listed.count)
  }

  @Test func filesThatCannotBeRead() throws {
    _ = try usage()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let damaged = folder.file("damaged.mcap")
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: damaged))
    let run = laplace("du", damaged)
    #expect(run.status == .trouble && run.console.wordText.contains("recover"))
    #expect(laplace("du", folder.file("none")).status == .trouble)
  }
}
