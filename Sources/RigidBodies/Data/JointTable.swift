/// Joints, by slot.
struct JointTable: ~Copyable {
  var records = Store<JointRecord>()
  var impulses = Store<JointImpulse>()
  /// First free slot, plus one.
  var firstFree: UInt32 = 0
}
