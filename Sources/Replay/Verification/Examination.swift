import DeterministicMath
import Recording
import Simulation

/// What came of running a build again that had parted from a recording.
public enum Repetition: Equatable, Sendable {
  /// It parted after the same step, with the same digest.
  case same
  /// It parted after this step, or with another digest.
  case other(step: Int64)
  /// It did not part.
  case never
  /// It could not be run again.
  case failed(String)
}

/// Where a run was restored that went on from there.
public struct Restored: Equatable, Sendable {
  /// The count of steps before it.
  public var step: Int64
  /// Whether the state was a key frame of the recording; else it was saved from a run, right there.
  public var isKeyframe: Bool
}

/// A build's difference from a recording, examined.
public struct Difference: Equatable, Sendable {
  /// The first differing step of the first run; −1 before step 0.
  public var step: Int64
  /// The digest that the first run had there.
  public var digest: StateDigest
  /// Where the run was restored last; `nil` for a run from the start.
  public var restored: Restored?
  public var repetition: Repetition
  /// What differs. Its step and digest are those of the run whose state was compared: the first
  /// run's own where that repeats, a later run's where it does not.
  public var divergence: Divergence
  /// How the difference went on, when that was asked for.
  public var growth: Growth?
}

/// Runs a build again that parted from its recording, to see whether it does so again, and stops
/// where it parts to look at its state.
///
/// The state compared is always of the run whose digest differed: nothing is put together from two
/// runs that may have been different ones.
struct Examination {
  let build: Build
  let recording: SharedRecording
  private(set) var leg: Leg
  private(set) var first: Parting
  let reference: (any Agent)?
  var keepsGoing = false

  private var naming: Naming { Naming(recording: recording, reference: reference) }

  func examine() throws -> Difference {
    var difference = Difference(
      step: first.step, digest: first.digest,
      restored: leg.restored(before: first.step).map { Restored(step: $0, isKeyframe: $1) },
      repetition: .never,
      divergence: naming.unnamed(first))
    do {
      var sight = try look { runner in try second(&runner) }
      if let parting = sight.parting {
        difference.repetition = parting == first ? .same : .other(step: parting.step)
      }
      if sight.image == nil {
        // It moved past the step before we knew: watch another run step by step.
        let watched = try? look { runner in try runner.runOneByOne(to: leg.end) }
        if let watched { sight = watched }
      }
      if let parting = sight.parting, let image = sight.image {
        difference.divergence = try naming.divergence(parting, image)
        difference.growth = sight.growth
      }
    } catch let error as RecordingError {
      throw error
    } catch {
      difference.repetition = .failed("\(error)")
    }
    return difference
  }

  /// A piece from a key frame has parted: whether the run from the start does as well decides what
  /// is examined, and whether a key frame is to blame.
  mutating func lookFromStart() {
    guard leg.keyframe != nil else { return }
    let whole = Leg.whole(recording)
    let copy = Examination(
      build: build, recording: recording, leg: whole, first: first, reference: nil)
    guard let parting = try? copy.look({ try $0.run(to: whole.end) }).parting else { return }
    leg = whole
    first = parting
  }

  private struct Sight {
    var parting: Parting?
    /// The state right after the step of `parting`, where the agent still stood there.
    var image: StateImage?
    var growth: Growth?
  }

  /// Runs a new agent until it parts.
  private func look(_ run: (inout LegRunner) throws -> Parting?) throws -> Sight {
    let agent = try build.launch()
    defer { agent.stop() }
    _ = try agent.hello()
    var runner = LegRunner(recording, agent, progress: { _ in })
    var sight = Sight(parting: try runner.start())
    if sight.parting == nil { sight.parting = try runner.begin(leg) }
    if sight.parting == nil { sight.parting = try run(&runner) }
    guard let parting = sight.parting, runner.stepCount == parting.step + 1 else { return sight }
    let image = try runner.state()
    sight.image = image
    if keepsGoing {
      let tracer = GrowthTracer(recording: recording, reference: reference, end: leg.end)
      sight.growth = try tracer.trace(from: parting, image, &runner)
    }
    return sight
  }

  /// Runs exactly up to the step that differed, then on to the end if it does not differ again.
  private func second(_ runner: inout LegRunner) throws -> Parting? {
    for end in [first.step, first.step + 1, leg.end] where end > runner.stepCount {
      if let parting = try runner.run(to: end) { return parting }
    }
    return nil
  }
}
