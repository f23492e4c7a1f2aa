import Sessions
import Simulation

/// What is wrong with a session: what stays the same while it shrinks.
package enum Symptom: Equatable, Sendable {
  /// Two builds differ in these fields; in none if no state is known.
  case difference(StateComparison)
  /// The program ended, with these words: `killed by signal 4`, `exit status 3`.
  case ending(String)
  /// The program gave no answer within its time.
  case hang
  /// What was asked for holds.
  case condition

  /// How a program ended, or that it did not answer.
  var words: String {
    if case .ending(let words) = self { words } else { "it gives no answer" }
  }

  /// Whether `other` is probably the work of one fault with this one.
  package func isLike(_ other: Symptom) -> Bool {
    switch (self, other) {
    case (.difference(let a), .difference(let b)): a.isLike(b)
    default: self == other
    }
  }
}

/// A symptom, and the step after which it shows first; −1 before step 0.
package struct Sighting: Equatable, Sendable {
  package var step: Int64
  package var symptom: Symptom
  /// Addresses in the program at which it crashed; `nil` if it does not note them.
  package var crashPlace: String?
  /// The last line that the program wrote before it ended.
  package var lastWords: String?

  package init(step: Int64, symptom: Symptom) { (self.step, self.symptom) = (step, symptom) }

  /// True if `other` is probably the work of one fault with this one: a crash at the same place.
  package func isLike(_ other: Sighting) -> Bool {
    guard symptom.isLike(other.symptom) else { return false }
    guard let crashPlace, let place = other.crashPlace else { return true }
    return crashPlace == place
  }
}

extension Sighting {
  /// The first step and the symptom, for a person.
  package var text: String {
    let place = step < 0 ? "before step 0" : "from step \(step)"
    return switch symptom {
    case .difference(let comparison): "\(place): \(comparison.summary)"
    case .ending(let words): "\(place): it ends, \(words)"
    case .hang: "\(place): it gives no answer"
    case .condition: place
    }
  }
}

/// Runs sessions, one after the other, and looks for a symptom.
package protocol SessionTrial: AnyObject {
  /// The first symptom of a session; `nil` where there is none, also where the session cannot be run.
  ///
  /// - Parameter isOver: asked from time to time.
  /// - Throws: ``TrialStopped`` once `isOver` says so; what keeps any session from being run.
  func run(_ session: Session, isOver: () -> Bool) throws -> Sighting?

  /// Whether a session goes on from a state of the one before, where they begin alike.
  var keepsPrefixes: Bool { get }
}

/// A trial was stopped before its end.
package struct TrialStopped: Error {
  package init() {}
}
