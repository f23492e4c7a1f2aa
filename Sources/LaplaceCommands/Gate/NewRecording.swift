import AgentProtocol
import Recording
import Replay
import Sessions
import Simulation

/// A recording that is made anew, of its own inputs, by this build.
struct NewRecording {
  let path: String
  private let recorded: RecordedRun
  private let script: [ScriptedInput]

  /// - Throws: `CommandFailure` if the simulation describes other inputs or parameters.
  init(_ path: String) throws {
    self.path = path
    recorded = try RecordedRun(path: path, allowsPart: true)
    script = try recorded.script()
  }

  /// Runs and writes; what was there gives way when the new file is whole, and not before.
  ///
  /// - Parameters:
  ///   - output: the file to write; the recording itself to replace it.
  ///   - notes: what the file says of it besides.
  func write(to output: String, notes: [BuildFact]) throws {
    let context = ToolContext.current
    let header = recorded.header
    let entry = try context.entry(recorded: header.description.name, in: path)
    let old = try open(path)
    try attempt(path) {
      // One that begins in mid-run goes on from its first state, as it does when it is verified.
      let isPart = header.firstStep > 0
      let run =
        isPart
        ? try Player(old, entry: entry).run
        : try entry.start(parameters: header.parameters, seed: header.seed)
      try recorded.check(run.description)
      var options = RecordingOptions()
      if let second = old.keyframeSteps.dropFirst().first {
        options.keyframeInterval = min(options.keyframeInterval, second)
      }
      let kept = header.notes.filter { old in
        // A run without the fault that was planted.
        !old.name.hasPrefix("failure") && old.name != BitFlip.noteName
          && !notes.contains { $0.name == old.name }
      }
      let recorder = try AnySessionRecorder(
        run, path: output, tracks: header.tracks, options: options, notes: kept + notes,
        part: isPart ? header : nil)
      do {
        try take(recorder, markers: try old.markers)
        try recorder.finish()
      } catch {
        recorder.abandon()
        throw error
      }
    }
  }

  private func take(
    _ recorder: AnySessionRecorder, markers: [RecordingMarker]
  ) throws {
    var (inputs, markers) = (script[...], markers[...])
    for step in 0..<recorded.stepCount {
      while let marker = markers.first, marker.step <= step {
        try recorder.mark(marker.text)
        markers.removeFirst()
      }
      var own: [RecordWords] = []
      while let next = inputs.first, next.step == step {
        own.append(next.input)
        inputs.removeFirst()
      }
      try recorder.step(own)
    }
    for marker in markers { try recorder.mark(marker.text) }
  }
}
