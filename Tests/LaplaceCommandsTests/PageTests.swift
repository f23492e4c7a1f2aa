import DeterministicMath
import Foundation
import LaplaceCommands
import Pages
import Recording
import Scenarios
import Sessions
import Simulation
import TestSupport
import Testing

/// `laplace view … -o page.html` and `laplace open`.
@Suite struct PageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record(_ name: String, steps: Int = 90, _ more: [String] = []) throws -> String {
    let path = folder.file(name)
    let run = laplace(["record", "particles", "--steps", "\(steps)", "-o", path] + more)
    try #require(run.status == .same, "\(run.console.wordText)")
    return path
  }

  private func view(
    _ paths: [String], catalogue: [CatalogueEntry] = particleCatalogue(Sound.self)
  ) throws -> PageText {
    let page = folder.file("page-\(UUID().uuidString).html")
    let run = laplace(
      ["view"] + paths + ["-o", page, "--engine", "none"], catalogue: catalogue)
    try #require(run.status == .same, "\(run.console.wordText)")
    return try PageText(path: page)
  }

  // MARK: What it holds

  @Test func pageHoldsTheRecording() throws {
    let path = try record("a.mcap")
    let page = try view([path])
    let facts = try #require(page.recordings.first)
    let file = try Recording(path: path)
    #expect(facts["name"] as? String == "particles" && facts["file"] as? String == path)
    #expect(facts["stepCount"] as? Int == 90 && facts["samples"] as? Int == 91)
    #expect((facts["keyframes"] as? [Int]) == file.keyframeSteps.map { Int($0) - 1 })
    let digests = try #require(Data(base64Encoded: facts["digests"] as? String ?? ""))
    for step in Int64(-1)..<90 {
      let place = Int(step + 1) * 16
      let hex = digests[place..<place + 16].map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
      #expect(try hex == file.digest(after: step).description, "step \(step)")
    }
  }

  /// Every bit of every field that is stored each step, where there is room for it.
  @Test func trackHoldsEveryField() throws {
    let path = try record("a.mcap")
    let page = try view([path], catalogue: [])
    let facts = try #require(page.recordings.first)
    let track = try page.bytes(in: "class=\"track\"")
    let reader = LaneReader(track)
    let drawing = try #require(facts["drawing"] as? [String: Any])
    let shapes = try #require(drawing["shapes"] as? [[String: Any]])
    // The steps, three or four lanes for each shape, the links' number, the arrows.
    var next = 3 + shapes.reduce(0) { $0 + ($1["isTurned"] as? Bool == true ? 4 : 3) }
    let file = try Recording(path: path)
    let stored = StoredStates(file)
    let schema = file.header.description.state
    #expect(reader.lane(0, 91) == (Int64(-1)..<90).map { $0 })
    var compared = 0
    for table in try #require(facts["tables"] as? [[String: Any]]) {
      let fields = try #require(table["fields"] as? [[String: Any]])
      let index = try #require(schema.tables.firstIndex { $0.name == table["name"] as? String })
      let counts = reader.lane(next, 91)
      next += 1
      for slot in 0..<(table["rows"] as? Int ?? 0) {
        let steps = (Int64(-1)..<90).filter { counts[Int($0 + 1)] > slot }
        next += 1  // its name
        for field in fields {
          let name = field["name"] as? String
          let words = reader.lane(next, steps.count)
          next += 1
          let isWide = (field["type"] as? String)?.hasSuffix("64") == true
          let low = isWide ? reader.lane(next, steps.count) : []
          if isWide { next += 1 }
          for (place, step) in steps.enumerated() {
            let view = try #require(try stored.view(after: step))
            let value = try #require(Self.value(named: name ?? "", index, slot, view))
            let word =
              isWide ? UInt64(words[place]) << 32 | UInt64(low[place]) : UInt64(words[place])
            #expect(Self.bits(value.type, word) == value.bits, "\(name ?? ""), step \(step)")
            compared += 1
          }
        }
      }
    }
    #expect(compared > 1000 && next == reader.count, "\(compared), \(next) of \(reader.count)")
  }

  private static func value(
    named name: String, _ table: Int, _ row: Int, _ view: StateView
  ) -> ScalarValue? {
    for (groupIndex, group) in view.schema.tables[table].groups.enumerated() {
      for (fieldIndex, field) in group.fields.enumerated() where field.name == name {
        return view.value(table: table, group: groupIndex, field: fieldIndex, row: row)
      }
    }
    return nil
  }

  /// From words that keep the order of values to the values' bits.
  private static func bits(_ type: ScalarType, _ word: UInt64) -> UInt64 {
    switch type {
    case .uint8, .uint32, .uint64: word
    case .int32: word ^ 0x8000_0000
    case .int64: word ^ 1 << 63
    case .float32: word >= 1 << 31 ? word - 1 << 31 : 0xFFFF_FFFF - word
    case .float64: word >= 1 << 63 ? word - 1 << 63 : UInt64.max - word
    }
  }

  @Test(arguments: 0..<200) func lanesAreReadBack(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let kind = random.next() % 4
    var value: Int64 = 0
    let values = (0..<Int(random.next() % 400)).map { index -> Int64 in
      switch kind {
      case 0: value = Int64(random.next() % (1 << 33)) - 1 << 32
      case 1: if random.next() % 20 == 0 { value += Int64(random.next() % 9) - 4 }
      case 2: value += Int64(index) + Int64(random.next() % 3)
      default: value = random.next() % 50 == 0 ? Int64(random.next() % (1 << 50)) : 7
      }
      return value
    }
    var writer = LaneWriter()
    writer.append(values)
    writer.append([])
    let reader = LaneReader(writer.bytes)
    #expect(reader.count == 2)
    #expect(reader.lane(0, values.count) == values, "seed \(seed), kind \(kind)")
  }

  // MARK: Nothing but itself

  /// Names of files are whatever people call them.
  @Test func namesStayText() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("<"), withIntermediateDirectories: false)
    let path = try record("</script><img src=x onerror=alert(1)> {{data}} \u{2028}&amp;.mcap")
    let page = try view([path])
    #expect(page.recordings.first?["file"] as? String == path)
    #expect(page.count(of: "</script") == 3 && page.count(of: "<script") == 3)
    #expect(!page.html.contains("<img") && !page.html.contains("\u{2028}"))
  }

  @Test func pageAsksForNothing() throws {
    let page = try view([try record("a.mcap")])
    #expect(page.html.contains("content=\"default-src 'none';"))
    for word in ["http:", "https:", "src=", "@import", "url(", "import(", "fetch(", "eval("] {
      #expect(!page.html.contains(word), "\(word)")
    }
    #expect(page.count(of: "href=") == page.count(of: "href=\"data:,\""))
    #expect(page.html.firstMatch(of: /\{\{[a-z]+\}\}/) == nil)
  }

  /// Ten seconds of fifty items, with every bit of every field, take less than 1 MB.
  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func pageOfManyItemsIsSmall() throws {
    let path = folder.file("playground.mcap")
    let entries = Catalogue.all
    let record = laplace(
      ["record", "playground", "--steps", "600", "-o", path], catalogue: entries)
    try #require(record.status == .same, "\(record.console.wordText)")
    let page = try view([path], catalogue: entries)
    #expect(page.fileSize <= 1_000_000, "\(page.fileSize)")
  }

  @Test(arguments: Sample.of(0..<4)) func nonsenseIsNoTrap(mode: Int) throws {
    let zoo = [CatalogueEntry(DrawingZoo.self, summary: "zoo", defaultStepCount: 5)]
    let path = folder.file("zoo.mcap")
    let record = laplace(
      ["record", "zoo", "--set", "mode=\(mode)", "--steps", "5", "-o", path], catalogue: zoo)
    try #require(record.status == .same, "\(record.console.wordText)")
    let facts = try #require(try view([path], catalogue: zoo).recordings.first)
    #expect(facts["drawing"] is [String: Any])
  }

  // MARK: Two recordings

  static let pairs: [(steps: Int, options: [String])] = [
    (90, []), (70, []), (90, ["--seed", "2"]), (90, ["--set", "count=3"]),
    (40, ["--seed", "2", "--tracks", "log"]),
  ]

  /// A page says of two recordings what `diff` says.
  @Test(arguments: Sample.of(pairs)) func comparisonIsThatOfDiff(
    steps: Int, options: [String]
  ) throws {
    let (a, b) = (try record("a.mcap"), try record("b.mcap", steps: steps, options))
    try compare(a, b)
  }

  /// A last bit that moves at step 17 is found there, and grows.
  @Test func comparisonOpensAtTheFirstDifference() throws {
    let (a, b) = (try record("a.mcap"), folder.file("b.mcap"))
    let other = laplace(
      ["record", "particles", "--steps", "90", "-o", b],
      catalogue: particleCatalogue(LastBitAt17.self))
    try #require(other.status == .same)
    let growth = try compare(a, b)
    #expect(growth.firstIndex { $0 > 0 }.map { $0 - 1 } == 17)
  }

  /// - Returns: how many values differ after each step.
  @discardableResult
  private func compare(_ a: String, _ b: String) throws -> [Int] {
    let page = try view([a, b])
    let comparison = try #require(page.content["comparison"] as? [String: Any])
    let said = laplace("diff", a, b, "--format", "json", "--limit", "200").console.resultText
    let expected = try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [String: Any]
    #expect(comparison["diff"] as? NSDictionary == expected?["comparison"] as? NSDictionary)
    let growth = try #require(comparison["growth"] as? [String: Any])
    let steps = try #require(growth["steps"] as? [Int])
    let counts = try #require(growth["counts"] as? [Int])
    let (left, right) = (try Recording(path: a), try Recording(path: b))
    // Nothing grows where the digests are equal.
    for (step, count) in zip(steps, counts)
    where try left.digest(after: Int64(step)) == right.digest(after: Int64(step)) {
      #expect(count == 0, "step \(step)")
    }
    return counts
  }

  /// A build that moves a last bit at step 17 shows what was recorded, not what it makes of it.
  @Test func otherReplayShowsWhatIsStored() throws {
    let path = try record("a.mcap")
    let page = folder.file("a.html")
    let run = laplace(["view", path, "-o", page], catalogue: particleCatalogue(LastBitAt17.self))
    #expect(run.status == .same)
    #expect(run.console.wordText.contains("replays differently from step 17 on"))
    let facts = try #require(try PageText(path: page).recordings.first)
    #expect(facts["samples"] as? Int == 91)
  }

  // MARK: Refusals

  @Test func mistakesAreTold() throws {
    let (a, svg, html) = (try record("a.mcap"), folder.file("a.svg"), folder.file("a.html"))
    let wrong: [([String], String)] = [
      (["view", a, a, "-o", svg], "two recordings make a page"),
      (["view", a, "-o", html, "--from", "3"], "for a picture, not for a page"),
      (["view", a, "-o", folder.file("no/such/folder.html")], "no/such/folder.html"),
      (["view", folder.file("none.mcap"), "-o", html], "none.mcap"),
    ]
    for (arguments, word) in wrong {
      let run = laplace(arguments)
      #expect(run.status == .trouble, "\(arguments)")
      #expect(run.console.wordText.contains(word), "\(run.console.wordText)")
      #expect(!FileManager.default.fileExists(atPath: html))
    }
  }

  @Test func recordingIsNotOverwritten() throws {
    let path = folder.file("a.html")
    let original = try record("a.mcap")
    try FileManager.default.copyItem(atPath: original, toPath: path)
    for arguments in [[path], [original, path]] {
      #expect(laplace(["view"] + arguments + ["-o", path]).status == .trouble)
      #expect(
        FileManager.default.contentsEqual(atPath: original, andPath: path), "\(arguments)")
    }
  }

  @Test func openShowsAPage() throws {
    let path = try record("a.mcap")
    let run = laplace("open", path, "--browser", "test -s")
    #expect(run.status == .same, "\(run.console.wordText)")
    let page = URL(fileURLWithPath: run.console.resultText)
    #expect(page.lastPathComponent == "a.html")
    #expect(try PageText(path: page.path).html.contains("particles"))
    try FileManager.default.removeItem(at: page.deletingLastPathComponent())
    let failed = laplace("open", path, "--browser", "false")
    #expect(failed.status == .trouble)
    #expect(failed.console.wordText.contains("'false' could not show"))
    try FileManager.default.removeItem(
      at: URL(fileURLWithPath: failed.console.resultText).deletingLastPathComponent())
  }
}
