import Recording
import Replay
import Sessions
import Simulation

// A failure as a file: the recording up to the failure and a little more, with the gate's entry as a
// note. It is a recording like any other, and every verb reads it.

extension GateReport.Entry {
  /// Steps kept after the first one that is not right.
  private static let stepsAfter: Int64 = 60
  private static let noteName = "failure"

  /// The failure that a file notes; `nil` if it notes none.
  init?(_ header: RecordingHeader) {
    guard let note = header.notes.first(where: { $0.name == Self.noteName }),
      let entry = try? decoded(Self.self, note.value.utf8)
    else { return nil }
    self = entry
  }

  /// Writes the file; the file of an earlier failure gives way.
  func write(_ file: Recording, to path: String) throws {
    let end = min(file.stepCount, (step ?? file.stepCount) + 1 + Self.stepsAfter)
    try attempt(path) {
      guard end > 0, file.keyframeSteps.first == 0 else {
        throw RecordingError(.stepOutOfRange(stepCount: file.stepCount))
      }
      var cut = try RecordingCut(file, steps: 0...end - 1, player: nil)
      cut.notes = [BuildFact(name: Self.noteName, value: compactJSON(self))]
      var options = RecordingOptions()
      options.replacesFile =
        (try? Recording(unchecked: path)).map { Self($0.header) != nil } ?? false
      options.input = FileIdentity(path: recording)
      try cut.write(to: path, source: recording, options: options)
    }
  }

  /// Returns true if a run shows the failure again.
  func isShown(by entry: Self) -> Bool {
    let wavers = difference.map { $0.runs.agreement != .always } ?? false
    guard entry.outcome == outcome, entry.step == step || wavers else { return false }
    guard let difference else { return entry.ending == ending }
    return entry.difference?.isLike(difference) ?? false
  }

  /// The file's path in a folder; each entry has a name of its own.
  func path(in folder: String, _ taken: inout Set<String>) -> String {
    let name = recording.pathStem
    let words = build == ListedBuild.ownName ? name : "\(name)-\(build)"
    let stem = String(words.map { $0 == "/" || $0 == " " ? "-" : $0 })
    var (number, title) = (1, stem)
    while !taken.insert(title).inserted {
      number += 1
      title = "\(stem)-\(number)"
    }
    return "\(folder)/\(title).repro"
  }
}

extension BuildFact {
  /// The note for a person; a failure in words.
  var shown: String {
    let entry = try? decoded(GateReport.Entry.self, value.utf8)
    return "\(name): \(entry.map { "\($0.recording): \($0.message)" } ?? value)"
  }
}
