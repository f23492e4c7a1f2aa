import Simulation

/// What bodies are like when no item behaviour says otherwise, and how springs swing.
public enum Profile: UInt8, CaseIterable, StateEnum, Sendable {
  /// As UIKit's reference documents it: no bounce, no friction, no damping. Springs and snaps
  /// swing by the formulas.
  case documented = 0
  /// As body dumps on devices show it: 0.2 bounce and friction, 0.1 damping. Springs and snaps swing
  /// as an engine integrates them that steps implicitly: a spring of 1 Hz loses 8 % more a period.
  case uikitObserved = 1

  /// See ``WorldDefinition/hasExactSprings``.
  package var hasExactSprings: Bool { self == .documented }

  package var defaults: ItemProperties {
    switch self {
    case .documented:
      ItemProperties(
        elasticity: 0, friction: 0, density: 1, resistance: 0, angularResistance: 0, charge: 0,
        isAnchored: false, allowsRotation: true)
    case .uikitObserved:
      ItemProperties(
        elasticity: 0.2, friction: 0.2, density: 1, resistance: 0.1, angularResistance: 0.1,
        charge: 0, isAnchored: false, allowsRotation: true)
    }
  }
}

/// The properties in force for one item, after precedence.
package struct ItemProperties: Equatable, Sendable {
  package var elasticity: Double
  package var friction: Double
  package var density: Double
  package var resistance: Double
  package var angularResistance: Double
  package var charge: Double
  package var isAnchored: Bool
  package var allowsRotation: Bool
}
