import DeterministicMath
import RigidBodies
import Simulation

/// Ties an item to a point or to another item: by a rod, a spring, a rope, a weld, a pin or a
/// slide.
///
/// ``frequency`` 0 is a rod that keeps ``length``; above 0 it is a spring whose rest length is
/// ``length``. A limit attachment lets the ends move freely up to ``length``. Fixed attachments,
/// pins and slides hold a place that the items have when the attachment joins an animator.
public final class AttachmentBehavior: DynamicBehavior {
  /// What the other end is.
  public enum AttachmentType: UInt8, CaseIterable, StateEnum, Sendable {
    /// Another item, or a point of it.
    case items = 0
    /// A point of reference space.
    case anchor = 1
  }

  /// What the attachment leaves free.
  package enum JointForm: UInt8, CaseIterable, StateEnum, Sendable {
    case rod, rope, fixed, pin, slide
  }

  /// The properties of an attachment.
  package struct Values: BehaviorValues {
    package var attachedBehaviorType = AttachmentType.items
    package var form = JointForm.rod
    /// Fixed, pin and slide: the place at which the items are joined, in reference space.
    package var joinPoint = Point.zero
    /// Slide: direction in reference space, of length 1; zero when none can be made of what was
    /// given.
    package var joinAxis = Vector.zero
    package var anchorPoint = Point.zero
    package var length = 0.0
    package var damping = 0.0
    package var frequency = 0.0
    package var allowsCollision = false
    package var frictionTorque = 0.0
    /// `nil`: open.
    package var rangeMinimum: Double?
    package var rangeMaximum: Double?
    /// The place in the first item's frame; in reference space, without a second item.
    package var localAnchorA = Vec2(0, 0)
    /// The place in the last item's frame.
    package var localAnchorB = Vec2(0, 0)
    /// Rotation of the last item against the first.
    package var localRotation = Rotation.identity
    /// The axis in the first item's frame.
    package var localAxis = Vec2(1, 0)

    package static let layout = RowLayout(BehaviorValuesRow<Values>.self)

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("attachedBehaviorType", &attachedBehaviorType)
      visitor.field("form", &form)
      visitor.field("joinPoint.x", &joinPoint.x)
      visitor.field("joinPoint.y", &joinPoint.y)
      visitor.field("joinAxis.dx", &joinAxis.dx)
      visitor.field("joinAxis.dy", &joinAxis.dy)
      visitor.field("anchorPoint.x", &anchorPoint.x)
      visitor.field("anchorPoint.y", &anchorPoint.y)
      visitor.field("length", &length)
      visitor.field("damping", &damping)
      visitor.field("frequency", &frequency)
      visitor.field("allowsCollision", &allowsCollision)
      visitor.field("frictionTorque", &frictionTorque)
      visitor.field("attachmentRange.minimum", &rangeMinimum)
      visitor.field("attachmentRange.maximum", &rangeMaximum)
      visitor.field("localAnchorA.x", &localAnchorA.x)
      visitor.field("localAnchorA.y", &localAnchorA.y)
      visitor.field("localAnchorB.x", &localAnchorB.x)
      visitor.field("localAnchorB.y", &localAnchorB.y)
      visitor.field("localRotation.cosine", &localRotation.cosine)
      visitor.field("localRotation.sine", &localRotation.sine)
      visitor.field("localAxis.x", &localAxis.x)
      visitor.field("localAxis.y", &localAxis.y)
    }

    /// The values of a new attachment with the same fixed properties.
    package var fixed: Values {
      var fixed = Values()
      (fixed.attachedBehaviorType, fixed.form) = (attachedBehaviorType, form)
      (fixed.joinPoint, fixed.joinAxis) = (joinPoint, joinAxis)
      return fixed
    }
  }

  package var own: Values { didSet { stateDidChange() } }

  /// What the other end is; fixed when the attachment is made.
  public var attachedBehaviorType: AttachmentType { own.attachedBehaviorType }
  package var form: JointForm { own.form }
  /// The joint in the running simulation.
  package var joint: JointID? { didSet { stateDidChange() } }

  /// Ties the item's centre to a point.
  public convenience init(item: any DynamicItem, attachedToAnchor anchor: Point) {
    self.init(item: item, offsetFromCenter: .zero, attachedToAnchor: anchor)
  }

  /// Ties a point of the item, given relative to its centre and turning with it, to a point.
  ///
  /// Of every attachment: an anchor that is not finite or beyond ±10⁶ points gives way to the item's
  /// centre, such an offset to none, with a diagnostic.
  public init(
    item: any DynamicItem, offsetFromCenter offset: Vector, attachedToAnchor anchor: Point
  ) {
    let isUsable = anchor.isUsable && offset.isUsable
    let end = anchor.isUsable ? anchor : (item.center.isUsable ? item.center : .zero)
    let offset = offset.isUsable ? offset : .zero
    let length = AttachmentBehavior.worldPoint(offset, of: item).distance(to: end)
    own = Values()
    (own.attachedBehaviorType, own.anchorPoint) = (.anchor, end)
    own.length = length <= 1e7 ? length : 0
    super.init(.attachment)
    members = [Member(item)]
    members[0].vector = offset
    if !isUsable { note(Diagnostic(.valueIgnored)) }
  }

  /// Ties the centres of two items.
  public convenience init(item: any DynamicItem, attachedTo other: any DynamicItem) {
    self.init(
      item: item, offsetFromCenter: .zero, attachedTo: other, offsetFromCenter: .zero,
      form: .rod)
  }

  /// Ties points of two items, each given relative to its item's centre.
  public convenience init(
    item: any DynamicItem, offsetFromCenter offset1: Vector,
    attachedTo other: any DynamicItem, offsetFromCenter offset2: Vector
  ) {
    self.init(
      item: item, offsetFromCenter: offset1, attachedTo: other, offsetFromCenter: offset2,
      form: .rod)
  }

  /// A rope between points of two items: they may come closer than ``length``, not farther.
  public static func limitAttachment(
    with item: any DynamicItem, offsetFromCenter offset1: Vector,
    attachedTo other: any DynamicItem, offsetFromCenter offset2: Vector
  ) -> AttachmentBehavior {
    AttachmentBehavior(
      item: item, offsetFromCenter: offset1, attachedTo: other, offsetFromCenter: offset2,
      form: .rope)
  }

  private init(
    item: any DynamicItem, offsetFromCenter offset1: Vector,
    attachedTo other: any DynamicItem, offsetFromCenter offset2: Vector, form: JointForm
  ) {
    let isUsable = offset1.isUsable && offset2.isUsable
    let offset1 = offset1.isUsable ? offset1 : .zero
    let offset2 = offset2.isUsable ? offset2 : .zero
    let length = AttachmentBehavior.worldPoint(offset1, of: item).distance(
      to: AttachmentBehavior.worldPoint(offset2, of: other))
    own = Values()
    (own.form, own.length) = (form, length <= 1e7 ? length : 0)
    super.init(.attachment)
    members = item === other ? [Member(item)] : [Member(item), Member(other)]
    members[0].vector = offset1
    if members.count == 2 { members[1].vector = offset2 }
    if !isUsable { note(Diagnostic(.valueIgnored)) }
  }

  /// A fixed attachment, a pin or a slide; without `other`, to reference space.
  package init(
    _ form: JointForm, _ item: any DynamicItem, _ other: (any DynamicItem)?, at anchor: Point,
    axis: Vector
  ) {
    let isUsable = anchor.isUsable
    own = Values()
    (own.attachedBehaviorType, own.form) = (other == nil ? .anchor : .items, form)
    // An item that is in no animator may be anywhere, or nowhere.
    own.joinPoint = isUsable ? anchor : (item.center.isUsable ? item.center : .zero)
    own.joinAxis = axis
    if other == nil { own.anchorPoint = own.joinPoint }
    super.init(.attachment)
    members = [Member(item)]
    if let other, other !== item { appendMember(Member(other)) }
    if !isUsable { note(Diagnostic(.valueIgnored)) }
  }

  /// One whose items a snapshot brings.
  package init(_ values: Values) {
    own = values
    super.init(.attachment)
  }

  private static func worldPoint(_ offset: Vector, of item: any DynamicItem) -> Point {
    let turn = item.transform.rotationCosineAndSine
    let local = Point(x: offset.dx, y: offset.dy)
    let turned = AffineTransform2D(cosine: turn.cosine, sine: turn.sine).apply(to: local)
    return item.center + (turned - .zero)
  }

  /// The length is a greatest one: a rope.
  public var isLimit: Bool { form == .rope }

  package override var values: AnyBehaviorValues {
    get { .attachment(own) }
    set {
      if case .attachment(let values) = newValue, values.fixed == own.fixed { own = values }
    }
  }

  /// One item, or two.
  public var items: [any DynamicItem] { members.map { $0.item } }

  package func offset(_ memberIndex: Int) -> Vector { members[memberIndex].vector }

  /// Takes hold of the item at another of its points and ties it to another anchor, as if the
  /// attachment had been made now: ``length`` is the distance of both.
  ///
  /// For attachments that come back, such as one under a finger: a recorded state can be restored
  /// only when the animator knew the attachment before the first step. Rods and springs to an
  /// anchor only; others, and numbers that are not finite or beyond ±10⁶ points, are ignored, the
  /// latter with a diagnostic.
  public func reattach(offsetFromCenter offset: Vector, attachedToAnchor anchor: Point) {
    guard form == .rod, attachedBehaviorType == .anchor, let member = members.first else { return }
    for number in [offset.dx, offset.dy, anchor.x, anchor.y]
    where !(number >= -1e6 && number <= 1e6) {
      return note(Diagnostic(.valueIgnored))
    }
    perform(.setAttachmentOffset(self, offset: offset))
    anchorPoint = anchor
    length = AttachmentBehavior.worldPoint(offset, of: member.item).distance(to: anchor)
  }

  /// The fixed end in reference space; zero between items. Setting it moves the end (of a slide:
  /// its rail), wakes the item and leaves ``length`` as it is. Ignored between items.
  public var anchorPoint: Point {
    get { own.anchorPoint }
    set {
      guard attachedBehaviorType == .anchor else { return }
      guard let x = bounded(newValue.x, -1e6, 1e6), let y = bounded(newValue.y, -1e6, 1e6) else {
        return
      }
      set(.anchorPointX, x)
      set(.anchorPointY, y)
    }
  }

  /// In points; the distance of both ends when the attachment was made. Negative counts as 0. Of
  /// rods, springs and ropes; others read 0 and ignore it, as they do ``damping`` and
  /// ``frequency``.
  public var length: Double {
    get { own.length }
    set {
      guard !holdsPlace else { return }
      if let value = bounded(newValue, 0, 1e7) { set(.length, value) }
    }
  }

  /// Damping ratio of the spring: 1 is critical. The default is 0; negative counts as 0.
  public var damping: Double {
    get { own.damping }
    set {
      guard !holdsPlace else { return }
      if let value = bounded(newValue, 0, 1e6) { set(.damping, value) }
    }
  }

  /// Natural frequency of the spring in hertz, up to 60; 0, the default, is a rod.
  public var frequency: Double {
    get { own.frequency }
    set {
      guard !holdsPlace else { return }
      if let value = bounded(newValue, 0, 60) { set(.frequency, value) }
    }
  }

  /// Whether the two items still collide with each other. The default is `false`.
  public var allowsCollision: Bool {
    get { own.allowsCollision }
    set { set(.allowsCollision, newValue ? 1 : 0) }
  }

  package override func didChange(_ property: BehaviorProperty, in animator: DynamicAnimator) {
    animator.attachmentDidChange(self, property)
    animator.wakeMembers(of: self)
  }

  package override func didJoin(_ animator: DynamicAnimator) {
    animator.holdPlace(of: self)
    animator.makeJoint(for: self)
  }

  package override func willLeave(_ animator: DynamicAnimator) { animator.removeJoint(of: self) }
}
