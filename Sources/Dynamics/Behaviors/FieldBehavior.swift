/// A field that acts on items whose centre lies in its region.
///
/// Forces are in UIKit newtons, with distances in metres of 100 points; each factory below states
/// its law. Fields add up, except velocity fields, of which the last in tree order wins.
public final class FieldBehavior: MultiItemBehavior {
  /// How a force falls off with the distance `d` from the field's position.
  public enum Attenuation: UInt8, Sendable {
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

  package static let positionX = 0
  package static let positionY = 1
  package static let strengthIndex = 2
  package static let falloffIndex = 3
  package static let minimumRadiusIndex = 4
  package static let directionX = 5
  package static let directionY = 6
  package static let smoothnessIndex = 7
  package static let animationSpeedIndex = 8
  package static let enabledIndex = 9
  package static let attenuationIndex = 10

  /// The law that the field follows; fixed when the field is made.
  public let fieldKind: FieldKind
  private let evaluation: Evaluation?
  package var regionStore = Region.infinite { didSet { stateDidChange() } }
  /// The seed in force, once there is one.
  package var seedStore: UInt64? { didSet { stateDidChange() } }

  package init(
    _ kind: FieldKind, position: Point = .zero, direction: Vector = .zero,
    smoothness: Double = 0, animationSpeed: Double = 0, evaluation: Evaluation? = nil
  ) {
    fieldKind = kind
    self.evaluation = evaluation
    super.init(items: [], parameters: [0, 0, 1, 0, 0.01, 0, 0, 0, 0, 1, 0])
    self.position = position
    self.direction = direction
    self.smoothness = smoothness
    self.animationSpeed = animationSpeed
  }

  package override var kind: BehaviorKind { .field }

  /// The origin, in reference space.
  public var position: Point {
    get {
      Point(x: parameters[FieldBehavior.positionX], y: parameters[FieldBehavior.positionY])
    }
    set {
      guard newValue.isFinite else { return note(Diagnostic(.valueIgnored)) }
      set(FieldBehavior.positionX, newValue.x)
      set(FieldBehavior.positionY, newValue.y)
    }
  }

  /// Where the field acts, relative to its position. The default is everywhere.
  public var region: Region {
    get { regionStore }
    set { perform(.setRegion(self, region: newValue.nodes)) }
  }

  /// A factor of either sign; the default is 1.
  public var strength: Double {
    get { parameters[FieldBehavior.strengthIndex] }
    set { if let value = finite(newValue) { set(FieldBehavior.strengthIndex, value) } }
  }

  /// The exponent of the decay beyond ``minimumRadius``, −16 … 16; the default 0 is uniform.
  public var falloff: Double {
    get { parameters[FieldBehavior.falloffIndex] }
    set { if let value = bounded(newValue, -16, 16) { set(FieldBehavior.falloffIndex, value) } }
  }

  /// Smaller distances count as this one; at least 0.01 points, the default.
  public var minimumRadius: Double {
    get { parameters[FieldBehavior.minimumRadiusIndex] }
    set {
      if let value = bounded(newValue, 0.01, 1e7) { set(FieldBehavior.minimumRadiusIndex, value) }
    }
  }

  /// Direction of linear gravity and velocity fields; other kinds read and keep zero.
  public var direction: Vector {
    get {
      Vector(dx: parameters[FieldBehavior.directionX], dy: parameters[FieldBehavior.directionY])
    }
    set {
      guard newValue.isFinite else { return note(Diagnostic(.valueIgnored)) }
      let value = fieldKind.traits.isDirectional ? newValue : .zero
      set(FieldBehavior.directionX, value.dx)
      set(FieldBehavior.directionY, value.dy)
    }
  }

  private var isNoisy: Bool { fieldKind.traits.isNoisy }

  /// Smoothness of noise and turbulence: 0 noisiest … 1 smoothest; other kinds read and keep 0.
  public var smoothness: Double {
    get { parameters[FieldBehavior.smoothnessIndex] }
    set {
      guard let value = bounded(newValue, 0, 1) else { return }
      set(FieldBehavior.smoothnessIndex, isNoisy ? value : 0)
    }
  }

  /// Frequency of noise and turbulence, in hertz; negative counts as positive; other kinds read and
  /// keep 0.
  public var animationSpeed: Double {
    get { parameters[FieldBehavior.animationSpeedIndex] }
    set {
      guard let value = finite(newValue) else { return }
      set(FieldBehavior.animationSpeedIndex, isNoisy ? (value < 0 ? -value : value) : 0)
    }
  }

  /// The default is `true`.
  public var isEnabled: Bool {
    get { parameters[FieldBehavior.enabledIndex] == 1 }
    set { set(FieldBehavior.enabledIndex, newValue ? 1 : 0) }
  }

  /// The default is ``Attenuation/clamped``.
  public var attenuation: Attenuation {
    get { parameters[FieldBehavior.attenuationIndex] == 1 ? .shifted : .clamped }
    set { set(FieldBehavior.attenuationIndex, Double(newValue.rawValue)) }
  }

  /// The seed of noise and turbulence.
  ///
  /// `nil` until set or until the field first joins an animator, which then gives it the animator's
  /// seed plus the number of fields that joined before.
  public var seed: UInt64? {
    get { seedStore }
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

  package override func parameterDidChange(_ index: Int, in animator: DynamicAnimator) {
    animator.sleepPermissionsDidChange()
    animator.wakeMembers(of: self)
  }

  package override func didJoin(_ animator: DynamicAnimator) {
    if seedStore == nil { seedStore = animator.nextFieldSeed() }
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
    guard isEnabled, strength != 0 || fieldKind == .velocity else { return }
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
