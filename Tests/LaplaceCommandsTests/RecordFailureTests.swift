import Foundation
import LaplaceCommands
import Recording
import Simulation
import TestSupport
import Testing

/// A step that cannot be recorded takes neither those before it away nor the file that was there.
@Suite struct RecordFailureTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
  }

  private let catalogue = [
    CatalogueEntry(Dividing.self, summary: "divides by zero at last", defaultStepCount: 100)
  ]

  @Test(arguments: ["state", "log"])
  func stepsBeforeNaNAreKept(tracks: String) throws {
    let run = laplace(["record", "dividing", "--tracks", tracks, "-o", path], catalogue: catalogue)
    #expect(run.status == .trouble)
    #expect(
      run.console.words == [
        "laplace: \(path): step 37: quotient is not a number (NaN): it would differ between "
          + "processors",
        "laplace: \(path): holds the 37 steps before",
        "  next: laplace replay \(path) --at 36",
      ])
    #expect(run.console.results.isEmpty)
    #expect(try Recording(path: path).stepCount == 37)
    #expect(laplace(["verify", path], catalogue: catalogue).status == .same)
    #expect(laplace(["replay", path, "--at", "36"], catalogue: catalogue).status == .same)
  }

  @Test func fileThatWasThereStays() throws {
    let whole = laplace(["record", "dividing", "--steps", "30", "-o", path], catalogue: catalogue)
    try #require(whole.status == .same)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let run = laplace(["record", "dividing", "--force", "-o", path], catalogue: catalogue)
    #expect(run.status == .trouble)
    #expect(
      run.console.words.dropFirst() == [
        "laplace: \(path).partial: holds the 37 steps before",
        "  next: laplace replay \(path).partial --at 36",
      ])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try Recording(path: path + ".partial").stepCount == 37)
  }

  @Test func nothingIsLeftOfNothing() throws {
    let run = laplace(
      ["record", "dividing", "--set", "lastStep=0", "-o", path], catalogue: catalogue)
    #expect(run.status == .trouble)
    #expect(run.console.words.count == 1, "\(run.console.wordText)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func stepsBeforeAnAgentsEndAreKept() throws {
    let run = laplace(
      "record", "particles", "--agent", "\(Programs.particleAgent) sound exit-on-run-21", "-o", path
    )
    #expect(run.status == .crashed)
    #expect(run.console.wordText.contains("the agent ended before its work was done"))
    #expect(run.console.wordText.contains("\(path): holds the 20 steps before"))
    #expect(try Recording(path: path).stepCount == 20)
    #expect(laplace("verify", path).status == .same)
  }

  /// The file itself says why it ends where it does.
  @Test func theFileSaysWhyItEnded() throws {
    let run = laplace(["record", "dividing", "-o", path], catalogue: catalogue)
    #expect(run.status == .trouble)
    let note = try Recording(path: path).endNote
    #expect(note?.contains("step 37: quotient is not a number") == true)
    let info = laplace(["info", path], catalogue: catalogue)
    #expect(info.console.resultText.contains("  ended early  \(path): step 37"))
  }

  /// Names that no recording can have are refused before anything runs.
  @Test(arguments: ["", "-", "link", "folder"])
  func namesAreCheckedBeforeTheRun(kind: String) throws {
    let files = FileManager.default
    let name = kind.count > 1 ? path : kind
    switch kind {
    case "link": try files.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
    case "folder": try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    default: break
    }
    let before = try files.contentsOfDirectory(atPath: folder.path)
    let run = laplace(["record", "dividing", "--force", "-o", name], catalogue: catalogue)
    #expect(run.status == .trouble)
    #expect(run.console.results.isEmpty)
    #expect(!run.console.wordText.contains("holds the"), "\(run.console.wordText)")
    #expect(try files.contentsOfDirectory(atPath: folder.path) == before)
    #expect(!files.fileExists(atPath: "-"))
  }

  /// The script that is read and the recording that is rescued are never replaced.
  @Test func theInputIsNeverReplaced() throws {
    let script = folder.file("in.jsonl")
    try Data().write(to: URL(fileURLWithPath: script))
    let run = laplace(
      ["record", "dividing", "--force", "--input", script, "-o", script], catalogue: catalogue)
    #expect(run.status == .trouble)
    #expect(run.console.wordText.contains("is the file that is read"))
    #expect(laplace(["record", "dividing", "-o", path], catalogue: catalogue).status == .trouble)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let recovered = laplace("recover", path, "-o", path, "--force")
    #expect(recovered.status == .trouble)
    #expect(recovered.console.wordText.contains("is the file that is read"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  /// A script with a mistake is mended and recorded from the start: nothing stands in its way.
  @Test func nothingIsLeftWhereAnInputIsRefused() throws {
    let script = folder.file("in.jsonl")
    try Data(#"{"step":8,"kind":"divisor","value":5000}"#.utf8)
      .write(to: URL(fileURLWithPath: script))
    let run = laplace(
      ["record", "dividing", "--input", script, "-o", path], catalogue: catalogue)
    #expect(run.status == .refused)
    #expect(
      run.console.words == [
        "laplace: \(script): an input of step 8: field 'value' is out of range",
        "  next: laplace list dividing",
      ])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["in.jsonl"])
  }
}

/// Divides by zero after a while.
private struct Dividing: Simulation {
  struct Parameters: SimulationParameters {
    var lastStep: Int64 = 37
    init() {}
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("lastStep", &lastStep)
    }
  }

  enum Input: SimulationRecord {
    case divisor(value: Int64)
    static var kinds: [StaticString] { ["divisor"] }
    init(kind: Int) { self = .divisor(value: 1) }
    var kind: Int { 0 }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .divisor(var value) = self else { return }
      visitor.field("value", &value, in: .between(1, 1000))
      self = .divisor(value: value)
    }
  }

  static var name: StaticString { "dividing" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  var stepIndex: Int64 = 0
  var lastStep: Int64
  var quotient: Float = 1

  init(parameters: Parameters, seed: UInt64) { lastStep = parameters.lastStep }

  mutating func step(_ inputs: [Input]) {
    for case .divisor(let value) in inputs { quotient /= Float(value) }
    if stepIndex == lastStep { quotient = (quotient - quotient) / 0 }
    stepIndex += 1
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("stepIndex", &stepIndex)
    visitor.field("lastStep", &lastStep)
    visitor.field("quotient", &quotient, .everyStep)
  }
}
