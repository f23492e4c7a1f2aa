import Foundation
import Simulation

/// One thing that a game should not do, as newcomers planted it.
package protocol PlantedBug: SendableMetatype {
  static var name: StaticString { get }
  init()
  /// Whether a description leaves out what it keeps for no good reason.
  static var isForgotten: Bool { get }
  /// The state's word that a seed gives.
  static func word(of seed: UInt64) -> UInt64
  mutating func act(on game: inout PlantedState)
}

extension PlantedBug {
  package static var isForgotten: Bool { false }
  package static func word(of seed: UInt64) -> UInt64 { seed }
}

/// The state of a ``PlantedGame``, all of which is visited.
package struct PlantedState {
  package var stepIndex: UInt32 = 0
  package var x: Float = 1
  /// All equal at first: whoever looks for the weakest finds the first one.
  package var health = Dictionary(uniqueKeysWithValues: (0..<24).map { (UInt32($0), Int32(50)) })
  package var rocks = Set((0..<24).map { UInt32($0) })
  package var pickedUpAt = 0.0
  package var word: UInt64 = 0
}

/// A small game with one bug.
package struct PlantedGame<Bug: PlantedBug>: Simulation {
  package typealias Input = NoEvent
  package static var name: StaticString { Bug.name }
  package static var stepDuration: StepDuration { StepDuration(1, 60) }
  package static var derivedFields: [DerivedField] {
    Bug.isForgotten ? [] : [DerivedField("bug", "never changes")]
  }

  private var state = PlantedState()
  private var bug = Bug()

  package init(parameters: NoParameters, seed: UInt64) { state.word = Bug.word(of: seed) }

  package mutating func step(_ inputs: [NoEvent]) {
    state.word = state.word &* 6_364_136_223_846_793_005 &+ 1
    bug.act(on: &state)
    state.stepIndex += 1
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("stepIndex", &state.stepIndex)
    visitor.field("x", &state.x, .everyStep)
    visitor.field("health", &state.health)
    visitor.field("rocks", &state.rocks)
    visitor.field("pickedUpAt", &state.pickedUpAt)
    visitor.field("word", &state.word)
  }
}

/// Bug 1: the order of a dictionary decides between equals.
package struct TiesBug: PlantedBug {
  package static var name: StaticString { "ties" }
  package init() {}
  package mutating func act(on game: inout PlantedState) {
    guard let weakest = game.health.min(by: { $0.value < $1.value }) else { return }
    game.health[weakest.key] = weakest.value + 1
  }
}

/// Bug 2: a field that is not visited.
package struct ForgottenBug: PlantedBug {
  package static var name: StaticString { "forgotten" }
  package static var isForgotten: Bool { true }
  var cooldown: Float = 0
  package init() {}
  package mutating func act(on game: inout PlantedState) {
    cooldown += 0.25
    game.x += cooldown
  }
}

/// Bug 3a: the time of day in a payload.
package struct DateBug: PlantedBug {
  package static var name: StaticString { "date" }
  package init() {}
  package mutating func act(on game: inout PlantedState) {
    if game.stepIndex == 10 { game.pickedUpAt = Date().timeIntervalSinceReferenceDate }
  }
}

/// Bug 3b: a seed from whole seconds.
package struct SecondsBug: PlantedBug {
  package static var name: StaticString { "seconds" }
  package init() {}
  package static func word(of seed: UInt64) -> UInt64 {
    seed &+ UInt64(Date().timeIntervalSinceReferenceDate)
  }
  package mutating func act(on game: inout PlantedState) {}
}

/// Bug 3c: another rule at weekends.
package struct WeekendBug: PlantedBug {
  package static var name: StaticString { "weekend" }
  package init() {}
  package mutating func act(on game: inout PlantedState) {
    // 1 January 2001 was a Monday.
    let day = Int(Date().timeIntervalSinceReferenceDate / 86_400) % 7
    game.x += day >= 5 ? 2 : 1
  }
}

/// Bug 4: a static counter.
package struct StaticBug: PlantedBug {
  package static var name: StaticString { "static" }
  nonisolated(unsafe) private static var shots: UInt32 = 0
  package init() {}
  package mutating func act(on game: inout PlantedState) {
    Self.shots &+= 1
    game.x += Float(Self.shots % 64)
  }
}

/// Bug 5: removal in the order of a set.
package struct RemovalBug: PlantedBug {
  package static var name: StaticString { "removal" }
  package init() {}
  package mutating func act(on game: inout PlantedState) {
    if game.stepIndex % 16 == 0, let rock = game.rocks.first { game.rocks.remove(rock) }
  }
}

/// Memory that was never set, read now and then: from a small allocation, as most are.
package struct RareMemoryBug: PlantedBug {
  package static var name: StaticString { "raremem" }
  package init() {}
  package mutating func act(on game: inout PlantedState) {
    guard game.stepIndex % 50 == 40 else { return }
    let fresh = UnsafeMutablePointer<Float>.allocate(capacity: 6)
    if fresh[3].isFinite, abs(fresh[3]) < 1e6 { game.x += fresh[3] }
    fresh.deallocate()
  }
}

/// Rules in a file of the working folder.
package struct RulesFileBug: PlantedBug {
  package static var name: StaticString { "rulesfile" }
  private let speed: Int32
  package init() {
    let text = try? String(contentsOfFile: "rules.txt", encoding: .utf8)
    speed = text.flatMap { Int32($0) } ?? 1
  }
  package mutating func act(on game: inout PlantedState) { game.health[0, default: 0] += speed }
}

/// A crash.
package struct TrapBug: PlantedBug {
  package static var name: StaticString { "trap" }
  package init() {}
  package mutating func act(on game: inout PlantedState) {
    precondition(game.stepIndex != 17, "the siege ended without a winner")
  }
}

/// A visited field that a restore does not bring back.
package struct UnwrittenGame: Simulation {
  package typealias Input = NoEvent
  package static var name: StaticString { "unwritten" }
  package static var stepDuration: StepDuration { StepDuration(1, 60) }
  private var x: Float = 1
  package init(parameters: NoParameters, seed: UInt64) {}
  package mutating func step(_ inputs: [NoEvent]) { x += 1 }
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    var copy = x
    visitor.field("x", &copy)
  }
}

/// The bugs as a tool of one's own has them.
package var plantedCatalogue: [CatalogueEntry] {
  func entry<Bug: PlantedBug>(_ bug: Bug.Type) -> CatalogueEntry {
    CatalogueEntry(PlantedGame<Bug>.self, summary: "one bug", defaultStepCount: 300)
  }
  return [
    entry(TiesBug.self), entry(ForgottenBug.self), entry(DateBug.self), entry(SecondsBug.self),
    entry(WeekendBug.self), entry(StaticBug.self), entry(RemovalBug.self),
    entry(RareMemoryBug.self), entry(RulesFileBug.self), entry(TrapBug.self),
    CatalogueEntry(UnwrittenGame.self, summary: "one bug", defaultStepCount: 300),
  ]
}
