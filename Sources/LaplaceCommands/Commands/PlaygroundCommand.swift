import ArgumentParser
import Pages
import Recording
import Sessions
import Simulation

struct PlaygroundCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "playground",
      abstract: "Make a page in which simulations run live.",
      discussion: """
        The page (.html) opens in any browser, offline. Choose a simulation, its seed and its \
        parameters; drag and tap in the picture; go back and let it go on differently. The page \
        verifies its session, and saves it as a recording, or its inputs, from which `record` makes \
        one with the same digests.

        It needs an engine with the simulations (Tools/engine makes one).

        EXAMPLES
          \(toolName) playground --engine laplace-engine.wasm.gz
          \(toolName) playground spring push -o two.html
        """)
  }

  @Argument(
    help: "The simulations; default: all with a picture of at most 1,000 shapes.",
    completion: .simulation)
  var simulations: [String] = []

  @Option(
    name: [.short, .long], help: "The page to write.",
    completion: .page)
  var output = "playground.html"

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var engine: EngineOption

  func run() throws {
    let context = ToolContext.current
    let page = Output(
      path: output, kind: .page, force: force, inputs: [engine.path].compactMap(\.self))
    try page.check()
    guard let engine = try PageEngine.find(engine.path, isOwn: true) else {
      throw CommandFailure(
        .trouble, "a playground needs an engine",
        advice: "make one with Tools/engine and name it with --engine")
    }
    let entries = try simulations.map { try context.entry(named: $0) }
    let bar = ProgressBar(
      title: "gathering", total: Int64(entries.isEmpty ? context.catalogue.count : entries.count))
    var facts: [PageFacts] = []
    for (index, entry) in (entries.isEmpty ? context.catalogue : entries).enumerated() {
      if let one = try PlaygroundEntry(entry).facts(isAsked: !entries.isEmpty) { facts.append(one) }
      bar.update(Int64(index + 1))
    }
    bar.finish()
    guard !facts.isEmpty else {
      throw CommandFailure(.trouble, "no simulation has a picture: a playground shows nothing else")
    }
    let content = PageContent(tool: toolName, playground: facts, engine: engine)
    let document = PageDocument(content) { compactJSON($0) }
    try page.write(document.bytes)
    reportWritten(output, "\(count(facts.count, "simulation")), \(document.bytes.count) bytes")
  }
}

/// What a playground holds of a simulation: how it begins.
struct PlaygroundEntry {
  private let entry: CatalogueEntry
  /// A simulation that begins with more shapes is left out unless a person names it.
  private static let shapeMax = 1000
  /// How many steps are run to find the area that the picture shows.
  private static let reachSteps: Int64 = 240

  init(_ entry: CatalogueEntry) { self.entry = entry }

  /// - Parameter isAsked: whether a person named it, who hears why it cannot be shown.
  /// - Returns: `nil` for a simulation without a picture, and for a large one that nobody named.
  func facts(isAsked: Bool) throws -> PageFacts? {
    let run = try entry.start(parameters: entry.defaultParameters, seed: 1)
    guard let first = try run.drawing(DrawingRequest()) else {
      if isAsked { throw CommandFailure(.trouble, "\(entry.name): has no picture") }
      return nil
    }
    let count = first.layers.reduce(0) { $0 + $1.shapes.count }
    if !isAsked && count > PlaygroundEntry.shapeMax { return nil }
    var facts = try begin()
    facts.file = entry.name
    let reach = try reach(run, first)
    facts.drawing?.frame = reach.frame
    // What comes later has styles of its own.
    let known = Set(facts.drawing?.styles.map(\.name) ?? [])
    facts.drawing?.styles += reach.styles.filter { !known.contains($0.name) }
    facts.replay?.parameters = PageReplay.parameters(
      entry.defaultParameters, run.description.parameters)
    return facts
  }

  /// A recording of one step, as a page holds it.
  private func begin() throws -> PageFacts {
    let folder = try makeTemporaryFolder("playground")
    defer { Files.remove(folder) }
    let path = folder + "/begin.mcap"
    return try attempt(entry.name) {
      let recorder = try AnySessionRecorder(
        try entry.start(parameters: entry.defaultParameters, seed: 1), path: path)
      try recorder.step([])
      try recorder.finish()
      let recording = try Recording(path: path)
      let page = try PageRecording.gather(
        path, recording, agent: nil, AgentTimeout(), isYUp: false)
      return try page.facts(PageReplay(recording, in: path, agent: nil))
    }
  }

  /// What the picture has to show of the first steps, with the inputs that ship with the simulation.
  private func reach(
    _ run: any RunningSimulation, _ first: StepDrawing
  ) throws -> PageDrawings.Facts {
    let script = try loadScript(
      nil, gestures: entry.gestures, of: run.description, isListed: true)
    let inputs = Dictionary(grouping: script, by: \.step)
    var drawings = PageDrawings(isFromPositions: false)
    drawings.add(first)
    for step in 0..<min(PlaygroundEntry.reachSteps, max(entry.defaultStepCount, 1)) {
      try attempt(entry.name) { try run.step((inputs[step] ?? []).map(\.input)) }
      if step % 8 == 7, let drawing = try run.drawing(DrawingRequest()) { drawings.add(drawing) }
    }
    var track = LaneWriter()
    drawings.write(to: &track, markBytes: 0)
    return drawings.facts
  }
}
