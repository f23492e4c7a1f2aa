/// Changes of the tree and of item lists.
extension DynamicAnimator {
  /// Adds a top-level behaviour. A present one is ignored; one that is elsewhere in a tree, or
  /// holds an item that makes no body, is refused with a diagnostic. See ``add(_:)`` for errors.
  public func addBehavior(_ behavior: DynamicBehavior) {
    do throws(DynamicsError) { try add(behavior) } catch { note(Diagnostic(.refused, error)) }
  }

  /// Like ``addBehavior(_:)``, with typed errors.
  public func add(_ behavior: DynamicBehavior) throws(DynamicsError) {
    if behavior.animatorReference === self && behavior.parent == nil { return }
    if behavior.parent != nil { throw .behaviorInTree }
    try check(joining: behavior)
    perform(.addBehavior(behavior))
  }

  /// Ends a behaviour's influence; one that is not in this tree is ignored.
  public func removeBehavior(_ behavior: DynamicBehavior) {
    // Inside a step its addition may itself still be queued.
    guard behavior.animatorReference === self || !isIdle else { return }
    perform(.removeBehavior(behavior))
  }

  /// Ends the influence of all top-level behaviours, and with them of the whole tree.
  public func removeAllBehaviors() {
    for behavior in behaviors { perform(.removeBehavior(behavior)) }
  }

  /// Tells the animator of a behaviour that will join later, so that a state taken while it was in
  /// the tree can be restored into an animator in which it is not yet. Before the first step only;
  /// a behaviour in the tree of another animator is refused with a diagnostic.
  public func declare(_ behavior: DynamicBehavior) {
    guard substepCount == 0 else { return }
    // Its ordinal is the other animator's, which finds it by that.
    if let other = behavior.animatorReference, other !== self {
      return note(Diagnostic(.refused, .behaviorInOtherAnimator))
    }
    observer?.begin(isFrame: false)
    observer?.willDeclare(behavior)
    for node in behavior.subtree {
      learn(node)
      for member in node.members { _ = learnItem(member.item) }
    }
    observer?.end()
  }

  /// Reads an item's pose, bounds and outline again after the app has changed them, keeps its
  /// velocity and wakes it. An unknown item is ignored, as is a pose that is out of range.
  public func updateItem(usingCurrentState item: any DynamicItem) {
    perform(.updateItem(item))
  }

  // MARK: Checks

  func check(joining behavior: DynamicBehavior) throws(DynamicsError) {
    for node in behavior.subtree {
      if let other = node.animatorReference {
        if other === self { throw .behaviorInTree }
        throw .behaviorInOtherAnimator
      }
      for member in node.members {
        try check(joining: member.item)
        guard let group = member.item.itemGroup else { continue }
        for part in group.items where node.memberIndex(of: part) != nil { throw .itemInGroup }
      }
    }
  }

  func check(joining item: any DynamicItem) throws(DynamicsError) {
    if isRegistered(item) { return }
    if let other = item.registeredAnimator, other !== self { throw .itemInOtherAnimator }
    try checkGroups(joining: item)
    _ = try DynamicAnimator.readable(item)
  }

  /// An item moves by itself or with one group, not both.
  func checkGroups(joining item: any DynamicItem) throws(DynamicsError) {
    let members = item.itemGroup?.items ?? []
    for member in members {
      if let other = member.registeredAnimator, other !== self { throw .itemInOtherAnimator }
      if isRegistered(member) { throw .itemInGroup }
    }
    guard groupParts.count > 0 else { return }
    if groupParts.place(of: item) != nil { throw .itemInGroup }
    for member in members where groupParts.place(of: member) != nil { throw .itemInGroup }
  }

  /// An item's outline, if item and outline make a body.
  static func readable(_ item: any DynamicItem) throws(DynamicsError) -> CollisionShape {
    let c = item.center
    guard c.isUsable else {
      throw .itemCenterInvalid(x: c.x, y: c.y)
    }
    return try CollisionShape(of: item)
  }

  // MARK: Commands

  /// - Parameter isOwn: the animator itself asks for it, and will do so again in a replay.
  func perform(_ command: Command, isOwn: Bool = false) {
    switch phase {
    case .substeps: queue.append((command, isOwn))
    case .callbacks where command.isStructural: putOff(command, isOwn)
    case .callbacks: command.apply(to: self, isOwn: isOwn)
    case .idle where isChanging && command.isStructural: putOff(command, isOwn)
    case .idle where isChanging: command.apply(to: self, isOwn: isOwn)
    case .idle:
      observer?.begin(isFrame: false)
      defer { observer?.end() }
      isChanging = true
      command.apply(to: self)
      // Items, behaviours and handlers that were asked or told meanwhile may have wanted more; in
      // the middle of a change they would find lists half done.
      applyQueue()
      isChanging = false
      finishChange()
    }
  }

  private func putOff(_ command: Command, _ isOwn: Bool) {
    switch command {
    case .removeBehavior(let behavior), .removeChild(_, let behavior):
      for node in behavior.subtree { node.isRemovalPending = true }
    default: break
    }
    queue.append((command, isOwn))
  }

  /// After a change between steps: nothing is left pending that a state taken now would not show.
  private func finishChange() {
    settle()
    deliverEvents()
    if runIsRequested {
      runIsRequested = false
      if !isRunning {
        isRunning = true
        observer?.pass()
        delegate?.dynamicAnimatorWillResume(self)
      }
    }
  }

  func applyQueue() {
    observer?.pass()
    var done = 0
    while done < queue.count {
      if done >= 10_000 {
        note(Diagnostic(.changesEndless))
        queue.removeFirst(done)
        return
      }
      let (command, isOwn) = queue[done]
      done += 1
      command.apply(to: self, isOwn: isOwn)
      if isOwn { observer?.pass() }
    }
    queue.removeAll(keepingCapacity: true)
  }

  /// Something changed: items may have to move again.
  func requestRun() {
    if phase == .idle { runIsRequested = true }
  }

  // MARK: Tree

  func insert(_ behavior: DynamicBehavior) {
    guard behavior.animatorReference == nil, behavior.parent == nil else { return }
    behavior.isRemovalPending = false
    announce(behavior, self)
    // The callback may have moved it to another animator.
    let isFree = behavior.animatorReference == nil && behavior.parent == nil
    guard observer?.willJoin(behavior, isFree) ?? isFree else { return }
    behaviors.append(behavior)
    // What joins last comes last: the flattened tree only grows.
    if !flatIsDirty { flatten(behavior.subtree) }
    join(behavior)
  }

  func insert(_ child: DynamicBehavior, under parent: DynamicBehavior) {
    announce(child, self)
    // The callback may have moved either of them to another animator.
    let isFree =
      child.animatorReference == nil && child.parent == nil && parent.animatorReference === self
    guard observer?.willJoin(child, isFree) ?? isFree else { return }
    parent.insertChild(child)
    flatIsDirty = true
    join(child)
  }

  private func announce(_ behavior: DynamicBehavior, _ animator: DynamicAnimator?) {
    observer?.pass()
    var rest = [behavior]
    while let node = rest.popLast() {
      node.willMove(to: animator)
      rest.append(contentsOf: node.childBehaviors.reversed())
    }
  }

  private func join(_ behavior: DynamicBehavior) {
    let subtree = behavior.subtree
    for node in subtree {
      node.animatorReference = self
      node.isRemovalPending = false
      learn(node)
      observer?.pass()
      for diagnostic in node.takeDiagnostics() { note(diagnostic) }
      if node.kind == .gravity, gravityCount > 1 { note(Diagnostic(.gravityRepeated)) }
      if node.kind == .collision { takeCollisionClass(node) }
      var index = 0
      while index < node.members.count {
        if hold(index, of: node) { index += 1 } else { node.removeMember(at: index) }
      }
    }
    for node in subtree {
      node.didJoin(self)
      wakeMembers(of: node)
    }
    requestRun()
  }

  /// The gravity behaviours in the tree.
  private var gravityCount: Int {
    var count = 0
    for top in behaviors {
      for node in top.subtree where node.kind == .gravity { count += 1 }
    }
    return count
  }

  func extract(_ behavior: DynamicBehavior) {
    guard behavior.animatorReference === self else { return }
    announce(behavior, nil)
    // The callback may have removed it already.
    guard behavior.animatorReference === self else { return }
    let subtree = behavior.subtree
    for node in subtree {
      wakeMembers(of: node)
      node.willLeave(self)
      for member in node.members { release(member.slot) }
    }
    endContacts(of: subtree)
    for node in subtree {
      if node.kind == .collision { returnCollisionClass(node) }
      node.animatorReference = nil
      node.isRemovalPending = false
      for index in node.members.indices { node.members[index].slot = -1 }
      forget(node)
    }
    if let parent = behavior.parent {
      parent.dropChild(behavior)
    } else {
      behaviors.removeAll { $0 === behavior }
    }
    flatIsDirty = true
    requestRun()
  }

  func flattenIfNeeded() {
    guard flatIsDirty else { return }
    flatIsDirty = false
    flat.removeAll(keepingCapacity: true)
    collisions.removeAll(keepingCapacity: true)
    itemBehaviors.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    for behavior in behaviors { flatten(behavior.subtree) }
  }

  private func flatten(_ subtree: [DynamicBehavior]) {
    flat.append(contentsOf: subtree)
    for behavior in subtree {
      switch behavior.kind {
      case .collision:
        if let collision = behavior as? CollisionBehavior { collisions.append(collision) }
      case .item: if let properties = behavior as? ItemBehavior { itemBehaviors.append(properties) }
      case .field: if let field = behavior as? FieldBehavior { fields.append(field) }
      default: break
      }
    }
  }

  // MARK: Known objects

  /// The behaviour's place among those that are known; `nil` where it is not.
  ///
  /// - Complexity: O(1); O(known) for one that another animator has come to know.
  func ordinal(of behavior: DynamicBehavior) -> Int? {
    let ordinal = Int(behavior.ordinal)
    if ordinal < 0 { return nil }
    if ordinal < known.count, known[ordinal] === behavior { return ordinal }
    return known.firstIndex { $0 === behavior }
  }

  private func learn(_ behavior: DynamicBehavior) {
    if let ordinal = ordinal(of: behavior) {
      behavior.ordinal = Int32(ordinal)
      return
    }
    if substepCount > 0 {
      for index in foundingCount..<known.count where known[index] == nil {
        known[index] = behavior
        behavior.ordinal = Int32(index)
        return
      }
    } else {
      foundingCount += 1
    }
    behavior.ordinal = Int32(known.count)
    known.append(behavior)
    collisionClass.append(-1)
  }

  private func forget(_ behavior: DynamicBehavior) {
    let ordinal = Int(behavior.ordinal)
    guard ordinal >= foundingCount else { return }
    known[ordinal] = nil
    observer?.forget(behavior)
  }

  // MARK: Item lists

  func enroll(_ memberIndex: Int, of behavior: DynamicBehavior) {
    guard hold(memberIndex, of: behavior) else {
      behavior.removeMember(at: memberIndex)
      return
    }
    behavior.didAdd(memberIndex, in: self)
    wake(slot: behavior.members[memberIndex].slot)
    requestRun()
  }

  func discharge(_ slot: Int32, from behavior: DynamicBehavior) {
    guard slot >= 0 else { return }
    wake(slot: slot)
    release(slot)
    behavior.didRemove(slot: slot, in: self)
    requestRun()
  }

  /// Gives the member a slot and registers its item. - Returns: `false` when it makes no body.
  private func hold(_ memberIndex: Int, of behavior: DynamicBehavior) -> Bool {
    let item = behavior.members[memberIndex].item
    let slot = learnItem(item)
    if !slots[Int(slot)].isRegistered {
      do throws(DynamicsError) {
        try register(slot)
      } catch {
        observer?.pass()
        note(Diagnostic(.refused, error))
        return false
      }
    }
    slots[Int(slot)].holderCount += 1
    behavior.members[memberIndex].slot = slot
    return true
  }

  private func release(_ slot: Int32) {
    if slot >= 0 { slots[Int(slot)].holderCount -= 1 }
  }

  func slotIndex(of item: any DynamicItem) -> Int32? { slotPlaces.place(of: item) }

  func learnItem(_ item: any DynamicItem) -> Int32 {
    if let slot = slotIndex(of: item) { return slot }
    let slot = ItemSlot(
      item: item, isFounding: substepCount == 0, properties: profile.defaults)
    structureHasChanged = true
    if let free = freeSlots.popLast() {
      slots[Int(free)] = slot
      slotPlaces.set(free, for: item)
      return free
    }
    slotPlaces.set(Int32(slots.count), for: item)
    slots.append(slot)
    motion.append(Motion())
    return Int32(slots.count - 1)
  }
}
