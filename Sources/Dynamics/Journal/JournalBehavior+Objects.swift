extension JournalBehavior {
  /// The fixed properties of a behaviour: all that the tables of an animator's state do not hold.
  init(being behavior: DynamicBehavior) {
    values = behavior.values.fixed
    boundaries =
      (behavior as? CollisionBehavior)?.boundaries.map {
        JournalBoundary(identifier: $0.identifier?.name ?? "", path: $0.path)
      } ?? []
  }

  /// All that a behaviour is and holds.
  ///
  /// - Parameters:
  ///   - item: the number of a member.
  ///   - child: the number of a child.
  init(
    _ behavior: DynamicBehavior, item: (any DynamicItem) -> Int32,
    child: (DynamicBehavior) -> Int32
  ) {
    self.init(being: behavior)
    values = behavior.values
    members = behavior.members.map {
      var member = JournalMember()
      (member.item, member.vector, member.angular) = (item($0.item), $0.vector, $0.angular)
      return member
    }
    children = behavior.childBehaviors.map(child)
  }
}

// MARK: Making

extension JournalBehavior {
  /// Gives all that is described to a behaviour in no tree; skips numbers that name nothing.
  func fill(
    _ behavior: DynamicBehavior, item: (Int32) -> (any DynamicItem)?,
    child: (Int32) -> DynamicBehavior?
  ) {
    guard Int(behavior.kind.rawValue) == values.kind, behavior.animatorReference == nil else {
      return
    }
    behavior.values = values
    behavior.removeAllMembers()
    for row in members {
      guard let item = item(row.item), behavior.memberIndex(of: item) == nil else { continue }
      var member = Member(item)
      (member.vector, member.angular) = (row.vector, row.angular)
      behavior.appendMember(member)
    }
    behavior.restoreChildren([])
    if behavior.kind == .composite {
      for number in children {
        guard let child = child(number), child.animatorReference == nil, child !== behavior,
          !child.isAncestor(of: behavior)
        else { continue }
        // Its parent before is described after this one, perhaps.
        child.parent?.dropChild(child)
        behavior.insertChild(child)
      }
    }
    (behavior as? CollisionBehavior)?.replaceBoundaries(boundaries.compactMap { $0.boundary })
  }
}
