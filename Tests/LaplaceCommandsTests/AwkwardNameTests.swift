import Foundation
import LaplaceCommands
import Simulation
import TestSupport
import Testing

@Suite struct AwkwardNameTests {
  static let catalogue = [
    CatalogueEntry(Awkward.self, summary: "awkward names", defaultStepCount: 4)
  ]

  /// What changes, its place, both values, and the column of its path.
  static let changes: [(what: Int, place: String, values: String, trace: String?)] = [
    (0, "rows[1].key", "0x00000001 (1)  ->  0x00000009 (9)", "9"),
    (1, "rows[1].items", "0x00000002 (2)  ->  0x00000009 (9)", "9"),
    (2, "rows[1].a.b", "0x00000003 (3)  ->  0x00000009 (9)", "9"),
    (3, "rows[1].x?", "false  ->  true", "true"),
    (4, "rows[1].n#[0]", "0x00000004 (4)  ->  0x00000009 (9)", "9"),
    (5, "rows[1].maybe", "nil  ->  some(nil)", nil),
    (6, "rows[1].maybe", "nil  ->  0x00000007 (7)", "7"),
    (7, "rows[1].power", "idle  ->  rapidFire(factor: 3, until: 609)", "rapidFire"),
    (8, "gold[\"iron\"][1]", "0x00000002 (2)  ->  0x00000009 (9)", "9"),
  ]

  @Test(
    "names that look like parts of a schema, and values that nest", arguments: 0..<changes.count)
  func everywhere(index: Int) throws {
    let change = Self.changes[index]
    let folder = try TemporaryFolder()
    let (one, other) = (folder.file("a.mcap"), folder.file("b.mcap"))
    let script = folder.file("in.jsonl")
    try Data(#"{"step":1,"kind":"change","a.b":\#(change.what)}"#.utf8)
      .write(to: URL(fileURLWithPath: script))
    func run(_ arguments: String...) -> (
      status: LaplaceCommands.ExitStatus, console: CapturingConsole
    ) {
      laplace(arguments, catalogue: Self.catalogue)
    }
    #expect(run("record", "awkward", "-o", one).status == .same)
    let recorded = run("record", "awkward", "--input", script, "-o", other)
    #expect(recorded.status == .same, "\(recorded.console.wordText)")
    #expect(run("verify", other, "--keyframes").status == .same)
    let diff = run("diff", one, other).console.resultText
    #expect(diff.contains("  \(change.place)  \(change.values)"), "\(diff)")
    #expect(diff.contains("change a.b=\(change.what)"), "\(diff)")
    let state = run("replay", other, "--at", "2", "--print", "state").console.resultText
    #expect(state.contains(" items=") && state.contains(" a.b=") && state.contains(" n#.count=1"))
    guard let value = change.trace else { return }
    let export = run("export", other, "--csv", "--field", change.place)
    #expect(export.status == .same, "\(export.console.wordText)")
    let last = export.console.resultText.split(separator: "\n").last.map(String.init) ?? ""
    #expect(last.hasSuffix(",\(value)"), "\(export.console.resultText)")
    let trace = run("trace", change.place, other)
    #expect(trace.status == .same, "\(trace.console.wordText)")
    let page = folder.file("page.html")
    #expect(run("view", other, "--engine", "none", "-o", page).status == .same)
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("\"x?\""))
  }
}
