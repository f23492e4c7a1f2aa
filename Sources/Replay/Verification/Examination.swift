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

/// A build's difference from a recording, examined.
public struct Difference: Equatable, Sendable {
  /// The first differing step of the first run; −1 before step 0.
  public var step: Int64
  /// The digest that the first run had there.
  public var digest: StateDigest
  /// The key frame from which the run went on; `nil` for a run from the start.
  public var keyframe: Int64?
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
  let leg: Leg
  let first: Parting
  let reference: (any Agent)?
  var keepsGoing = false

  private var naming: Naming { Naming(recording: recording, reference: reference) }

  func examine() throws -> Difference {
    var difference = Difference(
      step: first.step, digest: first.digest, keyframe: leg.keyframe, repetition: .never,
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
