import CLaplace
import DeterministicMath
import Simulation

/// A run whose steps and rows are a caller's.
final class ForeignRun: RunningSimulation {
  let seed: UInt64
  private let state: ForeignState
  private let callbacks: laplace_callbacks
  private let run: UnsafeMutableRawPointer
  private let rows: UnsafeMutableBufferPointer<laplace_rows>
  private(set) var stepCount: Int64 = 0
  private(set) var isFresh = true
  /// Why the rows that the caller shows cannot be: from then on, no step is taken.
  private var refusal: Refusal?

  var description: SimulationDescription { state.simulation.description }
  var parameterWords: [UInt64] { [] }
  var restores: Bool { callbacks.cannot_restore == 0 }

  init(
    _ simulation: ForeignSimulation, _ callbacks: laplace_callbacks, seed: UInt64
  ) throws {
    guard let run = callbacks.start(seed) else { throw Refusal("the callback 'start' gave NULL") }
    state = ForeignState(simulation)
    self.callbacks = callbacks
    self.run = run
    self.seed = seed
    rows = .allocate(capacity: simulation.tables.count)
    rows.initialize(repeating: laplace_rows(base: nil, count: 0))
    look()
    if let refusal { throw refusal }
  }

  deinit {
    callbacks.end(run)
    rows.deallocate()
  }

  /// Asks where the rows lie now.
  private func look() {
    callbacks.rows(run, rows.baseAddress)
    do {
      try state.take(rows.baseAddress)
    } catch {
      refusal = error as? Refusal
    }
  }

  func step(_ inputs: [RecordWords]) throws {
    let kinds = state.simulation.inputs
    for input in inputs where !kinds.indices.contains(input.kind) {
      throw SimulationError.kindUnknown(input.kind)
    }
    if let refusal { throw refusal }
    // One struct behind the other, each aligned as any number may have to be.
    let sizes = inputs.map { (kinds[$0.kind].stride + 15) & ~15 }
    let room = UnsafeMutableRawPointer.allocate(
      byteCount: max(sizes.reduce(0, +), 1), alignment: 16)
    defer { room.deallocate() }
    room.initializeMemory(as: UInt8.self, repeating: 0, count: sizes.reduce(0, +))
    var given: [laplace_input] = []
    var offset = 0
    for (input, size) in zip(inputs, sizes) {
      let value = room + offset
      try kinds[input.kind].write(input.words, to: value)
      given.append(laplace_input(kind: UInt32(input.kind), value: UnsafeRawPointer(value)))
      offset += size
    }
    callbacks.step(run, given, UInt32(given.count))
    stepCount += 1
    isFresh = false
    look()
    if let refusal { throw refusal }
  }

  func digest() -> StateDigest { state.digest() }

  func save(_ selection: StateSelection, into image: inout StateImage) {
    state.save(selection, into: &image)
  }

  func restore(_ image: StateImage, stepCount: Int64) throws(SimulationError) {
    guard callbacks.cannot_restore == 0,
      description.state.imageSize(rowCounts: image.rowCounts, .everything) == image.bytes.count
    else { throw .stateDoesNotFit }
    var previous = StateImage()
    state.save(.everything, into: &previous)
    guard overwrite(with: image) else {
      _ = overwrite(with: previous)
      throw .stateDoesNotFit
    }
    look()
    self.stepCount = stepCount
    isFresh = false
  }

  /// - Returns: whether the caller goes on from there.
  private func overwrite(with image: StateImage) -> Bool {
    guard resize(to: image.rowCounts) else { return false }
    state.restore(image)
    callbacks.restored?(run)
    return true
  }

  /// Has the caller make room for other row counts.
  ///
  /// - Returns: whether there is that room.
  private func resize(to counts: [Int32]) -> Bool {
    for (table, count) in counts.enumerated() where UInt64(count) != rows[table].count {
      guard let resize = callbacks.resize else { return false }
      resize(run, UInt32(table), UInt64(count))
    }
    refusal = nil
    look()
    return refusal == nil && zip(counts, rows).allSatisfy { UInt64($0) == $1.count }
  }

  var fault: StateFault? { state.fault }

  func events() -> [RecordWords] { [] }
}
