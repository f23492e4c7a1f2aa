import Foundation
import LaplaceCommands
import ProgramRunner
import Recording
import Scenarios
import Sessions
import Simulation
import TestSupport
import Testing

/// Pages as a browser shows them.
@Suite(.enabled(if: !Browser.present.isEmpty, "there is no browser on the path"), .serialized)
struct PageBrowserTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static var recordings: String {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.appendingPathComponent("Recordings").path
  }

  private func page(_ names: [String], _ options: [String] = []) throws -> String {
    let page = folder.file("page.html")
    let paths = names.map { $0.contains("/") ? $0 : "\(Self.recordings)/\($0).mcap" }
    let run = laplace(
      ["view"] + paths + ["-o", page, "--engine", "none"] + options, catalogue: Catalogue.all)
    try #require(run.status == .same, "\(run.console.wordText)")
    return page
  }

  /// The inspector shows the bits that were recorded, of any step.
  @Test(arguments: Browser.usual, ["spring-seed1", "collisions-stacked-seed1"])
  func inspectorShowsRecordedBits(browser: Browser, name: String) throws {
    let page = try page([name])
    let stored = StoredStates(try Recording(path: "\(Self.recordings)/\(name).mcap"))
    let last = stored.recording.stepCount - 1
    for step in [-1, last / 3] {
      let rows = try #require(try stored.rows(after: step))
      let schema = rows.view.schema
      let table = try #require(schema.tables.firstIndex { $0.name == "bodies" })
      let row = rows.view.rowCount(table: table) - 1
      let label = rows.path(table: table, row: row).label
      let shown = try browser.show(page, "#step=\(step)&row=\(label)")
      #expect(shown.attribute("data-step") == "\(step)")
      #expect(shown.dom.contains("<h2>\(label)</h2>"), "step \(step)")
      for (groupIndex, group) in schema.tables[table].groups.enumerated()
      where group.cadence == .everyStep {
        for (index, field) in group.fields.enumerated() {
          let value = try #require(
            rows.view.value(table: table, group: groupIndex, field: index, row: row))
          #expect(
            shown.bits(of: field.name) == value.hexadecimal, "\(label).\(field.name) at \(step)")
        }
      }
    }
  }

  @Test(arguments: Browser.usual)
  func twoRecordingsOpenAtTheFirstDifference(browser: Browser) throws {
    let (a, b) = ("\(Self.recordings)/sticky_corners-noise-seed1.mcap", folder.file("b.mcap"))
    let script = folder.file("in.jsonl")
    try #require(laplace("export", a, "--inputs", "-o", script).status == .same)
    var lines = try String(contentsOfFile: script, encoding: .utf8).split(separator: "\n")
    lines.removeLast()
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: script))
    let steps = try Recording(path: a).stepCount
    let record = laplace(
      [
        "record", "sticky_corners", "--steps", "\(steps)", "--input", script, "-o", b, "--seed",
        "5",
      ],
      catalogue: Catalogue.all)
    try #require(record.status == .same, "\(record.console.wordText)")
    let said = laplace(["diff", a, b, "--format", "json"], catalogue: Catalogue.all)
    let diff =
      try JSONSerialization.jsonObject(with: Data(said.console.resultText.utf8)) as? [String: Any]
    let found = try #require(diff?["comparison"] as? [String: Any])
    let difference = try #require(found["difference"] as? [String: Any])
    let mismatch = try #require(difference["mismatch"] as? [String: Any])
    let first = try #require(difference["comparison"] as? [String: Any])
    let shown = try browser.show(try page([a, b]), "")
    let step = try #require(mismatch["step"] as? Int)
    #expect(shown.attribute("data-step") == "\(step)")
    #expect(shown.dom.contains("differ from step \(step) on"))
    for one in try #require(first["differences"] as? [[String: Any]]) {
      #expect(shown.dom.contains(">\(one["place"] as? String ?? "?")</button>"))
      if let ulps = one["ulpDistance"] as? Int { #expect(shown.dom.contains(">\(ulps)</td>")) }
    }
  }

  /// A simulation without a picture is a table of its rows.
  @Test(arguments: Browser.usual)
  func rowsWithoutAPictureAreATable(browser: Browser) throws {
    let path = folder.file("errands.mcap")
    let catalogue = particleCatalogue(Sound.self)
    try #require(
      laplace(["record", "particles", "--steps", "20", "-o", path], catalogue: catalogue).status
        == .same)
    let shown = try browser.show(try page([path]), "#step=7")
    #expect(shown.dom.contains("step <b>7</b>"))
    #expect(shown.attribute("data-error") == nil)
  }

  /// Optionals, truth values and cases, with names that look like parts of a schema.
  @Test(arguments: Browser.usual)
  func valuesAreInWords(browser: Browser) throws {
    let (path, script) = (folder.file("awkward.mcap"), folder.file("in.jsonl"))
    let lines = [(1, 3), (1, 5), (2, 6), (2, 7)].map {
      #"{"step":\#($0.0),"kind":"change","a.b":\#($0.1)}"#
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: script))
    let run = laplace(
      ["record", "awkward", "--input", script, "-o", path],
      catalogue: AwkwardNameTests.catalogue)
    try #require(run.status == .same, "\(run.console.wordText)")
    let page = try page([path])
    let fields = ["x?", "maybe", "power", "power.factor", "a.b", "n#.count"]
    let expected: [(step: Int, texts: [String])] = [
      (0, ["false", "nil", "idle", "–", "3", "1"]),
      (1, ["true", "some(nil)", "idle", "–", "3", "1"]),
      (2, ["true", "7", "rapidFire", "3", "3", "1"]),
    ]
    for (step, texts) in expected {
      let shown = try browser.show(page, "#step=\(step)&row=rows[1]")
      #expect(fields.map { shown.text(of: $0) ?? "missing" } == texts, "step \(step)")
      #expect(!shown.dom.contains("isPresent"))
    }
  }

  @Test(arguments: Browser.usual)
  func damagedPageSaysSo(browser: Browser) throws {
    let path = try page(["spring-seed1"])
    let text = try PageText(path: path)
    for opening in ["\"digests\":\"", "class=\"track\">"] {
      let wrong = try text.replacing(opening, with: opening + "!!!!")
      try wrong.write(to: URL(fileURLWithPath: path))
      let shown = try browser.show(path, "")
      #expect(shown.dom.contains("This page could not be shown: "), "\(opening)")
    }
  }
}
