import Simulation

/// Writes down what an app does to an animator, or does it again.
///
/// An entry is a command, or what a behaviour or an item was when the animator took it over. It has
/// its place. Places are counted within a frame, or within a call from outside one: each point at
/// which the animator may call code of the app is one, and each command that is carried out is
/// another. A replay passes the same points, and carries out at each of them what it was given
/// there; so an app's callbacks are not needed, and what they changed happens as early and as late
/// as it did.
///
/// Behaviours and items have numbers as long as the animator knows them. What becomes of one that
/// it does not know is seen by nobody, and so it is described anew when it comes back.
package final class AnimatorJournal: AnimatorObserver {
  unowned(unsafe) let animator: DynamicAnimator
  #if hasFeature(Embedded)
    /// Entries are carried out. A constant, so that the program does not hold what writes: only programs
    /// with files record an app.
    var isReplaying: Bool { true }
  #else
    /// Entries are carried out; otherwise they are written down.
    let isReplaying: Bool
  #endif

  /// Written down since the last frame, or to be carried out in this step.
  package internal(set) var entries: [JournalEntry] = []
  /// Replay: the next entry.
  var next = 0
  /// Places passed since the frame began; negative in a call from outside one.
  @exclusivity(unchecked) private var place: Int32 = 0
  private var stride: Int32 = 1
  /// Replay: the behaviour that is about to join has gone elsewhere.
  var staysAway = false
  /// Calls within calls.
  private var depth = 0

  var items = JournalNumbers<any DynamicItem>()
  var behaviors = JournalNumbers<DynamicBehavior>()
  /// Where each item is as a replay knows it, by number.
  let poses = JournalPoses()
  /// Writing: what was last written of each item was refused.
  var wasRefused: [Bool] = []
  /// How often each behaviour had changed when it was described, by number.
  var revisions: [Revision] = []
  /// What each behaviour that was known before the first step had become when it was last looked for
  /// among those in no tree, by ordinal.
  @exclusivity(unchecked) var lookedAt: [Revision?] = []
  /// Numbers given out in this call, of objects that the animator may not come to know.
  private var newItems: [Int32] = []
  private var newBehaviors: [Int32] = []
  /// Items may have numbers that the animator knows no more.
  private var mayKnowLess = false
  /// What custom fields answered in this frame, by number, or will.
  var forces: [JournalForces] = []

  /// Between two parts of a restore: see ``takeMembers()``.
  var membersWithoutSlot: [Int32] = []

  var rows = JournalRows()
  /// Objects may be others than ``rows`` and ``numbersOfSlots`` say.
  var rowsAreStale = true
  /// The number of each slot's item; −1 without one.
  @exclusivity(unchecked) var numbersOfSlots: [Int32] = []

  /// Writing: told at the end of each frame.
  package var frameDidEnd: (() -> Void)?
  /// Writing: what cannot be replayed was asked for, by name. From then on nothing is written.
  package private(set) var refusal: StaticString?

  init(_ animator: DynamicAnimator, isReplaying: Bool) {
    self.animator = animator
    #if !hasFeature(Embedded)
      self.isReplaying = isReplaying
    #endif
  }

  /// Whether entries are written down.
  var isWriting: Bool { !isReplaying && refusal == nil }

  // MARK: Places

  /// A frame begins, or a call from outside one.
  ///
  /// A frame that a delegate asks for at the end of such a call comes after the call.
  override func begin(isFrame: Bool) {
    if isFrame { depth = 0 }
    if depth == 0 { (place, stride) = (0, isFrame ? 1 : -1) }
    depth += 1
  }

  override func end() {
    guard depth > 0 else { return }
    depth -= 1
    // What an app does next it does after all that was passed within the call.
    if depth > 0 { passCommand() } else { forgetStrangers() }
  }

  /// The animator may call code of the app next.
  override func pass() {
    passCommand()
    guard isReplaying else { return }
    while next < entries.count, entries[next].place == place {
      next += 1
      carryOut(entries[next - 1].change)
    }
  }

  /// The frame's end: a place after all others.
  func passLast() { place = .max }

  /// Whether the frame that is replayed went on: its app asked for more.
  override var hasMoreInFrame: Bool {
    isReplaying && next < entries.count && entries[next].place > place
      && entries[next].place != .max
  }

  /// A command has been carried out that the animator did not give itself.
  override func passCommand() { if place < .max && place > .min { place += stride } }

  func write(_ change: JournalChange) {
    guard isWriting else { return }
    entries.append(JournalEntry(change, at: depth == 0 ? 0 : place))
  }

  /// Nothing is written any more: the run depends on what is not told to a journal.
  override func refuse(_ name: StaticString) {
    if isWriting { refusal = name }
  }

  // MARK: Numbers

  func findNumbersOfSlots() {
    numbersOfSlots = animator.slots.map { $0.item.flatMap { items.number(of: $0) } ?? -1 }
  }

  /// Notes what is written of the item, or was.
  func note(_ words: [UInt64], ofItem number: Int32) {
    items.words[Int(number)] = words
    if items.taken[Int(number)].isEmpty { items.taken[Int(number)] = words }
    rowsAreStale = true
  }

  /// The animator has taken the item for what was read last.
  override func didTake(_ item: any DynamicItem) {
    rowsAreStale = true
    guard let number = items.number(of: item) else { return }
    items.taken[Int(number)] = items.words[Int(number)]
    if isWriting { wasRefused[Int(number)] = false }
    for part in item.itemGroup?.items ?? [] { didTake(part) }
  }

  /// Replay: an item that the animator is to know has this number.
  func take(_ number: Int32, _ item: JournaledItem) {
    items.set(number, item, item)
    newItems.append(number)
  }

  /// Replay: a behaviour that the animator is to know has this number.
  func take(_ number: Int32, _ behavior: DynamicBehavior) {
    behaviors.set(number, behavior, behavior)
    newBehaviors.append(number)
  }

  /// Numbers an item that the animator is to know.
  func number(new item: any DynamicItem) -> Int32 {
    let number = items.add(item, item)
    while poses.count <= Int(number) {
      poses.append(JournalPose())
      wasRefused.append(false)
    }
    newItems.append(number)
    rowsAreStale = true
    return number
  }

  /// Numbers a behaviour that the animator is to know.
  func number(new behavior: DynamicBehavior) -> Int32 {
    let number = behaviors.add(behavior, behavior)
    while revisions.count <= Int(number) { revisions.append(Revision()) }
    newBehaviors.append(number)
    rowsAreStale = true
    return number
  }

  /// The item has left a slot or a group.
  override func forget(_ item: any DynamicItem) {
    rowsAreStale = true
    guard !animator.knows(item), let number = items.number(of: item) else { return }
    items.remove(number, item)
  }

  /// The animator knows the behaviour no more.
  override func forget(_ behavior: DynamicBehavior) {
    rowsAreStale = true
    if let number = behaviors.number(of: behavior) { behaviors.remove(number, behavior) }
  }

  /// A known behaviour that is in no tree may hold other items than before.
  func noteMembersOfKnown() {
    rowsAreStale = true
    mayKnowLess = true
  }

  /// Takes back the numbers of objects that the animator did not come to know.
  private func forgetStrangers() {
    if mayKnowLess {
      mayKnowLess = false
      for number in items.objects.indices {
        if let item = items[Int32(number)], !animator.knows(item) {
          items.remove(Int32(number), item)
        }
      }
    }
    if newItems.isEmpty && newBehaviors.isEmpty { return }
    for number in newBehaviors {
      guard let behavior = behaviors[number] else { continue }
      if !animator.knows(behavior) { behaviors.remove(number, behavior) }
    }
    for number in newItems {
      guard let item = items[number] else { continue }
      if !animator.knows(item) { items.remove(number, item) }
    }
    newItems.removeAll(keepingCapacity: true)
    newBehaviors.removeAll(keepingCapacity: true)
  }

  // MARK: What the animator does

  /// Writes a command down that is about to be carried out.
  ///
  /// - Returns: whether it counts as a place: it does unless it changes nothing.
  override func willCarryOut(_ command: Command) -> Bool {
    if isReplaying {
      if command.isStructural { rowsAreStale = true }
      return true
    }
    guard isWriting, let change = change(of: command) else { return false }
    if command.isStructural { rowsAreStale = true }
    write(change)
    return true
  }

  /// The behaviour is about to join the animator, which takes it as it is now.
  ///
  /// - Parameter isFree: `false` when the app has put it elsewhere, on being told.
  /// - Returns: whether it joins.
  override func willJoin(_ behavior: DynamicBehavior, _ isFree: Bool) -> Bool {
    staysAway = false
    pass()
    rowsAreStale = true
    if isReplaying { return isFree && !staysAway }
    guard isFree else {
      write(.stayAway)
      return false
    }
    guard isWriting else { return true }
    described(behavior)
    // In the tree it may change without being described.
    for node in behavior.subtree {
      if let number = behaviors.number(of: node) { behaviors.words[Int(number)] = [] }
    }
    return true
  }

  /// The animator reads the item.
  ///
  /// - Returns: what it reads: an item of an app's own class may answer something else next time.
  override func read(_ item: any DynamicItem) -> any DynamicItem {
    pass()
    guard isWriting, let number = items.number(of: item) else { return item }
    let value = write(item, number)
    // Until the animator says otherwise.
    wasRefused[Int(number)] = true
    return standIn(value)
  }

  /// The animator is about to write to the item of a slot.
  // Not inlined: the caller would count references to the journal, item by item, and it is known
  // weakly, which makes that expensive.
  @inline(never)
  override func willWrite(toSlot slot: Int, _ center: Point, _ transform: AffineTransform2D) {
    pass()
    guard isWriting, let number = numberOfItem(inSlot: slot) else { return }
    poses.set(number, center, transform)
  }

  /// The animator is about to learn of the behaviour, which is in no tree.
  override func willDeclare(_ behavior: DynamicBehavior) {
    rowsAreStale = true
    if isWriting { write(.declare(described(behavior))) }
  }

  override func didSetGrid() {
    rowsAreStale = true
    write(.setGrid(animator.grid))
  }

  /// Time was added to what waits for the next frame, or taken from it.
  override func elapse(_ ticks: Int64) {
    guard isWriting, ticks != 0 else { return }
    if let last = entries.last, case .elapse(let before) = last.change, last.place == 0 {
      entries[entries.count - 1].change = .elapse(before + ticks)
    } else {
      write(.elapse(ticks))
    }
  }

  /// The frame is over but for who is told of a pause.
  override func willEndFrame() {
    passLast()
    if isReplaying {
      carryOutRest()
    } else if isWriting {
      writeWhatWentUnseen()
      writeForces()
    }
  }

  override func didEndFrame() { frameDidEnd?() }

  /// The animator is about to drop items that no behaviour in its tree holds. Others may.
  override func willDropItems() {
    pass()
    if isWriting { describeOutsiders() }
  }

  /// Notes what a custom field's block answered.
  override func didAnswer(_ force: Vector, _ field: FieldBehavior) {
    guard isWriting, let number = behaviors.number(of: field) else { return }
    let answer = force.isFinite ? force : .zero
    if forces.last?.field != number { forces.append(JournalForces(field: number, values: [])) }
    forces[forces.count - 1].values += [answer.dx, answer.dy]
  }

  /// What a custom field's block answered.
  override func nextForce(of field: FieldBehavior) -> Vector? {
    guard isReplaying else { return nil }
    let number = behaviors.number(of: field) ?? -1
    for index in forces.indices where forces[index].field == number {
      let first = forces[index].taken
      guard first + 1 < forces[index].values.count else { continue }
      forces[index].taken += 2
      return Vector(dx: forces[index].values[first], dy: forces[index].values[first + 1])
    }
    return .zero
  }
}

extension DynamicAnimator {
  #if !hasFeature(Embedded)
    /// From now on what the app does is written down. For an animator that nothing was done to yet.
    package func startJournal() -> AnimatorJournal {
      let journal = AnimatorJournal(self, isReplaying: false)
      observer = journal
      return journal
    }
  #endif

  /// Nothing is written down any more.
  package func stopJournal() { observer = nil }

  /// Whether the item has a slot, or belongs to a group that is registered or to a known behaviour.
  func knows(_ item: any DynamicItem) -> Bool {
    if slotIndex(of: item) != nil || groupParts.place(of: item) != nil { return true }
    for behavior in known.prefix(foundingCount) {
      if let behavior, behavior.animatorReference !== self, behavior.memberIndex(of: item) != nil {
        return true
      }
    }
    return false
  }

  /// Whether the item, or a member of it, is moved by another animator.
  func isElsewhere(_ item: any DynamicItem) -> Bool {
    if let other = item.registeredAnimator, other !== self { return true }
    for part in item.itemGroup?.items ?? [] {
      if let other = part.registeredAnimator, other !== self { return true }
    }
    return false
  }

  func knows(_ behavior: DynamicBehavior) -> Bool { ordinal(of: behavior) != nil }
}
