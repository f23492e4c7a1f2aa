import DeterministicMath
import Simulation

// The formulas are those of ``RowPredictor``, in the same order of operations.

extension WideTable {
  func code(_ unit: BlockLayout.Unit) {
    switch unit {
    case .plain(let place):
      if place.type == .float32 {
        withStream(place) { codeFloats(place, &$0) }
      } else {
        withStream(place) { codeIntegers(place, &$0) }
      }
    case .axis(let velocity, let position?, let gravity):
      guard let path else { return }
      withStream(velocity) { first in
        withStream(position) { second in
          codeAxis(velocity, position, gravity: gravity, path, &first, &second)
        }
      }
    case .axis(let velocity, nil, let gravity):
      guard let path else { return }
      withStream(velocity) { codeVelocities(velocity, gravity: gravity, path, &$0) }
    case .turn(let velocity, let cosine, let sine):
      guard let path else { return }
      withStream(velocity) { first in
        withStream(cosine) { second in
          withStream(sine) { third in
            codeTurns(velocity, cosine, sine, path, &first, &second, &third)
          }
        }
      }
    }
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

  // MARK: Fields without a meaning

  @inline(__always)
  private func codePlain(
    _ place: BlockLayout.Place, _ stream: inout WideStream,
    _ order: (WordLanes) -> WordLanes, _ linear: (WordLanes, WordLanes) -> WordLanes
  ) {
    let laneCount = laneCount
    let (last, before, current) = (last, before, current)
    forEachGroup { group, mask, rows in
      let index = group &* laneCount &+ place.lane
      let old = WordLanes(last[index])
      let new = WordLanes(current[index])
      let same = order(old)
      let next = order(linear(old, WordLanes(before[index])))
      let account = account(group, place)
      let word = order(new)
      let best = WordLanes.select(
        CostLanes.less(CostLanes(account[1]), CostLanes(account[0])), next, same)
      stream.put(WordLanes.residual(word, best), mask, room)
      charge(account, word, same, rows)
      charge(account + 1, word, next, rows)
      before[index] = old.simd
      last[index] = new.simd
    }
  }

  private func codeIntegers(_ place: BlockLayout.Place, _ stream: inout WideStream) {
    codePlain(place, &stream, { $0 }, { $0 + ($0 - $1) })
  }

  private func codeFloats(_ place: BlockLayout.Place, _ stream: inout WideStream) {
    codePlain(
      place, &stream, { $0.ordered },
      { last, before in
        let value = last.lanes
        return WordLanes(bits: (value + (value - before.lanes)).orIfNaN(value))
      })
  }

  // MARK: Motion

  private func codeVelocities(
    _ place: BlockLayout.Place, gravity: Float, _ path: MotionPath, _ stream: inout WideStream
  ) {
    forEachGroup { group, mask, rows in
      _ = codeVelocity(group, place, gravity: gravity, path, mask, rows, &stream)
    }
  }

  @inline(__always)
  private func codeVelocity(
    _ group: Int, _ place: BlockLayout.Place, gravity: Float, _ path: MotionPath, _ mask: UInt32,
    _ rows: WordLanes, _ stream: inout WideStream
  ) -> (old: Lanes, free: Lanes, new: Lanes) {
    let index = group &* laneCount &+ place.lane
    let v = WordLanes(last[index]).lanes
    let u = WordLanes(before[index]).lanes
    let new = WordLanes(current[index]).lanes
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
    let word = new.ordered
    stream.put(WordLanes.residual(word, best(account, candidates)), mask, room)
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

  private func codeAxis(
    _ velocity: BlockLayout.Place, _ position: BlockLayout.Place, gravity: Float,
    _ path: MotionPath, _ velocityStream: inout WideStream, _ positionStream: inout WideStream
  ) {
    let laneCount = laneCount
    let (last, before, current) = (last, before, current)
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
      let new = WordLanes(current[index]).lanes
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
      let word = new.ordered
      positionStream.put(WordLanes.residual(word, prediction), mask, room)
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

  private func codeTurns(
    _ velocity: BlockLayout.Place, _ cosine: BlockLayout.Place, _ sine: BlockLayout.Place,
    _ path: MotionPath, _ velocityStream: inout WideStream, _ cosineStream: inout WideStream,
    _ sineStream: inout WideStream
  ) {
    let laneCount = laneCount
    let (last, before, current) = (last, before, current)
    forEachGroup { group, mask, rows in
      let moved = codeVelocity(group, velocity, gravity: 0, path, mask, rows, &velocityStream)
      let cosineIndex = group &* laneCount &+ cosine.lane
      let sineIndex = group &* laneCount &+ sine.lane
      let c = WordLanes(last[cosineIndex]).lanes
      let s = WordLanes(last[sineIndex]).lanes
      let newC = WordLanes(current[cosineIndex]).lanes
      let newS = WordLanes(current[sineIndex]).lanes
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
      let small = Lanes.select(isCosine, newC, newS)
      let large = Lanes.select(isCosine, newS, newC)
      let predictedSmall = Lanes.select(isCosine, predictedC, predictedS)
      let predictedLarge = WordLanes(bits: Lanes.select(isCosine, predictedS, predictedC))
      let rest = Lanes(all: 1) - small * small
      let isPositive = WordLanes.less(Lanes(all: 0), rest)
      let root = Lanes.select(isPositive, rest, Lanes(all: 0)).squareRoots
      let bySmall = WordLanes(bits: root) | (predictedLarge & WordLanes(all: 0x8000_0000))
      let isHit = WordLanes.equal(WordLanes(bits: small), WordLanes(bits: predictedSmall))
      let largePrediction = WordLanes.select(isHit | ~isPositive, predictedLarge, bySmall)
      let word = small.ordered
      let smallResidual = WordLanes.residual(word, predictedSmall.ordered)
      let largeResidual = WordLanes.residual(large.ordered, largePrediction.ordered)
      cosineStream.put(
        WordLanes.select(isCosine, smallResidual, largeResidual), mask, room)
      sineStream.put(
        WordLanes.select(isCosine, largeResidual, smallResidual), mask, room)
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
