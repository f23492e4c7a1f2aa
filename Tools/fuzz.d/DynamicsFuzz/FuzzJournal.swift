import DeterministicMath
import Dynamics
import Simulation

/// Writes down what is done to an animator, does it again in another one, and compares the states
/// after each frame; now and then it goes on from a restored state.
final class FuzzJournal {
  private weak var animator: DynamicAnimator?
  private let live: SimulationRun<JournalSimulation>
  private var replay: SimulationRun<JournalSimulation>
  private let parameters: JournalSimulation.Parameters
  private let seed: UInt64
  private var random: FuzzRandom
  private(set) var frameCount = 0
  /// The first problem found.
  private(set) var trouble: String?

  init(_ animator: DynamicAnimator, seed randomSeed: UInt64) {
    self.animator = animator
    random = FuzzRandom(seed: randomSeed)
    seed = animator.seed
    parameters = JournalSimulation.Parameters(of: animator)
    let journal = animator.startJournal()
    live = SimulationRun(
      JournalSimulation(observing: animator, journal), parameters: parameters, seed: seed)
    replay = SimulationRun(parameters: parameters, seed: seed)
    compare([])
    journal.frameDidEnd = { [weak self, unowned journal] in self?.frameDidEnd(journal) }
  }

  /// Whether its animator is there.
  var isLive: Bool { animator != nil }

  private func frameDidEnd(_ journal: AnimatorJournal) {
    let entries = journal.takeEntries()
    guard trouble == nil else { return }
    frameCount += 1
    if random.chance(oneIn: 12) { restore() }
    live.advance(entries)
    do {
      try replay.step(try entries.map { try $0.checkedWords() })
    } catch {
      trouble = "a replay refused an entry: \(error)"
      return
    }
    compare(entries)
  }

  /// Goes on in another run that knows nothing but the state.
  private func restore() {
    var image = StateImage()
    replay.save(.everything, into: &image)
    let other = SimulationRun<JournalSimulation>(parameters: parameters, seed: seed)
    do {
      try other.restore(image, stepCount: replay.stepCount)
    } catch {
      trouble = "a state cannot be restored: \(error)"
      return
    }
    if other.digest() != replay.digest() {
      trouble = "a restored state differs: \(difference(other, replay))"
    }
    replay = other
  }

  private func compare(_ entries: [JournalEntry]) {
    if live.digest() == replay.digest() { return }
    trouble = "frame \(frameCount) of the journal differs: \(difference(replay, live)); entries:"
    for entry in entries { trouble? += "\n    \(entry.place) \(entry.change)" }
  }

  private func difference(
    _ a: SimulationRun<JournalSimulation>, _ b: SimulationRun<JournalSimulation>
  ) -> String {
    var images = (StateImage(), StateImage())
    a.save(.everything, into: &images.0)
    b.save(.everything, into: &images.1)
    let tables = a.description.state.tables
    for (index, table) in tables.enumerated()
    where images.0.rowCounts[index] != images.1.rowCounts[index] {
      return "\(table.name) has \(images.0.rowCounts[index]) rows instead of "
        + "\(images.1.rowCounts[index])"
    }
    var start = 0
    for (table, count) in zip(tables, images.0.rowCounts) {
      for group in table.groups {
        for row in 0..<Int(count) {
          for field in group.fields {
            let place = start + row * group.rowSize + field.offset
            let range = place..<place + field.type.size
            if images.0.bytes[range] == images.1.bytes[range] { continue }
            return "\(table.name)[\(row)].\(field.name)"
          }
        }
        start += Int(count) * group.rowSize
      }
    }
    return "nothing that is stored"
  }
}
