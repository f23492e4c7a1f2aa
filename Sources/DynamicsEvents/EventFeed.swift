/// Events on their way from an animator to who waits for them, all on one actor.
///
/// Only the signal that there is one crosses to a waiting task; events stay where they are.
final class EventFeed<Element> {
  private var events: [Element] = []
  private var next = 0
  let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init() {
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  fileprivate func put(_ event: Element) {
    events.append(event)
    signal.yield()
  }

  fileprivate func finish() { signal.finish() }

  func take() -> Element? {
    guard next < events.count else { return nil }
    defer {
      next += 1
      if next == events.count {
        events.removeAll(keepingCapacity: true)
        next = 0
      }
    }
    return events[next]
  }

  /// The end at the animator, which keeps it: when it goes away, no event comes any more.
  final class Input {
    private weak var feed: EventFeed?

    init(_ feed: EventFeed) { self.feed = feed }

    deinit { feed?.finish() }

    /// - Returns: whether somebody may still read it.
    func send(_ event: Element) -> Bool {
      feed?.put(event)
      return feed != nil
    }
  }
}
