/// Pairs of bodies that both rest, kept apart from the others: what moves does not pay for them.
///
/// Every pair with an awake body is in ``pairs``, and no pair is in both lists. Pairs of bodies that fell
/// asleep may stay in ``pairs`` for a while; which list they are in is of no consequence for what is
/// computed.
extension World {
  /// Puts the pairs of bodies that woke back among the others.
  ///
  /// - Complexity: O(resting pairs) after something woke, O(1) otherwise; and O(pairs) where some are
  ///   put back.
  func takeUpWokenPairs() {
    if !restingPairsAreStale { return }
    restingPairsAreStale = false
    if restingPairs.count == 0 { return }
    split(&restingPairs, takingResting: false)
    if pairsInTransit.count == 0 { return }
    insert(pairsInTransit, into: &pairs)
    candidatesAreStale = true
  }

  /// Puts all resting pairs back, when what comes next may concern any of them.
  func takeUpAllRestingPairs() {
    restingPairsAreStale = false
    restingPairsHoldRemoved = false
    if restingPairs.count == 0 { return }
    insert(restingPairs, into: &pairs)
    restingPairs.removeAll()
    restedBodyCount = bodies.count
    candidatesAreStale = true
  }

  /// Takes pairs that rest from the others, when many bodies fell asleep since this was last done.
  ///
  /// - Complexity: O(pairs + resting pairs), or O(1).
  func setRestingPairsAside() {
    if restedBodyCount &* 8 <= activity.awakeBodies.count { return }
    restedBodyCount = 0
    split(&pairs, takingResting: true)
    insert(pairsInTransit, into: &restingPairs)
  }

  /// Moves the pairs of which no body is awake, or all others, from a list to ``pairsInTransit``.
  private func split(_ list: inout Store<ShapePair>, takingResting takesResting: Bool) {
    pairsInTransit.removeAll()
    var kept = 0
    var i = 0
    while i < list.count {
      var pair = list.base[i]
      i &+= 1
      let bodyA = Int(shapes.base[Int(pair.key &>> 32)].body)
      let bodyB = Int(shapes.base[Int(pair.key & 0xFFFF_FFFF)].body)
      let rests = (bodyFlags.base[bodyA] | bodyFlags.base[bodyB]) & BodyFlag.awake == 0
      if rests == takesResting {
        // Not looked at while both rest: what they travelled last has not been counted.
        pair.slack = 0
        pairsInTransit.append(pair)
      } else {
        list.base[kept] = pair
        kept &+= 1
      }
    }
    list.setCount(kept)
  }

  /// Merges sorted pairs into a sorted list that holds none of them.
  private func insert(_ added: borrowing Store<ShapePair>, into list: inout Store<ShapePair>) {
    if added.count == 0 { return }
    var i = list.count &- 1
    var next = added.count &- 1
    list.setCount(list.count &+ added.count)
    var place = list.count &- 1
    // What is left when all are in is where it belongs.
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
