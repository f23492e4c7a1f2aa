import Simulation

/// Accelerates items alike, whatever their mass: 1,000 pt/s² per unit.
///
/// Several gravity behaviours under one animator add up; a diagnostic tells of the second one.
public final class GravityBehavior: MultiItemBehavior {
  /// The properties of a gravity.
  package struct Values: BehaviorValues {
    package var gravityDirection = Vector(dx: 0, dy: 1)
    package var angle = 1.570_796_326_794_896_6
    package var magnitude = 1.0

    package static let layout = RowLayout(BehaviorValuesRow<Values>.self)

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("gravityDirection.dx", &gravityDirection.dx)
      visitor.field("gravityDirection.dy", &gravityDirection.dy)
      visitor.field("angle", &angle)
      visitor.field("magnitude", &magnitude)
    }
  }

  /// pt/s² per unit of gravity.
  package static let unit = 1000.0

  private var own = Values() { didSet { stateDidChange() } }

  /// Gravity of one unit, downwards.
  public init(items: [any DynamicItem] = []) { super.init(.gravity, items: items) }

  package override var values: AnyBehaviorValues {
    get { .gravity(own) }
    set { if case .gravity(let values) = newValue { own = values } }
  }

  /// The default is (0, 1).
  public var gravityDirection: Vector {
    get { own.gravityDirection }
    set {
      guard newValue.isFinite, newValue.length.isFinite else {
        return note(Diagnostic(.valueIgnored))
      }
      assign(newValue, angle: newValue.angle, magnitude: newValue.length)
    }
  }

  /// Radians, clockwise on screen; the default is π/2, down.
  public var angle: Double {
    get { own.angle }
    set { setAngle(newValue, magnitude: magnitude) }
  }

  /// Units of 1,000 pt/s². Zero also resets ``angle`` to 0, so that a magnitude set afterwards
  /// points right. A negative one turns the direction round and reads back positive.
  public var magnitude: Double {
    get { own.magnitude }
    set { setAngle(angle, magnitude: newValue) }
  }

  /// Sets direction and strength in one change.
  ///
  /// - Parameters:
  ///   - angle: radians, clockwise on screen from +x.
  ///   - magnitude: in units of 1,000 pt/s²; a negative one turns the direction round.
  public func setAngle(_ angle: Double, magnitude: Double) {
    guard angle.isFinite, magnitude.isFinite else { return note(Diagnostic(.valueIgnored)) }
    if magnitude == 0 { return assign(.zero, angle: 0, magnitude: 0) }
    let vector = Vector(angle: angle, magnitude: magnitude)
    if magnitude < 0 {
      assign(vector, angle: vector.angle, magnitude: -magnitude)
    } else {
      assign(vector, angle: angle, magnitude: magnitude)
    }
  }

  private func assign(_ vector: Vector, angle: Double, magnitude: Double) {
    set(.gravityDirectionX, vector.dx)
    set(.gravityDirectionY, vector.dy)
    set(.angle, angle)
    set(.magnitude, magnitude)
  }

  package override func accumulate(_ animator: DynamicAnimator) {
    let ax = GravityBehavior.unit * own.gravityDirection.dx
    let ay = GravityBehavior.unit * own.gravityDirection.dy
    animator.addAcceleration(members: members, x: ax, y: ay)
  }
}
