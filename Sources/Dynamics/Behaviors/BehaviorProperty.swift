import Simulation

/// A number of a behaviour that an app sets. Raw values are recorded: append only.
package enum BehaviorProperty: UInt8, CaseIterable, StateEnum, Sendable {
  case elasticity, friction, density, resistance, angularResistance, charge
  case isAnchored, allowsRotation
  case gravityDirectionX, gravityDirectionY, angle, magnitude
  case collisionMode, translatesReferenceBoundsIntoBoundary
  case insetTop, insetLeft, insetBottom, insetRight
  case anchorPointX, anchorPointY, length, damping, frequency, allowsCollision
  case frictionTorque, rangeMinimum, rangeMaximum
  case pushDirectionX, pushDirectionY, active, removeWhenSpent
  case positionX, positionY, strength, falloff, minimumRadius, directionX, directionY
  case smoothness, animationSpeed, isEnabled, attenuation
  case snapPointX, snapPointY

  private static let names: [FieldName] = [
    "elasticity", "friction", "density", "resistance", "angularResistance", "charge",
    "isAnchored", "allowsRotation",
    "gravityDirection.dx", "gravityDirection.dy", "angle", "magnitude",
    "collisionMode", "translatesReferenceBoundsIntoBoundary",
    "insets.top", "insets.left", "insets.bottom", "insets.right",
    "anchorPoint.x", "anchorPoint.y", "length", "damping", "frequency", "allowsCollision",
    "frictionTorque", "attachmentRange.minimum", "attachmentRange.maximum",
    "pushDirection.dx", "pushDirection.dy", "active", "removeWhenSpent",
    "position.x", "position.y", "strength", "falloff", "minimumRadius", "direction.dx",
    "direction.dy", "smoothness", "animationSpeed", "isEnabled", "attenuation",
    "snapPoint.x", "snapPoint.y",
  ]

  /// The field of the behaviour's values.
  package var name: FieldName { BehaviorProperty.names[Int(rawValue)] }
}

#if !hasFeature(Embedded)
  extension BehaviorProperty: CustomStringConvertible {
    package var description: String { name.text }
  }
#endif

/// Sets one number of a behaviour: a flag is 0 or 1, a case its raw value.
struct PropertySetter: FieldVisitor {
  private let name: FieldName
  private let value: Double?
  private var isAtProperty = false
  /// True if the property was there and had another value.
  private(set) var hasChanged = false
  var isAbsent = false
  var restores: Bool { true }

  init(_ property: BehaviorProperty, _ value: Double?) {
    (name, self.value) = (property.name, value)
  }

  mutating func enter(_ name: FieldName, _ options: FieldOptions) {
    isAtProperty = name.isSame(as: self.name)
  }

  mutating func leave() { isAtProperty = false }

  mutating func scalar<Value: StateScalar>(_ value: inout Value, in range: FieldRange) {
    guard isAtProperty, let number = self.value else { return }
    let word = Value.scalarType == .float64 ? number.bitPattern : UInt64(exactly: number)
    guard let new = word.flatMap({ Value(word: $0) }), new != value else { return }
    (value, hasChanged) = (new, true)
  }

  mutating func flag(_ value: inout Bool) {
    guard isAtProperty, self.value == 0 || self.value == 1, value != (self.value == 1) else {
      return
    }
    value.toggle()
    hasChanged = true
  }

  mutating func optional<Wrapped: StateValue>(_ value: inout Wrapped?) {
    guard isAtProperty else { return }
    let wasThere = value != nil
    var wrapped = value ?? Wrapped.blank
    wrapped.visitValue(&self)
    value = self.value == nil ? nil : wrapped
    if wasThere != (value != nil) { hasChanged = true }
  }

  mutating func list<Element: StateValue>(_ elements: inout [Element], _ content: ListContent) {}
  mutating func cases<Value: StateCases>(_ value: inout Value) {}
  mutating func refuse() { hasChanged = false }
}
