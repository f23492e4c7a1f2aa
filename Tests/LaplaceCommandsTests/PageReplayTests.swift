import DeterministicMath
import Foundation
import GoldenWorlds
import LaplaceCommands
import ProgramRunner
import Recording
import Scenarios
import Sessions
import Simulation
import TestSupport
import Testing

/// An engine that was built, and how to have it.
enum BuiltEngine {
  static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  /// `Tools/test` and `Tools/matrix` build it before anything runs.
  static let path: String? = {
    let named = ProcessInfo.processInfo.environment["LAPLACE_TEST_ENGINE"]
    let usual = root.appendingPathComponent(".build-agents/wasm-library/laplace-engine.wasm.gz")
    let path = named ?? usual.path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  /// Writes the page of a recording, or of the golden one of that name, with the engine.
  ///
  /// The page of a golden one is made once: it takes longer than to look at it.
  static func page(_ name: String, _ page: String) throws -> String {
    lock.lock()
    defer { lock.unlock() }
    if let made = pages[name] {
      try made.write(to: URL(fileURLWithPath: page))
      return page
    }
    let path = name.contains("/") ? name : root.path + "/Recordings/\(name).mcap"
    let run = laplace(
      ["view", path, "-o", page, "--engine", try #require(self.path)],
      catalogue: GoldenCatalogue.all)
    try #require(run.status == .same, "\(run.console.wordText)")
    if !name.contains("/") {
      pages[name] = try Data(contentsOf: URL(fileURLWithPath: page))
    }
    return page
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var pages: [String: Data] = [:]
}

/// Pages that replay, in a browser.
@Suite(
  .enabled(if: !Browser.present.isEmpty, "there is no browser on the path"),
  .enabled(if: BuiltEngine.path != nil, "there is no engine: Tools/builds wasm-library"),
  .serialized)
struct PageReplayTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page(_ name: String) throws -> String {
    try BuiltEngine.page(name, folder.file("page.html"))
  }

  /// Three in the first browser and one in each other; all in each where every case is taken.
  private static let golden: [(Browser, String)] = {
    let folder = BuiltEngine.root.path + "/Recordings"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let names = files.filter { $0.hasSuffix(".mcap") }.map { String($0.dropLast(5)) }.sorted()
    // With inputs, with many contacts, with joints.
    let always = ["push-seed1", "collisions-stacked-seed1", "cradle-seed1"]
    let taken = Sample.level == .all ? names : always
    return Browser.present.flatMap { browser in
      let isUsual = Browser.usual.contains(browser)
      return (isUsual ? taken : Array(taken.prefix(1))).map { (browser, $0) }
    }
  }()

  @Test(arguments: golden)
  func everyDigestIsComputedInTheBrowser(browser: Browser, name: String) throws {
    let recording = try Recording(path: BuiltEngine.root.path + "/Recordings/\(name).mcap")
    let shown = try browser.ask(
      try page(name),
      Browser.proven + "return [facts.proof, document.querySelector('#verdict').textContent];")
    let isKnown = GoldenCatalogue.all.contains { $0.name == recording.header.description.name }
    guard isKnown else { return }
    #expect(
      shown[0] as? String == "same \(recording.stepCount)",
      "an old engine? Tools/builds wasm-library")
    #expect((shown[1] as? String)?.hasPrefix("✓ replayed") == true, "\(shown)")
  }

  /// A piece begins with a key frame, not with the start of its run.
  @Test(arguments: Browser.usual)
  func pieceOfARunIsReplayed(browser: Browser) throws {
    let piece = folder.file("piece.mcap")
    let cut = laplace(
      [
        "cut", BuiltEngine.root.path + "/Recordings/spring-seed1.mcap", "--range", "100..220", "-o",
        piece,
      ],
      catalogue: Catalogue.all)
    try #require(cut.status == .same, "\(cut.console.wordText)")
    let steps = try Recording(path: piece).stepCount
    let shown = try browser.ask(try page(piece), Browser.proven + "return [facts.proof];")
    #expect(shown[0] as? String == "same \(steps)")
  }

  /// A page with an engine holds no fields: the engine makes them again, every bit of every row.
  @Test(arguments: Browser.usual)
  func fieldsAreThoseThatWereRecorded(browser: Browser) throws {
    let path = BuiltEngine.root.path + "/Recordings/spring-seed1.mcap"
    let page = try page("spring-seed1")
    let stored = StoredStates(try Recording(path: path))
    let last = stored.recording.stepCount - 1
    let told = try browser.ask(
      page,
      Browser.proven + """
        return [-1, 100, \(last)].map(step => A().tables.flatMap(table => {
          const sample = A().sample(step), slots = Array.from({ length: table.counts[sample] }, (_, slot) => slot);
          return slots.flatMap(slot => table.columns.map((column, index) => A().value(table, slot, index, sample).hexadecimal));
        }));
        """)
    let text = try PageText(path: page)
    let tables = try #require(text.recordings.first?["tables"] as? [[String: Any]])
    for (place, step) in [-1, 100, last].enumerated() {
      let rows = try #require(try stored.rows(after: step))
      var bits: [String] = []
      for name in tables.compactMap({ $0["name"] as? String }) {
        let schema = rows.view.schema
        let table = try #require(schema.tables.firstIndex { $0.name == name })
        for row in 0..<rows.view.rowCount(table: table) {
          for (groupIndex, group) in schema.tables[table].groups.enumerated()
          where group.cadence == .everyStep {
            for index in group.fields.indices {
              let value = rows.view.value(table: table, group: groupIndex, field: index, row: row)
              bits.append(try #require(value).hexadecimal)
            }
          }
        }
      }
      #expect(told[place] as? [String] == bits, "step \(step)")
      #expect(bits.count > 20)
    }
  }

  @Test(arguments: Browser.present)
  func flippedBitIsFoundAtItsStep(browser: Browser) throws {
    let path = try page("spring-seed1")
    let text = try PageText(path: path)
    let digests = try #require(text.recordings.first?["digests"] as? String)
    for (step, bit) in [(-1, 5), (0, 0), (217, 77), (599, 127)] {
      var bytes = try #require(Data(base64Encoded: digests))
      bytes[(step + 1) * 16 + bit / 8] ^= 1 << UInt8(bit % 8)
      let flipped = try text.replacing(digests, with: bytes.base64EncodedString())
      try flipped.write(to: URL(fileURLWithPath: path))
      let shown = try browser.ask(
        path,
        Browser.proven
          + "const verdict = document.querySelector('#verdict');"
          + "return [facts.proof, verdict.className, verdict.textContent];")
      #expect(shown[0] as? String == "differs \(step)", "bit \(bit)")
      #expect(shown[1] as? String == "bad" && (shown[2] as? String)?.hasPrefix("✕") == true)
    }
  }

  /// All other tests use the packed engine that `Tools/engine` makes.
  @Test func engineMayBePlain() throws {
    let engine = URL(fileURLWithPath: try #require(BuiltEngine.path)).deletingPathExtension().path
    let page = folder.file("page.html")
    let run = laplace(
      [
        "view", BuiltEngine.root.path + "/Recordings/spring-seed1.mcap", "-o", page, "--engine",
        engine,
      ],
      catalogue: Catalogue.all)
    try #require(run.status == .same, "\(run.console.wordText)")
    #expect(try PageText(path: page).content["engine"] as? [String: String] == ["file": engine])
    let shown = try #require(Browser.present.first).ask(
      page, Browser.proven + "return [facts.proof];")
    #expect(shown[0] as? String == "same 600")
  }

  /// Browsers say why they cannot run an engine; the page shows the recording all the same.
  @Test(arguments: Browser.usual, BrokenEngine.allCases)
  func brokenEngineIsTold(browser: Browser, broken: BrokenEngine) throws {
    let path = try page("spring-seed1")
    let text = try PageText(path: path)
    try text.withEngine(broken).write(to: URL(fileURLWithPath: path))
    let shown = try browser.ask(
      path,
      Browser.proven
        + "return [facts.proof, facts.step, document.querySelector('#verdict').textContent];")
    #expect(shown[0] as? String == "problem" && shown[1] as? String == "0")
    #expect((shown[2] as? String)?.hasPrefix("✕ not replayed: ") == true, "\(shown)")
  }
}
