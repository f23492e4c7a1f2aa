import DeterministicMath
import RigidBodies
import Simulation

/// Pulls an item's centre to a point and its rotation to 0.
///
/// Three springs that know nothing of one another, along x, along y and about the centre of mass,
/// each of 3.5 Hz: an axis without an offset stays still. They swing as damped oscillators do, with
/// `ζ` the damping; rotation takes the shorter way. Mass does not matter.
public final class SnapBehavior: DynamicBehavior {
  /// The properties of a snap.
  package struct Values: BehaviorValues {
    package var snapPoint = Point.zero
    package var damping = 0.5

    package static let layout = RowLayout(BehaviorValuesRow<Values>.self)

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("snapPoint.x", &snapPoint.x)
      visitor.field("snapPoint.y", &snapPoint.y)
      visitor.field("damping", &damping)
    }
  }

  private static let hertz: Float = 3.5

  private var own = Values() { didSet { stateDidChange() } }

  /// - Parameters:
  ///   - item: what is pulled.
  ///   - point: in reference space; one that is not finite or beyond ±10⁶ points gives way to the
  ///     item's centre, with a diagnostic.
  public init(item: any DynamicItem, snapTo point: Point) {
    let isUsable = point.isUsable
    let place = isUsable ? point : (item.center.isUsable ? item.center : .zero)
    own.snapPoint = place
    super.init(.snap)
    members = [Member(item)]
    if !isUsable { note(Diagnostic(.valueIgnored)) }
  }

  /// One whose item and numbers a snapshot brings.
  package init(ofSnapshot: Void) { super.init(.snap) }

  package override var values: AnyBehaviorValues {
    get { .snap(own) }
    set { if case .snap(let values) = newValue { own = values } }
  }

  /// The one item.
  public var items: [any DynamicItem] { members.map { $0.item } }

  /// Where the item's centre is pulled, in reference space. Setting it wakes the item and keeps its
  /// velocity; a point that is not finite or beyond ±10⁶ points is ignored, with a diagnostic.
  public var snapPoint: Point {
    get { own.snapPoint }
    set {
      guard newValue.isUsable else { return note(Diagnostic(.valueIgnored)) }
      set(.snapPointX, newValue.x)
      set(.snapPointY, newValue.y)
    }
  }

  /// Damping ratio: 0 oscillates most, 1 not at all, more is slower. The default is 0.5; negative
  /// counts as 0.
  public var damping: Double {
    get { own.damping }
    set { if let value = bounded(newValue, 0, 1e6) { set(.damping, value) } }
  }

  /// A pull from the item's centre to the point.
  package override func draw(into picture: inout BehaviorPicture, _ animator: DynamicAnimator) {
    guard picture.showsSnaps, let slot = members.first?.slot,
      let subject = animator.drawnSubject(slot: slot)
    else { return }
    let style = picture.drawing.style(DrawingStyle("snap", .brown, line: .dashed))
    picture.snaps.links.append(
      DrawingLink(
        from: DrawingPoint(snapPoint.x, snapPoint.y),
        to: DrawingPoint(subject.center.x, subject.center.y), style: style))
  }

  package override func accumulate(_ animator: DynamicAnimator) {
    guard let member = members.first else { return }
    let spring = SpringStep(
      hertz: SnapBehavior.hertz, dampingRatio: Float(damping), substep: DynamicAnimator.substep,
      isExact: animator.profile.hasExactSprings)
    animator.addSnap(slot: member.slot, to: snapPoint, spring)
  }
}
