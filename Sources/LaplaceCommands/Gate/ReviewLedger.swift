import Recording

/// Changes that a person rejected or put off, with the reason: `review.jsonl` beside the recordings,
/// a line each, until the change is accepted or gone.
struct ReviewLedger {
  struct Line: Codable, Equatable {
    var recording: String
    /// `rejected` or `skipped`.
    var verdict: String
    var because: String
    /// What the change looked like: another one is asked about anew.
    var change: String
  }

  let path: String
  private(set) var lines: [Line]
  private var isChanged = false

  /// - Throws: `CommandFailure` for a file that is none: it is not written over.
  init(besides recording: String) throws {
    let folder = recording.pathFolder
    path = (folder.isEmpty ? "" : folder + "/") + "review.jsonl"
    lines = []
    guard Files.exists(path) else { return }
    guard let text = try? Files.text(path) else {
      throw CommandFailure(.trouble, "\(path): cannot be read as text")
    }
    for (number, line) in text.lines.enumerated() where !line.isEmpty {
      guard let line = try? decoded(Line.self, line.utf8) else {
        throw CommandFailure(
          .trouble, "\(path): line \(number + 1) is no verdict of `\(toolName) review`",
          advice: "mend the line, or move the file away")
      }
      lines.append(line)
    }
  }

  private static func name(_ recording: String) -> String {
    recording.pathName
  }

  func line(of recording: String) -> Line? {
    lines.first { $0.recording == Self.name(recording) }
  }

  mutating func note(_ recording: String, _ verdict: String, because: String, change: String) {
    let line = Line(
      recording: Self.name(recording), verdict: verdict, because: because, change: change)
    guard self.line(of: recording) != line else { return }
    drop(recording)
    lines.append(line)
    isChanged = true
  }

  /// What was accepted, or changes no more, needs no verdict.
  mutating func drop(_ recording: String) {
    let name = Self.name(recording)
    if lines.contains(where: { $0.recording == name }) { isChanged = true }
    lines.removeAll { $0.recording == name }
  }

  /// Writes what changed; a file without lines is taken away.
  mutating func save() throws {
    guard isChanged else { return }
    isChanged = false
    if lines.isEmpty { return Files.remove(path) }
    let text = lines.sorted { $0.recording < $1.recording }.map { compactJSON($0) + "\n" }
    try writeFile(text.joined(), to: path)
  }
}
