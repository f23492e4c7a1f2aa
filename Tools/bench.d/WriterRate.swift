import Foundation
import GoldenWorlds
import Recording
import Scenarios
import SceneQuality
import Sessions
import Simulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How fast a scene's steps are written when nobody simulates.
///
/// The scene is recorded once and read back into memory. Its steps are then handed to the recorder's
/// thread as fast as that packs them. The time runs until all blocks are in the file; each file must be
/// the same.
struct WriterRate {
  /// Millions of rows a second, for each turn.
  private(set) var rates: [Double] = []
  private let recording: Recording
  private let states: [StateImage]
  private static let path = "\(temporaryFolder)/laplace-bench-\(getpid())-writer.mcap"

  init<S: Simulation>(
    _ type: S.Type, _ parameters: S.Parameters, _ stepCount: Int, _ options: BenchmarkOptions
  ) throws {
    let recorder = try AnySessionRecorder(
      SimulationRun<S>(parameters: parameters, seed: 0), path: Self.path)
    for _ in 0..<stepCount { try recorder.step([]) }
    try recorder.finish()
    defer { unlink(Self.path) }
    let recording = try Recording(path: Self.path)
    self.recording = recording
    states = try (0..<recording.stepCount).compactMap { try recording.state(after: $0) }
    let model = FileManager.default.contents(atPath: Self.path)
    for _ in 0..<options.repeatCount {
      rates.append(try write())
      guard FileManager.default.contents(atPath: Self.path) == model else {
        throw BenchmarkOptions.Trouble(message: "the steps from memory give another file")
      }
    }
  }

  private func write() throws -> Double {
    let initial = try recording.keyframe(atOrBefore: 0).image
    let keyframes = try recording.keyframeSteps.map { try recording.keyframe(atOrBefore: $0) }
    var options = RecordingOptions()
    options.flushInterval = nil
    let writer = try RecordingWriter(
      path: Self.path, header: recording.header, initial: initial,
      initialDigest: recording.digest(after: -1), options: options)
    let model = states.first ?? initial
    let thread = WriterThread(writer, imageSize: model.bytes.count) { image, selection in
      image = selection == .everything ? initial : model
    }
    guard let thread else {
      throw BenchmarkOptions.Trouble(message: "the system has no thread to give")
    }
    let clock = Stopwatch(clock: CLOCK_MONOTONIC)
    let start = clock.milliseconds()
    for (step, state) in states.enumerated() {
      thread.withState { $0 = state }
      if thread.wantsKeyframe() {
        let image = keyframes.last { $0.stepCount <= step + 1 }?.image ?? initial
        thread.withKeyframe { $0 = image }
      }
      thread.append(inputs: [], digest: try recording.digest(after: Int64(step)))
    }
    try thread.finish()
    let time = clock.milliseconds() - start
    try writer.finish()
    return Double(recording.statistics.activeRowSteps) / time / 1e3
  }

  func line(_ scene: String) -> String {
    scene + String(repeating: " ", count: max(0, 20 - scene.count))
      + fixed(rates.sorted()[rates.count / 2], 1)
  }
}

private struct WriterMeasurement: SceneVisitor {
  var options: BenchmarkOptions

  func visit<S: BenchmarkSimulation>(
    _ type: S.Type, _ scene: BenchmarkScene
  ) throws -> WriterRate {
    try WriterRate(
      type, options.parameters(of: S.self), options.stepCount(of: S.self, scene), options)
  }
}

/// Prints how fast each scene is written.
func measureWriter(_ options: BenchmarkOptions) throws {
  print("million rows a second; median of the turns")
  for scene in options.scenes {
    let rate = try scene.visit(WriterMeasurement(options: options))
    print(rate.line(scene.rawValue))
    fflush(nil)
  }
}
