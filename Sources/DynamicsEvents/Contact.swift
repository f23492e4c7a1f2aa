import Dynamics

/// Two items, or an item and a boundary, that begin or end to touch.
public struct Contact {
  /// Whether they begin or end to touch.
  public enum Phase: Sendable {
    /// They touch from this step on.
    case began
    /// They touch no longer.
    case ended
  }

  /// Whether this is the beginning or the end.
  public let phase: Phase
  /// Between items, the one that was registered first.
  public let item: any DynamicItem
  /// `nil` at a boundary.
  public let other: (any DynamicItem)?
  /// The boundary; `nil` between items, and for the reference bounds.
  public let boundary: BoundaryIdentifier?
  /// Where they begin to touch, in reference space; zero where they end.
  public let point: Point
}

extension CollisionBehavior {
  /// The contacts of this behaviour from now on, in the order in which they happen.
  ///
  /// The delegate hears of them as before. The sequence ends when the behaviour goes away; each use
  /// of this property makes a sequence of its own.
  public var contacts: EventSequence<Contact> {
    EventSequence { input in
      observeContacts { report in
        input.send(
          Contact(
            phase: report.isBegin ? .began : .ended, item: report.item1, other: report.item2,
            boundary: report.identifier, point: report.point))
      }
    }
  }
}
