import DeterministicMath
import Recording
import Scenarios
import Simulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What recording a scene costs beside simulating it: milliseconds per step by phase, and bytes.
///
/// One run is simulated and recorded at once; the phases are timed apart, so that a busy machine
/// disturbs both sides alike. The least total of each phase over the turns counts.
func measureRecording<S: Simulation>(
  _ type: S.Type, _ parameters: S.Parameters, _ scene: BenchmarkScene, _ options: BenchmarkOptions
) throws -> [(name: String, value: Double, unit: String)] {
  let stepCount = options.stepCount ?? scene.stepCount
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
      initial: image, initialDigest: run.digest(), options: .scripted)
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
  return [
    ("digestMsPerStep", least.digest / steps, "ms"), ("copyMsPerStep", least.copy / steps, "ms"),
    ("encodeMsPerStep", least.encode / steps, "ms"),
    ("keyframeMsPerStep", least.keyframe / steps, "ms"),
    ("digestOverhead", 100 * log / least.step, "% of a step"),
    ("digestAndCopyOverhead", 100 * (log + least.copy) / least.step, "% of a step"),
    ("recordingOverhead", 100 * all / least.step, "% of a step"),
    (
      "bytesPerActiveRowStep",
      Double(statistics.stateBytes) / Double(max(statistics.activeRowSteps, 1)), "bytes"
    ),
    ("activeRowSteps", Double(statistics.activeRowSteps), ""),
    ("keyframeBytes", Double(statistics.keyframeBytes), "bytes"),
    ("fileSize", Double(statistics.fileSize), "bytes"),
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
