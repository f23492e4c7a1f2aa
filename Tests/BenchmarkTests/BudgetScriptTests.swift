import ProgramRunner
import Testing

/// `Tools/budget`, which compares compile times with stored values.
@Suite struct BudgetScriptTests {
  /// The script, found from this file's path.
  static let script: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return parts.joined(separator: "/") + "/Tools/budget"
  }()

  @Test("a module that takes three times its budget fails and is named")
  func selfCheck() throws {
    let run = try ProgramRun(Self.script, ["--self-check"])
    #expect(run.status == 0, "\(run.errorText)")
    #expect(run.errorText.contains("proofs passed"))
  }

  @Test(
    "misuse is one line with status 2",
    arguments: [
      (["--bogus"], "unknown option --bogus; see Tools/budget --help\n"),
      (["--check-log"], "--check-log needs a file; see Tools/budget --help\n"),
      (["orbit"], "no build 'orbit'; these are: demo, stranger, tests\n"),
      (["--self-check", "demo"], "demo makes no sense with --self-check\n"),
    ])
  func refusals(words: [String], message: String) throws {
    let run = try ProgramRun(Self.script, words)
    #expect(run.status == 2)
    #expect(run.errorText == "Tools/budget: " + message)
  }
}
