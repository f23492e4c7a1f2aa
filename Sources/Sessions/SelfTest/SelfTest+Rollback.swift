import DeterministicMath
import Simulation

extension SelfTest {
  /// At every step: saves the state, runs a few steps, goes back and runs them again; does the same
  /// in another run that comes from somewhere else.
  func rollBack(
    _ straight: Straight, _ report: inout SelfTestReport, progress: (Int) -> Void
  ) throws {
    let (leader, follower) = (try start(), try startElsewhere())
    let (inputs, last) = (inputs, Int64(straight.digests.count - 1))
    var own = StateImage()
    for step in 0..<last {
      try save(leader, into: &own)
      noteRows(own, of: leader, &report)
      let saved = StateImage(rowCounts: own.rowCounts, bytes: own.bytes)
      let end = min(step + options.distance, last)
      try run(leader, to: end, inputs)
      if let trouble = differs(leader, straight) ?? goneBack(leader, own, step, straight) {
        return report.findings.append(try changeByVisit(straight, upTo: end) ?? trouble)
      }
      do {
        try restore(follower, saved, stepCount: step)
      } catch {
        return report.findings.append(try refusal(saved, stepCount: step))
      }
      if let trouble = differs(follower, straight) { return report.findings.append(trouble) }
      while follower.stepCount < end {
        try self.step(follower, inputs(follower.stepCount))
        if let trouble = try diverged(follower, from: step, straight) {
          return report.findings.append(trouble)
        }
      }
      try run(leader, to: step + 1, inputs)
      if let trouble = differs(leader, straight) {
        return report.findings.append(try changeByVisit(straight, upTo: step + 1) ?? trouble)
      }
      report.rollbackCount += 1
      if step & 63 == 0 { progress(25 + Int(50 * step / max(1, last))) }
    }
  }

  private func run(
    _ run: any RunningSimulation, to end: Int64, _ inputs: (Int64) -> [RecordWords]
  ) throws {
    while run.stepCount < end { try step(run, inputs(run.stepCount)) }
  }

  /// Brings a run back to a state of its own.
  private func goneBack(
    _ run: any RunningSimulation, _ image: StateImage, _ step: Int64, _ straight: Straight
  ) -> SelfTestFinding? {
    do {
      try restore(run, image, stepCount: step)
    } catch {
      return SelfTestFinding(
        .refused, stepCount: step, "the run refuses to restore its own state: \(error)",
        advice: "make isStateSound() accept every state that a step can leave")
    }
    guard digest(run) != straight.digests[Int(step)] else { return nil }
    return SelfTestFinding(
      .lost, stepCount: step,
      "a run restored to this step is in another state than before" + named(run, straight),
      advice: "make the description write back what it visits")
  }

  private func differs(_ run: any RunningSimulation, _ straight: Straight) -> SelfTestFinding? {
    guard digest(run) != straight.digests[Int(run.stepCount)] else { return nil }
    return SelfTestFinding(
      .rollback, stepCount: run.stepCount,
      "a run restored to an earlier step reaches another state than the run that never stopped"
        + named(run, straight),
      advice: Self.restoreAdvice)
  }

  private func diverged(
    _ run: any RunningSimulation, from step: Int64, _ straight: Straight
  ) throws -> SelfTestFinding? {
    guard digest(run) != straight.digests[Int(run.stepCount)] else { return nil }
    let count = run.stepCount - step
    return SelfTestFinding(
      .rollback, stepCount: step,
      "saved here and restored into another run, the state diverges \(count) step\(count == 1 ? "" : "s") "
        + "later" + named(run, straight),
      advice: Self.restoreAdvice)
  }

  private static var restoreAdvice: String {
    "visit what the step needs, or rebuild it in stateWasRestored()"
  }

  /// What differs from the run that never stopped: it is run again up to there.
  private func named(_ run: any RunningSimulation, _ straight: Straight) -> String {
    guard let again = try? start() else { return "" }
    let inputs = inputs
    guard (try? self.run(again, to: run.stepCount, inputs)) != nil,
      digest(again) == straight.digests[Int(run.stepCount)],
      let (expected, actual) = try? (image(again), image(run))
    else { return "" }
    return ": " + stateDifference(run, expected, actual)
  }

  /// A visit that changes the simulation: a run whose state is not visited goes on in another way.
  private func changeByVisit(_ straight: Straight, upTo end: Int64) throws -> SelfTestFinding? {
    func finding(_ step: Int64, _ change: String) -> SelfTestFinding {
      SelfTestFinding(
        .visit, stepCount: step, "visiting the state changes it: \(change)",
        advice: "let visitState(_:) change nothing while it reads; a step may sort")
    }
    let inputs = inputs
    if let run = try start() as? any InspectedRun {
      while run.stepCount < end {
        try step(run, inputs(run.stepCount))
        let before = run.simulationValue
        _ = digest(run)
        let comparison = ValueComparison(expected: before, actual: run.simulationValue)
        guard let loss = comparison.losses.first else { continue }
        let list = String(loss.place.prefix { $0 != "[" })
        let isOrder = Reflection.areReordered(list, before, run.simulationValue)
        return finding(
          run.stepCount,
          isOrder
            ? "rows are in another order afterwards (\(list))"
            : "\(loss.place) is \(loss.expected) before and \(loss.actual) afterwards")
      }
    }
    let unvisited = try start()
    try run(unvisited, to: end, inputs)
    if digest(unvisited) == straight.digests[Int(end)] { return nil }
    return finding(end, "a run whose state is visited at every step goes on in another way")
  }

  /// A true state is refused: says which field does not come back, if that is why.
  func refusal(_ image: StateImage, stepCount: Int64) throws -> SelfTestFinding {
    let problem = "the simulation refuses to restore a state of its own"
    let other = try startElsewhere()
    guard let inspected = other as? any InspectedRun else {
      return SelfTestFinding(.refused, stepCount: stepCount, problem, advice: Self.soundAdvice)
    }
    let after = inspected.stateAfterUncheckedRestore(image)
    if after.rowCounts == image.rowCounts, after.bytes == image.bytes {
      return SelfTestFinding(.refused, stepCount: stepCount, problem, advice: Self.soundAdvice)
    }
    return SelfTestFinding(
      .refused, stepCount: stepCount,
      "\(problem), because the state does not come back as it was: \(stateDifference(other, image, after))",
      advice: "make visitFields write back what it visits")
  }

  private static var soundAdvice: String {
    "widen the ranges of its fields, or what isStateSound() accepts"
  }

  /// A run that has gone some steps already, so that what the description leaves out has other
  /// values there than in the state that is restored.
  private func startElsewhere() throws -> any RunningSimulation {
    let (run, inputs) = (try start(), inputs)
    try self.run(run, to: min(5, options.stepCount), inputs)
    return run
  }

  /// Compares by reflection a run with another one that was restored to its state.
  func compareRestored(
    _ run: any InspectedRun, _ image: StateImage, _ report: inout SelfTestReport
  ) throws {
    guard let other = try startElsewhere() as? any InspectedRun else { return }
    do {
      try restore(other, image, stepCount: run.stepCount)
    } catch {
      // Said where states are restored at every step.
      return
    }
    let comparison = ValueComparison(
      expected: run.simulationValue, actual: other.simulationValue)
    report.comparedStateCount += 1
    report.comparedValueCount += comparison.valueCount
    let known = Set(report.findings.filter { $0.kind == .unvisited }.map(\.problem))
    for loss in comparison.losses
    where !known.contains(CoverageGap.unvisitedProblem(loss.property)) {
      report.findings.append(
        SelfTestFinding(
          .lost, stepCount: run.stepCount,
          "a restore loses \(loss.place): \(loss.expected) became \(loss.actual)",
          advice: "visit \(loss.property), or list it as derived"))
    }
  }
}
