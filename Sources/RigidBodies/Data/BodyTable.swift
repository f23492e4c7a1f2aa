import DeterministicMath

/// Bodies, by slot.
struct BodyTable: ~Copyable {
  var poses = Store<BodyPose>()
  var motions = Store<BodyMotion>()
  var masses = Store<BodyMass>()
  var records = Store<BodyRecord>()
  /// How long each body has been slow, in seconds.
  var sleepTimers = Store<Float>()
  /// See ``BodyFlag``.
  var flags = Store<UInt32>()
  /// First free slot, plus one.
  var firstFree: UInt32 = 0
  /// Derived from shapes.
  var extents = Store<BodyExtent>()
  /// Some body may have a force or torque to be taken from it when the step is done.
  var isAnyForce = false

  // MARK: Lookup

  @inline(__always)
  func slot(of id: BodyID) -> Int? {
    let index = id.index
    guard index < records.count, records.base[index].generation == id.generation,
      flags.base[index] & BodyFlag.used != 0
    else { return nil }
    return index
  }

  @inline(__always)
  func id(of slot: Int) -> BodyID {
    BodyID(slot: UInt32(truncatingIfNeeded: slot), generation: records[slot].generation)
  }

  @inline(__always)
  func isDynamic(_ slot: Int) -> Bool { flags[slot] & BodyFlag.dynamic != 0 }

  @inline(__always)
  func isStatic(_ slot: Int) -> Bool { flags[slot] & BodyFlag.typeMask == 0 }

  @inline(__always)
  func originTransform(_ slot: Int) -> Transform {
    Transform(poses.base[slot], center: masses.base[slot].center)
  }

  // MARK: Slots

  /// Takes the first free slot, or a new one behind all others.
  mutating func takeSlot() -> (slot: Int, isNew: Bool) {
    assert(isAligned, "rows of bodies are as many")
    assert(extents.count == records.count, "every body has an extent")
    assert(Int(firstFree) <= records.count, "the first free slot exists")
    if firstFree != 0 {
      let slot = Int(firstFree - 1)
      firstFree = records[slot].link
      return (slot, false)
    }
    setCount(records.count + 1)
    extents.append(BodyExtent())
    return (records.count - 1, true)
  }

  /// Sets how many slots there are; new ones are blank. Extents follow from shapes.
  mutating func setCount(_ count: Int) {
    assert(count >= 0, "a count is not negative")
    poses.setCount(count, filling: .blank)
    motions.setCount(count, filling: BodyMotion())
    masses.setCount(count, filling: BodyMass())
    records.setCount(count, filling: BodyRecord())
    sleepTimers.setCount(count, filling: 0)
    flags.setCount(count, filling: 0)
  }

  /// Puts a body without shapes into a slot that was taken.
  mutating func fill(_ slot: Int, _ definition: BodyDefinition) {
    assert(isAligned, "rows of bodies are as many")
    assert(flags[slot] == 0, "the slot is free")
    let rotation = definition.rotation.normalized
    poses[slot] = BodyPose(
      x: definition.position.x, y: definition.position.y, cosine: rotation.cosine,
      sine: rotation.sine)
    motions[slot] = BodyMotion()
    masses[slot] = BodyMass()
    extents[slot] = BodyExtent()
    records[slot] = BodyRecord(
      generation: records[slot].generation &+ 1, linearDamping: definition.linearDamping,
      angularDamping: definition.angularDamping, gravityScale: definition.gravityScale)
    sleepTimers[slot] = 0
    var flags = BodyFlag.used | UInt32(definition.type.rawValue)
    if definition.hasFixedRotation { flags |= BodyFlag.fixedRotation }
    if !definition.isSleepEnabled { flags |= BodyFlag.sleepDisabled }
    if definition.isBullet { flags |= BodyFlag.bullet }
    if definition.type != .static {
      if definition.isAwake { flags |= BodyFlag.awake }
      // What is dynamic and asleep does not move.
      if definition.isAwake || definition.type != .dynamic {
        motions[slot].velocity = definition.linearVelocity
        motions[slot].w = definition.hasFixedRotation ? 0 : definition.angularVelocity
      }
    }
    self.flags[slot] = flags
  }

  /// Gives a slot back; the next body gets it.
  mutating func release(_ slot: Int) {
    assert(isUsed(slot), "the slot names a body")
    assert(isAligned, "rows of bodies are as many")
    flags[slot] = 0
    motions[slot] = BodyMotion()
    masses[slot] = BodyMass()
    poses[slot] = .blank
    records[slot] = BodyRecord(generation: records[slot].generation, link: firstFree)
    sleepTimers[slot] = 0
    firstFree = UInt32(slot + 1)
  }

  /// Fills the slot behind the last body, where nothing is: idle lanes name it.
  ///
  /// - Returns: which slot that is.
  mutating func fillSpare() -> Int {
    assert(isAligned, "rows of bodies are as many")
    let spare = records.count
    poses.reserve(spare &+ 1)
    poses.base[spare] = .blank
    motions.reserve(spare &+ 1)
    motions.base[spare] = BodyMotion()
    flags.reserve(spare &+ 1)
    flags.base[spare] = 0
    masses.reserve(spare &+ 1)
    masses.base[spare] = BodyMass()
    return spare
  }

  // MARK: Slots in use

  @inline(__always)
  func isUsed(_ slot: Int) -> Bool {
    slot >= 0 && slot < records.count && flags.base[slot] & BodyFlag.used != 0
  }

  /// Whether the columns of bodies are as long as one another.
  var isAligned: Bool {
    let count = records.count
    return poses.count == count && motions.count == count && masses.count == count
      && sleepTimers.count == count && flags.count == count
  }
}
