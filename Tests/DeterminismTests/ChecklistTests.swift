import DeterminismChecks
import Foundation
import Testing

/// The tool that says which promise is proved by which test.
@Suite struct ChecklistTests {
  static let list = """
    # Promises of a toaster.
    UD-HEAT-01 | it gets warm

    UD-HEAT-02 | it gets cold again
    F-07 | it says when | cannot apply: it has no voice at all
    """

  /// With % for @: these are no tests of this project.
  static let source = """
    %Suite("UD-HEAT-01 warmth") struct Warmth {
      // %Test("UD-HEAT-02 in a comment")
      %Test(
        "a name on its own line: \\"quoted\\" F-99, F-99", arguments: [1]) func a() {}
      %Test func unnamed() {}
      %Test("UD-HEAT-021 XF-07 are no ids") func b() {}
    }
    """.replacingOccurrences(of: "%", with: "@")

  @Test func namesAndTheirIDs() {
    let tests = TestName.all(in: Self.source, path: "a.swift")
    #expect(tests.map(\.line) == [1, 3, 6])
    #expect(tests.map(\.ids) == [["UD-HEAT-01"], ["F-99"], []])
  }

  @Test func missingAndStrayIDsAreTold() throws {
    let checklist = try Checklist(text: Self.list, path: "list")
    #expect(checklist.promises.count == 3)
    let tests = TestName.all(in: Self.source, path: "a.swift")
    let report = checklist.report(tests)
    #expect(!report.isComplete)
    #expect(report.missing.map(\.id) == ["UD-HEAT-02"])
    #expect(report.strays.map(\.id) == ["F-99"])
    #expect(report.rows[0].proofs.map(\.path) == ["a.swift"])
    let more =
      tests.filter { $0.ids != ["F-99"] } + [
        TestName(path: "b", line: 1, name: "", ids: ["UD-HEAT-02"])
      ]
    #expect(checklist.report(more).isComplete)
  }

  struct Bad: Sendable {
    var line: String
    var says: String
  }

  @Test(arguments: [
    Bad(line: "warm", says: "list:2: a promise is"),
    Bad(line: "UD-heat-01 | warm", says: "list:2: a promise is"),
    Bad(line: "UD-HEAT-1 | warm", says: "list:2: a promise is"),
    Bad(line: "UD-A-01 | a | b | c", says: "list:2: a promise is"),
    Bad(line: "UD-A-01 | a | later", says: "list:2: the third part"),
    Bad(line: "UD-A-01 | a | cannot apply: no", says: "list:2: the third part"),
    Bad(line: "UD-A-00 | a", says: "list:2: UD-A-00 stands there twice"),
  ])
  func badLists(bad: Bad) {
    #expect {
      _ = try Checklist(text: "UD-A-00 | first\n\(bad.line)", path: "list")
    } throws: { error in
      "\(error)".hasPrefix(bad.says)
    }
  }

  /// The project's own list: whole, every id that a test names stands in it, and every promise has
  /// its test.
  @Test func ownList() throws {
    let path = packageRoot + "/Tests/checklist.txt"
    let checklist = try Checklist(text: String(contentsOfFile: path, encoding: .utf8), path: path)
    #expect(checklist.promises.count { $0.id.hasPrefix("UD-") } == 163)
    #expect(checklist.promises.count { $0.id.hasPrefix("F-") } == 32)
    let tests = try TestName.all(folder: packageRoot + "/Tests")
    let report = checklist.report(tests)
    let strays = report.strays.map { "\($0.test.path):\($0.test.line) \($0.id)" }
    #expect(strays.isEmpty, "\(strays)")
    #expect(report.missing.isEmpty, "without a test: \(report.missing.map(\.id))")
  }
}
