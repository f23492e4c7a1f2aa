import DeterministicMath

// Motion by substeps. Forces mostly change little from step to step: so do the changes that substeps
// make to a velocity, and how far what moves is from where its velocity alone would take it.

extension RowPredictor {
  /// A velocity after three steps, the last of which is coded.
  struct Velocities {
    /// Before the step before.
    var earlier: Float
    var old: Float
    var new: Float
    var isFree: Bool
    var isUnchanged: Bool

    /// How much it changed in the step.
    var change: Float { new - old }

    /// What a step moves by, in velocities: see ``MotionPath/lag``.
    func mean(_ lag: Float) -> Float { new - lag * change }

    /// By how much that is more than in the step before.
    func meanChange(_ lag: Float) -> Float { change - lag * (change - (old - earlier)) }
  }

  /// A velocity alone. Candidates: free step, unchanged, on a line, on a parabola.
  @inline(__always)
  func velocity<Lane: ResidualLane>(
    _ column: Column, gravity: Float, _ path: MotionPath, _ lane: inout Lane
  ) {
    var index = 0
    while index < activeCount {
      _ = codeVelocity(Int(active[index]), column, gravity, path, &lane)
      index &+= 1
    }
  }

  /// A velocity, then the coordinate that it moves. Candidates: where substeps lead; as far from there as
  /// in the step before; unmoved.
  @inline(__always)
  func axis<Lane: ResidualLane>(
    _ column: Column, _ position: Column, gravity: Float, _ path: MotionPath,
    _ velocityLane: inout Lane, _ positionLane: inout Lane
  ) {
    var index = 0
    while index < activeCount {
      let row = Int(active[index])
      index &+= 1
      let velocity = codeVelocity(row, column, gravity, path, &velocityLane)
      let offset = position.start &+ row &* position.stride
      let old = load(last, offset, UInt32.self)
      let older = load(before, offset, UInt32.self)
      let actual = SingleWord.order(load(source, offset, UInt32.self))
      let x = Float(bitPattern: old)
      if path.isDeclared && (velocity.isFree || velocity.isUnchanged) {
        // Nothing else acted: the exact path.
        let end = path.position(x, velocity.old, gravity: velocity.isFree ? gravity : 0)
        let word = positionLane.codeSigned(actual, prediction: ordered(end, old), context: 0)
        moveOn(offset, old, SingleWord.restore(word))
        continue
      }
      let account = cost(row, position.lane)
      let dt = path.duration
      let byMean = ordered(x + dt * velocity.mean(path.lag), old)
      let byLast = ordered(
        x + ((x - Float(bitPattern: older)) + dt * velocity.meanChange(path.lag)), old)
      let same = SingleWord.order(old)
      var best = byMean
      var least = account[0]
      if account[1] < least { (best, least) = (byLast, account[1]) }
      if account[2] < least { (best, least) = (same, account[2]) }
      let word = positionLane.codeSigned(
        actual, prediction: best, context: TokenContext.of(cost: least))
      charge(account, word, byMean)
      charge(account + 1, word, byLast)
      charge(account + 2, word, same)
      moveOn(offset, old, SingleWord.restore(word))
    }
  }

  /// An angular velocity, then the smaller component of the rotation, then the other one. Candidates:
  /// where substeps lead; as far from there as in the step before; unmoved.
  @inline(__always)
  func turn<Lane: ResidualLane>(
    _ column: Column, _ cosine: Column, _ sine: Column, _ path: MotionPath,
    _ velocityLane: inout Lane, _ cosineLane: inout Lane, _ sineLane: inout Lane
  ) {
    var index = 0
    while index < activeCount {
      let row = Int(active[index])
      index &+= 1
      let velocity = codeVelocity(row, column, 0, path, &velocityLane)
      let c = cosine.start &+ row &* cosine.stride
      let s = sine.start &+ row &* sine.stride
      let start = rotation(last, c, s)
      let account = cost(row, sine.lane)
      let byMean = path.rotation(start, velocity.mean(path.lag))
      let byLast = path.rotation(
        RowPredictor.turnedAgain(start, rotation(before, c, s)), velocity.meanChange(path.lag))
      let isExact = path.isDeclared && velocity.isUnchanged
      var best = byMean
      var least: UInt16 = 0
      if !isExact {
        least = account[0]
        if account[1] < least { (best, least) = (byLast, account[1]) }
        if account[2] < least { (best, least) = (start, account[2]) }
      }
      codeRotation(
        c, s, best: best, account: isExact ? nil : account, cost: least, byMean, byLast,
        &cosineLane, &sineLane)
    }
  }

  /// The rotation turned by as much as it has turned since the one before.
  @inline(__always)
  private static func turnedAgain(_ now: Rotation, _ before: Rotation) -> Rotation {
    let cosine = now.cosine * before.cosine + now.sine * before.sine
    let sine = now.sine * before.cosine - now.cosine * before.sine
    return Rotation(
      cosine: now.cosine * cosine - now.sine * sine, sine: now.sine * cosine + now.cosine * sine)
  }

  @inline(__always)
  private func codeVelocity<Lane: ResidualLane>(
    _ row: Int, _ column: Column, _ gravity: Float, _ path: MotionPath, _ lane: inout Lane
  ) -> Velocities {
    let offset = column.start &+ row &* column.stride
    let old = load(last, offset, UInt32.self)
    let older = load(before, offset, UInt32.self)
    let v = Float(bitPattern: old)
    let u = Float(bitPattern: older)
    let change = v - u
    let freeBits = SingleWord.bits(path.velocity(v, gravity: gravity), else: old)
    let free = SingleWord.order(freeBits)
    let same = SingleWord.order(old)
    let line = ordered(v + change, old)
    let parabola = ordered(
      v + (change + (change - (u - Float(bitPattern: load(earlier, offset, UInt32.self))))), old)
    let account = cost(row, column.lane)
    let word = codeBest(
      SingleWord.order(load(source, offset, UInt32.self)), account, (free, same, line, parabola),
      &lane)
    let new = SingleWord.restore(word)
    UnsafeMutableRawPointer(earlier + offset).storeBytes(
      of: older.littleEndian, as: UInt32.self)
    moveOn(offset, old, new)
    return Velocities(
      earlier: u, old: v, new: Float(bitPattern: new), isFree: new == freeBits,
      isUnchanged: new == old)
  }
}
