/// Gives items physical properties and velocities.
///
/// For each property, the last behaviour in tree order that contains the item *and was given a
/// value* decides; without one the animator's ``Profile`` does. Reading a property does not count
/// as giving it a value.
public final class ItemBehavior: MultiItemBehavior {
  // Parameters: the eight values, then eight marks (0 or 1) that tell which were given.
  package static let elasticity = 0
  package static let friction = 1
  package static let density = 2
  package static let resistance = 3
  package static let angularResistance = 4
  package static let charge = 5
  package static let isAnchored = 6
  package static let allowsRotation = 7
  package static let marks = 8

  /// Makes a behaviour that gives its items no property yet.
  public init(items: [any DynamicItem] = []) {
    super.init(
      items: items,
      parameters: [0, 0, 1, 0, 0, 0, 0, 1] + [Double](repeating: 0, count: ItemBehavior.marks))
  }

  package override var kind: BehaviorKind { .item }

  private func give(_ index: Int, _ value: Double?) {
    guard let value else { return }
    // The mark first: the value's change then already finds it in force.
    let wasMarked = parameters[ItemBehavior.marks + index] == 1
    set(ItemBehavior.marks + index, 1)
    if !wasMarked || parameters[index] != value { set(index, value) }
  }

  /// Coefficient of restitution in [0, 1]; 0 unless given. A contact takes the larger one.
  public var elasticity: Double {
    get { parameters[ItemBehavior.elasticity] }
    set { give(ItemBehavior.elasticity, bounded(newValue, 0, 1)) }
  }

  /// Coulomb coefficient, 0 and up; 0 unless given. A contact takes the geometric mean.
  public var friction: Double {
    get { parameters[ItemBehavior.friction] }
    set { give(ItemBehavior.friction, bounded(newValue, 0, 1e6)) }
  }

  /// Relative density, above 0; 1 unless given. Mass is density · area / 10,000.
  public var density: Double {
    get { parameters[ItemBehavior.density] }
    set { give(ItemBehavior.density, bounded(newValue, 1e-6, 1e6)) }
  }

  /// Damping rate of the linear velocity in 1/s, 0 and up; 0 unless given.
  public var resistance: Double {
    get { parameters[ItemBehavior.resistance] }
    set { give(ItemBehavior.resistance, bounded(newValue, 0, 1e6)) }
  }

  /// Damping rate of the angular velocity in 1/s, 0 and up; 0 unless given.
  public var angularResistance: Double {
    get { parameters[ItemBehavior.angularResistance] }
    set { give(ItemBehavior.angularResistance, bounded(newValue, 0, 1e6)) }
  }

  /// Signed charge for electric and magnetic fields; 0 unless given.
  public var charge: Double {
    get { parameters[ItemBehavior.charge] }
    set { give(ItemBehavior.charge, finite(newValue)) }
  }

  /// An anchored item takes part in collisions but never moves; `false` unless given.
  public var isAnchored: Bool {
    get { parameters[ItemBehavior.isAnchored] == 1 }
    set { give(ItemBehavior.isAnchored, newValue ? 1 : 0) }
  }

  /// Without rotation the moment of inertia is infinite; `true` unless given.
  public var allowsRotation: Bool {
    get { parameters[ItemBehavior.allowsRotation] == 1 }
    set { give(ItemBehavior.allowsRotation, newValue ? 1 : 0) }
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

  package override func parameterDidChange(_ index: Int, in animator: DynamicAnimator) {
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
    let p = parameters
    let marks = ItemBehavior.marks
    if p[marks + 0] == 1 { properties.elasticity = p[0] }
    if p[marks + 1] == 1 { properties.friction = p[1] }
    if p[marks + 2] == 1 { properties.density = p[2] }
    if p[marks + 3] == 1 { properties.resistance = p[3] }
    if p[marks + 4] == 1 { properties.angularResistance = p[4] }
    if p[marks + 5] == 1 { properties.charge = p[5] }
    if p[marks + 6] == 1 { properties.isAnchored = p[6] == 1 }
    if p[marks + 7] == 1 { properties.allowsRotation = p[7] == 1 }
  }
}
