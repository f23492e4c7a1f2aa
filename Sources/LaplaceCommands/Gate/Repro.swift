import AgentProtocol
import Recording
import Replay
import Sessions
import Simulation

/// A failure as a file: the recording up to the failure and a little more, with notes on what it
/// shows. It is a recording like any other, and every verb reads it.
struct Repro {
  /// Steps kept behind the first one that is not right.
  private static let stepsBehind: Int64 = 60

  var recording: String
  var build: String
  var outcome: GateReport.Outcome
  var step: Int64?
  var message: String
  var mechanism: String?
  var fields: [String]

  init(_ entry: GateReport.Entry) {
    (recording, build, outcome) = (entry.recording, entry.build, entry.outcome)
    (step, message) = (entry.step, entry.message)
    (mechanism, fields) = (entry.mechanism, entry.fields)
  }

  /// What a file says; `nil` when it shows no failure.
  init?(_ header: RecordingHeader) {
    func note(_ name: String) -> String? {
      header.notes.first { $0.name == name }?.value
    }
    guard let message = note("failure"),
      let outcome = note("failure.outcome").flatMap(GateReport.Outcome.init(rawValue:))
    else { return nil }
    (self.message, self.outcome) = (message, outcome)
    recording = note("failure.recording") ?? ""
    build = note("failure.build") ?? ""
    step = note("failure.step").flatMap { Int64($0) }
    mechanism = note("failure.mechanism")
    fields = note("failure.fields").map { $0.split(separator: " ").map(String.init) } ?? []
  }

  private var notes: [BuildFact] {
    var pairs: [(String, String)] = [
      ("failure", message), ("failure.build", build),
      ("failure.fields", fields.joined(separator: " ")),
    ]
    if let mechanism { pairs.append(("failure.mechanism", mechanism)) }
    pairs += [("failure.outcome", outcome.rawValue), ("failure.recording", recording)]
    if let step { pairs.append(("failure.step", "\(step)")) }
    return pairs.map { BuildFact(name: $0.0, value: $0.1) }
  }

  /// Writes the file; the file of an earlier failure gives way.
  func write(_ file: Recording, to path: String) throws {
    let end = min(file.stepCount, (step ?? file.stepCount) + 1 + Self.stepsBehind)
    do {
      guard end > 0, file.keyframeSteps.first == 0 else {
        throw RecordingError(.stepOutOfRange(stepCount: file.stepCount))
      }
      var cut = try RecordingCut(file, steps: 0...end - 1, player: nil)
      cut.notes = notes
      var options = RecordingOptions()
      options.replacesFile =
        (try? Recording(unchecked: path)).map { Repro($0.header) != nil } ?? false
      options.input = FileIdentity(path: recording)
      try cut.write(to: path, source: recording, options: options)
    } catch {
      throw failure(error, path: path)
    }
  }

  /// Whether a run shows what is noted.
  func isShown(by entry: GateReport.Entry) -> Bool {
    guard entry.outcome == outcome else { return false }
    guard outcome == .different else { return entry.step == step && entry.mechanism == mechanism }
    guard let noted = mechanism.flatMap(DifferenceCause.Mechanism.init(rawValue:)),
      let found = entry.mechanism.flatMap(DifferenceCause.Mechanism.init(rawValue:))
    else { return false }
    let isAtStep = entry.step == step || noted == .wavering
    return isAtStep
      && DifferenceSignature(mechanism: found, fields: entry.fields)
        .isLike(DifferenceSignature(mechanism: noted, fields: fields))
  }
}

/// Where the files of failures go, each under a name of its own.
struct ReproFolder {
  let folder: String
  private var taken: Set<String> = []

  init(_ folder: String) { self.folder = folder }

  mutating func path(for entry: GateReport.Entry) -> String {
    let name = entry.recording.pathStem
    let words = entry.build == GateRun.ownName ? name : "\(name)-\(entry.build)"
    let stem = String(words.map { $0 == "/" || $0 == " " ? "-" : $0 })
    var number = 1
    var title = stem
    while !taken.insert(title).inserted {
      number += 1
      title = "\(stem)-\(number)"
    }
    return "\(folder)/\(title).repro"
  }

  func make() throws {
    try makeFolder(folder, advice: "name another folder with --failures")
  }
}
