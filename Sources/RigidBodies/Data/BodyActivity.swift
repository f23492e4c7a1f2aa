/// Which bodies are awake.
struct BodyActivity: ~Copyable {
  /// Bodies that move, by ascending slot.
  private(set) var awakeBodies = Store<Int32>()
  private(set) var kinematicBodies = Store<Int32>()
  /// Blocks of eight slots with an awake body, ascending.
  private(set) var awakeBlocks = Store<Int32>()
  /// Some body woke, fell asleep, came or went since bodies were listed; true after a restore.
  var listIsStale = true
  /// Something was woken since the last step, or may have been, as after a restore: islands must be
  /// made whole.
  var wakePending = true
  /// Bodies that are dynamic and asleep may exist: the next step looks for them.
  var hasSleepers = true

  /// Lists all bodies that move, and the blocks that hold one.
  mutating func list(_ flags: UnsafePointer<UInt32>, bodyCount: Int) {
    listIsStale = false
    awakeBodies.removeAll()
    awakeBodies.reserve(bodyCount)
    awakeBlocks.removeAll()
    awakeBlocks.reserve(bodyCount / 8 &+ 1)
    var last = -1
    var i = 0
    while i < bodyCount {
      if flags[i] & BodyFlag.awake != 0 {
        awakeBodies.append(Int32(truncatingIfNeeded: i))
        if i &>> 3 != last { awakeBlocks.append(Int32(truncatingIfNeeded: i &>> 3)) }
        last = i &>> 3
      }
      i &+= 1
    }
  }

  mutating func listKinematic(_ flags: UnsafePointer<UInt32>, bodyCount: Int) {
    kinematicBodies.removeAll()
    let wanted = BodyFlag.kinematic | BodyFlag.used
    var i = 0
    while i < bodyCount {
      if flags[i] & wanted == wanted { kinematicBodies.append(Int32(truncatingIfNeeded: i)) }
      i &+= 1
    }
  }
}
