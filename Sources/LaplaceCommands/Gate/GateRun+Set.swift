import Recording
import Replay

extension GateRun {
  /// What the judgement of a set leaves besides its report.
  struct SetResult {
    var files: [String: Recording] = [:]
  }

  /// Judges the recordings of a set, of which some may not be readable, and puts them into a report.
  func judge(
    _ paths: [String], into report: inout GateReport, _ console: any Console
  ) throws -> SetResult {
    var items: [Item] = []
    var result = SetResult()
    for path in paths {
      do {
        let file = try open(path)
        items.append(Item(path: path, recording: file))
        result.files[path] = file
      } catch let failure as CommandFailure {
        let prefix = path + ": "
        report.recordings.append(
          GateReport.Entry(
            recording: path, simulation: "unknown", build: builds[0].name, steps: 0,
            outcome: .trouble,
            message: failure.message.hasPrefix(prefix)
              ? String(failure.message.dropFirst(prefix.count)) : failure.message,
            details: failure.advice.map { ["next: \($0)"] } ?? []))
      }
    }
    let judgement = try judge(items, console)
    report.recordings += judgement.findings.flatMap(\.self)
    report.problems += judgement.problems
    report.builds = judgement.builds
    let places = Dictionary(paths.enumerated().map { ($1, $0) }) { first, _ in first }
    report.recordings = report.recordings.enumerated().sorted {
      (places[$0.element.recording] ?? 0, $0.offset) < (
        places[$1.element.recording] ?? 0, $1.offset
      )
    }.map(\.element)
    return result
  }

  /// Writes a file for each failure that can be shown again.
  static func writeRepros(
    _ report: inout GateReport, _ files: [String: Recording], to folder: String,
    _ console: any Console
  ) throws {
    var names = ReproFolder(folder)
    for index in report.recordings.indices {
      let entry = report.recordings[index]
      guard entry.outcome == .different || entry.outcome == .crashed,
        let file = files[entry.recording]
      else { continue }
      try names.make()
      let path = names.path(for: entry)
      do {
        try Repro(entry).write(file, to: path)
        report.recordings[index].repro = path
      } catch let failure as CommandFailure {
        // The verdict stands without it.
        console.complain(failure)
      }
    }
  }
}

extension Baseline {
  /// What is wrong with recordings by their lock file: those that were replaced become failures,
  /// what the set lacks becomes a problem.
  ///
  /// - Parameter paths: every recording of the set, also of other shards. One that lies beside the
  ///   lock is no loss where the set is a part.
  static func check(
    _ lock: String, _ report: inout GateReport, _ files: [String: Recording], paths: [String]
  ) throws {
    let locked = try read(lock)
    for index in report.recordings.indices {
      let entry = report.recordings[index]
      guard entry.outcome == .verified, let file = files[entry.recording] else { continue }
      let name = key(entry.recording, in: lock)
      if locked[name] == (try line(entry.recording, file, in: lock)) { continue }
      report.recordings[index].outcome = .replaced
      report.recordings[index].message =
        locked[name] == nil
        ? "reproduces, but \(lock) has no line for it"
        : "reproduces, but is not the recording that \(lock) has"
    }
    let names = Set(paths.map { key($0, in: lock) })
    for name in locked.keys.sorted() where !names.contains(name) {
      if Files.exists(path(of: name, in: lock)) { continue }
      report.problems.append(
        GateReport.Problem(
          text: "\(lock): \(name) is locked, but there is no such recording",
          status: ExitStatus.baseline.rawValue))
    }
  }
}
