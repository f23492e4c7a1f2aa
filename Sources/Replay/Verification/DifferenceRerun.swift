import DeterministicMath
import Recording
import Sessions
import Simulation

/// A build's difference from a recording, with what running it again showed.
public struct Difference: Equatable, Codable, Sendable {
  /// Where the run was restored last; `nil` for a run from the start.
  public var restored: Restored?
  /// What all runs did: two, or more if those did not do the same.
  public var runs: RunTally
  /// Why the build could not be run again.
  public var failure: String?
  /// What differs. Its step and digest are those of the run whose state was compared: the first
  /// run's own where that repeats, a later run's where it does not.
  public var divergence: Divergence
  /// How the difference went on, when that was asked for.
  public var growth: Growth?
}

extension Difference {
  /// The first differing step of the first run; −1 before step 0.
  public var step: Int64 { runs.first.step }

  /// True if it does not repeat, shows before step 0, or shows in a restored run only: a change of the
  /// code alone hardly does that.
  package var isUnlikeChange: Bool {
    runs.agreement != .always || step < 0 || restored != nil
  }

  /// A difference as its first run showed it.
  init(
    _ first: DigestMismatch, on segment: Segment, _ recording: Recording
  ) throws(RecordingError) {
    self.init(
      restored: segment.restored(before: first.step, in: recording.outline).map {
        Restored(step: $0, isKeyframe: $1)
      },
      runs: RunTally(first), divergence: try Divergence(first, from: recording))
  }
}

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

  private var describer: DivergenceDescriber {
    DivergenceDescriber(recording: recording, reference: reference)
  }

  func run() throws -> Difference {
    var difference = try Difference(first, on: segment, recording)
    do {
      var observation = try observe { runner in try second(&runner) }
      if observation.mismatch == first { difference.restored = observation.restored }
      difference.runs.note(observation.mismatch)
      if observation.divergence == nil {
        // It moved past the step before we knew: watch another run step by step.
        let watched = try? observe { runner in try runner.runOneByOne(to: segment.end) }
        if let watched {
          observation = watched
          difference.runs.note(watched.mismatch)
        }
      }
      try repeatMore(&difference.runs, &observation)
      if let divergence = observation.divergence {
        difference.divergence = divergence
        difference.growth = observation.growth
        if divergence.isNameless, keepsGoing {
          // The run has gone on to its end: another one goes to the key frame that names a field.
          var named = self
          named.keepsGoing = false
          let again = try named.observe { runner in try named.second(&runner) }
          difference.divergence = again.divergence ?? divergence
        }
      }
    } catch let error as RecordingError {
      throw error
    } catch {
      difference.failure = "\(error)"
    }
    return difference
  }

  /// Runs a build that wavers several times more; a run that fails ends the series.
  ///
  /// - Parameter shown: the run whose state is told of: the first one that is caught at its step.
  private func repeatMore(_ runs: inout RunTally, _ shown: inout Observation) throws {
    while runs.wantsMore {
      let isShown = shown.divergence != nil
      do {
        let next = try observe { runner in
          try isShown ? runner.run(to: segment.end) : runner.runOneByOne(to: segment.end)
        }
        runs.note(next.mismatch)
        if next.divergence != nil && !isShown { shown = next }
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
      if let mismatch = try runner.run(to: whole.end) { return mismatch }
      if let mismatch = try runner.start() ?? runner.begin(whole) { return mismatch }
      return try runner.run(to: whole.end)
    }
    guard let mismatch = control?.mismatch else { return }
    segment = whole
    first = mismatch
  }

  /// What one run showed.
  private struct Observation {
    var mismatch: DigestMismatch?
    /// The fields that differ, if the agent stopped right after the step of `mismatch`.
    var divergence: Divergence?
    var restored: Restored?
    var growth: Growth?
  }

  /// Runs a new agent until it diverges.
  private func observe(
    _ run: (inout SegmentRunner) throws -> DigestMismatch?
  ) throws -> Observation {
    let agent = try build.launch()
    defer { agent.stop() }
    _ = try agent.hello()
    var runner = SegmentRunner(recording, agent, progress: { _ in })
    var observation = Observation(mismatch: try runner.start())
    if observation.mismatch == nil { observation.mismatch = try runner.begin(segment) }
    if observation.mismatch == nil { observation.mismatch = try run(&runner) }
    observation.restored = runner.restored?.place
    guard let mismatch = observation.mismatch, runner.stepCount == mismatch.step + 1 else {
      return observation
    }
    let image = try runner.state()
    if let restored = runner.restored, restored.place.step == mismatch.step + 1 {
      observation.restored?.loss = loss(restored.image, image)
    }
    if keepsGoing {
      observation.divergence = try describer.divergence(mismatch, image)
      let tracer = GrowthTracer(recording: recording, reference: reference, end: segment.end)
      observation.growth = try tracer.trace(from: mismatch, image, &runner)
    } else {
      observation.divergence = try describer.divergence(mismatch, image) { count in
        try runner.state(before: count)
      }
    }
    return observation
  }

  /// The first field that a restored state has with another value than was saved.
  private func loss(_ saved: StateImage, _ restored: StateImage) -> String? {
    let schema = recording.header.description.state
    guard let a = StateView(schema: schema, selection: .everything, image: saved),
      let b = StateView(schema: schema, selection: .everything, image: restored)
    else { return nil }
    let comparison = StateComparison(expected: a, actual: b, limit: 1)
    let more = comparison.count > 1 ? ", and \(comparison.count - 1) more" : ""
    return comparison.differences.first.map { $0.oneLine + more }
  }

  /// Runs exactly up to the step that differed, then on to the end if it does not differ again.
  private func second(_ runner: inout SegmentRunner) throws -> DigestMismatch? {
    for end in [first.step, first.step + 1, segment.end] where end > runner.stepCount {
      if let mismatch = try runner.run(to: end) { return mismatch }
    }
    return nil
  }
}
