import DeterministicMath

/// The impulses' part of the digest, from the lanes that the solver leaves them in: most joints have two
/// numbers there, and five in their rows. Who asks after every step gets the sum from the step, which has
/// the lanes at hand.
extension JointGraph {
  /// Whether the lanes give the sum sooner than the rows do.
  ///
  /// A graph that lasts for one step is not worth the sum of what lies outside of it.
  mutating func isWorthSumming() -> Bool {
    if isEmpty { return false }
    guard case .unasked = restOfSum else { return true }
    restOfSum = .unknown
    return false
  }

  /// The sum of the hashes (`RowHash`) of all joints' impulses.
  ///
  /// Ask only after a step that has solved the joints as they are: rows and lanes then agree.
  ///
  /// - Parameter impulses: the rows.
  /// - Complexity: O(joints that are solved one by one) where somebody asked after the step before as
  ///   well; else O(joints that are solved), and O(joints) once for each graph.
  mutating func sumOfImpulses(_ impulses: borrowing Store<JointImpulse>) -> StateDigest {
    isSumWanted = true
    let lanes = sumOfLanes ?? sumLanes()
    sumOfLanes = lanes
    var singleJoints = ImpulseSum(isWanted: true)
    var i = 0
    while i < singles.count {
      let slot = Int(singles.base[i].joint)
      singleJoints.add(impulses.base + slot, slot)
      i &+= 1
    }
    var solved = lanes
    solved += singleJoints.digest
    if case .known(let rest) = restOfSum {
      solved += rest
      return solved
    }
    var all = ImpulseSum(isWanted: true)
    var slot = 0
    while slot < impulses.count {
      all.add(impulses.base + slot, slot)
      slot &+= 1
    }
    var rest = all.digest
    rest -= solved
    restOfSum = .known(rest)
    return all.digest
  }

  private func sumLanes() -> StateDigest {
    var sum = ImpulseSum(isWanted: true)
    JointGraph.forEachLaneClass { _, kind in
      let (blocks, count) = (blocks(of: kind).pointee.rows, blocks(of: kind).pointee.count)
      var i = 0
      while i < count {
        sum.add(blocks.block(i), blocks.anchorBlock(i), kind.impulseColumns)
        i &+= 1
      }
    }
    return sum.digest
  }

  /// A step has put the impulses into the rows.
  mutating func beginSum() {
    sumOfLanes = isSumWanted ? StateDigest() : nil
    isSumWanted = false
  }

  /// Adds a worker's part.
  mutating func addToSum(_ part: ImpulseSum) {
    guard var sum = sumOfLanes else { return }
    sum += part.digest
    sumOfLanes = sum
  }
}
