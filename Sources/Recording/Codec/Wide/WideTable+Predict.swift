import DeterministicMath
import Simulation

// The formulas are those of ``RowPredictor``, in the same order of operations.

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
  /// - Returns: the word; that of a decoder means nothing in the rows that are not active.
  @inline(__always)
  private func pass<Lane: WideLane>(
    _ word: WordLanes, prediction: WordLanes, _ mask: UInt32, _ lane: inout Lane
  ) -> WordLanes {
    let residuals = lane.pass(WordLanes.residual(word, prediction), mask, room)
    return Lane.isReading ? WordLanes.undoResidual(residuals, prediction) : word
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
    _ place: BlockLayout.Place, _ stream: inout Lane,
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
      let best = WordLanes.select(
        CostLanes.less(CostLanes(account[1]), CostLanes(account[0])), next, same)
      let word = pass(order(given(index, &stream)), prediction: best, mask, &stream)
      charge(account, word, same, rows)
      charge(account + 1, word, next, rows)
      before[index] = old.simd
      last[index] =
        Lane.isReading ? WordLanes.select(rows, restore(word), old).simd : current[index]
    }
  }

  private func codeIntegers<Lane: WideLane>(_ place: BlockLayout.Place, _ stream: inout Lane) {
    codePlain(place, &stream, { $0 }, { $0 }, { $0 + ($0 - $1) })
  }

  private func codeFloats<Lane: WideLane>(_ place: BlockLayout.Place, _ stream: inout Lane) {
    codePlain(
      place, &stream, { $0.ordered }, { $0.restored },
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
  ) -> (old: Lanes, free: Lanes, new: Lanes) {
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
    let candidates = (
      free.ordered, v.ordered, (v + (v - u)).orIfNaN(v).ordered,
      (Lanes(all: 0.5) * (v + u)).orIfNaN(v).ordered
    )
    let account = account(group, place)
    let word = pass(
      given(index, &stream).ordered, prediction: best(account, candidates), mask, &stream)
    let new = floats(of: word, index, rows, &stream)
    charge(account, word, candidates.0, rows)
    charge(account + 1, word, candidates.1, rows)
    charge(account + 2, word, candidates.2, rows)
    charge(account + 3, word, candidates.3, rows)
    before[index] = WordLanes(bits: v).simd
    last[index] = WordLanes(bits: new).simd
    return (v, free, new)
  }

  /// The candidate of the least cost; of several the first.
  @inline(__always)
  private func best(
    _ account: UnsafeMutablePointer<SIMD8<Int16>>,
    _ candidates: (WordLanes, WordLanes, WordLanes, WordLanes)
  ) -> WordLanes {
    var least = CostLanes(account[0])
    let second = CostLanes(account[1])
    var best = WordLanes.select(CostLanes.less(second, least), candidates.1, candidates.0)
    least = CostLanes.smaller(second, least)
    let third = CostLanes(account[2])
    best = WordLanes.select(CostLanes.less(third, least), candidates.2, best)
    least = CostLanes.smaller(third, least)
    return WordLanes.select(
      CostLanes.less(CostLanes(account[3]), least), candidates.3, best)
  }

  private func codeAxis<Lane: WideLane>(
    _ velocity: BlockLayout.Place, _ position: BlockLayout.Place, gravity: Float,
    _ path: MotionPath, _ velocityStream: inout Lane, _ positionStream: inout Lane
  ) {
    let laneCount = laneCount
    let (last, before) = (last, before)
    let h = Lanes(all: path.substep)
    let dt = Lanes(all: path.duration)
    let gain = Lanes(all: path.substep * gravity)
    let noGain = Lanes(all: path.substep * 0)
    forEachGroup { group, mask, rows in
      let moved = codeVelocity(
        group, velocity, gravity: gravity, path, mask, rows, &velocityStream)
      let index = group &* laneCount &+ position.lane
      let x = WordLanes(last[index]).lanes
      let older = WordLanes(before[index]).lanes
      let newBits = WordLanes(bits: moved.new)
      let isFree = WordLanes.equal(newBits, WordLanes(bits: moved.free))
      // Nothing else acted: the exact path.
      let isExact = isFree | WordLanes.equal(newBits, WordLanes(bits: moved.old))
      let change = Lanes.select(isFree, gain, noGain)
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
      let byNew = x + dt * moved.new
      let byMean = x + dt * (Lanes(all: 0.5) * (moved.old + moved.new))
      let byLast = x + ((x - older) + dt * (moved.new - moved.old))
      let candidates = (
        byNew.orIfNaN(x).ordered, byMean.orIfNaN(x).ordered, byLast.orIfNaN(x).ordered, x.ordered
      )
      let account = account(group, position)
      let prediction = WordLanes.select(
        isExact, end.orIfNaN(x).ordered, best(account, candidates))
      let word = pass(
        given(index, &positionStream).ordered, prediction: prediction, mask, &positionStream)
      let new = floats(of: word, index, rows, &positionStream)
      let charged = rows & ~isExact
      charge(account, word, candidates.0, charged)
      charge(account + 1, word, candidates.1, charged)
      charge(account + 2, word, candidates.2, charged)
      charge(account + 3, word, candidates.3, charged)
      before[index] = WordLanes(bits: x).simd
      last[index] = WordLanes(bits: new).simd
    }
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
    forEachGroup { group, mask, rows in
      let moved = codeVelocity(group, velocity, gravity: 0, path, mask, rows, &velocityStream)
      let cosineIndex = group &* laneCount &+ cosine.lane
      let sineIndex = group &* laneCount &+ sine.lane
      let c = WordLanes(last[cosineIndex]).lanes
      let s = WordLanes(last[sineIndex]).lanes
      var newC = given(cosineIndex, &cosineStream).lanes
      var newS = given(sineIndex, &sineStream).lanes
      let byNew = rotation(c, s, moved.new, path)
      let byMean = rotation(c, s, Lanes(all: 0.5) * (moved.old + moved.new), path)
      let isFree = WordLanes.equal(WordLanes(bits: moved.new), WordLanes(bits: moved.old))
      let account = account(group, sine)
      let first = CostLanes(account[0])
      let second = CostLanes(account[1])
      let isMean = CostLanes.less(second, first) & ~isFree
      let isUnmoved =
        CostLanes.less(CostLanes(account[2]), CostLanes.smaller(second, first)) & ~isFree
      let bestC = Lanes.select(isUnmoved, c, Lanes.select(isMean, byMean.cosine, byNew.cosine))
      let bestS = Lanes.select(isUnmoved, s, Lanes.select(isMean, byMean.sine, byNew.sine))
      // The smaller component first; it says the larger one, but for the sign.
      let isCosine = WordLanes.less(bestC * bestC, bestS * bestS)
      let predictedC = bestC.orIfNaN(c)
      let predictedS = bestS.orIfNaN(s)
      let predictedSmall = Lanes.select(isCosine, predictedC, predictedS)
      let predictedLarge = WordLanes(bits: Lanes.select(isCosine, predictedS, predictedC))
      var small = Lanes.select(isCosine, newC, newS)
      var largeResidual = WordLanes(all: 0)
      if Lane.isReading {
        let readC = cosineStream.pass(largeResidual, mask, room)
        let readS = sineStream.pass(largeResidual, mask, room)
        let smallResidual = WordLanes.select(isCosine, readC, readS)
        largeResidual = WordLanes.select(isCosine, readS, readC)
        small = WordLanes.undoResidual(smallResidual, predictedSmall.ordered).restored.lanes
      }
      let rest = Lanes(all: 1) - small * small
      let isPositive = WordLanes.less(Lanes(all: 0), rest)
      let root = Lanes.select(isPositive, rest, Lanes(all: 0)).squareRoots
      let bySmall = WordLanes(bits: root) | (predictedLarge & WordLanes(all: 0x8000_0000))
      let isHit = WordLanes.equal(WordLanes(bits: small), WordLanes(bits: predictedSmall))
      let largePrediction = WordLanes.select(isHit | ~isPositive, predictedLarge, bySmall)
      let word = small.ordered
      if Lane.isReading {
        let large = WordLanes.undoResidual(largeResidual, largePrediction.ordered).restored.lanes
        newC = Lanes.select(rows, Lanes.select(isCosine, small, large), c)
        newS = Lanes.select(rows, Lanes.select(isCosine, large, small), s)
      } else {
        let large = Lanes.select(isCosine, newS, newC)
        let smallResidual = WordLanes.residual(word, predictedSmall.ordered)
        largeResidual = WordLanes.residual(large.ordered, largePrediction.ordered)
        _ = cosineStream.pass(
          WordLanes.select(isCosine, smallResidual, largeResidual), mask, room)
        _ = sineStream.pass(
          WordLanes.select(isCosine, largeResidual, smallResidual), mask, room)
      }
      let unmoved = Lanes.select(isCosine, c, s)
      let charged = rows & ~isFree
      let newSmall = Lanes.select(isCosine, byNew.cosine, byNew.sine).orIfNaN(unmoved)
      let meanSmall = Lanes.select(isCosine, byMean.cosine, byMean.sine).orIfNaN(unmoved)
      charge(account, word, newSmall.ordered, charged)
      charge(account + 1, word, meanSmall.ordered, charged)
      charge(account + 2, word, unmoved.ordered, charged)
      before[cosineIndex] = WordLanes(bits: c).simd
      before[sineIndex] = WordLanes(bits: s).simd
      last[cosineIndex] = WordLanes(bits: newC).simd
      last[sineIndex] = WordLanes(bits: newS).simd
    }
  }
}
