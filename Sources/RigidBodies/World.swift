import DeterministicMath

/// Rigid bodies in the plane: shapes, contacts, joints, islands, and a sub-stepped soft solver.
///
/// A step is a function of the state that ``visitState(_:)`` describes, and of nothing else: trees,
/// pairs, islands and solver order are derived from it, so that a restored world goes on with the
/// same bits as the one that never stopped. Not thread-safe: one world belongs to one thread.
///
/// Stale handles and values that are not finite never do harm: what makes something throws
/// ``WorldError``, setters ignore them, getters answer zero.
public final class World {
  public let definition: WorldDefinition

  // Bodies, by slot.
  var poses = Store<BodyPose>()
  var motions = Store<BodyMotion>()
  var masses = Store<BodyMass>()
  var bodies = Store<BodyRecord>()
  var bodyFlags = Store<UInt32>()
  /// First free slot, plus one.
  var freeBody: UInt32 = 0

  // Shapes, by slot.
  var shapes = Store<ShapeRecord>()
  var outlines = Store<ShapeOutline>()
  var sideVertices = Store<Vec2>()
  var freeShape: UInt32 = 0

  // Joints, by slot.
  var joints = Store<JointRecord>()
  var freeJoint: UInt32 = 0

  // Contacts with points, by key; the other store is the next step's.
  var rows = Store<ContactRow>()
  var nextRows = Store<ContactRow>()

  /// Derived from shapes, by body slot.
  var extents = Store<BodyExtent>()

  // Derived: broad phase.
  var staticTree = DynamicTree()
  var movingTree = DynamicTree()
  /// By shape slot: the leaf in its tree, −1 when none.
  var proxies = Store<Int32>()
  /// By shape slot: bit 0: in the static tree; bit 1: its box changed in this step.
  var proxyFlags = Store<UInt8>()
  /// Keys of all pairs that may touch, ascending.
  var pairs = Store<UInt64>()
  var nextPairs = Store<UInt64>()
  var foundPairs = Store<UInt64>()
  var sortScratch = Store<UInt64>()
  var movedShapes = Store<UInt32>()
  /// Bodies whose shapes must enter the trees anew although they may not be awake.
  var dirtyBodies = Store<UInt32>()
  var stack = Store<Int32>(capacity: 256)

  /// A shape left its tree: ``pairs`` may name it.
  var pairsHoldRemoved = false
  /// After a restore: the pairs of all contacts must be put back.
  var pairsFromContacts = false

  // Derived: joints of a body, for the pair filter. By body slot: joint slot plus one.
  var jointHeads = Store<UInt32>()
  /// By joint slot: next joint of body A, next joint of body B (plus one).
  var jointNextA = Store<UInt32>()
  var jointNextB = Store<UInt32>()

  // Scratch of a step.
  var awakeBodies = Store<Int32>()
  var manifolds = Store<ContactInput>()
  var constraints = Store<ContactConstraint>()
  var jointConstraints = Store<JointConstraint>()
  var bodyColors = Store<UInt64>()
  var contactColors = Store<UInt8>()
  var islandParents = Store<Int32>()
  var islandTimers = Store<Float>()
  /// By body slot: where awake bodies were when the step began, and at which fraction of the step
  /// the sweep stopped them.
  var startPoses = Store<BodyPose>()
  var stopFractions = Store<Float>()
  var fastBodies = Store<Int32>()
  let scratchVertices: UnsafeMutablePointer<Vec2>

  // Events.
  var endedEvents = Store<ContactEvent>()
  var pendingEvents = Store<ContactEvent>()
  var beganEvents = Store<ContactEvent>()

  /// Something was woken since the last step, or may have been: islands must be made whole.
  var wakePending = true
  /// Bodies that are dynamic and asleep may exist.
  var hasSleepers = true

  /// - Precondition: the definition's numbers are finite and in range.
  public init(_ definition: WorldDefinition) {
    precondition(definition.isValid, "a world's definition has finite numbers in range")
    self.definition = definition
    scratchVertices = .allocate(capacity: 4 * ShapeGeometry.maximumVertexCount)
    scratchVertices.initialize(repeating: Vec2(0, 0), count: 4 * ShapeGeometry.maximumVertexCount)
  }

  deinit { scratchVertices.deallocate() }

  /// Bodies that exist.
  public var bodyCount: Int {
    var count = 0
    for slot in 0..<bodyFlags.count where bodyFlags[slot] & BodyFlag.used != 0 { count += 1 }
    return count
  }

  /// Dynamic bodies that are awake.
  public var awakeBodyCount: Int {
    var count = 0
    let wanted = BodyFlag.used | BodyFlag.dynamic | BodyFlag.awake
    for slot in 0..<bodyFlags.count where bodyFlags[slot] & wanted == wanted { count += 1 }
    return count
  }

  /// Contacts that have points, awake or asleep.
  public var contactCount: Int { rows.count }

  /// Pairs of shapes whose enlarged boxes overlap. Depends on history; of use for statistics only.
  public var candidatePairCount: Int { pairs.count }
}
