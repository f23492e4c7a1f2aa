import DeterministicMath
import Simulation

/// A small simulation for tests: particles fall, bounce on a floor and are nudged by inputs.
///
/// `Variant` builds faulty twins with the same name and schema, as another build would have them.
public struct Particles<Variant: ParticleVariant>: Simulation {
  public struct Parameters: SimulationParameters {
    public var count: Int64 = 5
    public var gravity: Float = 10
    public init() {}
    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("count", &count)
      visitor.field("gravity", &gravity)
    }
  }

  public enum Input: SimulationRecord {
    case nudge(particle: Int64, vx: Float, vy: Float)
    case calm

    public static var kinds: [StaticString] { ["nudge", "calm"] }
    public init(kind: Int) { self = kind == 0 ? .nudge(particle: 0, vx: 0, vy: 0) : .calm }
    public var kind: Int { if case .nudge = self { 0 } else { 1 } }
    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .nudge(var particle, var vx, var vy) = self else { return }
      visitor.field("particle", &particle)
      visitor.field("vx", &vx)
      visitor.field("vy", &vy)
      self = .nudge(particle: particle, vx: vx, vy: vy)
    }
  }

  public enum Event: SimulationRecord {
    case bounced(particle: Int64)
    public static var kinds: [StaticString] { ["bounced"] }
    public init(kind: Int) { self = .bounced(particle: 0) }
    public var kind: Int { 0 }
    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .bounced(var particle) = self else { return }
      visitor.field("particle", &particle)
      self = .bounced(particle: particle)
    }
  }

  public static var derivedFields: [DerivedField] {
    let known = [
      DerivedField("gravity", "set by the parameters"),
      DerivedField("events", "what the last step reports"),
    ]
    if Variant.fault == .unvisited { return known }
    return known + [DerivedField("hiddenCount", "read by the faulty variant only")]
  }

  public static var name: StaticString { "particles" }
  public static var stepDuration: StepDuration { StepDuration(1, 60) }

  var gravity: Float
  var stepIndex: Int64 = 0
  var x: [Float] = []
  var y: [Float] = []
  var vx: [Float] = []
  var vy: [Float] = []
  /// Bounces so far: stored at key frames only.
  var bounces: [UInt32] = []
  /// All bounces, for the variant that forgets to visit it.
  var hiddenCount: Float = 0
  public private(set) var events: [Event] = []

  public init(parameters: Parameters, seed: UInt64) {
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

  public mutating func step(_ inputs: [Input]) {
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

  public mutating func visitState(_ visitor: inout some StateVisitor) {
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

public enum ParticleFault: Sendable {
  case none
  /// One float, one unit in the last place.
  case lastBit
  /// A field that is stored at key frames only.
  case counter
  /// A field that matters and is left out of the state description.
  case unvisited
}

public protocol ParticleVariant: SendableMetatype {
  static var faultStep: Int64 { get }
  static var fault: ParticleFault { get }
}

public enum Sound: ParticleVariant {
  public static var faultStep: Int64 { -1 }
  public static var fault: ParticleFault { .none }
}

public enum LastBitAt700: ParticleVariant {
  public static var faultStep: Int64 { 700 }
  public static var fault: ParticleFault { .lastBit }
}

public enum CounterAt333: ParticleVariant {
  public static var faultStep: Int64 { 333 }
  public static var fault: ParticleFault { .counter }
}

public enum LastBitAt17: ParticleVariant {
  public static var faultStep: Int64 { 17 }
  public static var fault: ParticleFault { .lastBit }
}

public enum LastBitAt23: ParticleVariant {
  public static var faultStep: Int64 { 23 }
  public static var fault: ParticleFault { .lastBit }
}

public enum Unvisited: ParticleVariant {
  public static var faultStep: Int64 { -1 }
  public static var fault: ParticleFault { .unvisited }
}

public func particleCatalogue<V: ParticleVariant>(_ variant: V.Type) -> [CatalogueEntry] {
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
