import AgentProtocol
import Recording
import Sessions
import Simulation

/// What a run is a function of, and how long it is.
package struct Session: Equatable, Sendable {
  /// One word per parameter, in the description's order.
  package var parameters: [UInt64]
  package var seed: UInt64
  /// Ordered by step; those of one step in the order in which the step takes them.
  package var inputs: [ScriptedInput]
  package var stepCount: Int64

  package init(parameters: [UInt64], seed: UInt64, inputs: [ScriptedInput], stepCount: Int64) {
    self.parameters = parameters
    self.seed = seed
    self.inputs = inputs
    self.stepCount = stepCount
  }

  /// The session of a recording.
  ///
  /// - Precondition: the recording begins at the start of its run.
  package init(_ recording: Recording) throws {
    self.init(
      parameters: recording.header.parameters, seed: recording.header.seed,
      inputs: try recording.script, stepCount: recording.stepCount)
  }

  /// The inputs of each of the steps.
  ///
  /// - Complexity: O(log inputs + steps).
  package func inputs(of steps: Range<Int64>) -> [[RecordWords]] {
    var lists: [[RecordWords]] = Array(repeating: [], count: steps.count)
    var index = firstInput(at: steps.lowerBound)
    while index < inputs.count, inputs[index].step < steps.upperBound {
      lists[Int(inputs[index].step - steps.lowerBound)].append(inputs[index].input)
      index += 1
    }
    return lists
  }

  /// The first input that belongs to `step` or a later one.
  private func firstInput(at step: Int64) -> Int {
    var (low, high) = (0, inputs.count)
    while low < high {
      let middle = (low + high) / 2
      if inputs[middle].step < step { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first step whose inputs are not those of `other`; −1 where the runs differ from the start.
  /// The states before that step are equal.
  func firstDifference(from other: Session) -> Int64 {
    guard parameters == other.parameters, seed == other.seed else { return -1 }
    let shared = zip(inputs, other.inputs).prefix { $0 == $1 }.count
    return min(
      inputs.dropFirst(shared).first?.step ?? .max,
      other.inputs.dropFirst(shared).first?.step ?? .max)
  }

  /// The session up to and with `step`.
  func cut(after step: Int64) -> Session {
    var cut = self
    cut.stepCount = step + 1
    cut.inputs.removeLast(inputs.count - firstInput(at: step + 1))
    return cut
  }
}

extension Session {
  /// Has a started agent run some of the steps.
  ///
  /// - Parameter batch: steps of one request: bounds what one answer holds.
  func run(
    _ steps: Range<Int64>, on agent: any Agent, batch: Int64 = 4096
  ) throws(AgentError) {
    for first in stride(from: steps.lowerBound, to: steps.upperBound, by: Int64.Stride(batch)) {
      try agent.run(inputs(of: first..<min(first + batch, steps.upperBound)))
    }
  }
}

extension Recording {
  /// All inputs, in their order.
  package var script: [ScriptedInput] {
    get throws {
      try (0..<stepCount).flatMap { step in
        try inputs(at: step).map { ScriptedInput(step: step, input: $0) }
      }
    }
  }
}
