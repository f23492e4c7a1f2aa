import Simulation

/// A field that acts on items whose centre lies in its region.
///
/// Forces are in UIKit newtons, with distances in metres of 100 points; each factory below states
/// its law. Fields add up, except those that give a velocity, of which the last in tree order wins.
public final class FieldBehavior: MultiItemBehavior {
  /// How a force falls off with the distance `d` from the field's position.
  public enum Attenuation: UInt8, CaseIterable, StateEnum, Sendable {
    /// `(max(d, minimumRadius)/100)^(−falloff)`.
    case clamped = 0
    /// 1 up to `minimumRadius`, then `((d − minimumRadius)/100)^(−falloff)`, at most 10⁶.
    case shifted = 1
  }

  /// What a custom field may know of an item.
  ///
  /// - Parameters: the field; the item's centre in reference space; its velocity in pt/s; its mass
  ///   in UIKit kilograms; its charge; the substep in seconds.
  /// - Returns: a force in UIKit newtons.
  public typealias Evaluation = (
    _ field: FieldBehavior, _ position: Point, _ velocity: Vector, _ mass: Double,
    _ charge: Double, _ deltaTime: Double
  ) -> Vector

  /// The properties of a field.
  package struct Values: BehaviorValues {
    package var fieldKind = FieldKind.linearGravity
    package var position = Point.zero
    package var strength = 1.0
    package var falloff = 0.0
    package var minimumRadius = 0.01
    package var direction = Vector.zero
    package var smoothness = 0.0
    package var animationSpeed = 0.0
    package var isEnabled = true
    package var attenuation = Attenuation.clamped
    /// The seed in force, once there is one.
    package var seed: UInt64?
    package var region = Region.infinite

    package static let layout = RowLayout(BehaviorValuesRow<Values>.self)

    package init() {}

    init(_ kind: FieldKind) { fieldKind = kind }

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("fieldKind", &fieldKind)
      visitor.field("position.x", &position.x)
      visitor.field("position.y", &position.y)
      visitor.field("strength", &strength)
      visitor.field("falloff", &falloff)
      visitor.field("minimumRadius", &minimumRadius)
      visitor.field("direction.dx", &direction.dx)
      visitor.field("direction.dy", &direction.dy)
      visitor.field("smoothness", &smoothness)
      visitor.field("animationSpeed", &animationSpeed)
      visitor.field("isEnabled", &isEnabled)
      visitor.field("attenuation", &attenuation)
      visitor.field("seed", &seed)
      visitor.field("region", &region)
    }
  }

  package var own: Values { didSet { stateDidChange() } }
  private let evaluation: Evaluation?

  /// The law that the field follows; fixed when the field is made.
  public var fieldKind: FieldKind { own.fieldKind }

  package init(
    _ kind: FieldKind, position: Point = .zero, direction: Vector = .zero,
    smoothness: Double = 0, animationSpeed: Double = 0, evaluation: Evaluation? = nil
  ) {
    own = Values(kind)
    self.evaluation = evaluation
    super.init(.field, items: [])
    self.position = position
    self.direction = direction
    self.smoothness = smoothness
    self.animationSpeed = animationSpeed
  }

  package override var values: AnyBehaviorValues {
    get { .field(own) }
    set {
      if case .field(let values) = newValue, values.fieldKind == own.fieldKind { own = values }
    }
  }

  /// The origin, in reference space.
  public var position: Point {
    get { own.position }
    set {
      guard newValue.isFinite else { return note(Diagnostic(.valueIgnored)) }
      set(.positionX, newValue.x)
      set(.positionY, newValue.y)
    }
  }

  /// Where the field acts, relative to its position. The default is everywhere.
  public var region: Region {
    get { own.region }
    set { perform(.setRegion(self, region: newValue.nodes)) }
  }

  /// A factor of either sign; the default is 1.
  public var strength: Double {
    get { own.strength }
    set { if let value = finite(newValue) { set(.strength, value) } }
  }

  /// The exponent of the decay beyond ``minimumRadius``, −16 … 16; the default 0 is uniform.
  public var falloff: Double {
    get { own.falloff }
    set { if let value = bounded(newValue, -16, 16) { set(.falloff, value) } }
  }

  /// Smaller distances count as this one; at least 0.01 points, the default.
  public var minimumRadius: Double {
    get { own.minimumRadius }
    set { if let value = bounded(newValue, 0.01, 1e7) { set(.minimumRadius, value) } }
  }

  /// The direction of a field that has one; see ``FieldKind``. Other kinds read and keep zero.
  public var direction: Vector {
    get { own.direction }
    set {
      guard newValue.isFinite else { return note(Diagnostic(.valueIgnored)) }
      let value = fieldKind.traits.isDirectional ? newValue : .zero
      set(.directionX, value.dx)
      set(.directionY, value.dy)
    }
  }

  private var isNoisy: Bool { fieldKind.traits.isNoisy }

  /// Smoothness of a field that follows noise: 0 noisiest … 1 smoothest. Other kinds read and keep 0.
  public var smoothness: Double {
    get { own.smoothness }
    set {
      guard let value = bounded(newValue, 0, 1) else { return }
      set(.smoothness, isNoisy ? value : 0)
    }
  }

  /// Frequency of a field that follows noise, in hertz; negative counts as positive. Other kinds read
  /// and keep 0.
  public var animationSpeed: Double {
    get { own.animationSpeed }
    set {
      guard let value = finite(newValue) else { return }
      set(.animationSpeed, isNoisy ? (value < 0 ? -value : value) : 0)
    }
  }

  /// The default is `true`.
  public var isEnabled: Bool {
    get { own.isEnabled }
    set { set(.isEnabled, newValue ? 1 : 0) }
  }

  /// The default is ``Attenuation/clamped``.
  public var attenuation: Attenuation {
    get { own.attenuation }
    set { set(.attenuation, Double(newValue.rawValue)) }
  }

  /// The seed of a field that follows noise.
  ///
  /// `nil` until set or until the field first joins an animator, which then gives it the animator's
  /// seed plus the number of fields that joined before.
  public var seed: UInt64? {
    get { own.seed }
    set { perform(.setSeed(self, seed: newValue)) }
  }

  /// Whether the field can move an item that lies still, at any time: such items never sleep.
  package var keepsItemsAwake: Bool {
    guard isEnabled, strength != 0 else { return false }
    switch fieldKind.traits.wakes {
    case .never: return false
    case .whileAnimated: return animationSpeed != 0
    case .always: return true
    }
  }

  package func evaluate(_ state: FieldSubject, _ substep: Double) -> Vector {
    let observer = animatorReference?.observer
    if let force = observer?.nextForce(of: self) { return force }
    guard let evaluation else { return .zero }
    let force = evaluation(
      self, state.center, state.velocity, state.mass, state.charge, substep)
    observer?.didAnswer(force, self)
    return force
  }

  package override func didChange(_ property: BehaviorProperty, in animator: DynamicAnimator) {
    animator.sleepPermissionsDidChange()
    animator.wakeMembers(of: self)
  }

  package override func didJoin(_ animator: DynamicAnimator) {
    if own.seed == nil { own.seed = animator.nextFieldSeed() }
    animator.sleepPermissionsDidChange()
  }

  package override func willLeave(_ animator: DynamicAnimator) {
    animator.sleepPermissionsDidChange()
  }

  package override func didAdd(_ memberIndex: Int, in animator: DynamicAnimator) {
    animator.dirtySleepPermissions.append(members[memberIndex].slot)
  }

  package override func didRemove(slot: Int32, in animator: DynamicAnimator) {
    animator.dirtySleepPermissions.append(slot)
  }

  package override func draw(into picture: inout BehaviorPicture, _ animator: DynamicAnimator) {
    if picture.showsFields { drawField(into: &picture, animator) }
  }

  package override func accumulate(_ animator: DynamicAnimator) {
    guard isEnabled, strength != 0 || fieldKind.traits.actsWithoutStrength else { return }
    let time = animator.elapsedTime
    // Making ready for lanes costs as much as three items one at a time.
    if members.count > 3, let lanes = FieldLanes(self, time: time) {
      return animator.apply(lanes, to: members)
    }
    let substep = animator.substepDuration
    for member in members {
      guard let subject = animator.subject(slot: member.slot) else { continue }
      animator.add(effect(on: subject, time: time, substep: substep), slot: member.slot)
    }
  }
}
