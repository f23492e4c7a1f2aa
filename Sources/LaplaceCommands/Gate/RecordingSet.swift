import ArgumentParser
import Recording

/// The recordings that a person means by files and folders.
struct RecordingSet {
  /// In their order, each once.
  var paths: [String]
  /// The folders that were named.
  var folders: [String]

  /// - Throws: `CommandFailure` where there is no such file, or a folder without a recording.
  init(_ names: [String]) throws {
    (paths, folders) = ([], [])
    for name in names {
      guard Files.exists(name) || name == "-" else {
        throw CommandFailure(
          .trouble, "\(name): no such file or folder",
          advice: "\(toolName) record SIMULATION -o \(shellWord(Self.example(name)))")
      }
      guard Files.isFolder(name) else {
        paths.append(name)
        continue
      }
      let folder = name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name
      let found = Files.paths(below: folder)
        .filter { $0.hasSuffix(".mcap") }.sorted().map { "\(folder)/\($0)" }
      guard !found.isEmpty else {
        throw CommandFailure(
          .baseline, "\(folder): holds no recording, so nothing can be verified",
          advice: "\(toolName) record SIMULATION -o \(shellWord("\(folder)/first.mcap"))")
      }
      folders.append(folder)
      paths += found
    }
    paths = uniqued(paths)
  }

  private static func example(_ name: String) -> String {
    name.hasSuffix(".mcap") ? name : (name.hasSuffix("/") ? name : name + "/") + "first.mcap"
  }

  /// The lock file that lies beside them, if one does.
  var lock: String? {
    folders.map { $0 + "/recordings.lock" }.first { Files.exists($0) }
  }
}

/// Parses `i/n`.
struct ShardArgument: ExpressibleByArgument {
  var shard: GateReport.Shard

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1],
      index >= 1, index <= count, count <= 10_000
    else { return nil }
    shard = GateReport.Shard(index: index, count: count)
  }
}

extension GateReport.Shard {
  /// The places of this shard's recordings: the longest first, each to the shard with the fewest
  /// steps so far, ties to the first. Every shard comes to the same division.
  func places(_ stepCounts: [Int64]) -> Set<Int> {
    var loads = Array(repeating: Int64(0), count: count)
    var own: Set<Int> = []
    let longestFirst = stepCounts.indices.sorted {
      (-stepCounts[$0], $0) < (-stepCounts[$1], $1)
    }
    for place in longestFirst {
      let lightest = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
      // A file that holds no step is work as well.
      loads[lightest] += max(1, stepCounts[place])
      if lightest == index - 1 { own.insert(place) }
    }
    return own
  }
}
