// Segments that prove that restoring loses nothing: runs that go on from a restored state.

extension Segment {
  /// The recording in stretches that together take each of its steps once: from every key frame to
  /// the next, and restarted in between.
  static func restores(_ recording: RecordingOutline) -> [Segment] {
    let starts = recording.keyframeSteps.filter { $0 < recording.stepCount }
    let restarts = restartSteps(recording.stepCount)
    return starts.indices.map { index in
      let (start, end) = (
        starts[index], index + 1 < starts.count ? starts[index + 1] : recording.stepCount
      )
      return Segment(
        keyframe: start, restarts: restarts.filter { $0 > start && $0 < end }, end: end)
    }
  }

  /// Step counts within a run of `stepCount` steps at which it is restarted.
  ///
  /// Prime numbers: a field that is not visited may count steps, and what it does every so many
  /// steps would go unseen by a restart at a multiple of these. Key frames lie at multiples of 256
  /// as a rule, where a forgotten flag that turns over at each step would always have the value it
  /// starts with.
  static func restartSteps(_ stepCount: Int64) -> [Int64] {
    let count = min(max(stepCount / 16, 2), restartCountMax)
    var steps: [Int64] = []
    for index in 1...count {
      let step = prime(atOrBelow: index * stepCount / (count + 1))
      if step > steps.last ?? 0 { steps.append(step) }
    }
    return steps
  }

  /// Restarts of one run: each costs a fresh run and two states, however short the way to the next.
  static let restartCountMax: Int64 = 15

  /// The largest prime number up to `limit`; 1 where there is none.
  private static func prime(atOrBelow limit: Int64) -> Int64 {
    var candidate = limit
    while candidate > 1 {
      var divisor: Int64 = 2
      while divisor * divisor <= candidate && candidate % divisor != 0 { divisor += 1 }
      if divisor * divisor > candidate { return candidate }
      candidate -= 1
    }
    return min(limit, 1)
  }
}
