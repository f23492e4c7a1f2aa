import ArgumentParser
import Recording
import Replay
import Simulation

/// A plan, as far as it was read: builds, recordings, and the units that are to be run.
struct Plan {
  var head: PlanLine.Head
  var builds: [ListedBuild] = []
  var recordings: [Int: PlanLine.Recording] = [:]
  /// Recordings that could not be read when the plan was made.
  var unreadable: [PlanLine.Recording] = []
  var units: [PlannedUnit] = []

  static let advice = "\(toolName) plan verify RECORDINGS… -o plan.jsonl"

  init(_ head: PlanLine.Head) { self.head = head }

  /// Takes a line in.
  ///
  /// - Parameter place: file and line.
  mutating func take(_ line: PlanLine, place: String) throws {
    switch line {
    case .plan(let head):
      guard head.id == self.head.id else {
        throw CommandFailure(
          .trouble, "\(place): another plan begins here", advice: "give one plan at a time")
      }
    case .build(let build):
      if let fault = build.fault { throw Self.fault(place, "build '\(build.name)' \(fault)") }
      builds.append(build)
    case .recording(let recording):
      if let fault = recording.fault { throw Self.fault(place, fault) }
      if let number = recording.recording {
        recordings[number] = recording
      } else {
        unreadable.append(recording)
      }
    case .unit(let unit):
      let outline = unit.recording.flatMap { recordings[$0] }?.outline
      if let fault = unit.fault(buildCount: runnable.count, outline) {
        throw Self.fault(place, "unit '\(unit.unit)': \(fault)")
      }
      units.append(unit)
    }
  }

  private static func fault(_ place: String, _ text: String) -> CommandFailure {
    CommandFailure(.trouble, "\(place): \(text)", advice: advice)
  }

  /// The builds that units are numbered by.
  var runnable: [ListedBuild] { builds.filter { $0.skipped == nil } }
  var skipped: [ListedBuild] { builds.filter { $0.skipped != nil } }

  /// Runs its units.
  func runner(_ context: ToolContext) throws -> UnitRunner {
    UnitRunner(
      builds: runnable.map { $0.build(context) },
      options: try options().verification(jobs: head.pieces),
      reference: .inProcess(catalogue: context.catalogue))
  }

  /// The options that it was made with.
  func options() throws -> VerifyOptions {
    do {
      return try VerifyOptions.parse(head.options)
    } catch {
      throw CommandFailure(
        .trouble, "the plan's options cannot be read: \(head.options.joined(separator: " "))",
        advice: Self.advice)
    }
  }
}

// MARK: Reading

extension Plan {
  /// The head, by a plan's first line.
  static func head(_ line: some StringProtocol, place: String) throws -> PlanLine.Head {
    guard case .plan(let head) = try self.line(line, place: place) else {
      throw CommandFailure(.trouble, "\(place): is not the first line of a plan", advice: advice)
    }
    guard head.version == PlanLine.Head.documentVersion else {
      throw CommandFailure(
        .refused,
        "\(place): a plan of version \(head.version); this tool reads version "
          + "\(PlanLine.Head.documentVersion)", advice: "make it with this tool: \(advice)")
    }
    return head
  }

  static func line(_ line: some StringProtocol, place: String) throws -> PlanLine {
    try UnitLines.read(
      PlanLine.self, line, what: "a line of a plan", place: place, advice: advice)
  }

  static func read(_ path: String) throws -> Plan {
    var plan: Plan?
    try UnitLines.each(of: path, advice: advice) { line, number, isCut in
      let place = "\(path):\(number)"
      if isCut { throw fault(place, "the plan was cut off here") }
      if plan == nil {
        plan = Plan(try head(line, place: place))
      } else {
        try plan?.take(try self.line(line, place: place), place: place)
      }
    }
    guard let plan else { throw CommandFailure(.trouble, "\(path): is empty", advice: advice) }
    return plan
  }

  /// The recordings in their order.
  ///
  /// - Parameter path: the plan's.
  func allRecordings(_ path: String) throws -> [PlanLine.Recording] {
    let all = recordings.keys.sorted().compactMap { recordings[$0] }
    guard all.enumerated().allSatisfy({ $0.element.recording == $0.offset }) else {
      throw Self.fault(path, "recordings are missing between the others")
    }
    return all
  }

  /// What merging needs to know, without a recording at hand.
  ///
  /// - Parameter path: the plan's.
  func verification(_ path: String, _ context: ToolContext) throws -> VerificationPlan {
    guard (1...10_000).contains(head.pieces) else {
      throw Self.fault(path, "so many pieces cannot be: \(head.pieces)")
    }
    return VerificationPlan(
      recordings: try allRecordings(path).map(\.outline),
      builds: runnable.map { $0.build(context) },
      options: try options().verification(jobs: head.pieces))
  }
}

// MARK: Writing

extension Plan {
  /// The lines of the file.
  var lines: [String] {
    var lines: [PlanLine] = [.plan(head)] + builds.map { .build($0) }
    lines += unreadable.map { .recording($0) }
    lines += recordings.keys.sorted().compactMap { recordings[$0] }.map { .recording($0) }
    return (lines + units.map { .unit($0) }).map { compactJSON($0) }
  }

  /// Names the plan by what it holds.
  mutating func seal() {
    head.id = ""
    head.id = String(SHA256.hexadecimal(lines.joined(separator: "\n").utf8).prefix(16))
  }

  /// Writes the plan.
  ///
  /// - Parameter file: `nil` for standard output.
  func write(to file: Output?, _ console: any Console) throws {
    guard let file else {
      for line in lines { console.result(line) }
      return
    }
    try file.write(lines.joined(separator: "\n") + "\n")
    reportWritten(file.path, summary)
  }

  private var summary: String {
    guard !units.isEmpty else { return "no unit is left to run" }
    let again = units.count { $0.part == .again }
    return "\(count(units.count, "unit")), \(count(runnable.count, "build")), "
      + count(recordings.count, "recording")
      + (again > 0 ? "; \(count(again, "difference")) to examine" : "")
  }
}

extension OutputKind {
  static var plan: OutputKind {
    OutputKind { beginning($0).hasPrefix("{") && (try? Plan.read($0)) != nil }
  }
}
