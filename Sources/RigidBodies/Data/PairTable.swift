/// Pairs of shapes that may touch: those whose boxes overlap, and those that have a contact.
///
/// Every pair with an awake body is in ``active``, and no pair is in both lists.
struct PairTable: ~Copyable {
  /// By ascending key: all but those in ``resting``.
  var active = Store<ShapePair>()
  /// Pairs of bodies that rest, by ascending key: see `PairTable+Resting.swift`.
  var resting = Store<ShapePair>()
  var inTransit = Store<ShapePair>()
  /// Something woke: ``resting`` may name it. After a restore: some body's state may be another
  /// one.
  var restingAreStale = false
  /// A shape went or moved whose body rests, or did so lately: ``resting`` may name it.
  var restingHoldRemoved = false
  /// How many bodies fell asleep since resting pairs were set aside; affects speed alone.
  var restedBodyCount = 0
  /// A shape left its tree: ``active`` may name it.
  var holdRemoved = false
  /// After a restore: the pairs of all contacts must be put back.
  var fromContacts = false
  /// After a restore: contacts whose pairs are not in the list; until the next step.
  var unpairedContacts = Store<Int32>()
  /// Indices of pairs without a contact and with at least one awake body.
  var candidates = Store<Int32>()
  var candidatesAreStale = true

  // While pairs are found: see `PairTable+Sort.swift`.
  var next = Store<ShapePair>()
  /// Keys of pairs that need not be found: a contact has them.
  var known = Store<UInt64>()
  /// Keys of found pairs, of all workers, sorted.
  var found = Store<UInt64>()
  var sortScratch = Store<UInt64>()
  var sortCounts = Store<UInt32>()
  /// By lower shape of a pair.
  var bucketEnds = Store<UInt32>()
  var bucketShapes = Store<UInt32>()

  /// The place of the pair with a key among the active ones; `nil` when it is not there.
  func activeIndex(of key: UInt64) -> Int? { PairTable.index(of: key, in: active) }

  private static func index(of key: UInt64, in list: borrowing Store<ShapePair>) -> Int? {
    assert(key &>> 32 < key & 0xFFFF_FFFF, "a pair names its lower shape first")
    let place = firstPlace(of: list.count) { list.base[$0].key < key }
    return place < list.count && list.base[place].key == key ? place : nil
  }

  /// The pair with a key, wherever it is; `nil` when there is none. Valid until pairs come or go.
  func pair(_ key: UInt64) -> UnsafeMutablePointer<ShapePair>? {
    if let place = PairTable.index(of: key, in: active) { return active.base + place }
    if let place = PairTable.index(of: key, in: resting) { return resting.base + place }
    return nil
  }

  /// Removes all pairs after a restore; those of contacts are then added again.
  mutating func removeAll(bodyCount: Int) {
    active.removeAll()
    resting.removeAll()
    restingAreStale = false
    restingHoldRemoved = false
    restedBodyCount = bodyCount
    fromContacts = true
  }

  /// A shape of a body went or moved: pairs at rest are taken up where it may have some.
  ///
  /// - Parameter flags: the body's.
  mutating func noteChange(ofBody flags: UInt32) {
    if flags & BodyFlag.awake == 0 || restingAreStale { restingHoldRemoved = true }
  }
}
