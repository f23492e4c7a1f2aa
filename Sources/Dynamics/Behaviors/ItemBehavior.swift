import Simulation

/// Gives items physical properties and velocities.
///
/// For each property, the last behaviour in tree order that contains the item *and was given a
/// value* decides; without one the animator's ``Profile`` does. Reading a property does not count
/// as giving it a value.
public final class ItemBehavior: MultiItemBehavior {
  /// The properties that were given. For `nil`, another behaviour or the profile decides.
  package struct Values: BehaviorValues {
    package var elasticity: Double?
    package var friction: Double?
    package var density: Double?
    package var resistance: Double?
    package var angularResistance: Double?
    package var charge: Double?
    package var isAnchored: Bool?
    package var allowsRotation: Bool?

    package static let layout = RowLayout(BehaviorValuesRow<Values>.self)

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("elasticity", &elasticity)
      visitor.field("friction", &friction)
      visitor.field("density", &density)
      visitor.field("resistance", &resistance)
      visitor.field("angularResistance", &angularResistance)
      visitor.field("charge", &charge)
      visitor.field("isAnchored", &isAnchored)
      visitor.field("allowsRotation", &allowsRotation)
    }
  }

  private var own = Values() { didSet { stateDidChange() } }

  /// Makes a behaviour that gives its items no property yet.
  public init(items: [any DynamicItem] = []) { super.init(.item, items: items) }

  package override var values: AnyBehaviorValues {
    get { .item(own) }
    set { if case .item(let values) = newValue { own = values } }
  }

  private func give(_ property: BehaviorProperty, _ value: Double?) {
    if let value { set(property, value) }
  }

  /// Coefficient of restitution in [0, 1]; 0 unless given. A contact takes the larger one.
  public var elasticity: Double {
    get { own.elasticity ?? 0 }
    set { give(.elasticity, bounded(newValue, 0, 1)) }
  }

  /// Coulomb coefficient, 0 and up; 0 unless given. A contact takes the geometric mean.
  public var friction: Double {
    get { own.friction ?? 0 }
    set { give(.friction, bounded(newValue, 0, 1e6)) }
  }

  /// Relative density, above 0; 1 unless given. Mass is density · area / 10,000.
  public var density: Double {
    get { own.density ?? 1 }
    set { give(.density, bounded(newValue, 1e-6, 1e6)) }
  }

  /// Damping rate of the linear velocity in 1/s, 0 and up; 0 unless given.
  public var resistance: Double {
    get { own.resistance ?? 0 }
    set { give(.resistance, bounded(newValue, 0, 1e6)) }
  }

  /// Damping rate of the angular velocity in 1/s, 0 and up; 0 unless given.
  public var angularResistance: Double {
    get { own.angularResistance ?? 0 }
    set { give(.angularResistance, bounded(newValue, 0, 1e6)) }
  }

  /// Signed charge for electric and magnetic fields; 0 unless given.
  public var charge: Double {
    get { own.charge ?? 0 }
    set { give(.charge, finite(newValue)) }
  }

  /// An anchored item takes part in collisions but never moves; `false` unless given.
  public var isAnchored: Bool {
    get { own.isAnchored ?? false }
    set { set(.isAnchored, newValue ? 1 : 0) }
  }

  /// Without rotation the moment of inertia is infinite; `true` unless given.
  public var allowsRotation: Bool {
    get { own.allowsRotation ?? true }
    set { set(.allowsRotation, newValue ? 1 : 0) }
  }

  /// Adds to an item's velocity, in pt/s. Before the item moves under an animator the sum is kept
  /// and applied when it does. Ignored for an unknown item or a velocity that is not finite.
  public func addLinearVelocity(_ velocity: Vector, for item: any DynamicItem) {
    guard memberIndex(of: item) != nil else { return }
    guard velocity.isFinite else { return note(Diagnostic(.valueIgnored)) }
    perform(.addVelocity(self, item: item, linear: velocity, angular: 0))
  }

  /// Adds to an item's angular velocity, in rad/s, clockwise on screen. See
  /// ``addLinearVelocity(_:for:)``.
  public func addAngularVelocity(_ velocity: Double, for item: any DynamicItem) {
    guard memberIndex(of: item) != nil else { return }
    guard velocity.isFinite else { return note(Diagnostic(.valueIgnored)) }
    perform(.addVelocity(self, item: item, linear: .zero, angular: velocity))
  }

  /// In pt/s; zero for an item that is unknown or does not move under an animator.
  public func linearVelocity(for item: any DynamicItem) -> Vector {
    guard let index = memberIndex(of: item) else { return .zero }
    return animatorReference?.linearVelocity(slot: members[index].slot) ?? .zero
  }

  /// In rad/s; zero for an item that is unknown or does not move under an animator.
  public func angularVelocity(for item: any DynamicItem) -> Double {
    guard let index = memberIndex(of: item) else { return 0 }
    return animatorReference?.angularVelocity(slot: members[index].slot) ?? 0
  }

  package override func didChange(_ property: BehaviorProperty, in animator: DynamicAnimator) {
    for member in members { animator.propertiesDidChange(slot: member.slot) }
    animator.wakeMembers(of: self)
  }

  package override func didJoin(_ animator: DynamicAnimator) {
    for index in members.indices { didAdd(index, in: animator) }
  }

  package override func didAdd(_ memberIndex: Int, in animator: DynamicAnimator) {
    let member = members[memberIndex]
    animator.propertiesDidChange(slot: member.slot)
    if member.vector != .zero || member.angular != 0 {
      animator.addVelocity(slot: member.slot, linear: member.vector, angular: member.angular)
      members[memberIndex].vector = .zero
      members[memberIndex].angular = 0
    }
  }

  package override func didRemove(slot: Int32, in animator: DynamicAnimator) {
    animator.propertiesDidChange(slot: slot)
  }

  package override func willLeave(_ animator: DynamicAnimator) {
    for member in members { animator.propertiesDidChange(slot: member.slot) }
  }

  /// Overwrites the properties that were given.
  package func override(_ properties: inout ItemProperties) {
    let own = own
    if let given = own.elasticity { properties.elasticity = given }
    if let given = own.friction { properties.friction = given }
    if let given = own.density { properties.density = given }
    if let given = own.resistance { properties.resistance = given }
    if let given = own.angularResistance { properties.angularResistance = given }
    if let given = own.charge { properties.charge = given }
    if let given = own.isAnchored { properties.isAnchored = given }
    if let given = own.allowsRotation { properties.allowsRotation = given }
  }
}
