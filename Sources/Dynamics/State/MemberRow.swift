import Simulation

/// A row of the table `members`: an item of a behaviour, with what the behaviour keeps for it.
struct MemberRow: StateRow {
  var behavior: Int64 = 0
  /// −1 for an item that the animator does not know: an optional would be two columns of the key.
  var slot: Int64 = 0
  /// The behaviour is in the animator's tree.
  var isHeld = false
  /// The point of the item on which a push or an attachment acts.
  var offsetFromCenter = Vector.zero
  /// Velocities that an item behaviour has still to add.
  var linearVelocity = Vector.zero
  var angularVelocity = 0.0

  static let layout = RowLayout(MemberRow.self)

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("behavior", &behavior, role: .key)
    visitor.word("slot", &slot, MissingWord.self, role: .key)
    visitor.field("isHeld", &isHeld)
    visitor.field("offsetFromCenter.dx", &offsetFromCenter.dx)
    visitor.field("offsetFromCenter.dy", &offsetFromCenter.dy)
    visitor.field("linearVelocity.dx", &linearVelocity.dx)
    visitor.field("linearVelocity.dy", &linearVelocity.dy)
    visitor.field("angularVelocity", &angularVelocity)
  }

  /// The member that the row describes.
  func member(_ item: any DynamicItem, of behavior: DynamicBehavior) -> Member {
    var member = Member(item)
    member.vector = behavior.kind == .item ? linearVelocity : offsetFromCenter
    member.angular = angularVelocity
    return member
  }
}

extension DynamicAnimator {
  func gatherMembers(of behavior: DynamicBehavior, _ ordinal: Int, into rows: inout [MemberRow]) {
    let isHeld = behavior.animatorReference === self
    for member in behavior.members {
      var row = MemberRow()
      row.behavior = Int64(ordinal)
      row.slot = Int64(isHeld ? member.slot : slotIndex(of: member.item) ?? -1)
      row.isHeld = isHeld
      if behavior.kind == .item {
        row.linearVelocity = member.vector
      } else {
        row.offsetFromCenter = member.vector
      }
      row.angularVelocity = member.angular
      rows.append(row)
    }
  }

  func scatterMembers() {
    for behavior in known { behavior?.removeAllMembers() }
    for row in rows.members.rows {
      guard let behavior = knownBehavior(row.behavior) else { continue }
      let slot = DynamicAnimator.index(row.slot, below: slots.count)
      guard slot >= 0, let item = slots[slot].item else {
        note(Diagnostic(.objectUnknown))
        continue
      }
      var member = row.member(item, of: behavior)
      member.slot = row.isHeld ? Int32(slot) : -1
      behavior.appendMember(member)
    }
  }
}
