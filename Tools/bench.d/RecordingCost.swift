import DeterministicMath
import Recording
import Scenarios
import Simulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Records a scene in its own size or the small one.
struct RecordingMeasurement: SceneVisitor {
  var options: BenchmarkOptions

  func visit<S: BenchmarkSimulation>(
    _ type: S.Type, _ scene: BenchmarkScene
  ) throws -> [String: Double] {
    let parameters = options.parameters(of: S.self)
    let stepCount = options.stepCount ?? (options.isSmall ? S.smallStepCount : scene.stepCount)
    return try measureRecording(type, parameters, stepCount, options)
  }
}

/// What recording a scene costs beside simulating it: milliseconds per step by phase, and bytes.
///
/// One run is simulated and recorded at once; the phases are timed apart, so that a busy machine
/// disturbs both sides alike. The least total of each phase over the turns counts.
func measureRecording<S: Simulation>(
  _ type: S.Type, _ parameters: S.Parameters, _ stepCount: Int, _ options: BenchmarkOptions
) throws -> [String: Double] {
  let path = "\(temporaryFolder)/laplace-bench-\(getpid()).mcap"
  defer { unlink(path) }
  var least = RecordingPhases.never
  var statistics = RecordingStatistics()
  for _ in 0..<options.repeatCount {
    var phases = RecordingPhases()
    let run = SimulationRun<S>(parameters: parameters, seed: 0)
    var image = StateImage()
    run.save(.everything, into: &image)
    let writer = try RecordingWriter(
      path: path,
      header: RecordingHeader(
        description: run.description, parameters: parameters.words, seed: 0,
        engineVersion: engineVersion, build: buildFacts()),
      initial: image, initialDigest: run.digest())
    var state = StateImage()
    for _ in 0..<stepCount {
      try phases.time(\.step) { try run.step([]) }
      var digest = StateDigest()
      phases.time(\.digest) { digest = run.digest() }
      phases.time(\.copy) { run.save(.everyStep, into: &state) }
      try phases.time(\.encode) { try writer.append(inputs: [], digest: digest, state: state) }
      try phases.time(\.keyframe) {
        guard writer.keyframeDue else { return }
        run.save(.everything, into: &image)
        try writer.appendKeyframe(image)
      }
    }
    try phases.time(\.encode) { try writer.finish() }
    least = least.least(phases)
    statistics = try Recording(path: path).statistics
  }
  let steps = Double(stepCount)
  let log = least.digest
  let all = least.digest + least.copy + least.encode + least.keyframe
  // Overheads in percent of a step, sizes in bytes.
  return [
    "digestMsPerStep": least.digest / steps, "copyMsPerStep": least.copy / steps,
    "encodeMsPerStep": least.encode / steps, "keyframeMsPerStep": least.keyframe / steps,
    "digestOverhead": 100 * log / least.step,
    "digestAndCopyOverhead": 100 * (log + least.copy) / least.step,
    "recordingOverhead": 100 * all / least.step,
    "bytesPerActiveRowStep": Double(statistics.stateBytes)
      / Double(max(statistics.activeRowSteps, 1)),
    "activeRowSteps": Double(statistics.activeRowSteps),
    "keyframeBytes": Double(statistics.keyframeBytes), "fileSize": Double(statistics.fileSize),
  ]
}

/// Milliseconds of processor time by phase.
struct RecordingPhases {
  var step = 0.0
  var digest = 0.0
  var copy = 0.0
  var encode = 0.0
  var keyframe = 0.0

  static let never = RecordingPhases(
    step: .infinity, digest: .infinity, copy: .infinity, encode: .infinity, keyframe: .infinity)

  mutating func time(
    _ phase: WritableKeyPath<RecordingPhases, Double>, _ work: () throws -> Void
  ) rethrows {
    let start = processorMilliseconds()
    try work()
    self[keyPath: phase] += processorMilliseconds() - start
  }

  func least(_ other: RecordingPhases) -> RecordingPhases {
    RecordingPhases(
      step: min(step, other.step), digest: min(digest, other.digest), copy: min(copy, other.copy),
      encode: min(encode, other.encode), keyframe: min(keyframe, other.keyframe))
  }
}

/// Memory-backed where there is such a folder: the disk's speed is not what is measured.
var temporaryFolder: String { access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp" }
