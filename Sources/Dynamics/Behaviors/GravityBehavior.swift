/// Accelerates items alike, whatever their mass: 1,000 pt/s² per unit.
///
/// Several gravity behaviours under one animator add up; a diagnostic tells of the second one.
public final class GravityBehavior: MultiItemBehavior {
  package static let dx = 0
  package static let dy = 1
  package static let angleIndex = 2
  package static let magnitudeIndex = 3
  /// pt/s² per unit of gravity.
  package static let unit = 1000.0

  /// Gravity of one unit, downwards.
  public init(items: [any DynamicItem] = []) {
    super.init(items: items, parameters: [0, 1, 1.570_796_326_794_896_6, 1])
  }

  package override var kind: BehaviorKind { .gravity }

  /// The default is (0, 1).
  public var gravityDirection: Vector {
    get { Vector(dx: parameters[GravityBehavior.dx], dy: parameters[GravityBehavior.dy]) }
    set {
      guard newValue.isFinite, newValue.length.isFinite else {
        return note(Diagnostic(.valueIgnored))
      }
      assign(newValue, angle: newValue.angle, magnitude: newValue.length)
    }
  }

  /// Radians, clockwise on screen; the default is π/2, down.
  public var angle: Double {
    get { parameters[GravityBehavior.angleIndex] }
    set { setAngle(newValue, magnitude: magnitude) }
  }

  /// Units of 1,000 pt/s². Zero also resets ``angle`` to 0, so that a magnitude set afterwards
  /// points right. A negative one turns the direction round and reads back positive.
  public var magnitude: Double {
    get { parameters[GravityBehavior.magnitudeIndex] }
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
    set(GravityBehavior.dx, vector.dx)
    set(GravityBehavior.dy, vector.dy)
    set(GravityBehavior.angleIndex, angle)
    set(GravityBehavior.magnitudeIndex, magnitude)
  }

  package override func accumulate(_ animator: DynamicAnimator) {
    let ax = GravityBehavior.unit * parameters[GravityBehavior.dx]
    let ay = GravityBehavior.unit * parameters[GravityBehavior.dy]
    animator.addAcceleration(members: members, x: ax, y: ay)
  }
}
