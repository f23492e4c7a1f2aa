import Foundation
import ProgramRunner
import Testing

/// What `Tools/builds` offers and how it refuses; the builds themselves are for `Tools/matrix`.
@Suite struct BuildsScriptTests {
  static func run(
    _ arguments: [String], tool: String = "builds"
  ) throws -> (status: Int32, output: String, words: String) {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let run = try ProgramRun(root.appendingPathComponent("Tools/\(tool)").path, arguments)
    return (run.status, run.outputText, run.errorText)
  }

  @Test(arguments: [
    (["sparc"], "no target 'sparc'; Tools/builds --list names them\n"),
    (["--fast"], "unknown option --fast; see Tools/builds --help\n"),
    (["--sources"], "--sources needs a folder; see Tools/builds --help\n"),
    (["--sources", "/nowhere/at/all"], "no folder /nowhere/at/all\n"),
  ])
  func refusals(arguments: [String], message: String) throws {
    let (status, _, words) = try Self.run(arguments)
    #expect(status == 2)
    #expect(words == message)
  }

  @Test(arguments: [
    (["--sites"], "unknown option --sites; see Tools/docs --help\n"),
    (["--site"], "--site needs a folder; see Tools/docs --help\n"),
    (["--base", "/x"], "--base makes no sense without --site; see Tools/docs --help\n"),
    (
      ["--site", "/nowhere/at/all"],
      "no folder /nowhere/at: make it, or name another one with --site\n"
    ),
    (["--site", "/s", "--base", "x"], "--base x: a path of the host begins with /\n"),
    (
      ["--site", "/s", "--base", "/a'b"],
      "--base /a'b: write a path of the host with letters, digits and / . _ ~ - alone\n"
    ),
    (
      ["--site", "/usr"],
      "/usr is not empty: nothing of it is touched. Remove it, or name another folder\n"
    ),
  ])
  func refusalsOfSites(arguments: [String], message: String) throws {
    let (status, _, words) = try Self.run(arguments, tool: "docs")
    #expect(status == 2)
    #expect(words == message)
  }

  /// What the site's list of players names is there.
  @Test func sitePlayersAreThere() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appendingPathComponent("Tools/docs.d/players.txt"), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ").map(String.init) }
    #expect(lines.count > 10 && Set(lines.map { $0[2] }).count == lines.count)
    for line in lines {
      try #require(line.count == 4 && Int(line[1]) != nil, "\(line)")
      let recording = root.appendingPathComponent("Recordings/\(line[0]).mcap").path
      #expect(FileManager.default.fileExists(atPath: recording), "\(line)")
      let name = line[3].split(separator: "/").last.map(String.init) ?? ""
      let articles = root.appendingPathComponent("Sources/Dynamics/Dynamics.docc").path
      let files = try FileManager.default.contentsOfDirectory(atPath: articles)
      #expect(name == "-" || files.contains { $0.lowercased() == name + ".md" }, "\(line)")
    }
  }

  @Test(arguments: [
    (["--fast"], "unknown option --fast; see Tools/engine --help\n"),
    (["-o"], "-o needs a file; see Tools/engine --help\n"),
    (["/nowhere/at/all"], "no folder /nowhere/at/all\n"),
    (["/usr/bin", "-o", "/tmp/e.gz"], "no Swift files in /usr/bin\n"),
    (["-o", "/nowhere/e.gz"], "no folder /nowhere: make it, or name another file with -o\n"),
  ])
  func refusalsOfEngines(arguments: [String], message: String) throws {
    let (status, _, words) = try Self.run(arguments, tool: "engine")
    #expect(status == 2)
    #expect(words == message)
  }

  @Test func enoughBuilds() throws {
    // A folder of its own: the list must not wait for a run that builds.
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("laplace-builds-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (status, text, _) = try Self.run(["--list", "--out", folder])
    #expect(status == 0)
    let rows = text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    }
    let same = rows.filter { !$0.joined(separator: " ").contains("must differ") }
    #expect(rows.count - same.count == 1)
    #expect(same.count >= 16)
    #expect(
      Set(same.map { $0[1] }) == ["x86-64", "i686", "arm64", "armv7", "riscv64", "wasm32"])
    // Besides the package's own: another vector width, no vectors at all, another processor, 32 bits.
    let quick = rows.filter { $0[2] == "quick" }
    #expect(quick.count >= 4)
    #expect(Set(quick.map { $0[1] }) == ["x86-64", "arm64", "wasm32"])
  }
}
