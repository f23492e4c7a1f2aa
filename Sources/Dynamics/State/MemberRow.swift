import Simulation

/// A row of the table `members`: an item of a behaviour, with what the behaviour keeps for it.
struct MemberRow: TableRow {
  var behavior: Int64 = 0
  /// −1 for an item that the animator does not know.
  var slot: Int64 = 0
  /// The behaviour is in the animator's tree.
  var isHeld: UInt64 = 0
  var vector = Vector.zero
  var angular = 0.0

  static var title: FieldName { "members" }
  static let layout = RowLayout(MemberRow.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("behavior", &behavior, role: .key)
    visitor.field("slot", &slot, role: .key)
    visitor.field("isHeld", &isHeld)
    visitor.field("vectorX", &vector.dx)
    visitor.field("vectorY", &vector.dy)
    visitor.field("angular", &angular)
  }
}

extension DynamicAnimator {
  func gatherMembers(of behavior: DynamicBehavior, _ ordinal: Int, into rows: inout [MemberRow]) {
    let isHeld = behavior.animatorReference === self
    for member in behavior.members {
      var row = MemberRow()
      row.behavior = Int64(ordinal)
      row.slot = Int64(isHeld ? member.slot : slotIndex(of: member.item) ?? -1)
      row.isHeld = UInt64(isHeld)
      row.vector = member.vector
      row.angular = member.angular
      rows.append(row)
    }
  }

  func scatterMembers() {
    for behavior in known { behavior?.removeAllMembers() }
    for row in rows.members {
      guard let behavior = knownBehavior(row.behavior) else { continue }
      let slot = DynamicAnimator.index(row.slot, below: slots.count)
      guard slot >= 0, let item = slots[slot].item else {
        note(Diagnostic(.objectUnknown))
        continue
      }
      var member = Member(item)
      member.slot = row.isHeld != 0 ? Int32(slot) : -1
      member.vector = row.vector
      member.angular = row.angular
      behavior.appendMember(member)
    }
  }
}
