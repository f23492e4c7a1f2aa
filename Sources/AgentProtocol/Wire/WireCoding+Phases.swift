import Simulation

extension WireWriter {
  mutating func append(_ step: ObservedStep) {
    append(step.digest)
    append(count: step.borders.count)
    for border in step.borders {
      append(border.phase)
      append(count: border.round)
      append(count: border.pass)
      append(border.digest)
    }
  }
}

extension WireReader {
  mutating func observedStep() throws(AgentError) -> ObservedStep {
    var step = ObservedStep(digest: try digest(), borders: [])
    for _ in 0..<(try count(minimumSize: 28)) {
      let phase = try string()
      guard let round = Int(exactly: try word32()), let pass = Int(exactly: try word32()) else {
        throw .garbled
      }
      step.borders.append(
        StepBorder(phase: phase, round: round, pass: pass, digest: try digest()))
    }
    return step
  }
}
