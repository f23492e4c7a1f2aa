import DeterministicMath

/// One item as a field sees it.
package struct FieldSubject {
  package var center: Point
  /// pt/s.
  package var velocity: Vector
  /// UIKit kilograms.
  package var mass: Double
  package var charge: Double

  package init(center: Point, velocity: Vector, mass: Double, charge: Double) {
    self.center = center
    self.velocity = velocity
    self.mass = mass
    self.charge = charge
  }
}

/// What a field does to an item in one substep.
package enum FieldEffect: Equatable {
  case nothing
  /// In UIKit newtons.
  case force(Vector)
  /// Drag: the rate s/m in 1/s.
  case drag(rate: Double)
  /// Magnetic: the rate at which the velocity turns, clockwise on screen, in rad/s.
  case turn(rate: Double)
  /// The velocity, in pt/s.
  case velocity(Vector)
}

extension FieldBehavior {
  /// The field's effect on an item, at the substep that starts at `time`.
  ///
  /// With `d` the distance from the position in points, `ρ = d/100`, `û` the unit vector away from
  /// it and `A(d)` the attenuation. Central forces are softened by `min(1, d/1 pt)`, so that their
  /// sign does not chatter at the centre.
  package func effect(on subject: FieldSubject, time: Double, substep: Double) -> FieldEffect {
    let r = subject.center - position
    guard own.region.contains(Point(x: r.dx, y: r.dy)) else { return .nothing }
    let s = strength
    let d = r.length
    let unit = d < 1e-9 ? .zero : Vector(dx: r.dx / d, dy: r.dy / d)
    let soft = d < 1 ? d : 1
    switch fieldKind {
    case .linearGravity: return .force(subject.mass * s * direction)
    case .radialGravity: return .force(-(subject.mass * s * attenuation(at: d) * soft) * unit)
    case .spring: return .force(-(s * (d / 100) * attenuation(at: d) * soft) * unit)
    case .electric: return .force(s * subject.charge * attenuation(at: d) * soft * unit)
    case .vortex:
      let size = subject.mass * s * (d / 100) * attenuation(at: d)
      return .force(Vector(dx: size * unit.dy, dy: -size * unit.dx))
    case .noise: return .force(s * noise(at: subject.center, time: time))
    case .turbulence:
      let speed = subject.velocity.length / 100
      if speed == 0 { return .nothing }
      return .force(s * speed * noise(at: subject.center, time: time))
    case .drag: return .drag(rate: s / subject.mass)
    case .magnetic: return .turn(rate: -(s * subject.charge * attenuation(at: d)) / subject.mass)
    case .velocity: return .velocity(100 * s * direction)
    case .custom: return .force(evaluate(subject, substep))
    }
  }

  private func noise(at p: Point, time: Double) -> Vector {
    let n = GradientNoise.vector(
      seed: own.seed ?? 0, x: p.x, y: p.y, time: time, smoothness: smoothness,
      animationSpeed: animationSpeed)
    return Vector(dx: n.x, dy: n.y)
  }

  /// `A(d)`, see ``Attenuation``.
  package func attenuation(at distance: Double) -> Double {
    let exponent = falloff
    if exponent == 0 { return 1 }
    switch attenuation {
    case .clamped:
      let d = distance > minimumRadius ? distance : minimumRadius
      return FieldBehavior.inversePower(d / 100, exponent)
    case .shifted:
      if distance <= minimumRadius { return 1 }
      let value = FieldBehavior.inversePower((distance - minimumRadius) / 100, exponent)
      return value < 1e6 ? value : 1e6
    }
  }

  /// `x^(−exponent)` for `x > 0`; whole exponents by repeated multiplication.
  private static func inversePower(_ x: Double, _ exponent: Double) -> Double {
    let size = exponent < 0 ? -exponent : exponent
    let whole = Int32(size <= 16 ? size : 0)
    guard Double(whole) == size else { return Elementary.pow(x, -exponent) }
    var power = 1.0
    for _ in 0..<whole { power *= x }
    return exponent < 0 ? power : 1 / power
  }
}
