import Simulation

/// One change of an animator, with its place among the others of a frame: an input of
/// ``JournalSimulation``.
package struct JournalEntry: SimulationRecord {
  /// 0: a call from outside a frame. In a frame, how many places had been passed; 2³¹ − 1: its end.
  /// Within a call from outside, how many had been passed there, as a negative number. See
  /// ``AnimatorJournal``.
  package var place: Int32
  package var change: JournalChange

  package init(_ change: JournalChange, at place: Int32) {
    self.change = change
    self.place = place
  }

  package static var kinds: [StaticString] { JournalChange.kinds }

  package init(kind: Int) { self.init(JournalChange(kind: kind), at: 0) }

  package var kind: Int { change.kind }

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("place", &place)
    change.visitFields(&visitor)
  }

  /// Whether both have the same words.
  package static func == (a: JournalEntry, b: JournalEntry) -> Bool {
    a.recordWords == b.recordWords
  }
}
