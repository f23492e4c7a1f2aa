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
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let isBlank = bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if isBlank || bytes.first == UInt8(ascii: "#") { continue }
      do throws(Failure) {
        inputs.append(try parse(line: bytes, json, stepDuration))
      } catch {
        throw InputScriptError(line: index + 1, problem: error.problem(kinds))
      }
    }
    // Stable by definition: ties keep the order of the text.
    return inputs.enumerated().sorted {
      ($0.element.step, $0.offset) < ($1.element.step, $1.offset)
    }.map(\.element)
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
        let known = kinds.map(\.name).joined(separator: ", ")
        return "no input of kind '\(name)'; the kinds are: \(known.isEmpty ? "none" : known)"
      case .record(let problem): return problem.description
      }
    }
  }

  private static func parse(
    line: some Collection<UInt8>, _ json: InputJSON, _ duration: StepDuration
  ) throws(Failure) -> ScriptedInput {
    guard let object = JSONValue(parsing: line), case .object = object else {
      throw Failure.line("is no JSON object")
    }
    let step: Int64
    switch (object["step"], object["time"]) {
    case (.number(let text)?, nil):
      guard let value = Int64(text), value >= 0 else {
        throw Failure.line("'step' needs a whole number from 0 up, not \(text)")
      }
      step = value
    case (nil, .number(let text)?):
      guard let value = Double(text), value >= 0, value < 1e9 else {
        throw Failure.line("'time' needs seconds from 0 up, not \(text)")
      }
      step = duration.firstStep(atOrAfter: value)
    default: throw Failure.line("needs either 'time' in seconds or 'step', as a number")
    }
    do throws(FieldProblem) {
      let record = try json.record(object, besides: ["step", "time"])
      return ScriptedInput(step: step, input: record)
    } catch {
      throw .record(error)
    }
  }
}
