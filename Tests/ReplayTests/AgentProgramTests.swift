import Foundation
import ProgramRunner
import TestSupport
import Testing

/// How the agent's program ends: silently where its input ends, else with one plain line.
@Suite struct AgentProgramTests {
  struct Input: Sendable, CustomStringConvertible {
    var description: String
    var bytes: [UInt8]
    var status: Int32
    var says: String
  }

  static let hello: [UInt8] = [5, 0, 0, 0, 1, 1, 0, 0, 0]

  static let table = [
    Input(description: "nothing", bytes: [], status: 0, says: ""),
    Input(description: "a whole request", bytes: hello, status: 0, says: ""),
    Input(description: "a stop, then more", bytes: [1, 0, 0, 0, 7, 9], status: 0, says: ""),
    Input(
      description: "half a length", bytes: hello + [5, 0], status: 2,
      says: "golden-agent: broken frame: the input ends inside its length\n"),
    Input(
      description: "no body", bytes: [0, 0, 0, 0], status: 2,
      says: "golden-agent: broken frame: its length is not in 1 ... 2^28\n"),
    Input(
      description: "too long", bytes: [1, 0, 0, 16], status: 2,
      says: "golden-agent: broken frame: its length is not in 1 ... 2^28\n"),
    Input(
      description: "the longest, without its bytes", bytes: [0, 0, 0, 16, 1], status: 2,
      says: "golden-agent: broken frame: the input ends before its length says\n"),
  ]

  @Test(arguments: table)
  func end(_ input: Input) throws {
    let run = try ProgramRun(Programs.agent, input: Data(input.bytes))
    #expect(run.status == input.status)
    #expect(run.errorText == input.says)
  }
}
