import AgentProtocol
import Recording
import Replay
import Sessions
import Simulation
import WorkerThreads

/// A build by what starts it: so it can be written down, and started on another machine.
struct ListedBuild: Codable, Equatable {
  var name: String
  /// Program and arguments; `nil` for this build.
  var command: [String]?
  /// This build, with each step shared among so many threads.
  var workers: Int?
  var instructionSet: String?
  var summary = ""
  var expect = Build.Expectation.same
  /// Whether several processes of it may work at a time.
  var parallel = true
  /// How long an answer may take, and the first one, in seconds.
  var timeout: Double = 120
  var firstTimeout: Double = 300
  /// Why there is no such build here.
  var skipped: String?
  /// Sizes and times of its files when it was planned: results of a build that was compiled anew are
  /// not those of the plan before.
  var stamps: [String]?

  static let ownName = "this build"

  /// The simulations of this process, or a program's.
  func build(_ context: ToolContext) -> Build {
    guard let command else { return own(context) }
    return .program(
      name: name, arguments: command, instructionSet: instructionSet, summary: summary,
      expectation: expect, isParallel: parallel,
      timeout: timeout, firstTimeout: firstTimeout)
  }

  /// The command as `--agent` takes it.
  var agentWords: [String] {
    let words = (command ?? []).map { word in
      if !word.isEmpty && !word.contains(where: { " '\"".contains($0) }) { return word }
      return word.contains("'") ? "\"\(word)\"" : "'\(word)'"
    }
    return ["--agent", "\(name)=\(words.joined(separator: " "))"]
  }

  private func own(_ context: ToolContext) -> Build {
    guard let workers else { return .own(context, timeout: timeout, firstTimeout: firstTimeout) }
    // A team for each run, which shares even what is not worth it.
    let catalogue = context.catalogue.map { entry in
      entry.shared {
        let team = ThreadTeam(workers: workers)
        team.leastSharedWork = 0
        team.leastPart = 1
        return team
      }
    }
    var build = Build.inProcess(name: name, catalogue: catalogue)
    (build.summary, build.threads) = (summary, workers)
    return build
  }

  /// Notes the files that it consists of, as far as its command names them.
  mutating func stamp(_ context: ToolContext) {
    let words = command ?? [context.program].compactMap(\.self)
    stamps = words.compactMap { word in
      Files.stamp(CommandWords.path(of: word) ?? word)
    }
  }

  /// What is wrong with a build that somebody else wrote down; `nil` for nothing.
  var fault: String? {
    if skipped != nil { return nil }
    if command?.isEmpty == true { return "has an empty command" }
    if let workers, !(1...ThreadTeam.mostWorkers).contains(workers) {
      return "cannot have \(workers) workers"
    }
    let times = [timeout, firstTimeout]
    return times.allSatisfy { $0 > 0 && $0 <= 1_000_000 } ? nil : "has a time limit that is none"
  }

  /// As reports list what was skipped.
  var entry: BuildManifest.Entry {
    BuildManifest.Entry(
      name: name, instructionSet: instructionSet, description: summary, command: command,
      skipped: skipped, expect: expect)
  }
}

extension Build {
  /// This tool: a process of its own if possible, which may end without the tool.
  static func own(_ context: ToolContext, timeout: Double, firstTimeout: Double) -> Build {
    guard let program = context.program else {
      return .inProcess(name: ListedBuild.ownName, catalogue: context.catalogue)
    }
    return Build(name: ListedBuild.ownName) { () throws(AgentError) -> any Agent in
      let agent = try PipeAgent(name: ListedBuild.ownName, arguments: [program, "agent"])
      agent.timeout = timeout
      agent.takesManyRequests = true
      agent.firstTimeout = firstTimeout
      return agent
    }
  }

  /// True for a program that was named, and is not this tool.
  var isOther: Bool { isSeparateProcess && name != ListedBuild.ownName }
}

extension ListedBuild {
  /// A build of the build list.
  init(_ entry: BuildManifest.Entry, timeout: Double, firstTimeout: Double) {
    self.init(
      name: entry.name, command: entry.command ?? [], instructionSet: entry.instructionSet,
      summary: entry.description ?? "", expect: entry.expect ?? .same,
      parallel: entry.parallel ?? true, timeout: timeout, firstTimeout: firstTimeout,
      skipped: entry.skipped ?? (entry.command == nil ? "no command" : nil))
  }
}
