import AgentProtocol
import Recording
import Replay
import Sessions
import Simulation

/// A failure as a file: the recording up to the failure and a little more, with notes on what it
/// shows. It is a recording like any other, and every verb reads it.
struct Repro: Codable {
  /// Steps kept behind the first one that is not right.
  private static let stepsBehind: Int64 = 60
  private static let noteName = "failure"

  var recording: String
  var build: String
  var outcome: GateReport.Outcome
  var step: Int64?
  var message: String
  var ending: String?
  var signature: DifferenceSignature?

  init(_ entry: GateReport.Entry) {
    (recording, build, outcome) = (entry.recording, entry.build, entry.outcome)
    (step, message) = (entry.step, entry.message)
    (ending, signature) = (entry.ending, entry.difference?.signature)
  }

  /// The failure that a file notes; `nil` if it notes none.
  init?(_ header: RecordingHeader) {
    guard let note = header.notes.first(where: { $0.name == Repro.noteName }),
      let repro = try? decoded(Repro.self, note.value.utf8)
    else { return nil }
    self = repro
  }

  /// Writes the file; the file of an earlier failure gives way.
  func write(_ file: Recording, to path: String) throws {
    let end = min(file.stepCount, (step ?? file.stepCount) + 1 + Self.stepsBehind)
    do {
      guard end > 0, file.keyframeSteps.first == 0 else {
        throw RecordingError(.stepOutOfRange(stepCount: file.stepCount))
      }
      var cut = try RecordingCut(file, steps: 0...end - 1, player: nil)
      cut.notes = [BuildFact(name: Repro.noteName, value: compactJSON(self))]
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
    let isAtStep = entry.step == step || signature?.mechanism == .wavering
    guard entry.outcome == outcome, isAtStep else { return false }
    guard let signature else { return entry.ending == ending }
    return entry.difference?.signature.isLike(signature) ?? false
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
