import ArgumentParser
import Replay

/// The builds that a verb runs besides this one: programs that are named, and those of a build list.
struct OtherBuilds: ParsableArguments {
  @Option(
    name: .customLong("agent"),
    help: ArgumentHelp(
      "Another build to run: the command that starts it, or the path of its tool.",
      valueName: "[name=]command"))
  var agents: [AgentCommand] = []

  @Option(
    help: ArgumentHelp(
      "Builds of the build list to run: all, quick, or names separated by commas.",
      valueName: "names"), completion: .builds)
  var builds: String?

  @Option(
    help: ArgumentHelp("The build list to read, as Tools/builds writes it.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var manifest = BuildManifest.defaultPath

  @Flag(help: "Run agents and listed builds only, not this build.")
  var agentsOnly = false

  @Flag(help: "Fail when a build has to be skipped.")
  var require = false

  @OptionGroup var limit: AgentTimeout
}

extension OtherBuilds {
  /// Whether nothing is named.
  var isEmpty: Bool { agents.isEmpty && builds == nil && !agentsOnly && !require }

  /// The agents and those of the build list, with those that there are not.
  func listed() throws -> [ListedBuild] {
    let named = agents.map { agent in
      ListedBuild(
        name: agent.name, command: CommandWords.split(agent.command), timeout: limit.next,
        firstTimeout: limit.first)
    }
    guard let builds else { return named }
    return try named
      + BuildManifest.read(manifest).selected(builds, from: manifest).map { entry in
        ListedBuild(entry, timeout: limit.next, firstTimeout: limit.first)
      }
  }

  /// Refuses a list in which nothing can run, or two builds have one name.
  static func check(_ all: [ListedBuild]) throws {
    if !all.contains(where: { $0.skipped == nil }) {
      throw CommandFailure(
        .trouble, "there is no build to run", advice: "name one by --agent or --builds")
    }
    let names = all.filter { $0.skipped == nil }.map(\.name)
    if let name = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
      throw CommandFailure(
        .trouble, "two builds have the name '\(name)'",
        advice: "give each a name of its own: --agent NAME=COMMAND")
    }
  }

  /// The options as words that give them back, where another process is to run the same builds.
  var words: [String] {
    var words: [String] = []
    for agent in agents { words += ["--agent", "\(agent.name)=\(agent.command)"] }
    if let builds { words += ["--builds", builds, "--manifest", manifest] }
    if agentsOnly { words.append("--agents-only") }
    if require { words.append("--require") }
    if let timeout = limit.timeout { words += ["--timeout", "\(timeout)"] }
    return words
  }
}

/// From where a verified recording is run on besides its start.
struct RestoreOption: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      Also run on from every key frame, and from states saved in between, in every build or in none; \
      default: in the first build that reproduces the recording.
      """)
  var keyframes: Bool?

  var restores: Verification.Restores {
    switch keyframes {
    case nil: .oneBuild
    case true?: .everyBuild
    case false?: .noBuild
    }
  }
}
