import Foundation
import Recording
import Replay
import Simulation

/// What is drawn: a recording, replayed, or a simulation of the catalogue with its own inputs.
struct RenderSource {
  /// For titles and file names.
  let name: String
  let summary: String
  let seed: UInt64
  /// Steps that can be drawn; of a simulation, as many as are wanted.
  let stepCount: Int64
  let stepDuration: StepDuration
  private let path: String
  private let player: Player?
  private let run: any RunningSimulation
  private let script: [ScriptedInput]

  /// - Parameter path: as typed, for messages.
  init(recording path: String) throws {
    let file = try open(path)
    let header = file.header
    let entry = try ToolContext.current.entry(recorded: header.description.name, in: path)
    self.path = path
    do {
      let player = try Player(file, entry: entry)
      self.player = player
      run = player.run
    } catch {
      throw failure(error, path: path)
    }
    name = header.description.name
    summary = entry.summary
    seed = header.seed
    stepCount = file.stepCount
    stepDuration = header.description.stepDuration
    script = []
  }

  init(simulation: String, seed: UInt64, settings: [String], input: String?) throws {
    let entry = try ToolContext.current.entry(named: simulation)
    let template = try entry.start(parameters: entry.defaultParameters, seed: seed)
    let parameters = try applying(
      settings, to: entry.defaultParameters, of: template.description.parameters)
    path = entry.name
    do {
      run = try entry.start(parameters: parameters, seed: seed)
    } catch {
      throw failure(error, path: entry.name)
    }
    player = nil
    name = entry.name
    summary = entry.summary
    self.seed = seed
    stepCount = Int64.max
    stepDuration = run.description.stepDuration
    script = try loadScript(input, gestures: entry.gestures, of: run.description, isListed: true)
  }

  /// Draws the given steps.
  ///
  /// - Parameter steps: rising; −1 is the state before step 0.
  func frames(_ steps: [Int64], _ request: DrawingRequest) throws -> [PictureSheet.Frame] {
    let bar = ProgressBar(title: "drawing", total: (steps.last ?? 0) + 1)
    var frames: [PictureSheet.Frame] = []
    var next = 0
    for step in steps {
      try go(to: step + 1, &next, bar)
      guard let drawing = run.drawing(request) else {
        throw CommandFailure(
          .trouble, "\(path): '\(name)' does not say what it looks like",
          advice: player == nil
            ? "give it a drawing(_:), see the article on pictures"
            : "\(toolName) view \(path) -o \(name).svg draws the paths of what has positions")
      }
      frames.append(
        PictureSheet.Frame(
          step: step, seconds: Double(step + 1) * stepDuration.seconds, drawing: drawing))
    }
    bar.finish()
    return frames
  }

  private func go(to stepCount: Int64, _ next: inout Int, _ bar: ProgressBar) throws {
    do {
      if let player {
        try player.seek(to: stepCount)
        if let bad = player.firstDivergence {
          throw CommandFailure(
            .different, "\(path): replays differently from step \(bad) on",
            advice: "\(toolName) verify \(shellWord(path))")
        }
        return
      }
      while run.stepCount < stepCount {
        var inputs: [RecordWords] = []
        while next < script.count, script[next].step <= run.stepCount {
          inputs.append(script[next].input)
          next += 1
        }
        try run.step(inputs)
        if run.stepCount & 63 == 0 { bar.update(run.stepCount) }
      }
    } catch {
      throw failure(error, path: path)
    }
  }
}
