import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation

/// Runs a build again that diverged from its recording, to see whether it diverges again, and stops
/// at that step to read its state.
///
/// The state compared is always of the run whose digest differed: nothing is put together from two
/// runs that may have been different ones.
struct DifferenceRerun {
  let build: Build
  let recording: Recording
  private(set) var segment: Segment
  private(set) var first: DigestMismatch
  let reference: (any Agent)?
  var keepsGoing = false

  func run() throws -> Difference {
    var found = try Difference(first, on: segment, recording)
    found.sharesProcess = !build.isSeparateProcess
    do {
      var seen = try observe { runner in try runner.run(onceMore: first, to: segment.end) }
      if seen.mismatch == first { found.restored = seen.restored }
      found.runs.note(seen.mismatch)
      if seen.difference == nil {
        // It moved past the step before we knew: watch another run step by step.
        let watched = try? observe { runner in try runner.runOneByOne(to: segment.end) }
        if let watched {
          seen = watched
          found.runs.note(watched.mismatch)
        }
      }
      try repeatMore(&found.runs, &seen)
      if var shown = seen.difference {
        if shown.isNameless, keepsGoing {
          // The run has gone on to its end: another one goes to the key frame that names a field.
          var named = self
          named.keepsGoing = false
          let again = try named.observe { runner in
            try runner.run(onceMore: first, to: segment.end)
          }
          let growth = shown.growth
          shown = again.difference ?? shown
          shown.growth = growth
        }
        (shown.runs, shown.restored) = (found.runs, found.restored)
        shown.sharesProcess = found.sharesProcess
        found = shown
      }
    } catch let error as RecordingError {
      throw error
    } catch {
      found.failure = "\(error)"
    }
    return found
  }

  /// Runs a build that wavers several times more; a run that fails ends the series.
  ///
  /// - Parameter shown: the run whose state is compared: the first one that is caught at its step.
  private func repeatMore(_ runs: inout RunTally, _ shown: inout Observation) throws {
    while runs.wantsMore {
      let isShown = shown.difference != nil
      do {
        let next = try observe { runner in
          try isShown ? runner.run(to: segment.end) : runner.runOneByOne(to: segment.end)
        }
        runs.note(next.mismatch)
        if next.difference != nil && !isShown { shown = next }
      } catch let error as RecordingError {
        throw error
      } catch {
        return
      }
    }
  }

  /// Replaces a restored stretch by the run from the start, if that diverges as well: then restoring is
  /// not to blame.
  ///
  /// It runs twice, because the restored run was not the first of its process.
  mutating func preferRunFromStart() {
    let whole = Segment.whole(recording.outline)
    guard segment != whole else { return }
    let copy = DifferenceRerun(
      build: build, recording: recording, segment: whole, first: first, reference: nil)
    let control = try? copy.observe { runner in
      try runner.run(to: whole.end) ?? runner.enter(whole) ?? runner.run(to: whole.end)
    }
    guard let mismatch = control?.mismatch else { return }
    segment = whole
    first = mismatch
  }

  /// The result of one run; the difference only if the agent stopped right after the step.
  private typealias Observation = (
    mismatch: DigestMismatch?, difference: Difference?, restored: Restored?
  )

  /// Runs a new agent until it diverges.
  private func observe(
    _ run: (inout SegmentRunner) throws -> DigestMismatch?
  ) throws -> Observation {
    let agent = try build.launch()
    defer { agent.stop() }
    _ = try agent.hello()
    var runner = SegmentRunner(recording, agent)
    let mismatch = try runner.enter(segment) ?? run(&runner)
    var restored = runner.restored?.place
    guard let mismatch, runner.stepCount == mismatch.step + 1 else {
      return (mismatch, nil, restored)
    }
    let image = try runner.state()
    if let last = runner.restored, last.place.step == mismatch.step + 1 {
      restored?.loss = loss(last.image, image)
    }
    let recorded = RecordedState(recording: recording, reference: reference)
    var difference: Difference
    if keepsGoing {
      difference = try recorded.difference(mismatch, image)
      difference.growth = try GrowthTracer(recorded: recorded, end: segment.end)
        .trace(from: mismatch, image, &runner)
    } else {
      difference = try recorded.difference(mismatch, image) { try runner.state(before: $0) }
    }
    return (mismatch, difference, restored)
  }

  /// The first field that a restored state has with another value than was saved.
  private func loss(_ saved: StateImage, _ restored: StateImage) -> String? {
    let schema = recording.header.description.state
    guard let comparison = StateComparison(saved, restored, schema, limit: 1) else { return nil }
    let more = comparison.count > 1 ? ", and \(comparison.count - 1) more" : ""
    return comparison.differences.first.map { $0.oneLine + more }
  }
}

extension Difference {
  /// A difference from a recording, as the first run of a segment showed it.
  init(
    _ mismatch: DigestMismatch, on segment: Segment, _ recording: Recording
  ) throws(RecordingError) {
    try self.init(mismatch, from: recording)
    restored = segment.restored(before: mismatch.step, in: recording.outline)
  }
}
