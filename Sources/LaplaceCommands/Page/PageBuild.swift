import Pages
import Recording
import Replay
import Simulation

/// Makes the page of one recording or of two.
struct PageBuild {
  var first: String
  var second: String?
  var agent: AgentCommand?
  var limit: AgentTimeout
  var isYUp = false
  /// A file, or `none`; by default, what is found.
  var engine: String?

  /// Differing fields that a page lists, at most.
  private static let differenceMax = 200

  func document() throws -> PageDocument {
    let a = try open(first)
    let name = a.header.description.name
    let isOwn = ToolContext.current.catalogue.contains { $0.name == name }
    let engine = try PageEngine.find(engine, isOwn: isOwn && agent == nil)
    guard let second else {
      let page = try PageRecording.gather(first, a, agent: agent, limit, isYUp: isYUp)
      let facts = try page.facts(replay(first, a, engine))
      return document(PageContent(tool: toolName, recordings: [facts], engine: engine))
    }
    let b = try open(second)
    let comparison = try RecordingComparison.of(
      first, a, second, b, limit: PageBuild.differenceMax)
    let wanted = [comparison.difference, comparison.motion].compactMap { $0?.step }
    let pages = try [(first, a), (second, b)].map { path, file in
      try PageRecording.gather(
        path, file, agent: agent, limit, wanted: wanted, isYUp: isYUp)
    }
    let facts = [
      try pages[0].facts(replay(first, a, engine)), try pages[1].facts(replay(second, b, engine)),
    ]
    return document(
      PageContent(
        tool: toolName, recordings: facts,
        comparison: PageComparison(diff: comparison, growth: PageGrowth(pages[0], pages[1])),
        engine: engine))
  }

  private func document(_ content: PageContent) -> PageDocument {
    PageDocument(content) { compactJSON($0) }
  }

  private func replay(
    _ path: String, _ recording: Recording, _ engine: PageEngine?
  ) throws -> PageReplay? {
    try engine.map { _ in try PageReplay(recording, in: path, agent: agent) }
  }

  /// Writes the page and says so.
  func write(to path: String, force: Bool) throws {
    let output = Output(
      path: path, kind: .page, force: force,
      inputs: [first, second, engine].compactMap(\.self) + (agent?.words ?? []))
    // Before minutes of work.
    try output.check()
    let document = try document()
    try output.write(document.bytes)
    reportWritten(path, "\(document.title), \(document.bytes.count) bytes")
  }
}

extension PageRecording {
  /// Gathers a recording: replayed where this tool or an agent can, and as it is stored where the
  /// replay leaves the recorded path.
  static func gather(
    _ path: String, _ recording: Recording, agent: AgentCommand?, _ limit: AgentTimeout,
    wanted: [Int64] = [], isYUp: Bool
  ) throws -> PageRecording {
    let source = try PageSource(path, recording, agent: agent, limit, isStored: false)
    let page = try gather(source, wanted, isYUp)
    guard let bad = page.firstDivergence else { return page }
    let console = ToolContext.current.console
    console.complain(
      "\(path): replays differently from step \(bad) on: the page shows it as it is stored, "
        + "drawn from its positions")
    let stored = try PageSource(path, recording, agent: nil, limit, isStored: true)
    return try gather(stored, wanted, isYUp)
  }

  private static func gather(
    _ source: PageSource, _ wanted: [Int64], _ isYUp: Bool
  ) throws -> PageRecording {
    let page = try PageRecording(source, wanted: wanted, isYUp: isYUp) { done, total in
      ProgressBar(title: "gathering", total: Int64(total)).update(Int64(done))
    }
    ToolContext.current.console.progress("")
    guard let page else {
      throw CommandFailure(
        .trouble, "\(source.path): holds no state that this tool can read",
        advice: "name a program that runs it with --agent")
    }
    return page
  }
}

extension PageReplay {
  /// - Parameter agent: the program that runs the simulation, if it is not this tool.
  /// - Throws: `CommandFailure` for a recording that begins in the middle and has no key frame there.
  init(_ recording: Recording, in path: String, agent: AgentCommand?) throws {
    let header = recording.header
    var words = ["record", header.description.name, "--seed", "\(header.seed)"]
    for setting in settings(header.parameters, of: header.description.parameters) {
      words += ["--set", setting]
    }
    if let agent { words += ["--agent", agent.command] }
    let command = ([toolName] + words.map(shellWord)).joined(separator: " ")
    self = try attempt(path) { try PageReplay(recording, command: command) }
  }
}
