import Foundation
import LaplaceCommands
import ProgramRunner
import Recording
import Scenarios
import TestSupport
import Testing

/// A tool is an agent too: by its verb, and by its bare path where a tool starts it.
@Suite struct ToolAsAgentTests {
  static let recording = GoldenRecordingTests.folder.appendingPathComponent("gravity-seed1.mcap")
    .path
  static let hello: [UInt8] = [5, 0, 0, 0, 1, 3, 0, 0, 0]

  /// The environment of a person's shell, or of a tool that starts an agent.
  static func environment(isAgent: Bool) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["LAPLACE_AGENT"] = isAgent ? "1" : nil
    return environment
  }

  @Test(
    arguments: Sample.of([Programs.laplace, "\(Programs.laplace) agent", "env \(Programs.laplace)"])
  )
  func verifiesAsAnAgent(command: String) {
    let run = laplace(
      "verify", Self.recording, "--agent", "old=\(command)", catalogue: Catalogue.all)
    #expect(run.status == .same, "\(run.console.wordText)")
    #expect(run.console.resultText.contains("2 builds over 1 instruction set, 1 class: bit-exact"))
  }

  /// Wherever a verb takes a command that runs the simulation, the tool's path is one.
  @Test func recordsReplaysAndBisectsThroughATool() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let recorded = laplace(
      "record", "gravity", "--agent", Programs.laplace, "--steps", "50", "-o", path, catalogue: [])
    #expect(recorded.status == .same, "\(recorded.console.wordText)")
    for verb in [["replay", path, "--agent"], ["bisect", path, "--agent"]] {
      let word = verb[0] == "bisect" ? "old=\(Programs.laplace)" : Programs.laplace
      let run = laplace(verb + [word], catalogue: Catalogue.all)
      #expect(run.status == .same, "\(verb[0]): \(run.console.wordText)")
    }
  }

  @Test func verbSpeaksTheProtocol() throws {
    let run = try ProgramRun(Programs.laplace, ["agent"], input: Data(Self.hello))
    #expect(run.status == 0)
    #expect(run.output.dropFirst(4).first == 0x81)
    #expect(run.errorText == "")
    let broken = try ProgramRun(Programs.laplace, ["agent"], input: Data(Self.hello + [5, 0]))
    #expect(broken.status == 2)
    #expect(
      broken.errorText == "laplace: agent: broken frame: the input ends inside its length\n")
  }

  /// Without arguments it is an agent only where somebody says that it is meant to be one; with
  /// arguments it does what they say.
  @Test func bareProgramIsAnAgentOnlyWhereItIsMeantToBe() throws {
    let hello = Data(Self.hello)
    let asked = try ProgramRun(
      Programs.laplace, [], input: hello, environment: Self.environment(isAgent: true))
    #expect(asked.output.dropFirst(4).first == 0x81)
    let alone = try ProgramRun(
      Programs.laplace, [], input: hello, environment: Self.environment(isAgent: false))
    #expect(alone.status == 0)
    #expect(alone.outputText.hasPrefix("OVERVIEW: "))
    #expect(alone.outputText.contains("\n  agent "))
    let list = try ProgramRun(
      Programs.laplace, ["list"], input: hello, environment: Self.environment(isAgent: true))
    #expect(list.outputText.contains("gravity"))
  }
}
