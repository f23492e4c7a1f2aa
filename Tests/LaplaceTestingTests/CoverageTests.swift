import Sessions
import Simulation
import TestSupport
import Testing

/// Stored properties of every kind, each visited: nothing may be named that is not forgotten.
@available(macOS 26, iOS 26, *)
private struct Zoo<M: Mistake>: Simulation {
  struct Leg: StateRow {
    var angle: Float = 0
    var isDown = false
    var scratch = 0
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("angle", &angle)
      visitor.field("isDown", &isDown)
      if M.kind != .forgottenField { visitor.field("scratch", &scratch) }
    }
  }

  struct Animal: StateRow {
    static var derivedFields: [DerivedField] { [DerivedField("area", "width times height")] }
    var width: Double = 1
    var height: Double = 2
    var area: Double = 2
    var legs: InlineArray<4, Leg> = InlineArray(repeating: Leg())
    var spots: [[Int16]] = []
    var mother: String??
    var tags: Set<String> = []
    var weights = SIMD4<Float>(repeating: 0)
    /// Observed: visited through a copy.
    var mood: Int32 = 0 { didSet { moodChanges += 0 } }
    var moodChanges: UInt16 = 0
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("width", &width)
      visitor.field("height", &height)
      visitor.field("legs", &legs)
      visitor.field("spots", &spots)
      visitor.field("mother", &mother)
      visitor.field("tags", &tags)
      visitor.field("weights", &weights)
      // Another name, and no address of its own.
      visitor.field("temper", &mood)
      visitor.field("changes", &moodChanges)
    }
  }

  /// No row: its parts are visited one by one.
  struct Clock {
    var hour: Int32 = 0
    var minute: Int32 = 0
  }

  static var name: StaticString { "zoo" }
  static var stepDuration: StepDuration { StepDuration(1, 10) }
  var clock = Clock()
  var animals: [Animal] = [Animal()]
  var columns: [Float] = [1, 2]
  var grid: [String: [UInt8]] = [:]
  var keeper: Animal?
  init(parameters: NoParameters, seed: UInt64) {}

  mutating func step(_ inputs: [NoEvent]) {
    clock.minute += 1
    animals[0].legs[2].scratch += 1
    animals[0].mood += 1
    animals[0].tags.insert("\(clock.minute)")
    grid["a"] = [UInt8(truncatingIfNeeded: clock.minute)]
    keeper = clock.minute % 2 == 0 ? nil : animals[0]
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("clock.hour", &clock.hour)
    if M.kind != .lateField { visitor.field("clock.minute", &clock.minute) }
    visitor.field("beasts", &animals)
    var count = columns.count
    visitor.table("numbers", rowCount: &count)
    visitor.column("c", &columns)
    visitor.field("grid", &grid)
    visitor.field("keeper", &keeper)
  }
}

@Suite struct CoverageTests {
  private func gaps<S: Simulation>(_ type: S.Type) throws -> [String] {
    let folder = try TemporaryFolder()
    let recorder = try SessionRecorder(SimulationRun<S>(seed: 1), path: folder.file("a.mcap"))
    recorder.abandon()
    return recorder.coverageGaps.map { "\($0)" }
  }

  @Test("nothing is named that is visited, by whatever name and in whatever parts")
  func nothingFalse() throws {
    guard #available(macOS 26, iOS 26, *) else { return }
    let report = try selfTest(Zoo<NoMistake>.self)
    #expect(report.isSound, "\(report.findings.map { "\($0)" }.joined(separator: "\n"))")
    #if DEBUG
      #expect(try gaps(Zoo<NoMistake>.self).isEmpty)
    #endif
  }

  @Test("what is forgotten deep inside is named by its own type")
  func deepInside() throws {
    guard #available(macOS 26, iOS 26, *) else { return }
    let inRow = try selfTest(Zoo<ForgottenField>.self).findings.map { "\($0)" }
    #expect(
      inRow.first == "Leg.scratch is stored but never visited; visit it, or list it as derived",
      "\(inRow)")
    let inPart = try selfTest(Zoo<LateField>.self).findings.map { "\($0)" }
    #expect(
      inPart.first == "Clock.minute is stored but never visited; visit it, or list it as derived",
      "\(inPart)")
    #if DEBUG
      #expect(
        try gaps(Zoo<LateField>.self) == [
          "Clock.minute is stored but never visited; visit it, or list it as derived"
        ])
    #endif
  }
}
