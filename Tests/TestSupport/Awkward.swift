import Simulation

/// A state whose fields are called as parts of a schema, and whose values nest.
package struct Awkward: Simulation {
  package enum Power: StateCases, Equatable {
    case idle
    case rapidFire(factor: Int32, until: Int64)

    package static var kinds: [StaticString] { ["idle", "rapidFire"] }
    package init(kind: Int) { self = kind == 0 ? .idle : .rapidFire(factor: 0, until: 0) }
    package var kind: Int { self == .idle ? 0 : 1 }
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .rapidFire(var factor, var until) = self else { return }
      visitor.field("factor", &factor)
      visitor.field("until", &until)
      self = .rapidFire(factor: factor, until: until)
    }
  }

  package struct Row: StateRow {
    package var key: Int32 = 1
    package var items: Int32 = 2
    package var dotted: Int32 = 3
    package var asked: Bool = false
    package var counted: [Int32] = [4]
    package var maybe: Int32??
    package var power = Power.idle

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("key", &key, .everyStep)
      visitor.field("items", &items, .everyStep)
      visitor.field("a.b", &dotted, .everyStep)
      visitor.field("x?", &asked, .everyStep)
      visitor.field("n#", &counted, .everyStep)
      visitor.field("maybe", &maybe, .everyStep)
      visitor.field("power", &power, .everyStep)
    }
  }

  package enum Input: SimulationRecord {
    case change(Int32)
    package static var kinds: [StaticString] { ["change"] }
    package init(kind: Int) { self = .change(0) }
    package var kind: Int { 0 }
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .change(var what) = self else { return }
      visitor.field("a.b", &what)
      self = .change(what)
    }
  }

  package static var name: StaticString { "awkward" }
  package static var stepDuration: StepDuration { StepDuration(1, 10) }
  package var rows = [Row(), Row()]
  package var gold: [String: [Int32]] = ["iron": [1, 2]]

  package init(parameters: NoParameters, seed: UInt64) {}

  package mutating func step(_ inputs: [Input]) {
    for case .change(let what) in inputs {
      switch what {
      case 0: rows[1].key = 9
      case 1: rows[1].items = 9
      case 2: rows[1].dotted = 9
      case 3: rows[1].asked = true
      case 4: rows[1].counted[0] = 9
      case 5: rows[1].maybe = .some(nil)
      case 6: rows[1].maybe = 7
      case 7: rows[1].power = .rapidFire(factor: 3, until: 609)
      default: gold["iron"]?[1] = 9
      }
    }
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("rows", &rows, .everyStep)
    visitor.field("gold", &gold, .everyStep)
  }
}
