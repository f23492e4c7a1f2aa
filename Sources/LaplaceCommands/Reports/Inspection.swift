import Recording
import Sessions
import Simulation

/// What `trace` and `grep` have in common: which steps, read from where.
struct Inspection {
  let path: String
  let reader: Recording
  let walk: StateWalk
  let steps: ClosedRange<Int64>

  /// - Parameter fields: what will be read.
  /// - Throws: `CommandFailure` when the file has no such steps, or nothing of the fields.
  init(
    _ path: String, _ reader: Recording, _ fields: [PathReader], from: Int64?, to: Int64?,
    agent: AgentCommand?, _ timeLimit: AgentTimeout
  ) throws {
    let context = ToolContext.current
    let (first, last) = (from ?? 0, to ?? reader.stepCount - 1)
    guard first >= 0, first <= last, last < reader.stepCount else {
      throw CommandFailure(
        .trouble, "\(path): has steps 0 to \(reader.stepCount - 1), not \(first) to \(last)")
    }
    (self.path, self.reader, steps) = (path, reader, first...last)
    let name = reader.header.description.name
    let isKnown = context.catalogue.contains { $0.name == name }
    walk = StateWalk(
      reader, reading: fields,
      player: agent == nil && !isKnown
        ? nil
        : {
          if let agent { return try agent.player(of: reader, in: path, timeLimit) }
          return try Player(reader, entry: try context.entry(recorded: name, in: path))
        })
    if walk.source == .keyframes {
      let keyframes = reader.keyframeSteps.count
      context.console.say(
        "\(toolName): \(path): this is stored at key frames only, and this tool does not have "
          + "'\(name)': shown are \(count(keyframes, "key frame")); name a program "
          + "that runs it with --agent to see every step")
    }
  }

  /// Goes through the states; what goes wrong becomes a line that names the file.
  func visitStates(_ body: (Int64, StateView) throws -> Bool) throws {
    try attempt(path) { try walk.visit(in: steps, body) }
  }
}

extension FieldPathProblem {
  /// The problem as an end of a command, with the word that may have been meant.
  func failure(_ text: String) -> CommandFailure {
    let wrong = description.split(separator: "'").dropFirst().map(String.init)
    let near = wrong.reversed().compactMap { nearest(to: $0, in: known) }.first
    return CommandFailure(
      .trouble,
      "\(text): \(description)" + (near.map { "; did you mean '\($0)'?" } ?? ""),
      advice: known.isEmpty ? nil : "there are: " + known.joined(separator: ", "))
  }
}
