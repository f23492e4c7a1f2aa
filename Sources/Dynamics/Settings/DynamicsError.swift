/// Why the strict interface refuses a behaviour, an item or a path.
public enum DynamicsError: Error, Equatable, Sendable {
  /// A side, of the bounds or of the collision path's box, is not a number from 0.001 to 10⁶ points,
  /// or the path is as thin as that.
  case itemBoundsInvalid(width: Double, height: Double)
  /// A coordinate is not finite or beyond ±10⁶ points.
  case itemCenterInvalid(x: Double, y: Double)
  /// The item asks for its collision path but has none.
  case collisionPathMissing
  /// The collision path is not one convex closed run.
  case collisionPathNotConvex
  /// The flattened collision path has more corners than a body may have (64).
  case collisionPathTooFine(Int)
  /// The item already belongs to another animator.
  case itemInOtherAnimator
  /// The behaviour already belongs to another animator.
  case behaviorInOtherAnimator
  /// The behaviour is already in the tree, at another level.
  case behaviorInTree
  /// Only plain behaviours and custom subclasses can have children.
  case behaviorRejectsChildren
  /// A boundary path has no line, or a coordinate that is not finite or beyond ±10⁶ points.
  case boundaryInvalid
  /// The axis of a sliding attachment has no direction: it is zero or not finite.
  case axisInvalid
  /// The item is a member of a group that an animator moves, or the group has such a member.
  case itemInGroup
  /// A group has no members, or a group among them.
  case groupInvalid
}

extension DynamicsError: CustomStringConvertible {
  /// The sign of NaN is no one's choice: builds of different optimisation print another.
  private static func text(_ x: Double) -> String { x.isNaN ? "nan" : "\(x)" }

  public var description: String {
    switch self {
    case .itemBoundsInvalid(let width, let height):
      "an item needs sides from 0.001 to 1e6 pt, not \(DynamicsError.text(width)) × \(DynamicsError.text(height))"
    case .itemCenterInvalid(let x, let y):
      "an item's centre must be finite and within ±1e6 pt, not (\(DynamicsError.text(x)), \(DynamicsError.text(y)))"
    case .collisionPathMissing:
      "the item's collision bounds type is path, but it has no collision path"
    case .collisionPathNotConvex: "a collision path must be one convex closed outline"
    case .collisionPathTooFine(let count):
      "a collision path may have 64 corners after flattening, not \(count)"
    case .itemInOtherAnimator: "the item belongs to another animator; remove it there first"
    case .behaviorInOtherAnimator:
      "the behaviour belongs to another animator; remove it there first"
    case .behaviorInTree: "the behaviour is already in the tree, at another level"
    case .behaviorRejectsChildren: "only plain behaviours and custom subclasses take children"
    case .axisInvalid: "a sliding attachment needs an axis other than zero, with finite numbers"
    case .itemInGroup: "the item moves with its group; add the group, or the item, not both"
    case .groupInvalid: "a group needs at least one member, and none that is a group itself"
    case .boundaryInvalid: "a boundary needs a line with finite coordinates within ±1e6 pt"
    }
  }
}
