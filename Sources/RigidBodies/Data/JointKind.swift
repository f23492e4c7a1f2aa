/// What a joint does.
///
/// All else that a kind is lies in a file of its own, `Joints/DistanceJoint.swift` and so on; the
/// list of those files' types is `Joints/JointKinds.swift`. Numbers are part of recorded states:
/// append, never reorder.
public enum JointKind: UInt32, CaseIterable, BitwiseCopyable, Sendable {
  /// Keeps the distance of two anchors, or keeps it within limits: a rod, a spring or a rope.
  case distance = 0
  /// Pins two anchors together; the bodies turn about them.
  case revolute = 1
  /// Holds both the anchors and the angle.
  case weld = 2
  /// Lets one body slide along an axis of the other, without turning.
  case prismatic = 3
  /// Lets a hub turn, and slide along a sprung axis of the other body.
  case wheel = 4
  /// Pulls a point of a body towards a target, with a limited force.
  case target = 5
}

/// How a joint is solved: in blocks of eight lanes, or by itself.
enum JointClass: Int {
  /// A revolute joint without anything else.
  case pin
  /// A revolute joint with spring, motor, limits or a softness of its own.
  case hinge
  case distance
  case weld
  /// Joints that are solved one by one; the last case.
  case single

  /// Classes that are solved in lanes: those before ``single``.
  static let laneCount = JointClass.single.rawValue
  static let count = laneCount + 1
}
