import Simulation

/// Divides work among workers some of which are slower, or have more expensive rows, than others.
///
/// A worker that waited for the others at barriers gets a little more from then on.
///
/// Processors of one machine differ by a tenth and more, and not only when something else runs on
/// them.
package struct Balance: ~Copyable {
  /// Barriers after which the division is changed.
  package static let patience = 16
  /// At most this part of a worker's share is added or taken at once.
  private static let gain = 1.0 / 64
  /// Spins per barrier that are no sign of imbalance: about the time that a signal travels.
  private static let unavoidable = 8.0

  private let count: Int
  /// Share of each worker, relative to an equal one.
  private let shares: UnsafeMutablePointer<Double>
  /// See `WorkerTeam.portion(_:)`.
  package let portions: UnsafeMutablePointer<Int>
  /// What a worker has noted lies ``stride`` from what the next one has: on cache lines of its own.
  private let notes: UnsafeMutablePointer<Int>
  private static let stride = 32

  /// - Parameter count: workers, at least 1.
  package init(workers count: Int) {
    self.count = count
    shares = .allocate(capacity: count)
    shares.initialize(repeating: 1, count: count)
    portions = .allocate(capacity: count + 1)
    for worker in 0...count { portions[worker] = worker * WorkerTeam.whole / count }
    notes = .allocate(capacity: count * Balance.stride)
    notes.initialize(repeating: 0, count: count * Balance.stride)
  }

  deinit {
    shares.deallocate()
    portions.deallocate()
    notes.deallocate()
  }

  /// Adds up how long a worker waited at a barrier.
  ///
  /// - Parameter spins: how often it found that others had not arrived.
  package func note(_ worker: Int, _ spins: Int) {
    let own = notes + worker * Balance.stride
    own[0] &+= spins
    own[1] &+= 1
  }

  /// Divides again after enough barriers; to be called while no worker works.
  package func update() {
    let barriers = notes[1]
    if barriers < Balance.patience { return }
    var sum = 0.0
    for worker in 0..<count { sum += Double(notes[worker * Balance.stride]) }
    let mean = sum / Double(count)
    let scale = Balance.gain / (sum + Balance.unavoidable * Double(barriers))
    var total = 0.0
    for worker in 0..<count {
      let own = notes + worker * Balance.stride
      let share = shares[worker] * (1 + scale * (Double(own[0]) - mean))
      shares[worker] = min(max(share, 0.5), 2)
      total += shares[worker]
      own[0] = 0
      own[1] = 0
    }
    var before = 0.0
    for worker in 0..<count {
      portions[worker] = Int(before * Double(WorkerTeam.whole) / Double(count))
      shares[worker] *= Double(count) / total
      before += shares[worker]
    }
  }
}
