/// The units of a verification: what is run first, and what follows from the results.
///
/// It runs nothing. One machine's ``Verification`` and the units of many machines are cut here.
package struct VerificationPlan: Sendable {
  package let recordings: [RecordingOutline]
  package let builds: [Build]
  package let options: Verification.Options

  package init(
    recordings: [RecordingOutline], builds: [Build], options: Verification.Options
  ) {
    self.recordings = recordings
    self.builds = builds
    self.options = options
  }

  /// Every build on every recording.
  func units() -> [PlannedUnit] {
    var units: [PlannedUnit] = []
    for (index, recording) in recordings.enumerated() {
      for build in builds.indices {
        let pieces =
          options.splits && builds[build].isParallel
          ? Segment.pieces(recording, options.jobs) : [.whole(recording)]
        for (number, piece) in pieces.enumerated() {
          units.append(
            PlannedUnit(
              number == 0 ? .start : .piece, index, build, [piece], number: number,
              comparesStates: pieces.count > 1 && build == 0,
              cost: recording.cost / Int64(pieces.count)))
        }
        if options.restores == .everyBuild {
          units += restores(index, build, comparesStates: build == 0)
        }
      }
    }
    return units
  }

  /// One recording in one build, from restored states.
  func restores(_ index: Int, _ build: Int, comparesStates: Bool) -> [PlannedUnit] {
    let groups = groups(of: Segment.restores(recordings[index]), recordings[index])
    return groups.enumerated().map { number, segments in
      PlannedUnit(
        .restores, index, build, segments, number: number, comparesStates: comparesStates,
        cost: recordings[index].cost / Int64(groups.count))
    }
  }

  /// Each recording in the first build that can restore and reproduces it; none where pieces from
  /// its key frames have taken every step already.
  ///
  /// - Parameter canRestore: whether a build's agents can.
  func restores(
    _ results: PairResults, canRestore: (Int) -> Bool
  ) -> [PlannedUnit] {
    recordings.indices.flatMap { index -> [PlannedUnit] in
      let build = builds.indices.first { build in
        builds[build].expectation == .same && canRestore(build)
          && results.difference(index, build) == nil
          && results.pair(index, build).verdict == .same
      }
      guard let build, results.pair(index, build).keyframeCount == 0 else { return [] }
      return restores(index, build, comparesStates: true)
    }
  }

  /// Where builds differ from recordings, which has to be examined.
  func differences(
    _ results: PairResults
  ) -> [(recording: Int, build: Int, segment: Segment, mismatch: DigestMismatch)] {
    recordings.indices.flatMap { recording in
      builds.indices.compactMap { build in
        results.difference(recording, build).map {
          (recording, build, $0.segment, $0.mismatch)
        }
      }
    }
  }

  /// Neighbouring key frames together, so that a group is worth its dispatch and there are enough
  /// groups for every job.
  private func groups(of segments: [Segment], _ recording: RecordingOutline) -> [[Segment]] {
    let sizeMin = max(512, recording.stepCount / Int64(2 * max(1, options.jobs)))
    var groups: [[Segment]] = []
    var size: Int64 = 0
    for segment in segments {
      if size == 0 { groups.append([]) }
      groups[groups.count - 1].append(segment)
      size += segment.end - segment.firstStep
      if size >= sizeMin { size = 0 }
    }
    return groups
  }

  /// Builds whose agents want several processors come first, while all are free; then those that
  /// cannot work in parallel: nothing else could shorten their queue. Then build by build, so that
  /// one's agents can end before the next's start; long units first.
  func ordered(_ units: [PlannedUnit]) -> [PlannedUnit] {
    units.enumerated().sorted { a, b in
      let (one, other) = (builds[a.element.build], builds[b.element.build])
      if one.threads != other.threads { return one.threads > other.threads }
      if one.isParallel != other.isParallel { return !one.isParallel }
      let (first, second) = (a.element.recordingIndex, b.element.recordingIndex)
      if options.keepsOrder, first != second { return first < second }
      if a.element.build != b.element.build { return a.element.build < b.element.build }
      if a.element.cost != b.element.cost && !options.keepsOrder {
        return a.element.cost > b.element.cost
      }
      return a.offset < b.offset
    }.map(\.element)
  }
}

extension VerificationPlan {
  /// The results of units, by recording and build.
  ///
  /// - Parameter names: of the recordings, and of their simulations.
  func results(
    _ results: PairResults, _ names: [(name: String, simulation: String)]
  ) -> [VerificationReport.RecordingResult] {
    recordings.indices.map { index in
      VerificationReport.RecordingResult(
        name: names[index].name, simulation: names[index].simulation,
        steps: recordings[index].stepCount, keyframes: recordings[index].keyframeSteps.count,
        runs: builds.indices.map { results.pair(index, $0) })
    }
  }
}
