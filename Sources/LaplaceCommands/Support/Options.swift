import ArgumentParser
import Foundation
import Recording
import Replay
import Simulation

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

struct FormatOption: ParsableArguments {
  @Option(help: "How results are written: text or json.")
  var format: OutputFormat = .text
}

/// Parses `NAME=COMMAND`.
struct AgentArgument: ExpressibleByArgument {
  var name: String
  var command: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else {
      return nil
    }
    name = String(argument[..<equals])
    command = String(argument[argument.index(after: equals)...])
  }
}

/// Parses `COMMAND` or `NAME=COMMAND`, where one agent is meant and its name only serves messages.
struct AgentCommand: ExpressibleByArgument {
  var name = "agent"
  var command: String

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    command = argument
    // A name is one word without a slash: `=` may well stand later in a command.
    guard let named = AgentArgument(argument: argument),
      !named.name.contains(where: { $0 == " " || $0 == "/" || $0 == "\"" || $0 == "'" })
    else { return }
    (name, command) = (named.name, named.command)
  }

  func start() throws(AgentError) -> PipeAgent { try PipeAgent(name: name, command: command) }

  /// A player that runs the recorded simulation in the program.
  func player(of file: Recording, in path: String) throws -> Player {
    let program = try attempt(path) { try start() }
    return try attempt(path, agent: program) { try Player(file, agent: program) }
  }
}

/// Runs `body`; what goes wrong becomes a line that names the file, and quotes the agent's last words.
func attempt<R>(_ path: String, agent: (any Agent)? = nil, _ body: () throws -> R) throws -> R {
  do {
    return try body()
  } catch {
    throw failure(error, path: path, agent: agent)
  }
}

/// Opens and checks a recording; trouble becomes a line that names the file.
func open(_ path: String) throws -> Recording {
  do {
    return try Recording(path: path)
  } catch {
    throw failure(error, path: path)
  }
}

/// Any error as a line that names the file it happened to.
///
/// - Parameter agent: whose last words are quoted when it died or spoke nonsense.
func failure(_ error: any Error, path: String, agent: (any Agent)? = nil) -> CommandFailure {
  switch error {
  case let failure as CommandFailure: return failure
  case let error as AgentError:
    if case .schemaDiffers(let what) = error {
      return CommandFailure(
        .refused, "\(path): this build describes the simulation in another way: \(what)",
        advice: "replay it with the version that recorded it, or record it anew")
    }
    if case .refused = error { return CommandFailure(.refused, "\(path): the agent \(error)") }
    if case .notStarted = error { return CommandFailure(.trouble, "\(path): the agent \(error)") }
    return CommandFailure(.crashed, "\(path): the agent \(error)\(quoted(agent?.lastLines ?? []))")
  case let error as RecordingError:
    if case .arithmeticUnsound(let found) = error.reason { return arithmeticFailure(found) }
    let message = "\(path): \(firstSentence("\(error)"))"
    return CommandFailure(.trouble, message, advice: rescue(error, path))
  case let error as SimulationError: return CommandFailure(.refused, "\(path): \(error)")
  default: return CommandFailure(.trouble, "\(path): \(error.localizedDescription)")
  }
}

/// The last words of an agent: on the same line, or as a few lines below.
private func quoted(_ lines: [String]) -> String {
  switch lines.count {
  case 0: ""
  case 1: "; its last words: \(lines[0])"
  default: "; its last words:" + lines.map { "\n    " + $0 }.joined()
  }
}

/// The command that keeps what is whole of a damaged file.
private func rescue(_ error: RecordingError, _ path: String) -> String? {
  switch error.reason {
  case .truncated, .damaged: "\(toolName) recover \(shellWord(path)) -o KEPT.mcap"
  default: nil
  }
}

/// Without the advice to recover, which the tool gives as a command.
func firstSentence(_ text: String) -> String {
  text.components(separatedBy: ". Run").first ?? text
}

/// The parameter words that `name=value` settings make of `words`.
func applying(
  _ settings: [String], to words: [UInt64], of schema: [FieldSchema]
) throws -> [UInt64] {
  var words = words
  for setting in settings {
    guard let equals = setting.firstIndex(of: "=") else {
      throw CommandFailure(.trouble, "--set wants name=value, not '\(setting)'")
    }
    let name = String(setting[..<equals])
    let text = String(setting[setting.index(after: equals)...])
    guard let index = schema.firstIndex(where: { $0.name == name }) else {
      let near = nearest(to: name, in: schema.map(\.name))
      throw CommandFailure(
        .trouble, "no parameter '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
        advice: schema.isEmpty
          ? "this simulation has no parameters"
          : "the parameters are: " + schema.map(\.name).joined(separator: ", "))
    }
    guard let word = word(text, as: schema[index].type) else {
      throw CommandFailure(
        .trouble, "parameter '\(name)' wants \(schema[index].type.title), not '\(text)'")
    }
    words[index] = word
  }
  return words
}

private func word(_ text: String, as type: FieldType) -> UInt64? {
  switch type {
  case .float32: Float(text).flatMap { $0.isFinite ? UInt64($0.bitPattern) : nil }
  case .float64: Double(text).flatMap { $0.isFinite ? $0.bitPattern : nil }
  case .int64: Int64(text).map { UInt64(bitPattern: $0) }
  case .int32: Int32(text).map { UInt64(bitPattern: Int64($0)) }
  case .uint8: UInt8(text).map { UInt64($0) }
  case .uint32: UInt32(text).map { UInt64($0) }
  case .uint64: UInt64(text)
  case .text, .list, .optional, .cases: nil
  case .bool: ["true": 1, "1": 1, "yes": 1, "false": 0, "0": 0, "no": 0][text]
  }
}

extension FieldType {
  var title: String {
    switch self {
    case .float32, .float64: "a number"
    case .int64, .int32, .uint8, .uint32, .uint64: "a whole number"
    case .bool: "true or false"
    case .text: "a text"
    case .list: "a list"
    case .optional, .cases: "a value"
    }
  }

  /// A field's word as a person writes it.
  func describe(_ word: UInt64) -> String {
    switch self {
    case .float32: "\(Float(bitPattern: UInt32(truncatingIfNeeded: word)))"
    case .float64: "\(Double(bitPattern: word))"
    case .int64, .int32: "\(Int64(bitPattern: word))"
    case .uint8, .uint32, .uint64: "\(word)"
    case .text, .list, .optional, .cases: "\(word)"
    case .bool: word == 1 ? "true" : "false"
    }
  }
}

/// An input or event on one line: `panChanged x=160.0 y=284.0`.
func describe(_ record: RecordWords, _ kinds: [KindSchema]) -> String {
  guard kinds.indices.contains(record.kind) else { return "kind \(record.kind)" }
  let kind = kinds[record.kind]
  let fields = zip(kind.fields, record.words).map { " \($0.name)=\($0.type.describe($1))" }
  return kind.name + fields.joined()
}

/// `words` as `name=value` pairs.
func describe(parameters words: [UInt64], _ schema: [FieldSchema]) -> String {
  zip(schema, words).map { "\($0.name)=\($0.type.describe($1))" }.joined(separator: " ")
}

/// Seconds at which a step begins.
func seconds(_ step: Int64, _ duration: StepDuration) -> String {
  String(format: "%.4f", Double(step) * duration.seconds)
}

/// One JSON document with sorted keys.
func json(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
  guard let data = try? encoder.encode(value) else { return "{}" }
  return String(decoding: data, as: UTF8.self)
}
