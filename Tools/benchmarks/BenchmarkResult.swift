import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What one scene cost, and how well it was computed.
struct BenchmarkResult {
  var scene: BenchmarkScene
  var stepCount: Int
  var bodyCount: Int
  var contactCount: Int
  var millisecondsPerStep: Double
  var digest: StateDigest
  var quality: [QualityMeasure]
  /// Further figures as (JSON name, value, unit): recording overhead and size go here.
  var further: [(name: String, value: Double, unit: String)] = []

  var qualityLine: String {
    quality.map { "\($0.name) \(rounded($0.value, 4))\($0.isGood ? "" : " (TOO MUCH)")" }
      .joined(separator: ", ")
  }

  var text: String {
    var lines = [
      "\(scene.rawValue): \(rounded(millisecondsPerStep, 3)) ms/step over \(stepCount - 1) steps, "
        + "\(bodyCount) bodies, \(contactCount) contacts",
      "  digest \(digest)",
      "  quality: \(qualityLine)",
    ]
    for figure in further {
      lines.append("  \(figure.name): \(rounded(figure.value, 3)) \(figure.unit)")
    }
    return lines.joined(separator: "\n")
  }

  var json: String {
    var fields = [
      "\"scene\":\"\(scene.rawValue)\"", "\"steps\":\(stepCount)", "\"bodies\":\(bodyCount)",
      "\"contacts\":\(contactCount)", "\"msPerStep\":\(rounded(millisecondsPerStep, 4))",
      "\"digest\":\"\(digest)\"", "\"isGood\":\(quality.allSatisfy(\.isGood))",
      "\"qualityLine\":\"\(qualityLine)\"",
    ]
    for figure in further { fields.append("\"\(figure.name)\":\(rounded(figure.value, 4))") }
    return "{\(fields.joined(separator: ","))}"
  }
}

/// `value` to some decimal places, without a formatting library.
func rounded(_ value: Double, _ places: Int) -> Double {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  return (value * scale).rounded() / scale
}

/// This thread's processor time in milliseconds: a busy machine disturbs it least.
func processorMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// Runs a scene as often as asked, and keeps the least time of each step.
func measure<S: BenchmarkSimulation>(
  _ type: S.Type, _ parameters: S.Parameters, _ scene: BenchmarkScene,
  _ options: BenchmarkOptions
) -> BenchmarkResult {
  let stepCount = options.stepCount ?? scene.stepCount
  var least: [Double] = []
  var result: BenchmarkResult?
  for turn in 0..<options.repeatCount {
    var simulation = S(parameters: parameters, seed: 0)
    // The first step builds all pairs and grows all stores.
    simulation.step([])
    for step in 1..<stepCount {
      let start = processorMilliseconds()
      simulation.step([])
      let time = processorMilliseconds() - start
      if turn == 0 { least.append(time) } else { least[step - 1] = min(least[step - 1], time) }
    }
    var visitor = DigestVisitor()
    simulation.visitState(&visitor)
    if let result, result.digest != visitor.digest {
      fatalError("\(scene.rawValue): two runs ended differently")
    }
    result = BenchmarkResult(
      scene: scene, stepCount: stepCount, bodyCount: simulation.world.bodyCount,
      contactCount: simulation.world.contactCount,
      millisecondsPerStep: least.reduce(0, +) / Double(least.count), digest: visitor.digest,
      quality: simulation.quality())
  }
  guard let result else { fatalError("no turn was run") }
  return result
}
