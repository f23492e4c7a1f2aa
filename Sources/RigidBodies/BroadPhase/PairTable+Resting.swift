/// Pairs of two resting bodies, kept apart from the others so that steps do not walk over them.
///
/// Pairs of bodies that fell asleep may stay among the active ones for a while; results are
/// identical whichever list they are in.
extension PairTable {
  /// Puts the pairs of bodies that woke back among the others.
  ///
  /// - Complexity: O(resting pairs) after something woke, O(1) otherwise; and O(pairs) where some
  ///   are put back.
  mutating func activateWoken(_ bodies: ShapeBodies) {
    if !restingAreStale { return }
    restingAreStale = false
    if resting.count == 0 { return }
    PairTable.split(&resting, to: &inTransit, bodies, takingResting: false)
    if inTransit.count == 0 { return }
    PairTable.insert(inTransit, into: &active)
    candidatesAreStale = true
  }

  /// Puts all resting pairs back, when what comes next may concern any of them.
  mutating func activateAllResting(bodyCount: Int) {
    restingAreStale = false
    restingHoldRemoved = false
    if resting.count == 0 { return }
    PairTable.insert(resting, into: &active)
    resting.removeAll()
    restedBodyCount = bodyCount
    candidatesAreStale = true
  }

  /// Takes pairs that rest from the others, when many bodies fell asleep since this was last done.
  ///
  /// - Complexity: O(pairs + resting pairs), or O(1).
  mutating func setRestingAside(_ bodies: ShapeBodies, awakeCount: Int) {
    if restedBodyCount &* 8 <= awakeCount { return }
    restedBodyCount = 0
    PairTable.split(&active, to: &inTransit, bodies, takingResting: true)
    PairTable.insert(inTransit, into: &resting)
  }

  /// Moves the pairs without an awake body, or all others, from a list to ``inTransit``.
  private static func split(
    _ list: inout Store<ShapePair>, to inTransit: inout Store<ShapePair>, _ bodies: ShapeBodies,
    takingResting takesResting: Bool
  ) {
    inTransit.removeAll()
    var kept = 0
    var i = 0
    while i < list.count {
      var pair = list.base[i]
      i &+= 1
      if bodies.isAnyAwake(pair: pair.key) != takesResting {
        // The pair was not checked while both rested: their last travels have not been counted.
        pair.slack = 0
        inTransit.append(pair)
      } else {
        list.base[kept] = pair
        kept &+= 1
      }
    }
    list.setCount(kept)
  }

  /// Merges sorted pairs into a sorted list that holds none of them.
  private static func insert(_ added: borrowing Store<ShapePair>, into list: inout Store<ShapePair>)
  {
    assert(areSorted(added) && areSorted(list), "both lists are sorted")
    if added.count == 0 { return }
    var i = list.count &- 1
    var next = added.count &- 1
    list.setCount(list.count &+ added.count)
    var place = list.count &- 1
    // The rest of the list is in place once all are merged.
    while next >= 0 {
      let key = added.base[next].key
      while i >= 0 && list.base[i].key > key {
        list.base[place] = list.base[i]
        place &-= 1
        i &-= 1
      }
      list.base[place] = added.base[next]
      place &-= 1
      next &-= 1
    }
  }
}
