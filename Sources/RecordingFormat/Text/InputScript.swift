import Simulation

/// An input and the step it belongs to.
public struct ScriptedInput: Equatable, Sendable {
  /// The step that takes the input, from 0.
  public var step: Int64
  /// The kind of the input and its values.
  public var input: RecordWords

  /// Makes an input of a step.
  public init(step: Int64, input: RecordWords) {
    self.step = step
    self.input = input
  }
}

/// What is wrong with a script of inputs, and in which line.
public struct InputScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public var line: Int
  /// What is wrong, in a few words.
  public var problem: String

  /// The line's number and the problem.
  public var description: String { "line \(line): \(problem)" }
}

/// Inputs as JSON lines: `{"time":0.35,"kind":"tap","x":10,"y":20}`, or with `"step"`.
public enum InputScript {
  /// Reads a script; empty lines and lines that start with `#` are passed over.
  ///
  /// An input with a time belongs to the first step that starts at or after it. Inputs of one step
  /// keep the order of the text.
  ///
  /// - Returns: the inputs, ordered by step.
  /// - Throws: ``InputScriptError`` at the first line that is wrong.
  public static func parse(
    _ text: String, kinds: [KindSchema], stepDuration: StepDuration
  ) throws(InputScriptError) -> [ScriptedInput] {
    let json = InputJSON(kinds)
    var inputs: [ScriptedInput] = []
    let bytes = Array(text.utf8)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if isBlank || line.first == UInt8(ascii: "#") { continue }
      do throws(Failure) {
        let reader = JSONReader(bytes, line.startIndex..<line.endIndex)
        inputs.append(try parse(reader, json, stepDuration))
      } catch {
        throw InputScriptError(line: index + 1, problem: error.problem(kinds))
      }
    }
    // Stable by definition: ties keep the order of the text.
    return inputs.enumerated().sorted {
      ($0.element.step, $0.offset) < ($1.element.step, $1.offset)
    }.map { $0.element }
  }

  /// A script's line for an input.
  public static func line(_ input: ScriptedInput, kinds: [KindSchema]) -> String {
    InputJSON(kinds).text(step: input.step, input.input)
  }

  private enum Failure: Error {
    case line(String)
    case record(FieldProblem)

    func problem(_ kinds: [KindSchema]) -> String {
      switch self {
      case .line(let problem): return problem
      case .record(.kindUnknown(let name)):
        let known = kinds.map { $0.name }.joined(separator: ", ")
        return "no input of kind '\(name)'; the kinds are: \(known.isEmpty ? "none" : known)"
      case .record(let problem): return problem.description
      }
    }
  }

  private static func parse(
    _ reader: JSONReader, _ json: InputJSON, _ duration: StepDuration
  ) throws(Failure) -> ScriptedInput {
    let written = reader.member("step")
    let step: Int64
    if let text = written?.numberText {
      guard let value = Int64(text), value >= 0 else {
        throw .line("'step' needs a whole number from 0 up, not \(text)")
      }
      step = value
    } else if written == nil, let text = reader.member("time")?.numberText {
      guard let value = Double(text), value >= 0, value < 1e9 else {
        throw .line("'time' needs seconds from 0 up, not \(text)")
      }
      step = duration.firstStep(atOrAfter: value)
    } else {
      throw reader.isOneValue && reader.isObject ? .line(needsStep) : .record(.notAnObject)
    }
    do throws(FieldProblem) {
      let record = try json.read(reader, besides: [written == nil ? "time" : "step"])
      return ScriptedInput(step: step, input: record)
    } catch {
      throw error == .fieldUnknown("time") ? .line(needsStep) : .record(error)
    }
  }

  private static let needsStep = "needs either 'time' in seconds or 'step', as a number"
}
