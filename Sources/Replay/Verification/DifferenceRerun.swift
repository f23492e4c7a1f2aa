import DeterministicMath
import Recording
import Sessions
import Simulation

/// The result of running a build again that had diverged from a recording.
public enum Repetition: Equatable, Codable, Sendable {
  /// It diverged after the same step, with the same digest.
  case same
  /// It diverged after this step, or with another digest.
  case other(step: Int64)
  /// It did not diverge.
  case never
  /// It could not be run again.
  case failed(String)
}

/// The place at which a run was restored.
public struct Restored: Equatable, Codable, Sendable {
  /// The count of steps before it.
  public var step: Int64
  /// Whether the state was a key frame of the recording; else it was saved from a run, right there.
  public var isKeyframe: Bool
}

/// A build's difference from a recording, with what running it again showed.
public struct Difference: Equatable, Codable, Sendable {
  /// The first differing step of the first run; −1 before step 0.
  public var step: Int64
  /// The digest that the first run had there.
  public var digest: StateDigest
  /// Where the run was restored last; `nil` for a run from the start.
  public var restored: Restored?
  /// Whether a second run diverged in the same way.
  public var repetition: Repetition
  /// What all runs did: two, or more where those did not do the same.
  public var runs: RunTally
  /// What differs. Its step and digest are those of the run whose state was compared: the first
  /// run's own where that repeats, a later run's where it does not.
  public var divergence: Divergence
  /// How the difference went on, when that was asked for.
  public var growth: Growth?
}

extension Difference {
  /// A difference as its first run showed it.
  init(_ first: DigestMismatch, on segment: Segment, _ recording: SharedRecording) {
    self.init(
      step: first.step, digest: first.digest,
      restored: segment.restored(before: first.step).map { Restored(step: $0, isKeyframe: $1) },
      repetition: .never, runs: RunTally(first),
      divergence: DivergenceDescriber(recording: recording, reference: nil).withoutState(first))
  }
}

/// Runs a build again that diverged from its recording, to see whether it diverges again, and stops
/// at that step to read its state.
///
/// The state compared is always of the run whose digest differed: nothing is put together from two
/// runs that may have been different ones.
struct DifferenceRerun {
  let build: Build
  let recording: SharedRecording
  private(set) var segment: Segment
  private(set) var first: DigestMismatch
  let reference: (any Agent)?
  var keepsGoing = false

  private var describer: DivergenceDescriber {
    DivergenceDescriber(recording: recording, reference: reference)
  }

  func run() throws -> Difference {
    var difference = Difference(first, on: segment, recording)
    do {
      var observation = try observe { runner in try second(&runner) }
      if let mismatch = observation.mismatch {
        difference.repetition = mismatch == first ? .same : .other(step: mismatch.step)
      }
      difference.runs.note(observation.mismatch)
      if observation.image == nil {
        // It moved past the step before we knew: watch another run step by step.
        let watched = try? observe { runner in try runner.runOneByOne(to: segment.end) }
        if let watched {
          observation = watched
          difference.runs.note(watched.mismatch)
        }
      }
      try repeatMore(&difference.runs, &observation)
      if let mismatch = observation.mismatch, let image = observation.image {
        difference.divergence = try describer.divergence(mismatch, image)
        difference.growth = observation.growth
      }
    } catch let error as RecordingError {
      throw error
    } catch {
      difference.repetition = .failed("\(error)")
    }
    return difference
  }

  /// Runs a build that wavers several times more; a run that fails ends the series.
  ///
  /// - Parameter shown: the run whose state is told of: the first one that is caught at its step.
  private func repeatMore(_ runs: inout RunTally, _ shown: inout Observation) throws {
    while runs.wantsMore {
      let isShown = shown.image != nil
      do {
        let next = try observe { runner in
          try isShown ? runner.run(to: segment.end) : runner.runOneByOne(to: segment.end)
        }
        runs.note(next.mismatch)
        if next.image != nil && !isShown { shown = next }
      } catch let error as RecordingError {
        throw error
      } catch {
        return
      }
    }
  }

  /// Replaces a piece from a key frame by the run from the start, if that diverges as well.
  ///
  /// Where only the piece diverges, restoring the key frame is to blame.
  mutating func preferRunFromStart() {
    guard segment.keyframe != nil else { return }
    let whole = Segment.whole(recording.outline)
    let copy = DifferenceRerun(
      build: build, recording: recording, segment: whole, first: first, reference: nil)
    guard let mismatch = try? copy.observe({ try $0.run(to: whole.end) }).mismatch else { return }
    segment = whole
    first = mismatch
  }

  /// What one run showed.
  private struct Observation {
    var mismatch: DigestMismatch?
    /// The state right after the step of `mismatch`, where the agent still stood there.
    var image: StateImage?
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
    guard let mismatch = observation.mismatch, runner.stepCount == mismatch.step + 1 else {
      return observation
    }
    let image = try runner.state()
    observation.image = image
    if keepsGoing {
      let tracer = GrowthTracer(recording: recording, reference: reference, end: segment.end)
      observation.growth = try tracer.trace(from: mismatch, image, &runner)
    }
    return observation
  }

  /// Runs exactly up to the step that differed, then on to the end if it does not differ again.
  private func second(_ runner: inout SegmentRunner) throws -> DigestMismatch? {
    for end in [first.step, first.step + 1, segment.end] where end > runner.stepCount {
      if let mismatch = try runner.run(to: end) { return mismatch }
    }
    return nil
  }
}
