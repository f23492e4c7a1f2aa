import RigidBodies
import Simulation

/// A row of the table `behaviors`: one that the animator knows, or a place that has become free.
struct BehaviorRow: TableRow {
  var ordinal: Int64 = 0
  /// The raw value of a ``BehaviorKind``; 255: free.
  var kind: UInt64 = 255
  /// One more than the joint's slot and generation; 0: none.
  var joint: UInt64 = 0
  var collisionClass: Int64 = -1
  var hasSeed: UInt64 = 0
  var seed: UInt64 = 0

  static var title: FieldName { "behaviors" }
  static let layout = RowLayout(BehaviorRow.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("ordinal", &ordinal, role: .key)
    visitor.field("kind", &kind)
    visitor.field("joint", &joint)
    visitor.field("collisionClass", &collisionClass)
    visitor.field("hasSeed", &hasSeed)
    visitor.field("seed", &seed)
  }
}

extension DynamicAnimator {
  func row(of behavior: DynamicBehavior?, _ ordinal: Int) -> BehaviorRow {
    var row = BehaviorRow()
    row.ordinal = Int64(ordinal)
    guard let behavior else { return row }
    row.kind = UInt64(behavior.kind.rawValue)
    row.collisionClass = Int64(collisionClass[ordinal])
    // In another animator's tree it has another one's joint.
    if behavior.animatorReference === self, let joint = (behavior as? AttachmentBehavior)?.joint {
      row.joint = joint.word
    }
    if let seed = (behavior as? FieldBehavior)?.seedStore { (row.hasSeed, row.seed) = (1, seed) }
    return row
  }

  func scatterBehaviorRows() {
    for ordinal in collisionClass.indices { collisionClass[ordinal] = -1 }
    for row in rows.behaviors where row.kind != 255 {
      guard let behavior = knownBehavior(row.ordinal),
        UInt64(behavior.kind.rawValue) == row.kind
      else { continue }
      let isClass = row.collisionClass >= 0 && row.collisionClass < 31
      collisionClass[Int(row.ordinal)] = isClass ? Int32(row.collisionClass) : -1
      (behavior as? AttachmentBehavior)?.joint = AttachmentJoint(word: row.joint)
      (behavior as? FieldBehavior)?.seedStore = row.hasSeed != 0 ? row.seed : nil
    }
  }
}

extension AttachmentJoint {
  var word: UInt64 { (UInt64(id.generation) << 32 | UInt64(id.slot)) &+ 1 }

  /// The joint that a ``word`` stands for.
  init?(word: UInt64) {
    if word == 0 { return nil }
    let bits = word &- 1
    id = JointID(
      slot: UInt32(truncatingIfNeeded: bits), generation: UInt32(truncatingIfNeeded: bits >> 32))
  }
}
