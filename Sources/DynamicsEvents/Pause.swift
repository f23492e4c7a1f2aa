import Dynamics

/// An animator has stopped to move items: all rest, or there is nothing left to move.
public struct Pause: Sendable, Equatable {
  /// The animator's, in seconds.
  public let elapsedTime: Double
}

extension DynamicAnimator {
  /// The pauses of this animator from now on.
  ///
  /// The delegate hears of them as before. The sequence ends when the animator goes away; each use of
  /// this property makes a sequence of its own.
  public var pauses: EventSequence<Pause> {
    EventSequence { input in observePauses { input.send(Pause(elapsedTime: $0)) } }
  }

  /// Waits until nothing moves any more; at once where nothing does.
  ///
  /// Somebody has to go on stepping the animator meanwhile, on the same actor. A cancelled task waits
  /// no longer.
  public var settled: Void {
    get async {
      var pauses = pauses.makeAsyncIterator()
      while isRunning, await pauses.next(isolation: #isolation) != nil {}
    }
  }
}
