// Names as laplace.h has them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AgentProtocol
import CLaplace
import DeterministicMath
import LaplaceAgent
import Recording
import Simulation

/// Callbacks that can be called: all that have to be there are.
private func checked(
  _ pointer: UnsafePointer<laplace_callbacks>?
) throws -> laplace_callbacks {
  guard let callbacks = pointer?.pointee else { throw Refusal("the callbacks are NULL") }
  // They are implicitly unwrapped, and as optionals they can be asked.
  let needed: [(String, Bool)] = [
    ("start", callbacks.start as Optional == nil), ("step", callbacks.step as Optional == nil),
    ("rows", callbacks.rows as Optional == nil), ("end", callbacks.end as Optional == nil),
  ]
  for (name, isMissing) in needed where isMissing {
    throw Refusal("the callback '\(name)' is NULL")
  }
  return callbacks
}

/// Answers tools on standard input and output until they are done.
@c @implementation
public func laplace_serve(
  _ simulation: UnsafePointer<laplace_simulation>!, _ callbacks: UnsafePointer<laplace_callbacks>!
) -> Int32 {
  answering {
    // Nothing else runs while the loop does.
    nonisolated(unsafe) let simulation = try ForeignSimulation(simulation)
    let callbacks = try checked(callbacks)
    let entry = CatalogueEntry(name: simulation.description.name, defaultStepCount: 600) {
      (_: [UInt64], seed: UInt64) throws -> any RunningSimulation in
      try ForeignRun(simulation, callbacks, seed: seed)
    }
    let restores = callbacks.cannot_restore == 0
    let fault = LaplaceAgent.serve(
      catalogue: [entry], engineVersion: simulation.version,
      build: simulation.build + (restores ? [] : [BuildFact(name: restoresFactName, value: "no")]))
    if let fault { throw Failure("\(fault)") }
  }
}

/// Runs a recording again and tells where it first differs.
@c @implementation
public func laplace_verify(
  _ path: UnsafePointer<CChar>!, _ simulation: UnsafePointer<laplace_simulation>!,
  _ callbacks: UnsafePointer<laplace_callbacks>!, _ differsAfter: UnsafeMutablePointer<Int64>!
) -> Int32 {
  answering {
    let simulation = try ForeignSimulation(simulation)
    let callbacks = try checked(callbacks)
    let recording = try Recording(path: try text(path, "the path"))
    let found = try firstDifference(recording, simulation, callbacks)
    if let differsAfter { differsAfter.pointee = found }
  }
}

/// Runs a recording again.
///
/// - Returns: the steps after which digests first differ, or -1.
private func firstDifference(
  _ recording: Recording, _ simulation: ForeignSimulation, _ callbacks: laplace_callbacks
) throws -> Int64 {
  let recorded = recording.header.description
  guard recorded == simulation.description else {
    throw Refusal(
      recorded.name == simulation.description.name
        ? "the recording was made by another '\(recorded.name)': tables or inputs differ"
        : "the recording is one of '\(recorded.name)', not of '\(simulation.description.name)'")
  }
  let run = try ForeignRun(simulation, callbacks, seed: recording.header.seed)
  // A piece of a longer run begins where that was.
  if recording.header.firstStep > 0 {
    try run.restore(try recording.keyframe(atOrBefore: 0).image, stepCount: 0)
  }
  if run.digest() != (try recording.digest(after: -1)) { return 0 }
  for step in 0..<recording.stepCount {
    try run.step(try recording.inputs(at: step))
    if run.digest() != (try recording.digest(after: step)) { return step + 1 }
  }
  return -1
}
