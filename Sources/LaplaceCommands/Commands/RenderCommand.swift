import ArgumentParser
import Pictures
import Recording
import Simulation

struct RenderCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "render",
      abstract: "Draw a step, or a range of steps, as an SVG picture.",
      discussion: """
        Replays a recording, or runs a simulation with the inputs that ship with it, and draws it \
        as the simulation says. A simulation that does not say is drawn from the positions in its \
        state. A recording of a simulation that this tool does not have is drawn from the states in \
        the file. The picture of a step shows the state after it; step -1 is the state before the \
        first step. The picture of one step has identical bytes on every machine.

        EXAMPLES
          \(toolName) render orbit.mcap --at 120 -o orbit.svg
          \(toolName) render spring --range 0..90 --every 10 -o swing.svg
          \(toolName) render sticky_corners --range 0..300 --every 2 --animate --dark -o corners.svg
          \(toolName) render rain.mcap --at 400 --show velocities,labels --size 1200 -o rain.svg
          \(toolName) render robot.mcap --agent "python3 robot.py" -o robot.svg
        """)
  }

  @Argument(help: "The recording or the simulation (see `list`) to draw.", completion: .recording)
  var subject: String

  @Option(help: "The step to draw; default: the last one.")
  var at: Int64?

  @Option(help: ArgumentHelp("The first and the last step to draw.", valueName: "first..last"))
  var range: String?

  @Option(
    help: "Draw every n-th step; default: such that at most 12 steps are drawn, animated 600.")
  var every: Int64?

  @Flag(help: "Draw a range as one animated picture instead of pictures side by side.")
  var animate = false

  @Option(help: "Pictures in a row; default: chosen by their number and shape.")
  var columns: Int?

  @Option(
    help: ArgumentHelp(
      "What to show besides the subject, separated by commas: names of the drawing's layers (an "
        + "unknown name prints the list), velocities, labels; or all (the default), or none.",
      valueName: "what"))
  var show = "all"

  @Option(
    help: "The longer side of the drawing, in pixels, 100 to 8000; default: 640, for a range 960.")
  var size: Double?

  @Flag(help: "Point the y axis up, where only positions are drawn.")
  var yUp = false

  @Option(
    help: ArgumentHelp(
      "The program that runs and draws the simulation; default: this one.",
      valueName: "command"))
  var agent: AgentCommand?

  @OptionGroup var limit: AgentTimeout

  @Flag(help: "Draw bright lines on a dark page.")
  var dark = false

  @Option(
    name: [.short, .long], help: "The picture to write (SVG); '-' for standard output.",
    completion: .file(extensions: ["svg"]))
  var output: String

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup(title: "Options for a simulation, not for a recording")
  var options: RunOptions

  func validate() throws {
    if at != nil && range != nil {
      throw ValidationError("--at names one step, --range several: use one of them")
    }
    if range == nil && (every != nil || animate || columns != nil) {
      throw ValidationError("--every, --animate and --columns need a --range")
    }
    if animate && columns != nil {
      throw ValidationError("--columns is for pictures side by side, not for --animate")
    }
    if let every, every < 1 { throw ValidationError("--every needs a count of 1 or more") }
    if let columns, !(1...64).contains(columns) {
      throw ValidationError("--columns needs a count from 1 to 64")
    }
    if let size, !(size >= 100 && size <= 8000) {
      throw ValidationError("--size needs 100 to 8000 pixels")
    }
  }

  /// The file; `nil` for standard output.
  private var file: Output? {
    if output == "-" { return nil }
    return Output(
      path: output, kind: .picture, force: force,
      inputs: [subject, options.input].compactMap(\.self) + (agent?.words ?? []))
  }

  func run() throws {
    try file?.check()
    try requireSoundArithmetic()
    let range = try parsedRange()
    let source = try source()
    let content = try content(source)
    let steps = try steps(range, source)
    var request = DrawingRequest()
    request.layers = content.names
    // Panels of a strip are small: fewer arrows say more.
    if steps.count > 1 && !animate { request.columns = 10 }
    let frames = try source.frames(steps, request, isYUp: yUp)
    var sheet = PictureSheet(
      title: "\(source.name), seed \(source.seed)", frames: frames, content: content,
      theme: dark ? .dark : .light, size: size ?? (steps.count > 1 && !animate ? 960 : 640))
    sheet.summary = source.summary
    if animate {
      let gap = steps.count > 1 ? Double(steps[1] - steps[0]) : 1
      sheet.arrangement = .animation(
        secondsEach: Swift.max(gap * source.stepDuration.seconds, 0.02))
    } else {
      sheet.arrangement = .strip(columns: columns ?? 0)
    }
    try write(sheet.svg, steps.count)
  }

  // MARK: What to draw

  private func source() throws -> RenderSource {
    let context = ToolContext.current
    let isKnown = context.catalogue.contains { $0.name.lowercased() == subject.lowercased() }
    let looksLikeFile =
      subject == "-" || subject.contains("/") || subject.hasSuffix(".mcap")
      || subject.hasSuffix(".partial")
    if Files.exists(subject) && !isKnown || looksLikeFile {
      if !options.isEmpty {
        throw CommandFailure(
          .trouble, "\(subject): a recording has its own seed, parameters and inputs",
          advice: "leave out --seed, --set and --input, or name a simulation")
      }
      return try RenderSource(recording: subject, agent: agent, limit)
    }
    if agent != nil {
      throw CommandFailure(
        .trouble, "--agent is for recordings, and '\(subject)' is none",
        advice: "record it first: \(toolName) record \(subject) --agent …")
    }
    return try RenderSource(simulation: subject, options)
  }

  /// - Throws: for a word that is no layer of what the source draws.
  private func content(_ source: RenderSource) throws -> PictureContent {
    let words = show.split(separator: ",", omittingEmptySubsequences: true).map(\.trimmed)
    if words.contains("all") { return .everything }
    let own = [PictureContent.velocities, PictureContent.labels]
    let names = words.filter { $0 != "none" }
    guard names.contains(where: { !own.contains($0) }) else { return PictureContent(names: names) }
    let known = try source.layerNames() + own + ["all", "none"]
    for name in names where !known.contains(name) {
      let near = nearest(to: name, in: known).map { "; did you mean '\($0)'?" } ?? ""
      throw CommandFailure(
        .trouble, "\(subject): --show knows no '\(name)'\(near)",
        advice: "it knows " + known.joined(separator: ", "))
    }
    return PictureContent(names: names)
  }

  private func parsedRange() throws -> (first: Int64, last: Int64)? {
    guard let range else { return nil }
    let parts = range.split(separator: "..", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int64(parts[0]), let last = Int64(parts[1]),
      first <= last
    else {
      throw CommandFailure(
        .trouble, "--range needs two steps, the first not above the last, not '\(range)'",
        advice: "--range 0..120")
    }
    return (first, last)
  }

  private static let frameLimit: Int64 = 600

  private func steps(
    _ range: (first: Int64, last: Int64)?, _ source: RenderSource
  ) throws -> [Int64] {
    let context = ToolContext.current
    let usual = context.catalogue.first { $0.name == source.name }?.defaultStepCount ?? 600
    let count = source.stepCount == .max ? usual : source.stepCount
    let first = range?.first ?? at ?? count - 1
    let last = range?.last ?? first
    // A simulation can go on for as long as it is asked to; a picture of a step that takes days to
    // reach is a slip.
    let end = source.stepCount == .max ? Swift.max(usual, 1_000_000) : source.stepCount
    guard first >= -1, last < end else {
      let named = first == last ? "\(first)" : "\(first) to \(last)"
      throw CommandFailure(
        .trouble, "\(subject): has steps -1 (the start) to \(end - 1), not \(named)")
    }
    let span = last - first
    let limit: Int64 = animate ? RenderCommand.frameLimit : 12
    let gap = every ?? Swift.max(1, (span + limit - 2) / (limit - 1))
    let number = span / gap + 1
    guard number <= RenderCommand.frameLimit else {
      throw CommandFailure(
        .trouble, "\(number) pictures are more than \(RenderCommand.frameLimit)",
        advice: "--every \((span + RenderCommand.frameLimit - 1) / RenderCommand.frameLimit)")
    }
    return (0..<number).map { first + $0 * gap }
  }

  private func write(_ svg: String, _ frameCount: Int) throws {
    guard let file else { return ToolContext.current.console.show(String(svg.dropLast())) }
    try file.write(svg)
    reportWritten(output, "\(count(frameCount, "step", "steps")), \(svg.utf8.count) bytes")
  }
}
