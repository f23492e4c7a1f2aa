/// What an animator tells, as a sequence to wait for.
///
/// Events that come before they are asked for are kept. Not `Sendable`: it belongs to the isolation
/// domain of its animator.
public struct EventSequence<Element>: AsyncSequence {
  private let feed: EventFeed<Element>

  init(_ connect: (EventFeed<Element>.Input) -> Void) {
    feed = EventFeed()
    connect(EventFeed.Input(feed))
  }

  public func makeAsyncIterator() -> Iterator { Iterator(feed) }

  /// Reads the events of one sequence.
  public struct Iterator: AsyncIteratorProtocol {
    private let feed: EventFeed<Element>
    private var signals: AsyncStream<Void>.Iterator

    fileprivate init(_ feed: EventFeed<Element>) {
      self.feed = feed
      signals = feed.signals.makeAsyncIterator()
    }

    /// Waits for the next event; `nil` at the end of the sequence, and where the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      while true {
        if let event = feed.take() { return event }
        guard await signals.next(isolation: actor) != nil else { return feed.take() }
      }
    }
  }
}
