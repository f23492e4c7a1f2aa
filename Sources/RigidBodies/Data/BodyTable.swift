/// Bodies, by slot.
struct BodyTable: ~Copyable {
  var poses = Store<BodyPose>()
  var motions = Store<BodyMotion>()
  var masses = Store<BodyMass>()
  var records = Store<BodyRecord>()
  /// How long each body has been slow, in seconds.
  var sleepTimers = Store<Float>()
  var flags = Store<UInt32>()
  /// First free slot, plus one.
  var firstFree: UInt32 = 0
  /// Derived from shapes.
  var extents = Store<BodyExtent>()
  /// Some body may have a force or torque to be taken from it when the step is done.
  var isAnyForce = false
}
