import DeterministicMath

/// What began and ended to touch.
struct ContactEvents: ~Copyable {
  /// In the last step.
  private(set) var began = Store<ContactEvent>()
  private(set) var ended = Store<ContactEvent>()
  /// Ended since then, by removals.
  private var pending = Store<ContactEvent>()

  mutating func noteBegun(_ event: ContactEvent) { began.append(event) }

  mutating func noteEnded(_ event: ContactEvent) { ended.append(event) }

  /// Something was removed between two steps: the next one reports it.
  mutating func noteRemoved(_ event: ContactEvent) { pending.append(event) }

  /// A step begins: it reports what was removed since the last one.
  mutating func beginStep() {
    began.removeAll()
    ended.removeAll()
    swap(&ended, &pending)
  }

  /// After a restore nothing is reported.
  mutating func removeAll() {
    began.removeAll()
    ended.removeAll()
    pending.removeAll()
  }

  /// Sorted by the shapes' slots, ends first.
  var sorted: [ContactEvent] {
    var events: [ContactEvent] = []
    events.reserveCapacity(ended.count + began.count)
    for i in 0..<ended.count { events.append(ended[i]) }
    for i in 0..<began.count { events.append(began[i]) }
    events.sortStably { $0.key != $1.key ? $0.key < $1.key : $0.kind.rawValue > $1.kind.rawValue }
    return events
  }
}
