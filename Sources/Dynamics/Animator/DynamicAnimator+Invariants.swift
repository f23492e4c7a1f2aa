import RigidBodies

/// Checks for tests and fuzzers.
extension DynamicAnimator {
  /// Has every substep end in a check of the kernel's world, and every frame in one of the
  /// animator's own lists, in a release build, too.
  package func checkEverything() {
    world.checksSteps = true
    checksFrames = true
  }

  /// Traps where lists of the animator contradict one another, or the kernel's world itself.
  /// Between frames only.
  ///
  /// Checked: slots, the order of registration, tags, who holds an item, ordinals, classes of
  /// collision behaviours. Not checked: whether bodies follow from their items.
  package func checkInvariants() {
    checkLists()
    world.checkInvariants()
  }

  /// Ends a frame with a check of the animator's lists where it is told to; substeps have ended in
  /// checks of the world.
  func checkFrame() {
    #if !hasFeature(Embedded)
      if checksFrames { checkLists() }
    #endif
  }

  private func checkLists() {
    precondition(phase == .idle, "invariants hold between frames")
    precondition(motion.count == slots.count, "every slot has a motion")
    checkItems()
    checkBehaviors()
  }

  private func checkItems() {
    var registered = 0
    for slot in slots where slot.isRegistered {
      registered += 1
      precondition(slot.item != nil, "registered slots have an item")
      precondition(slot.holderCount >= 0, "holders are counted")
      precondition(world.isValid(slot.body), "registered items have a body")
    }
    precondition(order.count == registered, "every registered item is in the order")
    var serial: UInt64 = 0
    for slot in order {
      precondition(slots[Int(slot)].isRegistered, "the order names registered items")
      precondition(slots[Int(slot)].serial > serial, "the order is that of registration")
      serial = slots[Int(slot)].serial
      precondition(owner(of: serial)?.slot == slot, "an item's tag names it")
    }
    for slot in freeSlots {
      precondition(slots[Int(slot)].item == nil, "free slots have no item")
      precondition(!slots[Int(slot)].isFounding, "slots known before the first step are kept")
    }
    for place in tags.indices.dropFirst() {
      precondition(tags[place - 1].tag < tags[place].tag, "tags are sorted")
    }
  }

  private func checkBehaviors() {
    precondition(collisionClass.count == known.count, "every known behaviour may have a class")
    var holders = [Int](repeating: 0, count: slots.count)
    for behavior in behaviors {
      for node in behavior.subtree {
        precondition(node.animatorReference === self, "behaviours in the tree know the animator")
        precondition(known[Int(node.ordinal)] === node, "behaviours in the tree are known")
        for member in node.members where member.slot >= 0 {
          precondition(slots[Int(member.slot)].item === member.item, "a member knows its slot")
          holders[Int(member.slot)] += 1
        }
      }
    }
    for index in slots.indices where slots[index].isRegistered {
      precondition(slots[index].holderCount == holders[index], "an item counts who holds it")
    }
    var taken: UInt32 = 0
    for k in collisionClass where k >= 0 {
      precondition(taken & (1 &<< UInt32(k)) == 0, "no two behaviours share a class")
      taken |= 1 &<< UInt32(k)
    }
    precondition(UInt64(taken) == UInt64(collisionClasses), "classes in use are marked")
  }
}
