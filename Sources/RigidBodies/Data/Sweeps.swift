/// Which bodies are swept in this step, and on which way.
struct Sweeps: ~Copyable {
  /// By body slot: where awake bodies were when the step began.
  private(set) var startPoses = Store<BodyPose>()
  /// By body slot: at which fraction of the step the sweep stopped them.
  private(set) var stopFractions = Store<Float>()
  /// Bodies so fast, or so near a wall, that they might pass through something thin.
  var fastBodies = Store<Int32>()
  /// By body slot: 1 when an immovable shape reaches deep into the body. Zero between steps.
  private(set) var marks = Store<UInt8>()

  /// Makes room for the marks of all bodies.
  mutating func reserveMarks(bodyCount: Int) { marks.setCount(bodyCount, filling: 0) }

  /// Makes room for the ways of all bodies.
  mutating func reserve(bodyCount: Int) {
    startPoses.setCount(bodyCount)
    stopFractions.setCount(bodyCount)
  }
}
