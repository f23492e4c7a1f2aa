import Foundation
import Simulation

/// What the step of a ``Leaky`` simulation depends on besides its state.
package enum Leak: String, CaseIterable, Sendable {
  case none
  /// The order of a dictionary.
  case dictionary
  /// A property that is not visited.
  case unvisited
  /// Memory that was never set.
  case memory
  case clock
  /// A variable that all runs of a process share.
  case shared = "static"
  case timeZone = "time-zone"
  /// A number drawn for the picture, from the stream of the simulation.
  case draw
}

/// A small simulation for tests with one of the classic bugs.
package struct Leaky: Simulation {
  package enum Input: SimulationRecord {
    case kick(by: Float)
    package static var kinds: [StaticString] { ["kick"] }
    package init(kind: Int) { self = .kick(by: 0) }
    package var kind: Int { 0 }
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .kick(var by) = self else { return }
      visitor.field("by", &by)
      self = .kick(by: by)
    }
  }

  /// Chosen before the first run of the process.
  nonisolated(unsafe) package static var leak = Leak.none

  nonisolated(unsafe) private static var runCount: Float = 0

  /// The count of draws, shared with copies: a drawing can change it.
  private final class Draws {
    var count: UInt32 = 0
  }

  package static var name: StaticString { "leaky" }
  package static var stepDuration: StepDuration { StepDuration(1, 60) }

  private var stepIndex: Int64 = 0
  private var x: Float = 1
  private var v: Float = 0
  private var hidden: Float = 0
  private var draws = Draws()
  private let seed: UInt64
  private var weights = ["iron": Float(0.1), "wood": 0.3, "gold": 7.7, "clay": 1.9, "salt": 0.01]
  private var lastTime = DispatchTime.now().uptimeNanoseconds
  package var events: [NoEvent] { [] }

  package init(parameters: NoParameters, seed: UInt64) {
    self.seed = seed
    Leaky.runCount += 1
  }

  package mutating func step(_ inputs: [Input]) {
    for case .kick(let by) in inputs { v += by }
    draws.count += 1
    v += Float((seed &+ UInt64(draws.count)) &* 2_654_435_761 % 97) / 97 - v / 8
    x += v / 60
    stepIndex += 1
    leak()
  }

  private mutating func leak() {
    switch Leaky.leak {
    case .none, .draw: break
    case .dictionary:
      for (_, weight) in weights { x = x * 0.99 + weight }
    case .unvisited:
      hidden += v
      x += hidden / 1024
    case .memory:
      // Large enough not to hold what the allocator keeps its books with.
      let fresh = UnsafeMutablePointer<Float>.allocate(capacity: 256)
      if fresh[100].isFinite { x += min(max(fresh[100], -1), 1) }
      fresh.deallocate()
    case .clock:
      let now = DispatchTime.now().uptimeNanoseconds
      // "Out of time: leave this for the next step."
      if now - lastTime > 20_000_000 { v = 0 }
      lastTime = now
    case .shared: x += Leaky.runCount / 8
    case .timeZone:
      if stepIndex % 50 == 0 { x += Float(TimeZone.current.secondsFromGMT()) / 3600 }
    }
  }

  package func drawing(_ request: DrawingRequest) -> StepDrawing? {
    if Leaky.leak == .draw { draws.count += 1 }
    return StepDrawing()
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("stepIndex", &stepIndex)
    visitor.field("x", &x)
    visitor.field("v", &v)
    visitor.field("draws", &draws.count)
  }
}

package func leakyCatalogue(_ leak: Leak) -> [CatalogueEntry] {
  Leaky.leak = leak
  return [
    CatalogueEntry(
      Leaky.self, summary: "one classic bug", defaultStepCount: 600,
      gestures: "{\"step\":20,\"kind\":\"kick\",\"by\":2}")
  ]
}
