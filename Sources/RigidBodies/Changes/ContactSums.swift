import DeterministicMath

/// The sums of the hashes of all contacts' rows, but for their impulses, and of their manifolds.
///
/// Who asks after every step finds them ready: whatever changes a row takes its old hash from the sum and
/// adds the new one, while the row is at hand. Where nobody asks, nothing is kept.
struct ContactSums: ~Copyable {
  /// Whether changes have to be told.
  private(set) var isKnown = false
  private var wasAsked = false
  private(set) var rows = StateDigest()
  private(set) var manifolds = StateDigest()

  /// What nobody asked for after the step before is not kept any longer.
  mutating func beginStep() {
    isKnown = isKnown && wasAsked
    wasAsked = false
  }

  /// Nothing is known of any contact.
  mutating func forget() { isKnown = false }

  /// Somebody asks.
  ///
  /// - Parameter sumAll: both sums, from all rows.
  @inline(__always)
  mutating func ask(_ sumAll: () -> (rows: StateDigest, manifolds: StateDigest)) {
    wasAsked = true
    if isKnown { return }
    (rows, manifolds) = sumAll()
    isKnown = true
  }

  /// Takes up what has changed.
  mutating func take(_ change: ContactSumChange) {
    assert(isKnown == change.isWanted, "changes are noted where the sums are known")
    rows += change.rows
    manifolds += change.manifolds
  }
}
