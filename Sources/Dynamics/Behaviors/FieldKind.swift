import Simulation

/// The law that a field's force follows.
///
/// All differences between kinds are listed here, except the laws themselves: those are in
/// `FieldBehavior.effect(on:time:substep:)` and, for four items at a time, in `FieldLanes`.
public enum FieldKind: UInt8, CaseIterable, StateEnum, Sendable {
  /// Accelerates every item alike, in one direction.
  case linearGravity = 0
  /// Pulls towards the position, in proportion to the mass.
  case radialGravity = 1
  /// Pulls towards the position, the more the farther.
  case spring = 2
  /// Acts in smooth random directions that depend on place and time.
  case noise = 3
  /// As noise, in proportion to the item's speed.
  case turbulence = 4
  /// Acts on charges along the line to the position.
  case electric = 5
  /// Acts on moving charges, across their velocity.
  case magnetic = 6
  /// Acts against the velocity.
  case drag = 7
  /// Gives items a velocity instead of a force.
  case velocity = 8
  /// Acts across the line to the position.
  case vortex = 9
  /// Acts as a block of the app says.
  case custom = 10
}

/// What a kind of field is, beside its law.
package struct FieldTraits {
  /// Where a picture samples the field.
  package enum Sampling {
    /// On a grid: a place alone decides what the field does.
    case plane
    /// At its items: their motion or charge decides.
    case items
    /// Nowhere: a block of the app is not called for a picture.
    case nowhere
  }

  /// When a field can move an item that lies still.
  package enum Wakes { case never, whileAnimated, always }

  /// What legends call it.
  package var name: String
  package var color: DrawingColor
  package var sampling = Sampling.plane
  /// Its position matters, even where it acts everywhere.
  package var isCentral = false
  /// Has a ``FieldBehavior/direction``.
  package var isDirectional = false
  /// Has ``FieldBehavior/smoothness`` and ``FieldBehavior/animationSpeed``.
  package var isNoisy = false
  package var wakes = Wakes.never
  /// Acts even with a strength of 0: it gives a velocity.
  package var actsWithoutStrength = false
  /// A block of the app gives the force, one item at a time.
  package var callsBlock = false
}

extension FieldKind {
  package var traits: FieldTraits {
    switch self {
    case .linearGravity:
      FieldTraits(name: "linear gravity", color: .sky, isDirectional: true)
    case .radialGravity:
      FieldTraits(name: "radial gravity", color: .indigo, isCentral: true)
    case .spring:
      FieldTraits(name: "spring field", color: .amber, isCentral: true)
    case .noise:
      FieldTraits(name: "noise", color: .teal, isNoisy: true, wakes: .whileAnimated)
    case .turbulence:
      FieldTraits(
        name: "turbulence", color: .emerald, sampling: .items, isNoisy: true,
        wakes: .whileAnimated)
    case .electric:
      FieldTraits(name: "electric field", color: .rose, sampling: .items, isCentral: true)
    case .magnetic:
      FieldTraits(name: "magnetic field", color: .purple, sampling: .items, isCentral: true)
    case .drag:
      FieldTraits(name: "drag field", color: .stone, sampling: .items)
    case .velocity:
      FieldTraits(
        name: "velocity field", color: .cyan, isDirectional: true, actsWithoutStrength: true)
    case .vortex:
      FieldTraits(name: "vortex", color: .fuchsia, isCentral: true)
    case .custom:
      FieldTraits(
        name: "custom field", color: .gray, sampling: .nowhere, isCentral: true, wakes: .always,
        callsBlock: true)
    }
  }
}

extension FieldBehavior {
  /// `F = m·s·direction`: 100 pt/s² for each unit.
  public static func linearGravityField(direction: Vector) -> FieldBehavior {
    FieldBehavior(.linearGravity, direction: direction)
  }
  /// `F = −m·s·A(d)·û`, towards the position for a positive strength.
  public static func radialGravityField(position: Point) -> FieldBehavior {
    FieldBehavior(.radialGravity, position: position)
  }
  /// `F = s·n`, with a noise vector `n` that varies over place and time.
  ///
  /// - Parameters:
  ///   - smoothness: 0 noisiest … 1 smoothest.
  ///   - animationSpeed: 1 normal, 2 twice as fast, 0 frozen.
  public static func noiseField(smoothness: Double, animationSpeed: Double) -> FieldBehavior {
    FieldBehavior(.noise, smoothness: smoothness, animationSpeed: animationSpeed)
  }
  /// As noise, times the item's speed in m/s.
  public static func turbulenceField(smoothness: Double, animationSpeed: Double) -> FieldBehavior {
    FieldBehavior(.turbulence, smoothness: smoothness, animationSpeed: animationSpeed)
  }
  /// `F = −s·ρ·A(d)·û`: Hooke's law, undamped; `T = 2π√(m/s)`.
  public static func springField() -> FieldBehavior { FieldBehavior(.spring) }
  /// `F = s·q·A(d)·û`: like charges are driven away.
  public static func electricField() -> FieldBehavior { FieldBehavior(.electric) }
  /// Turns the velocity; a positive charge circles counter-clockwise on screen.
  public static func magneticField() -> FieldBehavior { FieldBehavior(.magnetic) }
  /// `F = −s·v/100`: `a = −s·v/m`.
  public static func dragField() -> FieldBehavior { FieldBehavior(.drag) }
  /// Sets the velocity to `100·s·direction`, whatever else acts.
  public static func velocityField(direction: Vector) -> FieldBehavior {
    FieldBehavior(.velocity, direction: direction)
  }
  /// `F = m·s·ρ·A(d)`, across the radius, counter-clockwise on screen.
  public static func vortexField() -> FieldBehavior { FieldBehavior(.vortex) }
  /// The block's force; one that is not finite counts as zero, with a diagnostic. Called once for
  /// each item in the region and substep, in the order of `items`. What the block captures
  /// is not part of a recorded state.
  public static func field(evaluationBlock: @escaping Evaluation) -> FieldBehavior {
    FieldBehavior(.custom, evaluation: evaluationBlock)
  }
}
