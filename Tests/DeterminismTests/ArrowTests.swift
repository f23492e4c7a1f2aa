import DeterminismChecks
import Foundation
import ProgramRunner
import TestSupport
import Testing

@Suite struct ArrowTests {
  /// What the compiler noted while it built these tests; in release it notes the tests alone.
  static let store =
    Sample.isOptimized
    ? nil
    : CommandLine.arguments.lazy.compactMap {
      SymbolIndex.store(ofBuildWith: $0)
    }.first

  static let orders = try! RoomOrder.all(in: packageRoot + "/Tools/checks.d/rooms")

  @Test(.enabled(if: store != nil, "only debug builds write an index"))
  func modulesKeepTheirOrder() throws {
    let sources = packageRoot + "/Sources"
    let indexes = try SymbolIndex.read(
      store: #require(ArrowTests.store), modules: ArrowTests.orders.map(\.module))
    for order in ArrowTests.orders {
      let report = ArrowReport(
        try #require(indexes[order.module]), folder: "\(sources)/\(order.module)", order: order)
      #expect(
        report.complaints.isEmpty,
        "\(order.module):\n\(report.complaints.joined(separator: "\n"))")
      #expect(report.fileCount > RoomOrder.sizeWithoutRooms, "\(order.module)")
    }
    #expect(RoomOrder.modulesWithoutRooms(sources: sources, ArrowTests.orders).isEmpty)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What each file uses: files by name, each of which defines a symbol of its own name.
    var uses: [String: [String]]
    var exceptions = ""
    /// The beginnings of the complaints.
    var complaints: [String]
  }

  static let cases = [
    Case(
      testDescription: "arrows that follow the order",
      uses: ["Low/a": [], "Middle/b": ["Low/a"], "High/c": ["Low/a", "Middle/b"]], complaints: []),
    Case(
      testDescription: "an arrow that points back", uses: ["Low/a": ["High/c"], "High/c": []],
      complaints: ["against the order: Low/a uses High/c of High/c"]),
    Case(
      testDescription: "an arrow that an exception excuses",
      uses: ["Low/a": ["High/c"], "High/c": []],
      exceptions: "except Low -> High: High/c | the reason is given here", complaints: []),
    Case(
      testDescription: "an exception for another symbol",
      uses: ["Low/a": ["High/c"], "High/c": [], "High/d": []],
      exceptions: "except Low -> High: High/d | the reason is given here",
      complaints: ["against the order: Low/a", "exception needed by nothing: Low -> High: High/d"]),
    Case(
      testDescription: "a folder that the order does not name", uses: ["Attic/a": []],
      complaints: ["Attic: a folder"]),
    Case(
      testDescription: "a circle of three files",
      uses: ["Low/a": ["Low/b"], "Low/b": ["Low/c"], "Low/c": ["Low/a"]], complaints: []),
    Case(
      testDescription: "a circle of four files",
      uses: [
        "Low/a": ["Low/b"], "Low/b": ["Low/c"], "Low/c": ["Low/d"], "Low/d": ["Low/a"],
        "Low/e": ["Low/a"],
      ],
      complaints: ["4 files use each other in a circle: Low/a Low/b Low/c Low/d"]),
    Case(
      testDescription: "a circle through the file that holds everything",
      uses: [
        "Low/root": ["Low/a", "High/c"], "Low/a": ["Low/root", "Low/b"], "Low/b": ["Low/root"],
        "High/c": ["Low/root"],
      ], complaints: []),
    Case(
      testDescription: "a file in no folder", uses: ["a": []],
      complaints: ["a: at the top of the module"]),
    Case(
      testDescription: "two folders of one room that use each other",
      uses: ["High/a": ["Higher/b"], "Higher/b": ["High/a"]], complaints: []),
    Case(
      testDescription: "a circle that a line allows",
      uses: ["Low/a": ["Low/b"], "Low/b": ["Low/c"], "Low/c": ["Low/d"], "Low/d": ["Low/a"]],
      exceptions: "circle 4 | the reason is given here", complaints: []),
    Case(
      testDescription: "a circle that is smaller than a line allows",
      uses: ["Low/a": ["Low/b"], "Low/b": ["Low/a"]],
      exceptions: "circle 4 | the reason is given here",
      complaints: ["the largest circle has 2 files"]),
  ]

  @Test(arguments: cases)
  func reportTellsWhatPointsBack(_ example: Case) throws {
    let order = try RoomOrder(
      text: "root Low/root\nroom Low\nroom Middle\nroom High Higher\n" + example.exceptions,
      path: "rooms.txt")
    let index = SymbolIndex(
      files: example.uses.map { file, used in
        SymbolIndex.File(
          path: "/nowhere/\(file)", defined: [file: file],
          used: Dictionary(uniqueKeysWithValues: used.map { ($0, $0) }))
      })
    let complaints = ArrowReport(index, folder: "/nowhere", order: order).complaints
    #expect(complaints.count == example.complaints.count, "\(complaints)")
    for (complaint, wanted) in zip(complaints, example.complaints) {
      #expect(complaint.hasPrefix(wanted))
    }
  }

  @Test(arguments: [
    ("room Low\nroom Low", "rooms.txt:2: Low is in the list twice"),
    ("room Low\nexcept Low -> High: f() | because it is so", "rooms.txt:2: there is no room High"),
    (
      "room Low\nexcept Low -> Low f()",
      "rooms.txt:2: an exception is `FROM -> TO: SYMBOL | REASON`"
    ),
    ("circle many | it has so many", "rooms.txt:1: a circle is `COUNT | REASON`"),
    ("house Low", "rooms.txt:1: a line is `room`, `root`, `except` or `circle`"),
  ])
  func listSaysWhatIsWrongWithIt(text: String, message: String) {
    #expect {
      try RoomOrder(text: text, path: "rooms.txt")
    } throws: {
      "\($0)" == message
    }
  }

  /// Compiles a module of two folders, and one that points back.
  @Test func indexTellsWhoUsesWhat() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "arrows-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [
      ("Low/Low.swift", "struct Low { var depth = twice(1) }"),
      (
        "High/High.swift",
        "func twice(_ x: Int) -> Int { 2 * x }\nfunc sum(_ a: Low) -> Int { a.depth }"
      ),
    ] {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let run = try ProgramRun(
      "/usr/bin/env",
      [
        "swiftc", "-module-name", "Two", "-parse-as-library", "-c", "Low/Low.swift",
        "High/High.swift",
        "-index-store-path", "store",
      ], folder: folder.path)
    try #require(run.status == 0, "\(run.errorText)")
    let order = try RoomOrder(text: "room Low\nroom High", path: "Two.txt")
    #expect(order.module == "Two")
    let index = try SymbolIndex.read(store: folder.path + "/store", modules: ["Two"])
    let report = ArrowReport(try #require(index["Two"]), folder: folder.path, order: order)
    #expect(
      report.complaints == ["against the order: Low/Low.swift uses twice(_:) of High/High.swift"])
    // The type, and its property.
    #expect(report.counts[ArrowReport.Arrow(from: "High", to: "Low")] == 2)
    #expect(throws: CodeCheck.Failure.self) {
      try SymbolIndex.read(store: folder.path + "/store", modules: ["Three"])
    }
    #expect(throws: CodeCheck.Failure.self) {
      try SymbolIndex.read(store: folder.path + "/nothing", modules: ["Two"])
    }
  }
}
