import Foundation
import LaplaceTesting
import ProgramRunner
import Recording
import Simulation
import TestSupport
import Testing

/// Seven planted bugs, looked for in four ways with a tool of one's own: no way names a wrong cause.
@Suite struct CauseTableTests {
  /// A bug, the field that shows it, and the cause that each way names; "?" after a cause allows none, as
  /// it depends on the day or on a coincidence.
  struct Row: CustomTestStringConvertible, Sendable {
    var bug: String
    var field: String
    var selftest: String
    var hunt: String
    var test: String
    var verify: String
    /// The message of `expectDeterministic`, with the recording in a folder.
    var message: @Sendable (TemporaryFolder) -> String

    var testDescription: String { bug }
    var cells: [String] { [selftest, hunt, test, verify] }

    init<Bug: PlantedBug>(
      _: Bug.Type, _ field: String, selftest: String, hunt: String, test: String, verify: String
    ) {
      (bug, self.field) = ("\(Bug.name)", field)
      (self.selftest, self.hunt, self.test, self.verify) = (selftest, hunt, test, verify)
      message = { folder in
        let expectation = DeterminismExpectation<PlantedGame<Bug>>(
          parameters: NoParameters(), seed: 1, stepCount: 120, path: folder.file("test.mcap"),
          isUnattended: false)
        do {
          try expectation.check { _ in [] }
          // The day and the second go on.
          if "\(Bug.name)" == "seconds" { Thread.sleep(forTimeInterval: 1.1) }
          try expectation.check { _ in [] }
          return ""
        } catch {
          return "\(error)"
        }
      }
    }
  }

  static let rows = [
    Row(
      TiesBug.self, "health[", selftest: "dictionary", hunt: "dictionary", test: "dictionary",
      verify: "dictionary?"),
    Row(
      ForgottenBug.self, "x ", selftest: "unvisited", hunt: "unvisited", test: "unvisited",
      verify: "unvisited"),
    Row(
      DateBug.self, "pickedUpAt", selftest: "clock", hunt: "clock", test: "clock", verify: "clock"),
    Row(SecondsBug.self, "word", selftest: "clock?", hunt: "clock", test: "clock", verify: "clock"),
    Row(
      WeekendBug.self, "x ", selftest: "clock?", hunt: "clock?", test: "clock?", verify: "clock?"),
    // Each build verifies in a process of its own, as it recorded: nobody used the variable before.
    Row(
      StaticBug.self, "x ", selftest: "static", hunt: "static", test: "static", verify: "static?"),
    Row(
      RemovalBug.self, "rocks", selftest: "dictionary", hunt: "dictionary", test: "dictionary",
      verify: "dictionary?"),
  ]

  /// Words by which any of the ways names a cause. A list of what to look for names none, and is not here.
  static let words: [(cause: String, words: String)] = [
    ("dictionary", "the order of a Dictionary or a Set"), ("clock", "it depends on a clock"),
    ("clock", "the time of day"), ("clock", "runs in equal surroundings differ: a clock"),
    ("static", "a second run in the same process goes another way"),
    ("static", "share no static variable"), ("unvisited", "is stored but never visited"),
    ("unvisited", "a restored run goes another way"),
    ("unvisited", "a field that matters is not visited"), ("memory", "memory that was never set"),
    ("memory", "uninitialised memory"), ("race", "a race"), ("zone", "the time zone"),
    ("locale", "the locale"), ("addresses", "where things lie"), ("folder", "the working folder"),
    ("home", "the home folder"), ("user", "the user's name"), ("host", "the host name"),
    ("processors", "the number of processors"), ("threads", "the number of threads"),
    ("looking", "asking for state"), ("slicing", "how many steps are asked for"),
    ("combination", "several things at once"),
  ]

  @Test func twelveCellsNameTheirCause() {
    let cells = Self.rows.flatMap(\.cells)
    #expect(cells.count == 28)
    #expect(cells.count { !$0.hasSuffix("?") } >= 12)
  }

  @Test(arguments: Sample.of(rows))
  func causeIsRightOrNone(row: Row) throws {
    let folder = try TemporaryFolder()
    func run(_ verb: String...) throws -> (status: Int32, text: String) {
      let run = try ProgramRun(Programs.particleAgent, verb, folder: folder.path)
      return (run.status, run.outputText + run.errorText)
    }
    func check(_ way: String, _ expected: String, _ isNoticed: Bool, _ text: String) {
      let place = "\(row.bug) through \(way):\n\(text)"
      let named = Set(Self.words.filter { text.contains($0.words) }.map(\.cause))
      let cause = expected.filter { $0 != "?" }
      if isNoticed {
        #expect(text.contains(row.field), "\(place)")
        #expect(named.subtracting([cause]).isEmpty, "\(place)")
      }
      if cause == expected { #expect(isNoticed && named == [cause], "\(place)") }
    }
    let recorded = try run("record", row.bug, "--steps", "300", "-o", "run.mcap")
    #expect(recorded.status == 0, "\(recorded.text)")
    let message = row.message(folder)
    check("expectDeterministic", row.test, !message.isEmpty, message)
    let verified = try run("verify", "run.mcap")
    check("verify", row.verify, verified.status != 0, verified.text)
    let tested = try run("selftest", row.bug, "--steps", "120")
    check("selftest", row.selftest, tested.status != 0, tested.text)
    let hunted = try run("hunt", row.bug, "--steps", "120", "--repeats", "1", "--fuzz", "0")
    // What was not tried is no cause.
    let lines = hunted.text.split(separator: "\n").filter { !$0.contains(": not tried (") }
    check("hunt", row.hunt, hunted.status != 0, lines.joined(separator: "\n"))
  }
}
