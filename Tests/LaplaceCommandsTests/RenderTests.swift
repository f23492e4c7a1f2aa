import Foundation
import LaplaceCommands
import Scenarios
import Simulation
import TestSupport
import Testing

/// `laplace render`: the same bytes everywhere, well-formed whatever a simulation says it looks
/// like, and one line for each misuse.
@Suite("UD-CORE-10 laplace render") struct RenderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func render(
    _ arguments: [String], catalogue: [CatalogueEntry] = zooCatalogue
  ) -> (status: LaplaceCommands.ExitStatus, console: CapturingConsole, svg: String) {
    let run = laplace(["render"] + arguments + ["-o", "-"], catalogue: catalogue)
    return (run.status, run.console, run.console.resultText)
  }

  struct Golden: Sendable, CustomTestStringConvertible {
    var file: String
    var arguments: [String]
    var isScenario = false
    var testDescription: String { file }
  }

  static let goldens = [
    Golden(file: "zoo.svg", arguments: ["zoo", "--at", "3"]),
    Golden(file: "zoo-dark.svg", arguments: ["zoo", "--at", "3", "--dark", "--size", "900"]),
    Golden(
      file: "zoo-strip.svg",
      arguments: ["zoo", "--range", "0..8", "--every", "4", "--columns", "2"]),
    Golden(file: "zoo-animated.svg", arguments: ["zoo", "--range", "0..2", "--animate"]),
    Golden(file: "zoo-bare.svg", arguments: ["zoo", "--at=-1", "--show", "none"]),
    Golden(file: "collisions.svg", arguments: ["collisions", "--at", "62"], isScenario: true),
  ]

  /// The bytes do not change unless the picture is meant to. A new picture lands in the temporary
  /// folder, for review.
  @Test(arguments: goldens) func golden(golden: Golden) throws {
    let run = render(
      golden.arguments, catalogue: golden.isScenario ? Catalogue.all : zooCatalogue)
    #expect(run.status == .same, "\(run.console.wordText)")
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden/\(golden.file)")
    let expected = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    if run.svg + "\n" != expected {
      let fresh = NSTemporaryDirectory() + golden.file
      try (run.svg + "\n").write(toFile: fresh, atomically: true, encoding: .utf8)
      Issue.record("\(golden.file) is another picture now; the new one is \(fresh)")
    }
  }

  @Test func recordingAndScenarioGiveTheSamePicture() throws {
    let path = folder.file("s03.mcap")
    let recorded = laplace(
      "record", "collisions", "--steps", "90", "-o", path, catalogue: Catalogue.all)
    try #require(recorded.status == .same)
    let a = render([path, "--at", "62"], catalogue: Catalogue.all)
    let b = render(["collisions", "--at", "62"], catalogue: Catalogue.all)
    #expect(a.status == .same)
    #expect(a.svg == b.svg && a.svg.contains("frog"))
    let last = render([path], catalogue: Catalogue.all)
    #expect(last.svg.contains("step 89 "))
  }

  /// Nothing that a simulation says may break the file: every picture is read by an XML parser.
  @Test(
    arguments: Sample.of(Int64(0)..<4),
    [["--at", "0"], ["--range", "0..3"], ["--range", "0..3", "--animate"]])
  func wellFormed(mode: Int64, arguments: [String]) {
    let run = render(["zoo", "--set", "mode=\(mode)"] + arguments)
    #expect(run.status == .same)
    let reader = WellFormedReader()
    #expect(reader.accepts(run.svg), "mode \(mode): \(reader.trouble)")
    let words = run.svg.replacingOccurrences(of: "infinite", with: "")
    #expect(!words.contains("nan") && !words.contains("inf"))
  }

  struct Absent: Sendable {
    var word: String
    var signs: [String]
  }

  /// Each word of --show shows its own signs and no other's.
  @Test(arguments: [
    Absent(word: "contacts", signs: ["contact, with its impulse"]),
    Absent(word: "joints", signs: ["rope", "weld", "slider"]),
    Absent(word: "fields", signs: ["vortex"]),
    Absent(word: "forces", signs: ["push"]),
    Absent(word: "notes", signs: ["over here</text>"]),
    Absent(word: "velocities", signs: ["velocity, 100 pt/s"]),
    Absent(word: "rest", signs: ["at rest</text>"]),
    Absent(word: "labels", signs: ["frog &amp; &quot;dragon&quot;&gt;\u{FFFD}</text>"]),
  ])
  func showsWhatIsAskedFor(what: Absent) {
    let only = render(["zoo", "--at", "0", "--show", what.word]).svg
    let none = render(["zoo", "--at", "0", "--show", "none"]).svg
    for sign in what.signs {
      #expect(only.contains(sign), "\(what.word): \(sign)")
      #expect(!none.contains(sign), "\(what.word): \(sign)")
    }
  }

  @Test func labelsDoNotOverlap() throws {
    let svg = render(["zoo", "--at", "3", "--show", "labels"]).svg
    var boxes: [(x: Double, y: Double, width: Double)] = []
    for line in svg.split(separator: "\n") where line.contains("paint-order") {
      let x = try #require(number("x=\"", in: line))
      let y = try #require(number("y=\"", in: line))
      let text = line.split(separator: ">").dropFirst().first?.split(separator: "<").first ?? ""
      boxes.append((x, y, 5 * Double(text.count)))
    }
    #expect(boxes.count >= 5)
    for (i, a) in boxes.enumerated() {
      for b in boxes[(i + 1)...] {
        #expect(abs(a.y - b.y) >= 11 || abs(a.x - b.x) >= (a.width + b.width) / 2)
      }
    }
  }

  private func number(_ key: String, in line: Substring) -> Double? {
    guard let range = line.range(of: key) else { return nil }
    return Double(line[range.upperBound...].prefix { $0 != "\"" })
  }

  struct Misuse: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var says: String
    var status = LaplaceCommands.ExitStatus.trouble
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let misuses = [
    Misuse(arguments: ["zoo", "--at", "1", "--range", "1..2"], says: "use one of them"),
    Misuse(arguments: ["zoo", "--range", "5..2"], says: "not '5..2'"),
    Misuse(arguments: ["zoo", "--range", "x..2"], says: "not 'x..2'"),
    Misuse(arguments: ["zoo", "--range", "1..2..3"], says: "not '1..2..3'"),
    Misuse(arguments: ["zoo", "--range=-9223372036854775808..9223372036854775807"], says: "-1"),
    Misuse(arguments: ["zoo", "--at=-2"], says: "has steps -1 (the start)"),
    Misuse(arguments: ["zoo", "--at", "9223372036854775807"], says: "has steps -1 (the start)"),
    Misuse(arguments: ["zoo", "--range", "0..999999", "--every", "1"], says: "more than 600"),
    Misuse(arguments: ["zoo", "--every", "2"], says: "need a --range"),
    Misuse(arguments: ["zoo", "--range", "0..9", "--every", "0"], says: "1 or more"),
    Misuse(arguments: ["zoo", "--range", "0..9", "--columns", "0"], says: "1 to 64"),
    Misuse(arguments: ["zoo", "--size", "nan"], says: "--size"),
    Misuse(arguments: ["zoo", "--size", "99999"], says: "--size needs"),
    Misuse(arguments: ["zoo", "--show", "contcts"], says: "did you mean 'contacts'?"),
    Misuse(arguments: ["zo"], says: "did you mean 'zoo'?"),
    Misuse(arguments: ["zoo", "--set", "mode=many"], says: "needs a whole number"),
    Misuse(arguments: ["zoo", "--input", "/nowhere/gestures"], says: "/nowhere/gestures"),
    Misuse(arguments: ["/nowhere/a.mcap"], says: "/nowhere/a.mcap"),
  ]

  @Test(arguments: misuses) func misuseIsOneLine(misuse: Misuse) {
    let run = render(misuse.arguments)
    #expect(run.status == misuse.status)
    #expect(run.console.wordText.contains(misuse.says), "\(run.console.wordText)")
    #expect(run.console.results.isEmpty)
  }

  @Test func filesThatAreNoRecordings() throws {
    let good = folder.file("good.mcap")
    try #require(laplace("record", "particles", "--steps", "50", "-o", good).status == .same)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: good))
    let cut = folder.file("cut.mcap")
    for size in [0, 9, bytes.count / 2, bytes.count - 1] {
      try bytes.prefix(size).write(to: URL(fileURLWithPath: cut))
      let run = laplace("render", cut, "-o", "-")
      #expect(run.status == .trouble && run.console.wordText.contains("cut.mcap"))
    }
    // Whole, but of a simulation without a picture, or one that this tool lacks: the same dots.
    let plain = laplace("render", good, "-o", "-")
    #expect(plain.status == .same)
    #expect(plain.console.wordText.contains("does not say what it looks like: drawn from"))
    let stored = laplace("render", good, "-o", "-", catalogue: zooCatalogue)
    #expect(stored.status == .same)
    func shapes(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.hasPrefix("<path") || $0.hasPrefix("<circle") }
    }
    #expect(shapes(stored.console.resultText) == shapes(plain.console.resultText))
    #expect(shapes(plain.console.resultText).count >= 5)
    let seeded = laplace("render", good, "--seed", "2", "-o", "-")
    #expect(seeded.console.wordText.contains("has its own seed"))
    let faulty = laplace(
      "render", good, "--at", "40", "-o", "-", catalogue: particleCatalogue(LastBitAt17.self))
    #expect(faulty.status == .different)
  }

  @Test func outputThatCannotBeWritten() {
    let run = laplace("render", "zoo", "-o", "/nowhere/a.svg", catalogue: zooCatalogue)
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("/nowhere/a.svg: cannot be written"))
  }
}

/// Reads XML without a parser of the system's: tags must match, and text may hold no bare sign.
private final class WellFormedReader {
  var trouble = ""

  func accepts(_ text: String) -> Bool {
    var open: [Substring] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      let before = rest[..<start]
      if before.contains(">") || hasBareAmpersand(before) { return fail("text '\(before)'") }
      guard let end = rest[start...].firstIndex(of: ">") else { return fail("a tag without end") }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return fail("</\(tag)>") }
      } else {
        if tag.count(where: { $0 == "\"" }) % 2 != 0 || hasBareAmpersand(tag) {
          return fail("<\(tag)>")
        }
        let name = tag.prefix { $0 != " " && $0 != "/" }
        if !tag.hasSuffix("/") { open.append(name) }
      }
    }
    return open.isEmpty ? true : fail("unclosed \(open)")
  }

  private func hasBareAmpersand(_ text: Substring) -> Bool {
    text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().contains { piece in
      !["amp;", "lt;", "gt;", "quot;"].contains { piece.hasPrefix($0) }
    }
  }

  private func fail(_ what: String) -> Bool {
    trouble = what
    return false
  }
}
