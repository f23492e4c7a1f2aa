import Recording
import Replay
import Simulation
import WorkerThreads

/// Runs units as their lines come in, and answers each at once.
struct UnitStream {
  private let output: String?
  private let context: ToolContext

  init(_ output: String?, _ context: ToolContext) {
    (self.output, self.context) = (output, context)
  }

  func run(_ deadline: Double?) throws {
    guard let first = readLine().map({ Array($0.utf8).afterMark }) else {
      throw CommandFailure(.trouble, "standard input: is empty", advice: Plan.advice)
    }
    var plan = Plan(
      try Plan.head(String(decoding: first, as: UTF8.self), place: "standard input:1"))
    let sink = try ResultSink(output, plan: plan.head.id, context.console)
    let shelf = RecordingShelf(capacity: 2)
    var runner: UnitRunner?
    defer { runner?.stop() }
    var (number, leftOut) = (1, 0)
    while !sink.isBroken, let line = readLine() {
      number += 1
      if line.isEmpty { continue }
      let place = "standard input:\(number)"
      let parsed = try Plan.line(line, place: place)
      if case .build = parsed, runner != nil {
        // Agents are numbered by the builds that there were when the first one was started.
        throw CommandFailure(.trouble, "\(place): a build after a unit", advice: Plan.advice)
      }
      try plan.take(parsed, place: place)
      guard let unit = plan.units.popLast() else { continue }
      if sink.done.contains(unit.unit) { continue }
      if let deadline, MonotonicClock.seconds > deadline {
        leftOut += 1
        continue
      }
      let running = try runner ?? plan.runner(context)
      runner = running
      sink.write(UnitBatch.line(unit, plan, running, shelf))
    }
    try sink.finish()
    if leftOut > 0 {
      throw CommandFailure(.loss, "\(count(leftOut, "unit")) left out: the time was over")
    }
  }
}
