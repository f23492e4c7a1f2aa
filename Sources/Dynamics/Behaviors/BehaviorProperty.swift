import Simulation

/// A number of a behaviour that an app sets, by the field of the behaviour's values: append only.
package enum BehaviorProperty: FieldName, CaseIterable, StateEnum, Sendable {
  case elasticity, friction, density, resistance, angularResistance, charge
  case isAnchored, allowsRotation
  case gravityDirectionX = "gravityDirection.dx"
  case gravityDirectionY = "gravityDirection.dy"
  case angle, magnitude
  case collisionMode, translatesReferenceBoundsIntoBoundary
  case insetTop = "insets.top"
  case insetLeft = "insets.left"
  case insetBottom = "insets.bottom"
  case insetRight = "insets.right"
  case anchorPointX = "anchorPoint.x"
  case anchorPointY = "anchorPoint.y"
  case length, damping, frequency, allowsCollision
  case frictionTorque
  case rangeMinimum = "attachmentRange.minimum"
  case rangeMaximum = "attachmentRange.maximum"
  case pushDirectionX = "pushDirection.dx"
  case pushDirectionY = "pushDirection.dy"
  case active, removeWhenSpent
  case positionX = "position.x"
  case positionY = "position.y"
  case strength, falloff, minimumRadius
  case directionX = "direction.dx"
  case directionY = "direction.dy"
  case smoothness, animationSpeed, isEnabled, attenuation
  case snapPointX = "snapPoint.x"
  case snapPointY = "snapPoint.y"
}

#if !hasFeature(Embedded)
  extension BehaviorProperty: CustomStringConvertible {
    package var description: String { rawValue.text }
  }
#endif

/// Sets one number of a behaviour or an animator: a flag is 0 or 1, a case its raw value.
struct PropertySetter: FieldVisitor {
  private let name: FieldName
  private let value: Double?
  /// The range of the property's field, within it.
  private var range: FieldRange?
  /// True if the property was there and its range contains the value.
  private(set) var isAllowed = false
  /// True if the property was there and had another value.
  private(set) var hasChanged = false
  var isAbsent = false
  var restores: Bool { true }

  init(_ name: FieldName, _ value: Double?) { (self.name, self.value) = (name, value) }

  mutating func enter(_ name: FieldName, _ options: FieldOptions) {
    range = name == self.name ? options.range : nil
  }

  mutating func leave() { range = nil }

  mutating func scalar<Value: StateScalar>(_ value: inout Value, in range: FieldRange) {
    guard let number = self.value, self.range?.contains(number) == true else { return }
    let word = Value.scalarType == .float64 ? number.bitPattern : UInt64(exactly: number)
    guard let new = word.flatMap({ Value(word: $0) }) else { return }
    (isAllowed, hasChanged) = (true, new != value)
    value = new
  }

  mutating func flag(_ value: inout Bool) {
    guard range != nil, self.value == 0 || self.value == 1, value != (self.value == 1) else {
      return
    }
    value.toggle()
    hasChanged = true
  }

  mutating func optional<Wrapped: StateValue>(_ value: inout Wrapped?) {
    guard range != nil else { return }
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
