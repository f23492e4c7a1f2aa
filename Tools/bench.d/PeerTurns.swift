import Foundation
import ProgramRunner

/// One program among those that run the same scene in turns: this one, or a peer's driver.
struct Contestant {
  var name: String
  var program: String
  /// Before the scene's name.
  var arguments: [String]
  var scenes: Set<String>

  /// This program, as a process of its own like the others.
  static func ourselves() -> Contestant {
    Contestant(
      name: "Laplace", program: ownPath, arguments: ["--format", "json"],
      scenes: Set(BenchmarkScene.allCases.map(\.rawValue)))
  }

  /// A peer, as its driver describes itself.
  init(driver: String) throws {
    let run = try ProgramRun(driver, ["--list"])
    let lines = run.outputText.split(separator: "\n").map(String.init)
    guard run.status == 0, let name = lines.first else {
      throw BenchmarkOptions.Trouble(message: "\(driver) does not list its scenes")
    }
    self.init(name: name, program: driver, arguments: [], scenes: Set(lines.dropFirst()))
  }

  init(name: String, program: String, arguments: [String], scenes: Set<String>) {
    self.name = name
    self.program = program
    self.arguments = arguments
    self.scenes = scenes
  }

  func run(_ scene: BenchmarkScene, _ options: BenchmarkOptions) throws -> SceneRun {
    var words = arguments + [scene.rawValue, "--times"]
    if let steps = options.stepCount { words += ["--steps", "\(steps)"] }
    if let from = options.figuresFrom { words += ["--figures-from", "\(from)"] }
    if options.nudge > 0 { words += ["--nudge", "\(options.nudge)"] }
    if options.shake > 0 { words += ["--shake", "\(options.shake)"] }
    let run = try ProgramRun(program, words)
    // An engine may print words of its own before.
    let line = run.outputText.split(separator: "\n").last { $0.hasPrefix("{") }
    guard run.status == 0, let line,
      let result = try? JSONDecoder().decode(SceneRun.self, from: Data(line.utf8))
    else {
      throw BenchmarkOptions.Trouble(
        message: "\(name) failed with \(scene.rawValue): \(run.errorText)")
    }
    return result
  }
}

var ownPath: String {
  #if os(Linux)
    if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      return path
    }
  #endif
  return CommandLine.arguments[0]
}

/// Runs a scene on all contestants that have it, in turns; the least time of each step counts.
///
/// The order of a turn is reversed every other time, so that a drift of the machine's speed meets
/// all alike.
func runInTurns(
  _ scene: BenchmarkScene, _ contestants: [Contestant], _ options: BenchmarkOptions
) throws -> [SceneRun?] {
  var runs = [SceneRun?](repeating: nil, count: contestants.count)
  for turn in 0..<options.repeatCount {
    let order = Array(contestants.indices)
    for index in turn % 2 == 0 ? order : order.reversed()
    where contestants[index].scenes.contains(scene.rawValue) {
      let run = try contestants[index].run(scene, options)
      runs[index] = runs[index].map { least($0, run) } ?? run
    }
  }
  return runs
}

/// Both runs' least times, step by step and phase by phase.
private func least(_ a: SceneRun, _ b: SceneRun) -> SceneRun {
  var run = b
  if a.digest != b.digest { fatalError("\(a.scene): two runs ended differently") }
  let times = zip(a.times ?? [], b.times ?? []).map { min($0, $1) }
  run.times = times
  run.msPerStep = times.reduce(0, +) / Double(max(times.count, 1))
  if let phases = a.phases {
    // Without each step's phases, the lesser mean is the best that two runs can tell.
    run.phases = run.phases?.merging(phases) { min($0, $1) }
  }
  return run
}

/// A table of times with ratios: how many times as long as ours a peer takes.
struct TurnTable {
  var contestants: [Contestant]
  private var ratios: [[Double]]

  init(_ contestants: [Contestant]) {
    self.contestants = contestants
    ratios = contestants.map { _ in [] }
  }

  var header: String {
    let names = contestants.dropFirst().map { padded($0.name, 24) }.joined()
    return padded("scene", -15) + padded("steps", 6) + padded("Laplace", 11) + names
      + "  digest of the final state"
  }

  mutating func line(_ runs: [SceneRun?]) -> String {
    guard let ours = runs[0] else { return "" }
    var text =
      padded(ours.scene, -15) + padded("\(ours.steps)", 6)
      + padded(ours.void == nil ? "\(fixed(ours.msPerStep, 2)) ms" : "VOID", 11)
    for (index, run) in runs.enumerated().dropFirst() {
      guard let run else {
        text += padded("-", 24)
        continue
      }
      var ratio = ""
      if ours.void == nil && ours.msPerStep > 0 && run.msPerStep > 0 {
        ratios[index].append(run.msPerStep / ours.msPerStep)
        ratio = "\(fixed(run.msPerStep / ours.msPerStep, 2)) ×"
      }
      text += padded("\(fixed(run.msPerStep, 2)) ms", 15) + padded(ratio, 9)
    }
    return text + "  " + (ours.digest ?? "")
  }

  var footer: String {
    padded("geometric mean", -32)
      + ratios.dropFirst().map { list in
        padded("", 15) + padded(geometricMean(list).map { "\(fixed($0, 2)) ×" } ?? "", 9)
      }.joined()
  }

  var means: [String: Double] {
    var means: [String: Double] = [:]
    for (contestant, list) in zip(contestants, ratios).dropFirst() {
      means[contestant.name] = geometricMean(list)
    }
    return means
  }

  /// The figures of all sides, one line an engine.
  func figures(_ runs: [SceneRun?]) -> String {
    var lines: [String] = []
    for run in runs.compactMap({ $0 }) {
      lines.append("    \(padded(run.engine, -18)) \(run.figuresText)")
    }
    if let line = runs[0]?.qualityLine, !line.isEmpty { lines.append("    limits: \(line)") }
    return lines.joined(separator: "\n")
  }
}

/// With spaces in front up to `width`, or behind when it is negative.
func padded(_ text: String, _ width: Int) -> String {
  let spaces = String(repeating: " ", count: max(0, abs(width) - text.count))
  return width < 0 ? text + spaces : spaces + text
}

/// With exactly so many decimal places.
func fixed(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }
