import DeterministicMath

/// The impulses' part of the digest, from where they are: rows get the impulses of lanes only when
/// a reader wants the rows.
extension World {
  /// The sum of the hashes (`RowHash`) of all contacts' impulses.
  ///
  /// - Complexity: O(contacts in lanes), and O(contacts) / 64 after lanes were taken or given back.
  func sumOfImpulses() -> StateDigest {
    if contactTable.rows.count == 0 { return StateDigest() }
    var sum = sumOfRestingImpulses()
    var whole = RowSum()
    contactTable.forEachBlockOfLanes { impulses, _, count in
      if count == LaneColumns.laneCount {
        addImpulses(impulses, to: &whole, &sum)
      } else {
        addImpulses(impulses, count, to: &sum)
      }
    }
    sum += whole.digest
    return sum
  }

  /// A block without idle lanes.
  ///
  /// - Parameters:
  ///   - sum: what is added to, where vectors are fast.
  ///   - plain: what is added to elsewhere.
  @inline(__always)
  private func addImpulses(
    _ impulses: LaneColumns, to sum: inout RowSum, _ plain: inout StateDigest
  ) {
    #if DEBUG
      addImpulses(impulses, LaneColumns.laneCount, to: &plain)
    #else
      @inline(__always)
      func words(_ column: Int) -> UnsafePointer<SIMD4<UInt32>> {
        UnsafeRawPointer(impulses.slots(column)).assumingMemoryBound(to: SIMD4<UInt32>.self)
      }
      let normal0 = words(ContactImpulses.normal0)
      let normal1 = words(ContactImpulses.normal1)
      let tangent0 = words(ContactImpulses.tangent0)
      let tangent1 = words(ContactImpulses.tangent1)
      let keys = words(ContactImpulses.key)
      var half = 0
      while half < 2 {
        let key = keys[half]
        let turned = RowSum.turned(key)
        sum.add(
          even: normal0[half] &+ (key &+ RowHash.key(word: 0)),
          odd: normal1[half] &+ (turned &+ RowHash.key(word: 1)))
        sum.add(
          even: tangent0[half] &+ (key &+ RowHash.key(word: 2)),
          odd: tangent1[half] &+ (turned &+ RowHash.key(word: 3)))
        half &+= 1
      }
    #endif
  }

  @inline(__always)
  private func addImpulses(_ impulses: LaneColumns, _ count: Int, to sum: inout StateDigest) {
    assert(count > 0 && count <= LaneColumns.laneCount, "a block has eight lanes")
    let normal0 = impulses.slots(ContactImpulses.normal0)
    let normal1 = impulses.slots(ContactImpulses.normal1)
    let tangent0 = impulses.slots(ContactImpulses.tangent0)
    let tangent1 = impulses.slots(ContactImpulses.tangent1)
    let keys = impulses.slots(ContactImpulses.key)
    var lane = 0
    while lane < count {
      addImpulses(
        UInt32(bitPattern: normal0[lane]), UInt32(bitPattern: normal1[lane]),
        UInt32(bitPattern: tangent0[lane]), UInt32(bitPattern: tangent1[lane]),
        key: UInt32(bitPattern: keys[lane]), to: &sum)
      lane &+= 1
    }
  }

  /// Adds the hash of a row of four words.
  @inline(__always)
  private func addImpulses(
    _ normal0: UInt32, _ normal1: UInt32, _ tangent0: UInt32, _ tangent1: UInt32, key: UInt32,
    to sum: inout StateDigest
  ) {
    let turned = RowHash.turned(key)
    RowHash.add(
      normal0 &+ RowHash.key(word: 0) &+ key, normal1 &+ RowHash.key(word: 1) &+ turned, to: &sum)
    RowHash.add(
      tangent0 &+ RowHash.key(word: 2) &+ key, tangent1 &+ RowHash.key(word: 3) &+ turned,
      to: &sum)
  }

  // MARK: Contacts without a lane

  /// Sum over contacts that rest, and over free slots.
  private func sumOfRestingImpulses() -> StateDigest {
    assert(
      changeLog.resting.marks.count &* RestingSums.slotCount >= contactTable.rows.count,
      "every contact has a mark")
    return changeLog.resting.total(slotCount: contactTable.rows.count) {
      sumOfRestingImpulses(block: $0)
    }
  }

  private func sumOfRestingImpulses(block: Int) -> StateDigest {
    let first = block &* RestingSums.slotCount
    assert(first >= 0 && first < contactTable.rows.count, "the block holds contacts")
    var sum = StateDigest()
    let rest = contactTable.rows.count &- first
    let end = first &+ (rest < RestingSums.slotCount ? rest : RestingSums.slotCount)
    var slot = first
    while slot < end {
      if contactTable.lanes.base[slot] < 0 {
        let row = contactTable.rows.base + slot
        sum += RowHash.ofRow(
          ContactRow.Impulses.self, address(of: &row.pointee.normalImpulse0), row: slot)
      }
      slot &+= 1
    }
    return sum
  }
}
