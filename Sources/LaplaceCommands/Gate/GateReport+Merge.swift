import Recording

extension GateReport {
  /// The report of a whole set, of the reports of its shards.
  ///
  /// - Throws: `CommandFailure` for a file that is none, or where a shard is missing or there twice.
  static func merged(_ paths: [String]) throws -> GateReport {
    let parts = try paths.map { path in (path: path, report: try read(path)) }
    let counts = Set(parts.compactMap(\.report.shard?.count))
    guard let count = counts.first, counts.count == 1, parts.allSatisfy({ $0.report.shard != nil })
    else {
      throw CommandFailure(
        .trouble, "\(paths.joined(separator: ", ")): not the shards of one set",
        advice: "\(toolName) ci Recordings --shard 1/\(max(2, paths.count)) "
          + "--report json=shard1.json, and so on")
    }
    var merged = parts[0].report
    merged.shard = nil
    merged.recordings = []
    merged.problems = []
    merged.builds = []
    merged.seconds = 0
    for index in 1...count {
      let found = parts.filter { $0.report.shard?.index == index }
      guard let part = found.first, found.count == 1 else {
        let names = found.map(\.path).joined(separator: ", ")
        throw CommandFailure(
          .trouble,
          found.isEmpty
            ? "shard \(index) of \(count) is missing: its recordings were not judged"
            : "\(names): both are shard \(index) of \(count)",
          advice: "give the JSON report of each shard once")
      }
      merged.recordings += part.report.recordings
      for problem in part.report.problems where !merged.problems.contains(problem) {
        merged.problems.append(problem)
      }
      merged.add(part.report.builds ?? [])
      merged.simulations = uniqued(merged.simulations + part.report.simulations)
      merged.budget = merged.budget ?? part.report.budget
      merged.seconds += part.report.seconds
    }
    merged.recordings.sort { ($0.recording, $0.build) < ($1.recording, $1.build) }
    return merged
  }

  /// Adds what builds came to on another part.
  private mutating func add(_ parts: [BuildEntry]) {
    var all = builds ?? []
    for part in parts {
      guard let index = all.firstIndex(where: { $0.name == part.name }) else {
        all.append(part)
        continue
      }
      all[index].recordings += part.recordings
      all[index].differing += part.differing
      all[index].steps += part.steps
      all[index].seconds += part.seconds
      // It is skipped only where no machine had it.
      if all[index].skipped != nil, part.skipped == nil {
        (all[index].skipped, all[index].instructionSet) = (nil, part.instructionSet)
      }
    }
    builds = all
  }

  private static func read(_ path: String) throws -> GateReport {
    guard let bytes = try? Files.read(path) else {
      throw CommandFailure(
        .trouble, "\(path): no such file, or it cannot be read",
        advice: "\(toolName) ci Recordings --report json=\(shellWord(path))")
    }
    guard let report = try? decoded(GateReport.self, bytes), report.version == 1
    else {
      throw CommandFailure(
        .trouble, "\(path): not a report of `\(toolName) ci`",
        advice: "\(toolName) ci Recordings --report json=\(shellWord(path))")
    }
    return report
  }
}
