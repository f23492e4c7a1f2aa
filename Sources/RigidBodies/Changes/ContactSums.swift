import DeterministicMath

/// The sums of the hashes of all contacts' rows, but for their impulses, and of their manifolds.
///
/// Who asks after every step finds them ready: whatever changes a row takes its old hash from the sum and
/// adds the new one, while the row is at hand. Where nobody asks, nothing is kept; nor are the manifolds
/// where a step changes so many of them that to sum up all at once costs less.
struct ContactSums: ~Copyable {
  /// What changes have to be told of.
  private(set) var known = ContactSumParts.none
  private(set) var rows = StateDigest()
  private(set) var manifolds = StateDigest()
  private var wasAsked = false
  /// Manifolds that were made, made again or dropped since the last step began.
  private var changedCount = 0

  /// To tell of one manifold costs as much as to hash so many in sequence.
  private static let costOfChange = 5

  /// What nobody asked for after the step before is not kept any longer.
  mutating func beginStep(contactCount: Int) {
    let isQuiet = changedCount &* ContactSums.costOfChange < contactCount
    known.rows = known.rows && wasAsked
    known.manifolds = known.manifolds && wasAsked && isQuiet
    wasAsked = false
    changedCount = 0
  }

  /// Nothing is known of any contact.
  mutating func forget() { known = .none }

  /// So many manifolds are dropped, without a word for each; the next step makes most of them again.
  mutating func forgetManifolds(_ count: Int) {
    if count == 0 { return }
    known.manifolds = false
    changedCount &+= count
  }

  /// Somebody asks for the rows.
  @inline(__always)
  mutating func askForRows(_ sumAll: () -> StateDigest) -> StateDigest {
    wasAsked = true
    if !known.rows { rows = sumAll() }
    known.rows = true
    return rows
  }

  /// Somebody asks for the manifolds.
  @inline(__always)
  mutating func askForManifolds(_ sumAll: () -> StateDigest) -> StateDigest {
    wasAsked = true
    if !known.manifolds { manifolds = sumAll() }
    known.manifolds = true
    return manifolds
  }

  /// Takes up what has changed.
  mutating func take(_ change: ContactSumChange) {
    assert(known == change.wanted, "changes are noted where the sums are known")
    rows += change.rows
    manifolds += change.manifolds
  }

  /// Takes up what has changed, so many manifolds among it.
  mutating func take(_ change: ContactSumChange, changedCount count: Int) {
    take(change)
    changedCount &+= count
  }
}
