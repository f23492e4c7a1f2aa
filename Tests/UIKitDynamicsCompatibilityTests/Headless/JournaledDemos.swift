import DynamicsJournal
import UIKitDynamicsCompatibility

/// Gives the demos' animators journals, as one changed line of theirs would.
enum JournaledDemos {
  /// The task that runs a demo fills it, and nobody else.
  final class Journals: @unchecked Sendable {
    private let make: () -> Journal
    private(set) var all: [Journal] = []

    init(make: @escaping () -> Journal) { self.make = make }

    func next() -> Journal {
      all.append(make())
      return all[all.count - 1]
    }
  }

  @TaskLocal static var journals: Journals?
}

extension UIDynamicAnimator {
  convenience init(referenceView view: UIView) {
    self.init(referenceView: view, journal: JournaledDemos.journals?.next())
  }
}
