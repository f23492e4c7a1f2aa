import Foundation
import Simulation

/// Code of a simulation that a tool calls.
package enum TroublePlace: Sendable { case none, start, step, restore, visit, draw }

/// The end of a process in such code.
package enum TroubleWay: Sendable { case trap, hang, exit, leak }

package protocol TroubleKind: SendableMetatype {
  static var name: StaticString { get }
  static var place: TroublePlace { get }
  static var way: TroubleWay { get }
}

package enum NoTrouble: TroubleKind {
  package static var name: StaticString { "no-trouble" }
  package static var place: TroublePlace { .none }
  package static var way: TroubleWay { .trap }
}
package enum StepTraps: TroubleKind {
  package static var name: StaticString { "step-traps" }
  package static var place: TroublePlace { .step }
  package static var way: TroubleWay { .trap }
}
package enum StepHangs: TroubleKind {
  package static var name: StaticString { "step-hangs" }
  package static var place: TroublePlace { .step }
  package static var way: TroubleWay { .hang }
}
package enum StepExits: TroubleKind {
  package static var name: StaticString { "step-exits" }
  package static var place: TroublePlace { .step }
  package static var way: TroubleWay { .exit }
}
package enum StepLeaks: TroubleKind {
  package static var name: StaticString { "step-leaks" }
  package static var place: TroublePlace { .step }
  package static var way: TroubleWay { .leak }
}
package enum StartTraps: TroubleKind {
  package static var name: StaticString { "start-traps" }
  package static var place: TroublePlace { .start }
  package static var way: TroubleWay { .trap }
}
package enum StartExits: TroubleKind {
  package static var name: StaticString { "start-exits" }
  package static var place: TroublePlace { .start }
  package static var way: TroubleWay { .exit }
}
package enum RestoreTraps: TroubleKind {
  package static var name: StaticString { "restore-traps" }
  package static var place: TroublePlace { .restore }
  package static var way: TroubleWay { .trap }
}
package enum RestoreHangs: TroubleKind {
  package static var name: StaticString { "restore-hangs" }
  package static var place: TroublePlace { .restore }
  package static var way: TroubleWay { .hang }
}
package enum VisitTraps: TroubleKind {
  package static var name: StaticString { "visit-traps" }
  package static var place: TroublePlace { .visit }
  package static var way: TroubleWay { .trap }
}
package enum VisitLeaks: TroubleKind {
  package static var name: StaticString { "visit-leaks" }
  package static var place: TroublePlace { .visit }
  package static var way: TroubleWay { .leak }
}
package enum DrawTraps: TroubleKind {
  package static var name: StaticString { "draw-traps" }
  package static var place: TroublePlace { .draw }
  package static var way: TroubleWay { .trap }
}
package enum DrawLeaks: TroubleKind {
  package static var name: StaticString { "draw-leaks" }
  package static var place: TroublePlace { .draw }
  package static var way: TroubleWay { .leak }
}

/// Set to `off` in the environment, no simulation of this file does anything wrong.
private let isArmed = ProcessInfo.processInfo.environment["LAPLACE_TROUBLE"] != "off"
private nonisolated(unsafe) var runCount: Float = 0

private func happen(_ way: TroubleWay) {
  switch way {
  case .trap: preconditionFailure("the level has no exit")
  case .hang: while true { sleep(1) }
  case .exit: exit(3)
  case .leak: break
  }
}

/// A game that goes wrong in one place, and has a field that it forgot in addition.
package struct Trouble<Kind: TroubleKind>: Simulation {
  package struct Item: StateRow {
    var id: UInt32 = 0
    var x: Float = 0
    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("id", &id, role: .key)
      visitor.field("x", &x, .everyStep)
    }
  }

  package enum Input: SimulationRecord {
    case poke(by: Int32)
    package static var kinds: [StaticString] { ["poke"] }
    package init(kind: Int) { self = .poke(by: 0) }
    package var kind: Int { 0 }
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .poke(var by) = self else { return }
      visitor.field("by", &by)
      self = .poke(by: by)
    }
  }

  private final class Ink { var drawn: UInt32 = 0 }

  package static var name: StaticString { Kind.name }
  package static var stepDuration: StepDuration { StepDuration(1, 30) }
  package static var derivedFields: [DerivedField] { [DerivedField("ink", "its count is visited")] }

  private var turn: UInt32 = 0
  private var items: [Item] = []
  private let ink = Ink()
  private var forgotten: UInt32 = 0

  package init(parameters: NoParameters, seed: UInt64) {
    runCount += 1
    for index in 0..<3 {
      var item = Item()
      (item.id, item.x) = (UInt32(index), Float(index) * 20 + 1)
      items.append(item)
    }
    if isArmed && Kind.place == .start { happen(Kind.way) }
  }

  package mutating func step(_ inputs: [Input]) {
    turn += 1
    for index in items.indices { items[index].x += 0.25 }
    if isArmed && Kind.place == .visit && Kind.way == .leak && turn % 5 == 0 { items.swapAt(0, 1) }
    items[0].x += 0.125
    for case .poke(7) in inputs where isArmed && Kind.place == .step {
      happen(Kind.way)
      items[0].x += runCount
    }
  }

  package mutating func stateWasRestored() {
    let isInside = items.allSatisfy { $0.x >= 0 && $0.x < 100 }
    if isArmed && Kind.place == .restore && !isInside { happen(Kind.way) }
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    if isArmed && Kind.place == .visit {
      if Kind.way == .leak { items.sort { $0.id < $1.id } }
      if Kind.way == .trap && turn == 12 { happen(Kind.way) }
    }
    visitor.field("turn", &turn)
    visitor.field("items", &items)
    visitor.field("drawn", &ink.drawn)
  }

  package func drawing(_ request: DrawingRequest) -> StepDrawing? {
    guard isArmed && Kind.place == .draw else { return nil }
    if Kind.way == .leak { ink.drawn += 1 } else { happen(Kind.way) }
    return StepDrawing()
  }
}

/// Ends in one of two ways: by the orders 1, 2, 3 in a row, or by an order 9 before any order 5.
package struct TwoTraps: Simulation {
  package typealias Input = Trouble<NoTrouble>.Input
  package static var name: StaticString { "two-traps" }
  package static var stepDuration: StepDuration { StepDuration(1, 30) }
  private var gold: Int32 = 100
  private var streak: Int32 = 0
  private var isBuilt = false

  package init(parameters: NoParameters, seed: UInt64) {}

  package mutating func step(_ inputs: [Input]) {
    for case .poke(let order) in inputs {
      streak = order == 1 ? 1 : streak > 0 && order == streak + 1 ? order : 0
      if order == 5 { isBuilt = true }
      if isArmed && streak == 3 { preconditionFailure("the siege has no winner") }
      if isArmed && order == 9 && !isBuilt { preconditionFailure("unit 9 has no owner") }
      gold &-= 1
    }
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("gold", &gold)
    visitor.field("streak", &streak)
    visitor.field("isBuilt", &isBuilt)
  }
}

/// A grid that is rebuilt after a restore, as every spatial hash is.
package struct GridGame: Simulation {
  package typealias Input = Trouble<NoTrouble>.Input
  package static var name: StaticString { "grid-game" }
  package static var stepDuration: StepDuration { StepDuration(1, 30) }
  package static var derivedFields: [DerivedField] { [DerivedField("cells", "rebuilt")] }

  package struct Unit: StateRow {
    var id: UInt32 = 0
    var x: Float = 0
    var v: Float = 1
    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("id", &id, role: .key)
      visitor.field("x", &x, .everyStep)
      visitor.field("v", &v)
    }
  }

  private var units: [Unit] = []
  private var shots: [Unit] = []
  private var cells: [[UInt32]] = []

  package init(parameters: NoParameters, seed: UInt64) {
    for index in 0..<8 {
      var unit = Unit()
      (unit.id, unit.x) = (UInt32(index), Float(index) * 9)
      units.append(unit)
    }
    rebuild()
  }

  private mutating func rebuild() {
    cells = Array(repeating: [], count: 100)
    for unit in units { cells[Int(unit.x)].append(unit.id) }
  }

  package mutating func step(_ inputs: [Input]) {
    for index in units.indices {
      units[index].x += units[index].v * 0.25
      if units[index].x > 95 || units[index].x < 2 { units[index].v = -units[index].v }
    }
    rebuild()
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("units", &units)
    visitor.field("shots", &shots)
  }

  package mutating func stateWasRestored() { rebuild() }
}

package let troubleCatalogue: [CatalogueEntry] = {
  func entry<Kind: TroubleKind>(_ kind: Kind.Type) -> CatalogueEntry {
    CatalogueEntry(Trouble<Kind>.self, summary: "goes wrong", defaultStepCount: 40)
  }
  return [
    entry(StepTraps.self), entry(StepHangs.self), entry(StepExits.self), entry(StepLeaks.self),
    entry(StartTraps.self), entry(StartExits.self), entry(RestoreTraps.self),
    entry(RestoreHangs.self), entry(VisitTraps.self), entry(VisitLeaks.self),
    entry(DrawTraps.self), entry(DrawLeaks.self),
    CatalogueEntry(TwoTraps.self, summary: "ends in two ways", defaultStepCount: 200),
    CatalogueEntry(GridGame.self, summary: "rebuilds its grid", defaultStepCount: 40),
  ]
}()
