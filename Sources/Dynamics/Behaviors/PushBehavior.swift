import Simulation

/// Pushes items with one force for each, continuously or once.
///
/// A continuous push of magnitude 1 accelerates an item of 100 × 100 pt and density 1 by 100 pt/s²;
/// an instantaneous one changes its velocity by 100 pt/s.
public final class PushBehavior: MultiItemBehavior {
  /// How long a push acts.
  public enum Mode: UInt8, CaseIterable, StateEnum, Sendable {
    /// A force, in UIKit newtons, while ``PushBehavior/active``.
    case continuous = 0
    /// An impulse, in UIKit newton seconds, at the next step; then the push turns inactive.
    case instantaneous = 1
  }

  /// The properties of a push.
  package struct Values: BehaviorValues {
    package var mode = Mode.continuous
    package var pushDirection = Vector.zero
    package var angle = 0.0
    package var magnitude = 0.0
    package var active = true
    package var removeWhenSpent = false

    package static let layout = RowLayout(BehaviorValuesRow<Values>.self)

    package init() {}

    init(_ mode: Mode) { self.mode = mode }

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("mode", &mode)
      visitor.field("pushDirection.dx", &pushDirection.dx)
      visitor.field("pushDirection.dy", &pushDirection.dy)
      visitor.field("angle", &angle)
      visitor.field("magnitude", &magnitude)
      visitor.field("active", &active)
      visitor.field("removeWhenSpent", &removeWhenSpent)
    }
  }

  private var own: Values { didSet { stateDidChange() } }

  /// Whether the push lasts or happens once; fixed when the push is made.
  public var mode: Mode { own.mode }

  /// Makes an active push of magnitude 0.
  public init(items: [any DynamicItem] = [], mode: Mode) {
    own = Values(mode)
    super.init(.push, items: items)
  }

  package override var values: AnyBehaviorValues {
    get { .push(own) }
    set { if case .push(let values) = newValue, values.mode == own.mode { own = values } }
  }

  /// Set it to `true` to fire an instantaneous push again. The default is `true`.
  public var active: Bool {
    get { own.active }
    set { set(.active, newValue ? 1 : 0) }
  }

  /// An instantaneous push that has fired removes itself from the tree. The default is `false`.
  public var removeWhenSpent: Bool {
    get { own.removeWhenSpent }
    set { set(.removeWhenSpent, newValue ? 1 : 0) }
  }

  /// Along the axes of reference space: it does not turn with the items. The default is zero.
  public var pushDirection: Vector {
    get { own.pushDirection }
    set {
      guard newValue.isFinite, newValue.length.isFinite else {
        return note(Diagnostic(.valueIgnored))
      }
      assign(newValue, angle: newValue.angle, magnitude: newValue.length)
    }
  }

  /// Radians, clockwise on screen; kept while the magnitude is zero. The default is 0.
  public var angle: Double {
    get { own.angle }
    set { setAngle(newValue, magnitude: magnitude) }
  }

  /// A negative magnitude reverses the direction. The default is 0.
  public var magnitude: Double {
    get { own.magnitude }
    set { setAngle(angle, magnitude: newValue) }
  }

  /// Sets direction and strength in one change.
  ///
  /// - Parameters:
  ///   - angle: radians, clockwise on screen from +x.
  ///   - magnitude: UIKit newtons, or newton seconds for an instantaneous push; a negative one
  /// reverses the direction.
  public func setAngle(_ angle: Double, magnitude: Double) {
    guard angle.isFinite, magnitude.isFinite else { return note(Diagnostic(.valueIgnored)) }
    let vector = magnitude == 0 ? .zero : Vector(angle: angle, magnitude: magnitude)
    assign(vector, angle: angle, magnitude: magnitude)
  }

  private func assign(_ vector: Vector, angle: Double, magnitude: Double) {
    set(.pushDirectionX, vector.dx)
    set(.pushDirectionY, vector.dy)
    set(.angle, angle)
    set(.magnitude, magnitude)
  }

  /// Where the push acts on an item, relative to its centre and turning with it. Off-centre pushes
  /// turn the item. An unknown item is ignored.
  public func setTargetOffsetFromCenter(_ offset: Vector, for item: any DynamicItem) {
    guard memberIndex(of: item) != nil else { return }
    guard offset.isFinite else { return note(Diagnostic(.valueIgnored)) }
    perform(.setTargetOffset(self, item: item, offset: offset))
  }

  /// Zero when none was set.
  public func targetOffsetFromCenter(for item: any DynamicItem) -> Vector {
    guard let index = memberIndex(of: item) else { return .zero }
    return members[index].vector
  }

  package override func didChange(_ property: BehaviorProperty, in animator: DynamicAnimator) {
    // A spent push has no effect, so a change of its force is none either.
    if property != .removeWhenSpent && active { animator.wakeMembers(of: self) }
  }

  /// One arrow for each item while the push acts: the acceleration, or the change of velocity of an
  /// armed instantaneous push.
  package override func draw(into picture: inout BehaviorPicture, _ animator: DynamicAnimator) {
    guard picture.showsPushes, active, pushDirection != .zero else { return }
    let style = picture.drawing.style(DrawingStyle("push", .fuchsia, width: 1.4))
    for member in members {
      guard let subject = animator.drawnSubject(slot: member.slot) else { continue }
      let a = (100 / subject.mass) * pushDirection
      picture.pushes.arrows.append(
        DrawingArrow(
          at: DrawingPoint(subject.center.x, subject.center.y), vector: DrawingPoint(a.dx, a.dy),
          style: style))
    }
  }

  package override func accumulate(_ animator: DynamicAnimator) {
    guard mode == .continuous, active else { return }
    let force = pushDirection
    if force == .zero { return }
    for member in members {
      animator.addForce(slot: member.slot, force, offset: member.vector)
    }
  }

  /// Fires an armed instantaneous push. - Returns: whether it fired.
  package func fire(_ animator: DynamicAnimator) -> Bool {
    guard mode == .instantaneous, active else { return false }
    let impulse = pushDirection
    if impulse != .zero {
      for member in members {
        animator.applyImpulse(slot: member.slot, impulse, offset: member.vector)
      }
    }
    own.active = false
    return true
  }
}
