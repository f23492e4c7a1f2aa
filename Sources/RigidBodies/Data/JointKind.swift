/// What a joint does.
///
/// All else that a kind is lies in a file of its own, `Joints/DistanceJoint.swift` and so on; the
/// list of those files' types is `Joints/JointKinds.swift`. Numbers are part of recorded states:
/// append, never reorder.
public enum JointKind: UInt32, CaseIterable, BitwiseCopyable, Sendable {
  case distance = 0
  case revolute = 1
  case weld = 2
  case prismatic = 3
  case wheel = 4
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
