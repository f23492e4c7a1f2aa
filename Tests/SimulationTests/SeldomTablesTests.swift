import DeterministicMath
import Simulation
import TestSupport
import Testing

/// Tables that are passed over because they have not changed: digest and image are those of a visit
/// that passes over none.
@Suite struct SeldomTablesTests {
  /// Two runs of tables that change together, between others; fields with layouts among them.
  struct Workshop: Simulation {
    struct Input: SimulationRecord {
      static let kinds: [StaticString] = ["change", "resize", "retool"]
      let kind: Int
      var value: UInt64 = 0
      init(kind: Int) { self.kind = kind }
      mutating func visitFields(_ visitor: inout some FieldVisitor) {
        visitor.field("value", &value)
      }
    }

    static let name: StaticString = "workshop"
    static let stepDuration = StepDuration(1, 60)

    var time: UInt64 = 0
    var shelves: [UInt64] = [1, 2, 3]
    var labels: [UInt32: Double] = [:]
    var tools: [UInt64] = []
    var total: UInt64 = 0

    // When the two runs of tables changed, counted in visits. Not state.
    let source = StateSource()
    var visit: UInt64 = 1
    var shelvesChanged: UInt64 = 1
    var toolsChanged: UInt64 = 1
    var events: [NoEvent] { [] }
    /// Passes over nothing: the twin.
    var isPlain = false

    init(parameters: NoParameters, seed: UInt64) {}

    mutating func step(_ inputs: [Input]) {
      time += 1
      for input in inputs {
        let value = input.value
        switch input.kind {
        case 0:
          if !shelves.isEmpty { shelves[Int(value) % shelves.count] ^= value }
          labels[UInt32(value % 5)] = Double(value)
          shelvesChanged = visit
        case 1:
          shelves.resize(to: Int(value % 6))
          shelvesChanged = visit
        default:
          tools.append(value)
          toolsChanged = visit
        }
        total &+= value
      }
    }

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field("time", &time, .everyStep)
      if visitor.access == .reads && !isPlain {
        visitor.tables(.keyFrame, changes: changes(shelvesChanged)) { visitShelves(&$0) }
        visitor.field("total", &total)
        visitor.tables(.keyFrame, changes: changes(toolsChanged)) { visitTools(&$0) }
      } else {
        visitShelves(&visitor)
        visitor.field("total", &total)
        visitTools(&visitor)
      }
      visit += 1
      if visitor.access != .reads { (shelvesChanged, toolsChanged) = (visit, visit) }
    }

    private func changes(_ last: UInt64) -> StateChanges {
      StateChanges(source: source, visit: visit, anywhere: last, everywhere: last)
    }

    private mutating func visitShelves(_ visitor: inout some StateVisitor) {
      var count = shelves.count
      visitor.table("shelves", rowCount: &count)
      visitor.column("weight", &shelves)
      visitor.field("labels", &labels)
    }

    private mutating func visitTools(_ visitor: inout some StateVisitor) {
      visitor.field("tools", &tools)
    }

    mutating func stateWasRestored() {}

    static var derivedFields: [DerivedField] {
      ["source", "visit", "shelvesChanged", "toolsChanged", "isPlain"].map {
        DerivedField($0, "what the visit knows of itself")
      }
    }
  }

  @Test("what is passed over counts as if it were visited", arguments: UInt64(0)..<30)
  func twins(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    let run = SimulationRun<Workshop>(seed: 1)
    var plain = Workshop(parameters: NoParameters(), seed: 1)
    plain.isPlain = true
    let twin = SimulationRun(plain)
    var kept = [StateImage](repeating: StateImage(), count: 3)
    var earlier: (image: StateImage, expected: StateImage, stepCount: Int64)?
    for step in 0..<120 {
      var inputs: [Workshop.Input] = []
      if below(4) == 0 {
        var input = Workshop.Input(kind: below(3))
        input.value = UInt64(below(1000))
        inputs = [input]
      }
      try run.step(inputs)
      try twin.step(inputs)
      let place = "seed \(seed), step \(step)"
      switch below(5) {
      case 0: break
      case 1: #expect(run.digest() == twin.digest(), "\(place)")
      default:
        let selection = below(3) == 0 ? StateSelection.everything : .everyStep
        let index = below(kept.count)
        var expected = StateImage()
        twin.save(selection, into: &expected)
        #expect(run.digest(saving: selection, into: &kept[index]) == twin.digest(), "\(place)")
        #expect(kept[index] == expected, "\(place), image \(index)")
        if selection == .everything { earlier = (kept[index], expected, run.stepCount) }
      }
      if below(12) == 0, let earlier {
        try run.restore(earlier.image, stepCount: earlier.stepCount)
        try twin.restore(earlier.expected, stepCount: earlier.stepCount)
      }
    }
    #expect(run.fault == nil && twin.fault == nil)
  }
}
