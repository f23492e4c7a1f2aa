import DeterministicMath
import Simulation

/// A small simulation for tests: particles fall, bounce on a floor and are nudged by inputs.
///
/// `Variant` builds faulty twins with the same name and schema, as another build would have them.
package struct Particles<Variant: ParticleVariant>: Simulation {
  package struct Parameters: SimulationParameters {
    package var count: Int64 = 5
    package var gravity: Float = 10
    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("count", &count)
      visitor.field("gravity", &gravity)
    }
  }

  package enum Input: SimulationRecord {
    case nudge(particle: Int64, vx: Float, vy: Float)
    case calm

    package static var kinds: [StaticString] { ["nudge", "calm"] }
    package init(kind: Int) { self = kind == 0 ? .nudge(particle: 0, vx: 0, vy: 0) : .calm }
    package var kind: Int { if case .nudge = self { 0 } else { 1 } }
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .nudge(var particle, var vx, var vy) = self else { return }
      visitor.field("particle", &particle)
      visitor.field("vx", &vx)
      visitor.field("vy", &vy)
      self = .nudge(particle: particle, vx: vx, vy: vy)
    }
  }

  package enum Event: SimulationRecord {
    case bounced(particle: Int64)
    package static var kinds: [StaticString] { ["bounced"] }
    package init(kind: Int) { self = .bounced(particle: 0) }
    package var kind: Int { 0 }
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .bounced(var particle) = self else { return }
      visitor.field("particle", &particle)
      self = .bounced(particle: particle)
    }
  }

  package static var derivedFields: [DerivedField] {
    let known = [
      DerivedField("gravity", "set by the parameters"),
      DerivedField("events", "what the last step reports"),
    ]
    if Variant.fault == .unvisited { return known }
    return known + [DerivedField("hiddenCount", "read by the faulty variant only")]
  }

  package static var name: StaticString { "particles" }
  package static var stepDuration: StepDuration { StepDuration(1, 60) }

  var gravity: Float
  var stepIndex: Int64 = 0
  var x: [Float] = []
  package var y: [Float] = []
  var vx: [Float] = []
  var vy: [Float] = []
  /// Bounces so far: stored at key frames only.
  var bounces: [UInt32] = []
  /// All bounces, for the variant that forgets to visit it.
  var hiddenCount: Float = 0
  package private(set) var events: [Event] = []

  package init(parameters: Parameters, seed: UInt64) {
    gravity = parameters.gravity
    let count = Int(min(max(parameters.count, 0), 1000))
    for index in 0..<count {
      let spread = UInt32(truncatingIfNeeded: (seed &+ 1) &* UInt64(index + 1) &* 2_654_435_761)
      x.append(Float(index))
      y.append(1 + Float(spread >> 20) / 4096)
      vx.append(Float(spread & 255) / 256)
      vy.append(0)
      bounces.append(0)
    }
  }

  package mutating func step(_ inputs: [Input]) {
    events.removeAll(keepingCapacity: true)
    for input in inputs {
      switch input {
      case .nudge(let particle, let dx, let dy):
        guard particle >= 0, particle < Int64(x.count) else { continue }
        vx[Int(particle)] += dx
        vy[Int(particle)] += dy
      case .calm:
        for index in x.indices { vx[index] = 0 }
      }
    }
    let h: Float = 1 / 60
    for index in x.indices {
      vy[index] -= h * gravity
      x[index] += h * vx[index]
      y[index] += h * vy[index]
      if y[index] < 0 {
        y[index] = -y[index]
        vy[index] = -0.75 * vy[index]
        bounces[index] += 1
        hiddenCount += 1
        events.append(.bounced(particle: Int64(index)))
      }
    }
    if stepIndex == Variant.faultStep, x.count > 2 {
      switch Variant.fault {
      case .none: break
      case .lastBit: vx[2] = vx[2].nextUp
      case .counter: bounces[1] += 1
      case .unvisited: break
      }
    }
    // What nobody visits shows late: a restored run has missed it by then.
    if Variant.fault == .unvisited, stepIndex % 50 == 49, !x.isEmpty {
      vx[0] += hiddenCount / 1024
    }
    stepIndex += 1
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("stepIndex", &stepIndex, .keyFrame)
    var count = x.count
    visitor.table("particles", rowCount: &count)
    if count != x.count {
      x = Array(repeating: 0, count: count)
      y = x
      vx = x
      vy = x
      bounces = Array(repeating: 0, count: count)
    }
    visitor.column("x", &x, .everyStep, role: .positionX)
    visitor.column("y", &y, .everyStep, role: .positionY)
    visitor.column("vx", &vx, .everyStep, role: .velocityX)
    visitor.column("vy", &vy, .everyStep, role: .velocityY)
    visitor.column("bounces", &bounces, .keyFrame)
  }
}

package enum ParticleFault: Sendable {
  case none
  /// One float, one unit in the last place.
  case lastBit
  /// A field that is stored at key frames only.
  case counter
  /// A field that matters and is left out of the state description.
  case unvisited
}

package protocol ParticleVariant: SendableMetatype {
  static var faultStep: Int64 { get }
  static var fault: ParticleFault { get }
}

package enum Sound: ParticleVariant {
  package static var faultStep: Int64 { -1 }
  package static var fault: ParticleFault { .none }
}

package enum LastBitAt700: ParticleVariant {
  package static var faultStep: Int64 { 700 }
  package static var fault: ParticleFault { .lastBit }
}

package enum CounterAt333: ParticleVariant {
  package static var faultStep: Int64 { 333 }
  package static var fault: ParticleFault { .counter }
}

package enum LastBitAt17: ParticleVariant {
  package static var faultStep: Int64 { 17 }
  package static var fault: ParticleFault { .lastBit }
}

package enum LastBitAt23: ParticleVariant {
  package static var faultStep: Int64 { 23 }
  package static var fault: ParticleFault { .lastBit }
}

package enum Unvisited: ParticleVariant {
  package static var faultStep: Int64 { -1 }
  package static var fault: ParticleFault { .unvisited }
}

package func particleCatalogue<V: ParticleVariant>(_ variant: V.Type) -> [CatalogueEntry] {
  [
    CatalogueEntry(
      Particles<V>.self, summary: "particles that fall and bounce", defaultStepCount: 1000,
      gestures: """
        {"time":0.5,"kind":"nudge","particle":1,"vx":0.5,"vy":3}
        {"time":1.25,"kind":"calm"}
        {"time":10.01,"kind":"nudge","particle":2,"vx":-0.5,"vy":4.5}
        """)
  ]
}
