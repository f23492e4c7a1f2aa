import DeterministicMath
import Simulation

// The formulas are those of ``RowPredictor`` for ``Prediction/contexts``, in the same order of
// operations.

extension WideTable {
  /// Passes the fields of a unit through their lanes.
  ///
  /// - Parameter lanes: one for each field.
  func code<Lane: WideLane>(_ unit: BlockLayout.Unit, _ lanes: UnsafeMutablePointer<Lane>) {
    // A lane in a local variable stays in registers.
    switch unit {
    case .plain(let place):
      var lane = lanes[place.lane]
      if place.type == .float32 {
        codeFloats(place, &lane)
      } else {
        codeIntegers(place, &lane)
      }
      lanes[place.lane] = lane
    case .axis(let velocity, let position?, let gravity):
      guard let path else { return }
      var (first, second) = (lanes[velocity.lane], lanes[position.lane])
      codeAxis(velocity, position, gravity: gravity, path, &first, &second)
      lanes[velocity.lane] = first
      lanes[position.lane] = second
    case .axis(let velocity, nil, let gravity):
      guard let path else { return }
      var lane = lanes[velocity.lane]
      codeVelocities(velocity, gravity: gravity, path, &lane)
      lanes[velocity.lane] = lane
    case .turn(let velocity, let cosine, let sine):
      guard let path else { return }
      var (first, second, third) = (lanes[velocity.lane], lanes[cosine.lane], lanes[sine.lane])
      codeTurns(velocity, cosine, sine, path, &first, &second, &third)
      lanes[velocity.lane] = first
      lanes[cosine.lane] = second
      lanes[sine.lane] = third
    }
  }

  /// Passes one field of a group through its lane.
  ///
  /// - Parameters:
  ///   - word: ordered; a decoder does not use it.
  ///   - contexts: a ``TokenContext`` for each row.
  /// - Returns: the word; that of a decoder means nothing in the rows that are not active.
  @inline(__always)
  private func pass<Lane: WideLane>(
    _ word: WordLanes, prediction: WordLanes, isSigned: Bool = true, contexts: CostLanes,
    _ mask: UInt32, _ lane: inout Lane
  ) -> WordLanes {
    let residuals =
      isSigned
      ? SignedResiduals(signed: word, prediction)
      : SignedResiduals(
        values: WordLanes.residual(word, prediction), negated: WordLanes(all: 0))
    let passed = lane.pass(
      residuals, isSigned: isSigned, contexts: contexts, mask, room)
    return Lane.isReading ? passed.undone(prediction) : word
  }

  /// Calls `body` with each group that has active rows, their mask, and whether it is all of them.
  @inline(__always)
  private func forEachGroup(_ body: (_ group: Int, _ mask: UInt32, _ rows: WordLanes) -> Void) {
    let masks = masks
    let count = groupCount
    var group = 0
    while group < count {
      let mask = UInt32(masks[group])
      if mask != 0 { body(group, mask, WordLanes(mask: mask)) }
      group &+= 1
    }
  }

  @inline(__always)
  private func account(_ group: Int, _ place: BlockLayout.Place)
    -> UnsafeMutablePointer<SIMD8<Int16>>
  {
    costs + (group &* laneCount &+ place.lane) &* RowPredictor.candidateMax
  }

  @inline(__always)
  private func charge(
    _ cost: UnsafeMutablePointer<SIMD8<Int16>>, _ word: WordLanes, _ candidate: WordLanes,
    _ rows: WordLanes
  ) {
    let old = CostLanes(cost.pointee)
    let new = old.charged(WordLanes.residual(word, candidate).lengths)
    cost.pointee = CostLanes.select(rows, new, old).simd
  }

  /// The new words of a field, where the lane does not give them.
  @inline(__always)
  private func given<Lane: WideLane>(_ index: Int, _ lane: inout Lane) -> WordLanes {
    Lane.isReading ? WordLanes(all: 0) : WordLanes(current[index])
  }

  /// The floats after the step: of a decoder, the ordered `word` in the active rows.
  @inline(__always)
  private func floats<Lane: WideLane>(
    of word: WordLanes, _ index: Int, _ rows: WordLanes, _ lane: inout Lane
  ) -> Lanes {
    let new =
      Lane.isReading
      ? WordLanes.select(rows, word.restored, WordLanes(last[index])) : WordLanes(current[index])
    return new.lanes
  }

  // MARK: Fields without a meaning

  @inline(__always)
  private func codePlain<Lane: WideLane>(
    _ place: BlockLayout.Place, isSigned: Bool, _ stream: inout Lane,
    _ order: (WordLanes) -> WordLanes, _ restore: (WordLanes) -> WordLanes,
    _ linear: (WordLanes, WordLanes) -> WordLanes
  ) {
    let laneCount = laneCount
    let (last, before) = (last, before)
    forEachGroup { group, mask, rows in
      let index = group &* laneCount &+ place.lane
      let old = WordLanes(last[index])
      let same = order(old)
      let next = order(linear(old, WordLanes(before[index])))
      let account = account(group, place)
      let (first, second) = (CostLanes(account[0]), CostLanes(account[1]))
      let best = WordLanes.select(CostLanes.less(second, first), next, same)
      let word = pass(
        order(given(index, &stream)), prediction: best, isSigned: isSigned,
        contexts: CostLanes.smaller(second, first).contexts, mask, &stream)
      charge(account, word, same, rows)
      charge(account + 1, word, next, rows)
      before[index] = old.simd
      last[index] =
        Lane.isReading ? WordLanes.select(rows, restore(word), old).simd : current[index]
    }
  }

  private func codeIntegers<Lane: WideLane>(_ place: BlockLayout.Place, _ stream: inout Lane) {
    codePlain(place, isSigned: false, &stream, { $0 }, { $0 }, { $0 + ($0 - $1) })
  }

  private func codeFloats<Lane: WideLane>(_ place: BlockLayout.Place, _ stream: inout Lane) {
    codePlain(
      place, isSigned: true, &stream, { $0.ordered }, { $0.restored },
      { last, before in
        let value = last.lanes
        return WordLanes(bits: (value + (value - before.lanes)).orIfNaN(value))
      })
  }

  // MARK: Motion

  private func codeVelocities<Lane: WideLane>(
    _ place: BlockLayout.Place, gravity: Float, _ path: MotionPath, _ stream: inout Lane
  ) {
    forEachGroup { group, mask, rows in
      _ = codeVelocity(group, place, gravity: gravity, path, mask, rows, &stream)
    }
  }

  @inline(__always)
  private func codeVelocity<Lane: WideLane>(
    _ group: Int, _ place: BlockLayout.Place, gravity: Float, _ path: MotionPath, _ mask: UInt32,
    _ rows: WordLanes, _ stream: inout Lane
  ) -> Velocities {
    let index = group &* laneCount &+ place.lane
    let v = WordLanes(last[index]).lanes
    let u = WordLanes(before[index]).lanes
    let gain = Lanes(all: path.substep * gravity)
    var moved = v
    var left = path.worldSteps &* path.substeps
    while left > 0 {
      moved = moved + gain
      left &-= 1
    }
    let free = moved.orIfNaN(v)
    let change = v - u
    let third = group &* velocityCount &+ place.velocity
    let parabola = v + (change + (change - (u - WordLanes(earlier[third]).lanes)))
    let candidates = (
      free.ordered, v.ordered, (v + change).orIfNaN(v).ordered, parabola.orIfNaN(v).ordered
    )
    let account = account(group, place)
    let best = best(account, candidates)
    let word = pass(
      given(index, &stream).ordered, prediction: best.word, contexts: best.cost.contexts, mask,
      &stream)
    let new = floats(of: word, index, rows, &stream)
    charge(account, word, candidates.0, rows)
    charge(account + 1, word, candidates.1, rows)
    charge(account + 2, word, candidates.2, rows)
    charge(account + 3, word, candidates.3, rows)
    // A row that is not active has no past any more.
    earlier[third] = Lanes.select(rows, u, v).bits.simd
    before[index] = v.bits.simd
    last[index] = new.bits.simd
    return Velocities(
      earlier: u, old: v, new: new, isFree: WordLanes.equal(new.bits, free.bits),
      isUnchanged: WordLanes.equal(new.bits, v.bits))
  }

  /// The candidate of the least cost, of several the first; and that cost.
  @inline(__always)
  private func best(
    _ account: UnsafeMutablePointer<SIMD8<Int16>>, _ candidates: (WordLanes, WordLanes, WordLanes)
  ) -> (word: WordLanes, cost: CostLanes) {
    var least = CostLanes(account[0])
    let second = CostLanes(account[1])
    let best = WordLanes.select(CostLanes.less(second, least), candidates.1, candidates.0)
    least = CostLanes.smaller(second, least)
    let third = CostLanes(account[2])
    return (
      WordLanes.select(CostLanes.less(third, least), candidates.2, best),
      CostLanes.smaller(third, least)
    )
  }

  /// The candidate of the least cost, of several the first; and that cost.
  @inline(__always)
  private func best(
    _ account: UnsafeMutablePointer<SIMD8<Int16>>,
    _ candidates: (WordLanes, WordLanes, WordLanes, WordLanes)
  ) -> (word: WordLanes, cost: CostLanes) {
    let ofThree = best(account, (candidates.0, candidates.1, candidates.2))
    let fourth = CostLanes(account[3])
    return (
      WordLanes.select(CostLanes.less(fourth, ofThree.cost), candidates.3, ofThree.word),
      CostLanes.smaller(fourth, ofThree.cost)
    )
  }

  private func codeAxis<Lane: WideLane>(
    _ velocity: BlockLayout.Place, _ position: BlockLayout.Place, gravity: Float,
    _ path: MotionPath, _ velocityStream: inout Lane, _ positionStream: inout Lane
  ) {
    let laneCount = laneCount
    let (last, before) = (last, before)
    let dt = Lanes(all: path.duration)
    let lag = Lanes(all: path.lag)
    let declared = WordLanes(all: path.isDeclared ? .max : 0)
    forEachGroup { group, mask, rows in
      let moved = codeVelocity(
        group, velocity, gravity: gravity, path, mask, rows, &velocityStream)
      let index = group &* laneCount &+ position.lane
      let x = WordLanes(last[index]).lanes
      let older = WordLanes(before[index]).lanes
      let byMean = (x + dt * moved.mean(lag)).orIfNaN(x).ordered
      let byLast = (x + ((x - older) + dt * moved.meanChange(lag))).orIfNaN(x).ordered
      let account = account(group, position)
      var (prediction, cost) = best(account, (byMean, byLast, x.ordered))
      // Where nothing else acted: the exact path.
      let isExact = declared & (moved.isFree | moved.isUnchanged)
      if isExact.mask & mask != 0 {
        let end = exactEnd(x, moved, gravity: gravity, path)
        prediction = WordLanes.select(isExact, end.orIfNaN(x).ordered, prediction)
        cost = CostLanes.select(isExact, CostLanes(.zero), cost)
      }
      let word = pass(
        given(index, &positionStream).ordered, prediction: prediction, contexts: cost.contexts,
        mask, &positionStream)
      let new = floats(of: word, index, rows, &positionStream)
      let charged = rows & ~isExact
      charge(account, word, byMean, charged)
      charge(account + 1, word, byLast, charged)
      charge(account + 2, word, x.ordered, charged)
      before[index] = x.bits.simd
      last[index] = new.bits.simd
    }
  }

  /// ``MotionPath/position(_:_:gravity:)``, without gravity where the velocity is unchanged.
  @inline(__always)
  private func exactEnd(
    _ x: Lanes, _ moved: Velocities, gravity: Float, _ path: MotionPath
  ) -> Lanes {
    let h = Lanes(all: path.substep)
    let change = Lanes.select(
      moved.isFree, Lanes(all: path.substep * gravity), Lanes(all: path.substep * 0))
    var v = moved.old
    var end = x
    var world = path.worldSteps
    while world > 0 {
      var displacement = Lanes(all: 0)
      var left = path.substeps
      while left > 0 {
        v = v + change
        displacement = displacement + h * v
        left &-= 1
      }
      end = end + displacement
      world &-= 1
    }
    return end
  }

  /// ``MotionPath/rotation(_:_:)``, turning exactly.
  @inline(__always)
  private func rotation(
    _ cosine: Lanes, _ sine: Lanes, _ angularVelocity: Lanes, _ path: MotionPath
  ) -> (cosine: Lanes, sine: Lanes) {
    let gain = Lanes(all: path.substep) * angularVelocity
    var angle = Lanes(all: 0)
    var left = path.substeps
    while left > 0 {
      angle = angle + gain
      left &-= 1
    }
    let turn = TurnLanes(angle)
    var (c, s) = (cosine, sine)
    var world = path.worldSteps
    while world > 0 {
      let a = c - (turn.versine * c + turn.sine * s)
      let b = s + (turn.sine * c - turn.versine * s)
      let k = Lanes(all: 1.5) - Lanes(all: 0.5) * (a * a + b * b)
      (c, s) = (k * a, k * b)
      world &-= 1
    }
    return (c, s)
  }

  private func codeTurns<Lane: WideLane>(
    _ velocity: BlockLayout.Place, _ cosine: BlockLayout.Place, _ sine: BlockLayout.Place,
    _ path: MotionPath, _ velocityStream: inout Lane, _ cosineStream: inout Lane,
    _ sineStream: inout Lane
  ) {
    let laneCount = laneCount
    let (last, before) = (last, before)
    let lag = Lanes(all: path.lag)
    let declared = WordLanes(all: path.isDeclared ? .max : 0)
    forEachGroup { group, mask, rows in
      let moved = codeVelocity(group, velocity, gravity: 0, path, mask, rows, &velocityStream)
      let cosineIndex = group &* laneCount &+ cosine.lane
      let sineIndex = group &* laneCount &+ sine.lane
      let c = WordLanes(last[cosineIndex]).lanes
      let s = WordLanes(last[sineIndex]).lanes
      var newC = given(cosineIndex, &cosineStream).lanes
      var newS = given(sineIndex, &sineStream).lanes
      let byMean = rotation(c, s, moved.mean(lag), path)
      let again = turnedAgain(
        c, s, WordLanes(before[cosineIndex]).lanes, WordLanes(before[sineIndex]).lanes)
      let byLast = rotation(again.cosine, again.sine, moved.meanChange(lag), path)
      let isExact = declared & moved.isUnchanged
      let account = account(group, sine)
      let first = CostLanes(account[0])
      let second = CostLanes(account[1])
      let isLast = CostLanes.less(second, first) & ~isExact
      let third = CostLanes(account[2])
      let ofTwo = CostLanes.smaller(second, first)
      let isUnmoved = CostLanes.less(third, ofTwo) & ~isExact
      let cost = CostLanes.select(
        isExact, CostLanes(.zero), CostLanes.smaller(third, ofTwo))
      let bestC = Lanes.select(isUnmoved, c, Lanes.select(isLast, byLast.cosine, byMean.cosine))
      let bestS = Lanes.select(isUnmoved, s, Lanes.select(isLast, byLast.sine, byMean.sine))
      // The smaller component first; it says the larger one, but for the sign.
      let isCosine = WordLanes.less(bestC * bestC, bestS * bestS)
      let predictedC = bestC.orIfNaN(c)
      let predictedS = bestS.orIfNaN(s)
      let predictedSmall = Lanes.select(isCosine, predictedC, predictedS)
      let predictedLarge = Lanes.select(isCosine, predictedS, predictedC).bits
      // The smaller one stands in the sine's streams, the larger one in the cosine's.
      let word = pass(
        Lanes.select(isCosine, newC, newS).ordered, prediction: predictedSmall.ordered,
        contexts: cost.contexts, mask, &sineStream)
      let small = word.restored.lanes
      let rest = Lanes(all: 1) - small * small
      let isPositive = WordLanes.less(Lanes(all: 0), rest)
      let root = Lanes.select(isPositive, rest, Lanes(all: 0)).squareRoots
      let bySmall = root.bits | (predictedLarge & WordLanes(all: 0x8000_0000))
      let isHit = WordLanes.equal(small.bits, predictedSmall.bits)
      let large = pass(
        Lanes.select(isCosine, newS, newC).ordered,
        prediction: WordLanes.select(isHit | ~isPositive, predictedLarge, bySmall).ordered,
        contexts: CostLanes(~isHit & WordLanes(all: 1)), mask, &cosineStream)
      if Lane.isReading {
        let largeFloats = large.restored.lanes
        newC = Lanes.select(rows, Lanes.select(isCosine, small, largeFloats), c)
        newS = Lanes.select(rows, Lanes.select(isCosine, largeFloats, small), s)
      }
      let unmoved = Lanes.select(isCosine, c, s)
      let charged = rows & ~isExact
      let meanSmall = Lanes.select(isCosine, byMean.cosine, byMean.sine).orIfNaN(unmoved)
      let lastSmall = Lanes.select(isCosine, byLast.cosine, byLast.sine).orIfNaN(unmoved)
      charge(account, word, meanSmall.ordered, charged)
      charge(account + 1, word, lastSmall.ordered, charged)
      charge(account + 2, word, unmoved.ordered, charged)
      before[cosineIndex] = c.bits.simd
      before[sineIndex] = s.bits.simd
      last[cosineIndex] = newC.bits.simd
      last[sineIndex] = newS.bits.simd
    }
  }

  /// The rotation turned by as much as it has turned since the one before.
  @inline(__always)
  private func turnedAgain(
    _ c: Lanes, _ s: Lanes, _ olderC: Lanes, _ olderS: Lanes
  ) -> (cosine: Lanes, sine: Lanes) {
    let cosine = c * olderC + s * olderS
    let sine = s * olderC - c * olderS
    return (c * cosine - s * sine, s * cosine + c * sine)
  }
}
