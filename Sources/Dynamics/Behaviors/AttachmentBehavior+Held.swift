/// Attachments that hold a place: fixed ones, pins and slides.
///
/// The place is given in reference space and becomes part of the items when the attachment joins an
/// animator, in the pose that they then have.
extension AttachmentBehavior {
  package var holdsPlace: Bool { form == .fixed || form == .pin || form == .slide }

  /// Joins two items rigidly at a point of reference space: no movement against each other.
  public static func fixedAttachment(
    with item: any DynamicItem, attachedTo other: any DynamicItem, attachmentAnchor anchor: Point
  ) -> AttachmentBehavior {
    AttachmentBehavior(.fixed, item, other, at: anchor, axis: .zero)
  }

  /// Pins two items together at a point of reference space: they turn about it. The point itself
  /// moves with them.
  public static func pinAttachment(
    with item: any DynamicItem, attachedTo other: any DynamicItem, attachmentAnchor anchor: Point
  ) -> AttachmentBehavior {
    AttachmentBehavior(.pin, item, other, at: anchor, axis: .zero)
  }

  /// Lets an item slide along an axis of reference space through its present place, without
  /// turning.
  ///
  /// An axis of no direction is refused with a diagnostic, and the attachment then has no effect.
  /// See ``sliding(item:attachedTo:anchor:axis:)`` for errors instead.
  public static func slidingAttachment(
    with item: any DynamicItem, attachmentAnchor anchor: Point, axisOfTranslation axis: Vector
  ) -> AttachmentBehavior {
    tolerant(item, nil, anchor, axis)
  }

  /// Lets two items slide against each other along an axis, without turning against each other.
  ///
  /// The axis is given in reference space and then belongs to `item`. See
  /// ``slidingAttachment(with:attachmentAnchor:axisOfTranslation:)`` about refused axes.
  public static func slidingAttachment(
    with item: any DynamicItem, attachedTo other: any DynamicItem, attachmentAnchor anchor: Point,
    axisOfTranslation axis: Vector
  ) -> AttachmentBehavior {
    tolerant(item, other, anchor, axis)
  }

  /// Both sliding attachments, with typed errors; without `other`, along an axis of reference
  /// space.
  ///
  /// - Parameters:
  ///   - item: what slides.
  ///   - other: what it slides against; `nil` for reference space.
  ///   - anchor: where they are joined, in reference space.
  ///   - axis: of any length but 0; only its direction counts.
  /// - Throws: ``DynamicsError/axisInvalid``.
  public static func sliding(
    item: any DynamicItem, attachedTo other: (any DynamicItem)? = nil, anchor: Point, axis: Vector
  ) throws(DynamicsError) -> AttachmentBehavior {
    guard let unit = unit(axis) else { throw .axisInvalid }
    return AttachmentBehavior(.slide, item, other, at: anchor, axis: unit)
  }

  private static func tolerant(
    _ item: any DynamicItem, _ other: (any DynamicItem)?, _ anchor: Point, _ axis: Vector
  ) -> AttachmentBehavior {
    let unit = unit(axis)
    let behavior = AttachmentBehavior(.slide, item, other, at: anchor, axis: unit ?? .zero)
    if unit == nil { behavior.note(Diagnostic(.refused, .axisInvalid)) }
    return behavior
  }

  private static func unit(_ axis: Vector) -> Vector? {
    guard axis.isFinite else { return nil }
    let x = axis.dx < 0 ? -axis.dx : axis.dx
    let y = axis.dy < 0 ? -axis.dy : axis.dy
    let larger = x > y ? x : y
    guard larger > 0 else { return nil }
    // Scaled first, so that no square overflows or vanishes.
    let scaled = Vector(dx: axis.dx / larger, dy: axis.dy / larger)
    return (1 / scaled.length) * scaled
  }

  /// Torque with which a pin resists turning, at most: in UIKit newton metres (100 points), 0 …
  /// 10⁹; the default is 0. Other kinds read 0 and ignore it.
  public var frictionTorque: Double {
    get { form == .pin ? own.frictionTorque : 0 }
    set {
      guard form == .pin, let value = bounded(newValue, 0, 1e9) else { return }
      set(.frictionTorque, value)
    }
  }

  /// How far the items may leave the pose in which the attachment joined its animator. The default
  /// is infinite; other kinds than pins and slides read it and ignore others.
  ///
  /// A slide counts points along the axis, of the last item against the first (or reference space).
  /// A pin counts radians, positive when the second item turns clockwise against the first; it
  /// measures −π … π, so a side beyond that counts as π, unless both are. The range must contain 0:
  /// a side that does not is moved to 0, with a diagnostic. Zero at both sides locks the
  /// attachment.
  public var attachmentRange: FloatRange {
    get {
      guard form == .pin || form == .slide else { return .infinite }
      return FloatRange(
        minimum: own.rangeMinimum ?? -.infinity, maximum: own.rangeMaximum ?? .infinity)
    }
    set {
      guard form == .pin || form == .slide else { return }
      guard !newValue.minimum.isNaN, !newValue.maximum.isNaN else {
        return note(Diagnostic(.valueIgnored))
      }
      let low = newValue.minimum > 0 ? 0 : newValue.minimum
      let high = newValue.maximum < 0 ? 0 : newValue.maximum
      if low != newValue.minimum || high != newValue.maximum { note(Diagnostic(.valueClamped)) }
      set(.rangeMinimum, low.isFinite ? low : nil)
      set(.rangeMaximum, high.isFinite ? high : nil)
    }
  }

  /// The limits of the joint, and whether it has any.
  package var limits: (lower: Float, upper: Float, areEnabled: Bool) {
    // What a Float in points can tell apart from nothing at all.
    let most = form == .pin ? 3.141_592_653_589_793 : 1e7
    let low = own.rangeMinimum ?? -.infinity
    let high = own.rangeMaximum ?? .infinity
    return (
      Float(low < -most ? -most : low), Float(high > most ? most : high),
      low > -most || high < most
    )
  }
}
