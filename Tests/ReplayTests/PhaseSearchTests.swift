import AgentProtocol
import DeterministicMath
import Foundation
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// A fault, the phase in which it acts, and what its bits look like there.
struct PhaseCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var entries: [CatalogueEntry]
  var phase: String
  var mechanisms: [String]
  /// The first difference at the end of the phase begins so.
  var first: String

  init<F: PhaseFault>(
    _ fault: F.Type, _ phase: String, _ mechanisms: [String], first: String
  ) {
    testDescription = "\(F.kind)"
    entries = PhaseFaults.catalogue(fault)
    (self.phase, self.mechanisms, self.first) = (phase, mechanisms, first)
  }

  static let all: [PhaseCase] = [
    PhaseCase(PhaseFaults.RoundedOnce.self, "forces", ["rounding"], first: "grains["),
    PhaseCase(PhaseFaults.OtherOrder.self, "forces", ["rounding"], first: "grains["),
    PhaseCase(PhaseFaults.SignOfZero.self, "forces", ["sign of zero"], first: "grains[0].v "),
    PhaseCase(PhaseFaults.Flushed.self, "forces", ["flushed subnormal"], first: "damping "),
    PhaseCase(PhaseFaults.ExtraDraw.self, "wind", ["count"], first: "draws "),
    PhaseCase(PhaseFaults.RowOrder.self, "births", ["order"], first: "grains["),
    PhaseCase(PhaseFaults.ExtraRow.self, "births", ["rows"], first: "grains[5]"),
    PhaseCase(PhaseFaults.WrongValue.self, "moves", ["values"], first: "grains[1].x "),
  ]
}

@Suite struct PhaseSearchTests {
  static func record(to path: String) throws -> Recording {
    let run = SimulationRun<Phased<PhaseFaults.Sound>>(parameters: .init(), seed: 1)
    let recorder = try SessionRecorder(run, path: path)
    for _ in 0..<100 { try recorder.step([]) }
    try recorder.finish()
    return try Recording(path: path)
  }

  static func sound() -> InProcessAgent {
    InProcessAgent(name: "good", catalogue: PhaseFaults.catalogue(PhaseFaults.Sound.self))
  }

  static func search(
    _ recording: Recording, _ bad: any Agent, good: (any Agent)? = nil
  ) throws -> PhaseFinding {
    let difference = try #require(
      try Bisector(recording, reference: sound()).bisect(bad).difference)
    return try PhaseSearch(recording).search(difference, good: good ?? sound(), bad: bad)
  }

  static func reason(_ finding: PhaseFinding) -> String? { finding.unknown }

  @Test("phase, first wrong value and mechanism are named", arguments: PhaseCase.all)
  func faultIsNamed(fault: PhaseCase) throws {
    let folder = try TemporaryFolder()
    let recording = try Self.record(to: folder.file("a.mcap"))
    let bad = InProcessAgent(name: "bad", catalogue: fault.entries)
    let found = try Self.search(recording, bad)
    #expect(found.name == fault.phase)
    #expect(found.isSameRun == true)
    #expect(found.tookInstead == nil)
    #expect(found.mechanisms.map(\.name) == fault.mechanisms, "\(found.mechanisms)")
    let first = try #require(found.comparison?.differences.first)
    #expect("\(first) ".hasPrefix(fault.first), "\(first)")
  }

  /// A draw too many moves nothing within its phase: its number alone tells.
  @Test func aDrawTooManyIsCounted() throws {
    let folder = try TemporaryFolder()
    let recording = try Self.record(to: folder.file("a.mcap"))
    let bad = InProcessAgent(catalogue: PhaseFaults.catalogue(PhaseFaults.ExtraDraw.self))
    let found = try Self.search(recording, bad)
    #expect(found.mechanisms == [.count(field: "draws", by: 1)])
    #expect(found.comparison?.count == 1)
  }

  @Test func anotherCourseOfPhasesIsNamed() throws {
    let folder = try TemporaryFolder()
    let recording = try Self.record(to: folder.file("a.mcap"))
    let bad = InProcessAgent(catalogue: PhaseFaults.catalogue(PhaseFaults.OtherPhase.self))
    let found = try Self.search(recording, bad)
    #expect(found.name == "forces")
    #expect(found.tookInstead == "moves")
    #expect(found.equalUpTo == "wind")
    #expect(
      found.lines == [
        "  in phase forces: the build is at moves instead; equal up to wind"
      ])
  }

  /// An agent that was written before there were phases refuses, and the rest of it goes on.
  @Test func anOldAgentIsToldInOneLine() throws {
    let folder = try TemporaryFolder()
    let recording = try Self.record(to: folder.file("a.mcap"))
    let bad = OldAgent(PhaseFaults.catalogue(PhaseFaults.WrongValue.self))
    #expect(Self.reason(try Self.search(recording, bad)) == "old cannot show the phases of a step")
    #expect(
      Self.reason(
        try Self.search(
          recording, InProcessAgent(catalogue: PhaseFaults.catalogue(PhaseFaults.WrongValue.self)),
          good: OldAgent(PhaseFaults.catalogue(PhaseFaults.Sound.self))))
        == "old cannot show the phases of a step")
  }

  @Test func aReferenceThatDivergesIsNoReference() throws {
    let folder = try TemporaryFolder()
    let recording = try Self.record(to: folder.file("a.mcap"))
    let faulty = PhaseFaults.catalogue(PhaseFaults.WrongValue.self)
    let reason = Self.reason(
      try Self.search(
        recording, InProcessAgent(catalogue: faulty),
        good: InProcessAgent(name: "other", catalogue: faulty)))
    #expect(reason == "other does not reproduce the recording there either")
  }

  @Test func aStepWithoutMarksIsOnePhase() throws {
    let folder = try TemporaryFolder()
    let recording = try recordParticles(to: folder.file("a.mcap"), stepCount: 800)
    let bad = InProcessAgent(catalogue: particleCatalogue(LastBitAt700.self))
    let good = InProcessAgent(catalogue: particleCatalogue(Sound.self))
    let difference = try #require(try Bisector(recording).bisect(bad).difference)
    let found = try PhaseSearch(recording).search(difference, good: good, bad: bad)
    // It marks no phase: all of the step is one.
    #expect(found.name == "rest of the step")
    #expect(found.equalUpTo == nil)
    #expect(found.comparison?.count == 1)
    #expect(found.mechanisms.map(\.name) == ["rounding"])
  }

  /// Answers as an agent of an earlier version: what it does not know is garbled to it.
  final class OldAgent: Agent {
    let name = "old"
    private let agent: InProcessAgent

    init(_ catalogue: [CatalogueEntry]) { agent = InProcessAgent(catalogue: catalogue) }

    func send(_ request: AgentRequest) throws(AgentError) -> AgentReply {
      switch request {
      case .observe, .border: return .refused(AgentError.garbled.description)
      default: return try agent.send(request)
      }
    }
  }
}

@Suite struct UndefinedSymbolTests {
  /// This test's own program calls many; what nothing is known against is left out.
  @Test func callsOfAProgramAreRead() throws {
    let path = try #require(Bundle.main.executablePath)
    let own = try #require(UndefinedSymbols(program: path))
    #expect(own.names.count > 20)
    var without = own
    without.names.subtract(["clock_gettime", "pthread_create", "malloc"])
    var with = own
    with.names.formUnion(["sinf", "fmaf", "malloc", "clock_gettime", "printf"])
    #expect(
      with.dangersMissing(in: without).map(\.name).filter { ["sinf", "fmaf"].contains($0) }
        == (own.names.contains("fmaf") ? [] : ["fmaf"])
        + (own.names.contains("sinf") ? [] : ["sinf"]))
    #expect(with.dangersMissing(in: without).contains { $0.name == "clock_gettime" })
    #expect(!with.dangersMissing(in: without).contains { $0.name == "malloc" })
    #expect(own.dangersMissing(in: own).isEmpty)
  }

  @Test func namesAreKnownWithTheirSuffixes() {
    let known: [(String, UndefinedSymbols.Danger?)] = [
      ("sinf", .elementaryFunction), ("sincosf", .elementaryFunction),
      ("powl", .elementaryFunction),
      ("fma", .fusedMultiplyAdd), ("fmaf", .fusedMultiplyAdd), ("clock", .clock),
      ("clockf", nil), ("random", .randomness), ("localtime_r", .timeZone), ("free", nil),
      ("", nil),
      ("f", nil),
    ]
    for (name, danger) in known { #expect(UndefinedSymbols.danger(of: name) == danger, "\(name)") }
  }

  /// Beginnings and changed bytes of a program are read or left alone, never a trap.
  @Test func hostileFilesAreRefused() throws {
    let path = try #require(Bundle.main.executablePath)
    let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for size in [0, 1, 5, 6, 16, 63, 64, 65, 200, 4096] {
      _ = UndefinedSymbols(elf: Array(file.prefix(size)))
    }
    var head = Array(file.prefix(4096))
    for index in 0x20..<64 {
      for value in [0x00, 0x7F, 0xFF] as [UInt8] {
        let before = head[index]
        head[index] = value
        _ = UndefinedSymbols(elf: head)
        head[index] = before
      }
    }
    #expect(UndefinedSymbols(program: "/no/such/program") == nil)
    #expect(UndefinedSymbols(elf: Array("#!/bin/sh\n".utf8)) == nil)
  }

  @Test func theProgramOfACommandIsBehindItsVariables() {
    #expect(UndefinedSymbols.program(ofCommand: "env A=b /bin/sh -c x") == "/bin/sh")
    #expect(UndefinedSymbols.program(ofCommand: "/bin/sh") == "/bin/sh")
    #expect(UndefinedSymbols.program(ofCommand: "/no/such") == nil)
    #expect(UndefinedSymbols.program(ofCommand: "") == nil)
  }
}
