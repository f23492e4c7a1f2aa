import Simulation

/// What is written down, and when.
extension AnimatorJournal {
  // MARK: Commands

  /// The command as it is recorded; `nil` if it changes nothing.
  func change(of command: Command) -> JournalChange? {
    guard command.isPossible(in: animator) else { return nil }
    var numbering = ObjectNumbering(journal: self)
    return command.visited(by: &numbering)
  }

  /// Replaces the objects of a command by their numbers; an object without a number gets one.
  private struct ObjectNumbering: ChangeVisitor {
    let journal: AnimatorJournal

    /// The number of a behaviour; one that is about to join is described with its values of now.
    func behavior(_ behavior: DynamicBehavior, _ name: StaticString) -> Int32 {
      behavior.animatorReference == nil
        ? journal.described(behavior) : journal.number(of: behavior)
    }

    func item(_ item: any DynamicItem, _ name: StaticString) -> Int32 { journal.number(of: item) }
  }

  // MARK: Objects

  /// The item's number; one without gets one, and is written down as it is.
  fileprivate func number(of item: any DynamicItem) -> Int32 {
    if let number = items.number(of: item) { return number }
    let number = number(new: item)
    write(item, number)
    return number
  }

  /// Writes the item down as it is, unless that is what was last written.
  @discardableResult
  func write(_ item: any DynamicItem, _ number: Int32) -> JournalItem {
    var value = JournalItem(item) { part in
      let member = items.number(of: part) ?? self.number(new: part)
      write(part, member)
      return member
    }
    if animator.isElsewhere(item) {
      // It is refused, and so is a place like this one.
      value.pose.center = Point(x: .greatestFiniteMagnitude, y: 0)
    }
    let words = JournalEntry(.item(number, item: value), at: 0).recordWords.words
    let hasMoved = !value.pose.isSame(as: poses[number])
    poses[number] = value.pose
    // The numbers of members may have been those of other items.
    let isSame = items.words[Int(number)] == words && value.parts.isEmpty
    if isSame && !hasMoved && !wasRefused[Int(number)] { return value }
    note(words, ofItem: number)
    write(.item(number, item: value))
    return value
  }

  /// The behaviour's number; one without gets one, and is written down as it is, with all below it.
  fileprivate func number(of behavior: DynamicBehavior) -> Int32 {
    behaviors.number(of: behavior) ?? described(behavior)
  }

  /// Writes a behaviour that is in no tree down as it is, with all below it.
  ///
  /// - Returns: its number.
  @discardableResult
  func described(_ behavior: DynamicBehavior) -> Int32 {
    // Children have numbers before their parents name them.
    for node in behavior.subtree.reversed() {
      for member in node.members { _ = number(of: member.item) }
      let number = behaviors.number(of: node) ?? number(new: node)
      let value = JournalBehavior(
        node, item: { items.number(of: $0) ?? -1 }, child: { behaviors.number(of: $0) ?? -1 })
      var words = JournalEntry(.behavior(number, behavior: value), at: 0).recordWords.words
      // Another object may have the number that one had before.
      words += value.members.map { items.generation(of: $0.item) }
      words += value.children.map { behaviors.generation(of: $0) }
      revisions[Int(number)] = node.revision
      if behaviors.words[Int(number)] == words { continue }
      behaviors.words[Int(number)] = words
      write(.behavior(number, behavior: value))
    }
    return behaviors.number(of: behavior) ?? -1
  }

  /// An item that is what was written.
  func standIn(_ value: JournalItem) -> JournaledItem {
    JournaledItem(value) { part in
      let words = RecordWords(kind: 0, words: items[part] == nil ? [] : items.words[Int(part)])
      guard case .item(_, let value)? = (try? JournalEntry(words))?.change else { return nil }
      return JournaledItem(value) { _ in nil }
    }
  }

  // MARK: Frames

  /// What an app writes to items is state. Leaves the rows of items as a visit of the state would
  /// gather them.
  func writeWhatWentUnseen() {
    if rowsAreStale || numbersOfSlots.count != animator.slots.count { findNumbersOfSlots() }
    // Getters of items may bring further ones.
    let (numbers, poses) = (numbersOfSlots, poses)
    animator.gatherItems { slot, row in
      guard slot < numbers.count else { return }
      let number = numbers[slot]
      if number >= 0, !poses.isSame(number, row.center, row.transform) {
        noteMove(ofItem: number, JournalPose(row.center, row.transform))
      }
    }
    describeOutsiders()
  }

  @inline(never)
  private func noteMove(ofItem number: Int32, _ pose: JournalPose) {
    if pose.isSame(as: poses[number]) { return }
    poses[number] = pose
    write(.move(number, pose: pose))
  }

  /// The number of a slot's item, without a search where nothing has come or gone.
  func numberOfItem(inSlot slot: Int) -> Int32? {
    guard !rowsAreStale, slot < numbersOfSlots.count else { return findItem(inSlot: slot) }
    let number = numbersOfSlots[slot]
    assert(number == findItem(inSlot: slot) ?? -1, "what comes or goes makes the rows stale")
    return number < 0 ? nil : number
  }

  @inline(never)
  private func findItem(inSlot slot: Int) -> Int32? {
    animator.slots[slot].item.flatMap { items.number(of: $0) }
  }

  /// What becomes of behaviours that are in no tree is state, too, as long as the animator knows
  /// them.
  func describeOutsiders() {
    let (animator, known, count) = (animator, animator.known, animator.foundingCount)
    while lookedAt.count < count { lookedAt.append(nil) }
    // As a rule, none has changed.
    let changed = known.withUnsafeBufferPointer { known in
      lookedAt.withUnsafeBufferPointer { lookedAt in
        (0..<count).first { known[$0].map { $0.revision } != lookedAt[$0] }
      }
    }
    guard let changed else { return }
    for ordinal in changed..<count {
      guard let behavior = known[ordinal] else { continue }
      // To ask which tree it is in is expensive. It changes when it goes elsewhere.
      if lookedAt[ordinal] == behavior.revision { continue }
      defer { lookedAt[ordinal] = behavior.revision }
      guard behavior.animatorReference !== animator,
        let number = behaviors.number(of: behavior),
        revisions[Int(number)] != behavior.revision
      else { continue }
      described(behavior)
      noteMembersOfKnown()
    }
  }

  /// Before the entries of the frame: a replay needs them in its first substep.
  func writeForces() {
    guard !forces.isEmpty else { return }
    let start = entries.firstIndex { $0.place > 0 } ?? entries.count
    let answers = forces.map {
      JournalEntry(.force($0.field, forces: $0.values), at: 0)
    }
    entries.insert(contentsOf: answers, at: start)
    forces.removeAll()
  }

  /// Nothing is written down any more.
  package func stop() {
    frameDidEnd = nil
    animator.stopJournal()
  }

  /// What the app did since the last frame, as a step without one; empty where it did nothing.
  package func takeLastEntries() -> [JournalEntry] {
    guard isWriting else { return [] }
    begin(isFrame: false)
    passLast()
    writeWhatWentUnseen()
    animator.itemsAreGathered = false
    end()
    if !entries.isEmpty { entries.insert(JournalEntry(.rest, at: 0), at: 0) }
    return takeEntries()
  }

  /// The entries since the last frame.
  package func takeEntries() -> [JournalEntry] {
    defer { entries.removeAll(keepingCapacity: true) }
    return entries
  }
}
