import AgentProtocol
import ArgumentParser
import DeterministicMath
import Pictures
import Recording
import Simulation

struct InfoCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show what a recording holds; check every byte of it with --all.",
    discussion: """
      Without --all, only the ends of the file are read, and its last block: what is read is checked, and \
      that the file is whole, but not what lies between. A file that cannot be read so, because its \
      writer was killed or another tool wrote it, is read as a whole. Channels, attachments and metadata \
      of other programs are listed.

      With --all, reading goes on behind a fault: every fault is listed, with its place. Every key frame \
      and every stored state is decoded as well.

      With --chain, all inputs and digests are hashed again: a recording of `record --chain` whose \
      last value is the one that was noted holds what was recorded.
      """)

  static let documents = Documents(
    "What a recording holds, or with --all its faults.", Result.self, Faults.self)

  @Argument(help: "The recording to check.", completion: .recording)
  var recording: String

  @Flag(help: "Check every byte, list every fault, not only the first, and decode every state.")
  var all = false

  @Flag(help: "Check the hash chain over inputs and digests: see `record --chain`.")
  var chain = false

  @OptionGroup var output: FormatOption

  struct Fault: Codable {
    var byte: UInt64?
    var step: Int64?
    var problem: String
  }

  struct Faults: VersionedDocument {
    var version = documentVersion
    var recording: String
    var faults: [Fault]
  }

  struct Result: VersionedDocument {
    var version = documentVersion
    var recording: String
    var simulation: String
    var seed: UInt64
    var parameters: [String]
    var steps: Int64
    var firstStep: Int64
    var seconds: Double
    var inputs: Int
    var keyframes: Int
    var markers: [String]
    var cutFrom: String?
    var endedEarly: String?
    var notes: [String]
    var bytes: Int
    var engineVersion: String
    var build: [String]
    var lastDigest: String
    var tables: [String]
    var activeRowSteps: Int
    var stateBytes: Int
    var holdsState: Bool
    var stepsWithoutState: Int64
    var viewEverySteps: Int64?
    var viewBytes: Int?
    var viewRowSamples: Int?
    var viewSamplesLeftOut: Int?
    /// What was checked: `ends` or `everything`.
    var checked: String
    /// What the file lacks that this tool writes: an index, checksums.
    var lacks: [String]
    /// What other programs have put into the file.
    var channels: [Foreign]
    var attachments: [Foreign]
    var metadata: [Foreign]
    /// The last value of the hash chain, and whether it was found to hold.
    var chain: String?
    var chainHolds: Bool?
  }

  struct Foreign: Codable {
    var name: String
    /// The schema of a channel, the media type of an attachment.
    var type: String?
    /// The messages of a channel.
    var messages: UInt64?
  }

  func run() throws {
    let console = ToolContext.current.console
    let file =
      try all
      ? checked(console) : chain ? LaplaceCommands.open(recording) : openSteps(recording)
    try attempt(recording) { try show(file, console) }
  }

  private func show(_ file: Recording, _ console: any Console) throws {
    let header = file.header
    let statistics = file.statistics
    let chainHolds = try checkChain(file)
    let lastDigest = try file.digest(after: file.stepCount - 1)
    let leftOutPlaces = file.isChecked ? try file.leftOutSteps.count : nil
    let layout = file.layout
    func foreign(_ things: [RecordingLayout.Foreign]) -> [Foreign] {
      things.map { Foreign(name: $0.name, type: $0.type.isEmpty ? nil : $0.type) }
    }
    let hasView = header.tracks.samplesEvery != nil
    let result = Result(
      recording: recording, simulation: header.description.name, seed: header.seed,
      parameters: settings(header.parameters, of: header.description.parameters),
      steps: file.stepCount, firstStep: header.firstStep,
      seconds: Double(file.stepCount) * header.description.stepDuration.seconds,
      inputs: file.inputCount, keyframes: file.keyframeCount,
      markers: try file.markers.map { "\($0.step): \($0.text)" }, cutFrom: header.origin,
      endedEarly: file.endNote, notes: header.notes.map(\.shown),
      bytes: statistics.fileSize, engineVersion: header.engineVersion,
      build: header.build.map { "\($0.name): \($0.value)" },
      lastDigest: lastDigest.description,
      tables: header.description.state.tables.map(\.name),
      activeRowSteps: statistics.activeRowSteps, stateBytes: statistics.stateBytes,
      holdsState: header.tracks.state, stepsWithoutState: file.leftOutCount,
      viewEverySteps: header.tracks.samplesEvery, viewBytes: hasView ? statistics.viewBytes : nil,
      viewRowSamples: hasView ? statistics.viewRowSamples : nil,
      viewSamplesLeftOut: hasView ? statistics.viewSamplesLeftOut : nil,
      checked: file.isChecked ? "everything" : "ends", lacks: layout.missing,
      channels: layout.channels.map {
        Foreign(name: $0.name, type: $0.type, messages: $0.messageCount)
      }, attachments: foreign(layout.attachments), metadata: foreign(layout.metadata),
      chain: try file.lastChainValue,
      chainHolds: chainHolds)
    if output.format == .json { return console.show(json(result)) }
    if file.isChecked {
      console.result(
        "\(recording): complete; every checksum agrees"
          + (file.isFullyChecked ? "" : "; another tool wrote it, without one over all of it"))
    } else {
      console.result(
        "\(recording): complete; header, summary and last block agree, the rest was not read (--all)"
      )
    }
    console.result("  simulation   \(result.simulation), seed \(result.seed)")
    if !result.parameters.isEmpty {
      console.result("  parameters   " + result.parameters.joined(separator: " "))
    }
    let duration = header.description.stepDuration
    console.result(
      "  length       \(result.steps) steps of \(duration.numerator)/\(duration.denominator) s, "
        + "\(seconds(result.steps, duration)) s")
    console.result("  inputs       \(result.inputs)")
    console.result("  key frames   \(result.keyframes)")
    for marker in result.markers { console.result("  marker       \(marker)") }
    if result.stepsWithoutState > 0 {
      let places = leftOutPlaces.map { " in " + count($0, "place") } ?? ""
      console.result(
        "  left out     the states of \(result.stepsWithoutState) steps\(places)"
          + (statistics.budget.map { ", to take no more than \(TimeShare.text($0)) of a step" }
            ?? "")
          + ": `\(toolName) densify` rebuilds them")
    }
    if let interval = header.tracks.samplesEvery {
      console.result("  view         " + InfoCommand.viewText(interval, statistics))
    }
    if header.firstStep > 0 {
      console.result("  begins       at step \(header.firstStep) of its run, which is step 0 here")
    }
    if let origin = header.origin { console.result("  cut from     \(origin)") }
    for note in result.notes { console.result("  note         \(note)") }
    if let note = result.endedEarly { console.result("  ended early  \(note)") }
    var size = "  size         \(result.bytes) bytes"
    if result.activeRowSteps > 0 {
      let perRow = Double(result.stateBytes) / Double(result.activeRowSteps)
      size += ", state \(rounded(perRow, 2)) bytes per changed row and step"
    }
    console.result(size)
    if !layout.missing.isEmpty {
      console.result("  layout       " + layout.missing.joined(separator: ", "))
    }
    for part in layout.listed { console.result("  also holds   \(TerminalText.line(part))") }
    console.result(
      "  made by      engine \(result.engineVersion); " + result.build.joined(separator: "; "))
    console.result("  last digest  \(result.lastDigest)")
    if let value = result.chain {
      let found = chainHolds == true ? "it holds over every step" : "not checked (--chain)"
      console.result("  hash chain   \(value); \(found)")
    }
  }

  /// Whether the hash chain holds; `nil` where that is not asked.
  private func checkChain(_ file: Recording) throws -> Bool? {
    guard chain else { return nil }
    switch try file.verifyChain() {
    case .absent:
      throw CommandFailure(
        .trouble, "\(recording): has no hash chain",
        advice: "\(toolName) record --chain keeps one from the first step on")
    case .holds: return true
    case .breaks(let steps):
      throw CommandFailure(
        .different,
        "\(recording): the hash chain breaks in steps \(steps.lowerBound) to "
          + "\(steps.upperBound - 1): an input, a digest or the chain was changed there"
          + (steps.lowerBound == 0 ? ", or what the run began with" : ""),
        advice:
          "\(toolName) verify \(shellWord(recording)) tells whether the run gives these digests")
    }
  }

  /// What a view track holds and costs.
  private static func viewText(_ interval: Int64, _ statistics: RecordingStatistics) -> String {
    var text = "poses of \(everySteps(interval)), \(statistics.viewBytes) bytes"
    if statistics.viewRowSamples > 0 {
      let perRow =
        Double(statistics.viewBytes) / Double(statistics.viewRowSamples) / Double(interval)
      text += ", \(rounded(perRow, 2)) per row and step"
    }
    if statistics.viewSamplesLeftOut > 0 {
      text += "; \(count(statistics.viewSamplesLeftOut, "sample")) left out"
    }
    return text
  }

  /// The recording, of which every byte was checked and every state decoded.
  private func checked(_ console: any Console) throws -> Recording {
    let found = try attempt(recording) {
      try RecordingFaults.all(path: try readable(recording))
    }
    if let file = found.recording { return file }
    throw failure(found.faults, console)
  }

  private func failure(_ faults: [RecordingError], _ console: any Console) -> CommandFailure {
    if output.format == .json {
      let list = faults.map { fault in
        Fault(
          byte: fault.offset, step: fault.step,
          problem: firstSentence("\(RecordingError(fault.reason))"))
      }
      console.show(json(Faults(recording: recording, faults: list)))
    } else {
      for fault in faults { console.result("\(recording): \(firstSentence("\(fault)"))") }
    }
    return CommandFailure(
      .trouble, "\(recording): \(count(faults.count, "fault"))",
      advice: "\(toolName) recover \(shellWord(recording)) -o KEPT.mcap")
  }
}
