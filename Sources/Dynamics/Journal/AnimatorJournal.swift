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
package final class AnimatorJournal {
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
  func begin(isFrame: Bool = false) {
    if isFrame { depth = 0 }
    if depth == 0 { (place, stride) = (0, isFrame ? 1 : -1) }
    depth += 1
  }

  func end() {
    guard depth > 0 else { return }
    depth -= 1
    // What an app does next it does after all that was passed within the call.
    if depth > 0 { passCommand() } else { forgetStrangers() }
  }

  /// The animator may call code of the app next.
  func pass() {
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
  var hasMoreInFrame: Bool {
    isReplaying && next < entries.count && entries[next].place > place
      && entries[next].place != .max
  }

  /// A command has been carried out that the animator did not give itself.
  func passCommand() { if place < .max && place > .min { place += stride } }

  func write(_ change: JournalChange) {
    guard isWriting else { return }
    entries.append(JournalEntry(change, at: depth == 0 ? 0 : place))
  }

  /// Nothing is written any more: the run depends on what is not told to a journal.
  func refuse(_ name: StaticString) {
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
  func didTake(_ item: any DynamicItem) {
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
  func forget(_ item: any DynamicItem) {
    rowsAreStale = true
    guard !animator.knows(item), let number = items.number(of: item) else { return }
    items.remove(number, item)
  }

  /// The animator knows the behaviour no more.
  func forget(_ behavior: DynamicBehavior) {
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
}

/// Objects by number, numbers by object. Numbers are given out anew.
struct JournalNumbers<Object> {
  private(set) var objects: [Object?] = []
  /// What was last written of each object.
  var words: [[UInt64]] = []
  /// What a restore makes each object of: what the animator last took it for.
  var taken: [[UInt64]] = []
  private var free: [Int32] = []
  private var index = ObjectIndex()
  /// How many objects have had each number.
  private var generations: [UInt64] = []

  subscript(_ number: Int32) -> Object? {
    number >= 0 && number < Int32(objects.count) ? objects[Int(number)] : nil
  }

  func number(of object: AnyObject) -> Int32? { index.place(of: object) }

  /// Numbers an object that has no number.
  ///
  /// - Parameter key: the object.
  mutating func add(_ object: Object, _ key: AnyObject) -> Int32 {
    let number = free.popLast() ?? Int32(objects.count)
    set(number, object, key)
    return number
  }

  /// Whether an object may have this number: a file may say any.
  func canSet(_ number: Int64) -> Bool {
    guard number >= 0, number < JournalNumbers.limit else { return false }
    return self[Int32(number)] == nil
  }

  /// Objects at a time.
  private static var limit: Int64 { 1 << 20 }

  /// Gives an object that has no number this one, which no other has.
  ///
  /// - Parameter key: the object.
  mutating func set(_ number: Int32, _ object: Object, _ key: AnyObject) {
    while objects.count <= Int(number) {
      objects.append(nil)
      words.append([])
      taken.append([])
      generations.append(0)
    }
    generations[Int(number)] += 1
    objects[Int(number)] = object
    index.set(number, for: key)
  }

  func generation(of number: Int32) -> UInt64 {
    number >= 0 && number < Int32(generations.count) ? generations[Int(number)] : 0
  }

  /// - Parameter key: the object of this number.
  mutating func remove(_ number: Int32, _ key: AnyObject) {
    index.remove(key)
    objects[Int(number)] = nil
    words[Int(number)] = []
    taken[Int(number)] = []
    free.append(number)
  }
}

/// Where items are, by number: one of them is written for each item in each frame. In raw memory,
/// which nobody else can hold: the checks of an array would take as long as the rest.
final class JournalPoses {
  // Nothing is called while these change.
  @exclusivity(unchecked) private var base: UnsafeMutablePointer<JournalPose>
  @exclusivity(unchecked) private(set) var count = 0
  private var capacity = 64

  init() { base = .allocate(capacity: capacity) }

  deinit { base.deallocate() }

  func append(_ pose: JournalPose) {
    if count == capacity {
      let room = UnsafeMutablePointer<JournalPose>.allocate(capacity: 2 * capacity)
      room.moveInitialize(from: base, count: count)
      base.deallocate()
      base = room
      capacity *= 2
    }
    (base + count).initialize(to: pose)
    count += 1
  }

  /// Whether an item is known to be there, to the bit.
  @inline(__always)
  func isSame(_ number: Int32, _ center: Point, _ transform: AffineTransform2D) -> Bool {
    precondition(number >= 0 && Int(number) < count, "the item has a number")
    return base[Int(number)].isSame(as: center, transform)
  }

  /// Keeps where the animator puts an item.
  @inline(__always)
  func set(_ number: Int32, _ center: Point, _ transform: AffineTransform2D) {
    precondition(number >= 0 && Int(number) < count, "the item has a number")
    let t = transform
    if isFinite(center.x, center.y, t.tx, t.ty) && isFinite(t.a, t.b, t.c, t.d) {
      base[Int(number)].center = center
      base[Int(number)].transform = transform
    } else {
      base[Int(number)] = JournalPose(center, transform)
    }
  }

  subscript(_ number: Int32) -> JournalPose {
    get {
      precondition(number >= 0 && Int(number) < count, "the item has a number")
      return base[Int(number)]
    }
    set {
      precondition(number >= 0 && Int(number) < count, "the item has a number")
      base[Int(number)] = newValue
    }
  }
}

/// The answers of a custom field's block.
struct JournalForces {
  /// The field's number.
  var field: Int32
  var values: [Double]
  /// Replay: how many have been taken.
  var taken = 0
}

extension DynamicAnimator {
  #if !hasFeature(Embedded)
    /// From now on what the app does is written down. For an animator that nothing was done to yet.
    package func startJournal() -> AnimatorJournal {
      let journal = AnimatorJournal(self, isReplaying: false)
      self.journal = journal
      return journal
    }
  #endif

  /// Nothing is written down any more.
  package func stopJournal() { journal = nil }

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
