import ArgumentParser
import Recording
import Replay
import Sessions
import Simulation

struct GrepCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "grep",
      abstract: "Find the steps after which a condition on the state holds.",
      discussion: """
        A condition compares fields with numbers, names of cases in double quotes, or other fields \
        (== != < <= > >=) and joins that by && || ! and parentheses. [*] is any row, and the same row \
        everywhere in a condition. `speed` is the length of a row's velocity.

        Steps that follow each other are one line. Status 0: found; 1: nowhere.

        EXAMPLES
          \(toolName) grep 'bodies[*].speed > 4000' push.mcap
          \(toolName) grep 'bodies[*].positionY > 480 && bodies[*].velocityY > 0' push.mcap
        """)
  }

  static let documents = Documents("The steps after which a condition holds.", Result.self)

  @Argument(help: "The condition, in quotes of the shell.")
  var condition: String

  @Argument(help: "The recording to search.", completion: .recording)
  var recording: String

  @Option(help: "The first step.")
  var from: Int64?

  @Option(help: "The last step.")
  var to: Int64?

  @Option(help: "The greatest number of lines; 0 for all.")
  var limit = 100

  @Flag(help: "Show the last lines in place of the first.")
  var last = false

  @Flag(help: "Write the number of steps alone.")
  var count = false

  @OptionGroup var program: AgentOption

  @OptionGroup var output: FormatOption

  /// Steps in a row after which the condition holds, for one row.
  struct Match: Codable {
    var row: String?
    var firstStep: Int64
    var lastStep: Int64
    /// What the condition's fields were after the first step.
    var values: [String: String]
  }

  struct Result: VersionedDocument {
    var version = documentVersion
    var recording: String
    var condition: String
    var matchCount: Int
    /// Steps after which it holds for some row.
    var stepCount: Int64
    var matches: [Match]
  }

  func run() throws {
    let console = ToolContext.current.console
    let file = try openSteps(recording)
    let condition: StateCondition
    do {
      condition = try StateCondition(self.condition, in: file.header.description.state)
    } catch {
      throw error.failure("'\(self.condition)'")
    }
    let inspection = try Inspection(
      recording, file, condition.fields, from: from, to: to, agent: program.agent,
      program.limit)
    var search = MatchSearch(condition: condition, limit: limit <= 0 || last ? .max : limit)
    try inspection.visitStates { step, view in
      search.look(step, view)
      return true
    }
    let shown =
      last && limit > 0 ? Array(search.matches.suffix(limit)) : search.matches
    let result = Result(
      recording: recording, condition: self.condition, matchCount: search.matchCount,
      stepCount: search.stepCount, matches: shown)
    if output.format == .json {
      console.show(json(result))
    } else if count {
      console.result("\(search.stepCount)")
    } else {
      for match in result.matches { console.result(line(match)) }
      let more = search.matchCount - shown.count
      if more > 0 { console.result("and \(more) more; --limit 0 shows all") }
      console.say(
        "\(recording): "
          + (search.stepCount == 0
            ? "holds nowhere in \(LaplaceCommands.count(inspection.steps.count, "step"))"
            : "holds after \(search.stepCount) of \(LaplaceCommands.count(inspection.steps.count, "step"))")
      )
    }
    if search.stepCount == 0 { throw CommandFailure(.different, "") }
  }

  private func line(_ match: Match) -> String {
    let steps =
      match.firstStep == match.lastStep
      ? "step \(match.firstStep)" : "steps \(match.firstStep) to \(match.lastStep)"
    let values = match.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ([steps, match.row].compactMap { $0 } + values).joined(separator: "  ")
  }
}

/// Joins the steps after which a condition holds to stretches.
private struct MatchSearch {
  let condition: StateCondition
  let limit: Int
  private(set) var matches: [GrepCommand.Match] = []
  private(set) var matchCount = 0
  private(set) var stepCount: Int64 = 0
  /// Rows for which it held after the step before, and their stretches; `nil` for one that is not
  /// shown.
  private var open: [Int?: Int?] = [:]
  private var lastStep: Int64 = -2

  init(condition: StateCondition, limit: Int) { (self.condition, self.limit) = (condition, limit) }

  mutating func look(_ step: Int64, _ view: StateView) {
    let rows = condition.matches(in: view)
    if !rows.isEmpty { stepCount += 1 }
    let before = lastStep == step - 1 ? open : [:]
    open.removeAll(keepingCapacity: true)
    lastStep = step
    for row in rows {
      if let stretch = before[row] {
        if let stretch { matches[stretch].lastStep = step }
        open[row] = .some(stretch)
        continue
      }
      matchCount += 1
      let isShown = matches.count < limit
      open[row] = .some(isShown ? matches.count : nil)
      if isShown { matches.append(match(row, step, view)) }
    }
  }

  private func match(_ row: Int?, _ step: Int64, _ view: StateView) -> GrepCommand.Match {
    var values: [String: String] = [:]
    for field in condition.fields {
      let fieldRow = field.path.isMany ? row : field.rows(in: view).first
      guard let fieldRow, let text = field.text(fieldRow, in: view) else { continue }
      values[field.path.isMany ? field.name : field.path.text] = text
    }
    let many = condition.fields.first(where: \.path.isMany)
    return GrepCommand.Match(
      row: row.flatMap { row in many?.label(of: row, in: view) }, firstStep: step, lastStep: step,
      values: values)
  }
}
