import Simulation

/// How often something has changed; for comparisons with what was noted before.
package struct Revision: Equatable, StateDescribed {
  package var count: UInt64 = 0

  /// A restored object has changed more often than the one that went there.
  package static var derivedFields: [DerivedField] {
    [DerivedField("count", "whatever it is, rows are gathered anew where it has grown")]
  }
}
