import Foundation
import LaplaceCommands
import Recording
import TestSupport
import Testing

/// `laplace info`: from the ends of the file, all of it, and the hash chain.
@Suite struct InfoTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
  }

  private func record(_ more: String..., steps: Int = 3000) throws -> CapturingConsole {
    let run = laplace(["record", "particles", "--steps", "\(steps)", "-o", path] + more)
    try #require(run.status == .same, "\(run.console.wordText)")
    return run.console
  }

  private func json(_ options: String...) throws -> [String: Any] {
    let run = laplace(["info", path, "--format", "json"] + options)
    #expect(run.status == .same, "\(run.console.wordText)")
    return try #require(
      JSONSerialization.jsonObject(with: Data(run.console.resultText.utf8)) as? [String: Any])
  }

  /// The ends of a file say of it what reading all of it does.
  @Test(
    arguments: Sample.of([
      ["--tracks", "state"], ["--tracks", "log"], ["--tracks", "log+view", "--chain"],
    ]))
  func endsSayTheSame(tracks: [String]) throws {
    _ = laplace(["record", "particles", "--steps", "3000", "-o", path] + tracks)
    var (ends, everything) = try (json(), json("--all"))
    #expect(ends.removeValue(forKey: "checked") as? String == "ends")
    #expect(everything.removeValue(forKey: "checked") as? String == "everything")
    #expect(NSDictionary(dictionary: ends) == NSDictionary(dictionary: everything))
    #expect(ends["inputs"] as? Int ?? 0 >= 0 && ends["keyframes"] as? Int ?? 0 > 1)
    let head = laplace("info", path).console.results.first
    #expect(
      head
        == "\(path): complete; header, summary and last block agree, the rest was not read (--all)")
    #expect(
      laplace("info", path, "--all").console.results.first
        == "\(path): complete; every checksum agrees")
  }

  @Test func faultInTheMiddleIsForAll() throws {
    _ = try record()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(laplace("info", path).status == .same)
    #expect(laplace("info", path, "--all").status == .trouble)
    #expect(laplace("info", path, "--chain").status == .trouble)
    // What cannot be read from its ends is read as a whole, and its fault is named.
    try bytes.dropLast(100).write(to: URL(fileURLWithPath: path))
    let cut = laplace("info", path)
    #expect(cut.status == .trouble && cut.console.wordText.contains("recover"))
  }

  @Test func hashChainIsCheckedWhereThatIsAsked() throws {
    let recorded = try record("--chain", steps: 300)
    let value = try #require(
      recorded.results.last.flatMap { $0.hasPrefix("  chain ") ? $0.dropFirst(8) : nil })
    #expect(value.count == 64)
    let shown = laplace("info", path).console.resultText
    #expect(shown.hasSuffix("\n  hash chain   \(value); not checked (--chain)"), "\(shown)")
    let checked = laplace("info", path, "--chain")
    #expect(checked.status == .same)
    #expect(
      checked.console.resultText.hasSuffix("\n  hash chain   \(value); it holds over every step"))
    #expect(try json("--chain")["chainHolds"] as? Bool == true)
    #expect(try json()["chainHolds"] == nil)
    let part = folder.file("part.mcap")
    let cut = laplace("cut", path, "--range", "20..90", "-o", part)
    #expect(cut.status == .same && cut.console.wordText.contains("its hash chain is a new one"))
    #expect(laplace("info", part, "--chain").status == .same)
    _ = try record("--force", steps: 10)
    let none = laplace("info", path, "--chain")
    #expect(none.status == .trouble && none.console.wordText.contains("has no hash chain"))
    #expect(laplace("record", "particles", "--chain", "--last", "1s", "-o", part).status != .same)
  }
}
