import ArgumentParser
import DeterministicMath
import Foundation
import Recording
import Replay
import Simulation

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run a simulation with its scripted inputs and record everything.",
    discussion: """
      EXAMPLES
        laplace record S01 -o orbit.mcap
        laplace record S07 --input gestures.jsonl --seed 2 --set item=1
      """)

  @Argument(help: "The simulation (see `laplace list`).")
  var simulation: String

  @Option(
    help: ArgumentHelp(
      "Inputs as JSON lines; 'none' for no inputs; default: those that ship with it.",
      valueName: "file"))
  var input: String?

  @Option(help: "The seed of everything random.")
  var seed: UInt64 = 1

  @Option(help: "How many steps; default: as `laplace list` says.")
  var steps: Int64?

  @Option(
    name: .customLong("set"), help: ArgumentHelp("Set a parameter.", valueName: "name=value"))
  var settings: [String] = []

  @Option(name: [.short, .long], help: "The recording; default: NAME-seedN.mcap here.")
  var output: String?

  @Flag(help: "Replace an existing recording.")
  var force = false

  @Option(help: "'state' keeps every step's state; 'log' only inputs, digests and key frames.")
  var tracks: Tracks = .state

  @OptionGroup var results: FormatOption

  enum Tracks: String, ExpressibleByArgument, CaseIterable {
    case state
    case log
  }

  struct Result: Encodable {
    var recording: String
    var simulation: String
    var seed: UInt64
    var steps: Int64
    var inputs: Int
    var bytes: Int64
    var lastDigest: String
  }

  func run() throws {
    try requireSoundArithmetic()
    let context = ToolContext.current
    let entry = try context.entry(named: simulation)
    let path = output ?? "\(entry.name)-seed\(seed).mcap"
    let stepCount = steps ?? entry.defaultStepCount
    guard stepCount >= 0, stepCount <= 1 << 40 else {
      throw CommandFailure(.trouble, "--steps wants a count from 0 up, not \(stepCount)")
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw CommandFailure(
        .trouble, "\(path): is a folder", advice: "name a file with -o \(path)/\(entry.name).mcap")
    }
    if !force && FileManager.default.fileExists(atPath: path) {
      throw CommandFailure(
        .trouble, "\(path): exists already and was left as it is",
        advice: "add --force to replace it, or name another file with -o")
    }
    let defaults = try entry.start(parameters: entry.defaultParameters, seed: seed)
    let parameters = try applying(
      settings, to: entry.defaultParameters, of: defaults.description.parameters)
    let run = try entry.start(parameters: parameters, seed: seed)
    let script = try loadInputs(entry, run.description)
    let lastDigest = try record(
      run, script, stepCount: stepCount, path: path, parameters: parameters)
    try report(
      entry, path: path, stepCount, script.filter { $0.step < stepCount }.count, lastDigest)
    let late = script.filter { $0.step >= stepCount }.count
    if late > 0 {
      context.console.say("laplace: \(late) inputs lie after the last step and were left out")
    }
  }

  private func loadInputs(
    _ entry: CatalogueEntry, _ description: SimulationDescription
  ) throws -> [ScriptedInput] {
    if input == "none" { return [] }
    let source = input ?? "gestures of \(entry.name)"
    let text: String
    if let input {
      do {
        text = try String(contentsOfFile: input, encoding: .utf8)
      } catch {
        throw CommandFailure(.trouble, "\(input): cannot be read as text: \(plain(error))")
      }
    } else {
      text = entry.gestures
    }
    do {
      return try InputScript.parse(
        text, kinds: description.inputs, stepDuration: description.stepDuration)
    } catch {
      throw CommandFailure(
        .trouble, "\(source): \(error)", advice: "laplace list \(entry.name)")
    }
  }

  private func record(
    _ run: any RunningSimulation, _ script: [ScriptedInput], stepCount: Int64, path: String,
    parameters: [UInt64]
  ) throws -> String {
    do {
      let recorder = try SessionRecorder(
        run, path: path, parameters: parameters, seed: seed,
        tracks: tracks == .state ? .everything : .log,
        options: .scripted)
      let bar = ProgressBar(title: "recording", total: stepCount)
      var next = 0
      do {
        for step in 0..<stepCount {
          var inputs: [RecordWords] = []
          while next < script.count, script[next].step <= step {
            inputs.append(script[next].input)
            next += 1
          }
          try recorder.step(inputs)
          if step & 63 == 0 { bar.update(step) }
        }
        bar.finish()
        try recorder.finish()
      } catch {
        recorder.abandon()
        throw error
      }
      return run.digest().description
    } catch {
      throw failure(error, path: path)
    }
  }

  private func report(
    _ entry: CatalogueEntry, path: String, _ stepCount: Int64, _ inputs: Int, _ digest: String
  ) throws {
    let console = ToolContext.current.console
    let bytes = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64) ?? 0
    if results.format == .json {
      console.result(
        json(
          Result(
            recording: path, simulation: entry.name, seed: seed, steps: stepCount, inputs: inputs,
            bytes: bytes, lastDigest: digest)))
    } else {
      console.result(
        "\(path): \(stepCount) steps of \(entry.name), seed \(seed), \(inputs) inputs, "
          + "\(bytes) bytes, last digest \(digest)")
    }
  }
}

/// A system error's message without the path, which the line already names.
func plain(_ error: any Error) -> String {
  let cocoa = error as NSError
  if let under = cocoa.userInfo[NSUnderlyingErrorKey] as? NSError {
    return under.localizedDescription
  }
  return cocoa.localizedDescription
}
