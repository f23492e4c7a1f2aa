import Recording
import Replay

extension GateRun {
  /// Judges the recordings of a set, of which some may not be readable, and puts them into a report.
  ///
  /// - Returns: the readable ones by their paths.
  func judge(
    _ paths: [String], into report: inout GateReport, _ console: any Console
  ) throws -> [String: Recording] {
    var items: [Item] = []
    var files: [String: Recording] = [:]
    for path in paths {
      do {
        let file = try open(path)
        items.append((path, file))
        files[path] = file
      } catch let failure as CommandFailure {
        let prefix = path + ": "
        report.recordings.append(
          GateReport.Entry(
            recording: path, simulation: "unknown", build: builds[0].name, steps: 0,
            outcome: .trouble,
            reason: failure.message.hasPrefix(prefix)
              ? String(failure.message.dropFirst(prefix.count)) : failure.message,
            advice: failure.advice))
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
    return files
  }

  /// Writes a file for each failure that can be shown again.
  static func writeRepros(
    _ report: inout GateReport, _ files: [String: Recording], to folder: String,
    _ console: any Console
  ) throws {
    var names: Set<String> = []
    for index in report.recordings.indices {
      let entry = report.recordings[index]
      guard entry.outcome == .different || entry.outcome == .crashed,
        let file = files[entry.recording]
      else { continue }
      try makeFolder(folder, advice: "name another folder with --failures")
      let path = entry.path(in: folder, &names)
      do {
        try entry.write(file, to: path)
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
      report.recordings[index].reason =
        locked[name] == nil
        ? "\(lock) has no line for it" : "is not the recording that \(lock) has"
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
