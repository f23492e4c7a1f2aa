import DeterministicMath

/// Which sums of contacts' hashes are kept.
struct ContactSumParts: Equatable {
  var rows: Bool
  var manifolds: Bool

  static var none: ContactSumParts { ContactSumParts(rows: false, manifolds: false) }
}

/// What changes of contacts add to the sums of their hashes.
struct ContactSumChange {
  /// What anything is added to at all.
  let wanted: ContactSumParts
  private(set) var rows = StateDigest()
  private(set) var manifolds = StateDigest()

  @inline(__always)
  init(_ wanted: ContactSumParts) { self.wanted = wanted }

  /// A row is about to be other.
  @inline(__always)
  mutating func remove(_ row: UnsafePointer<ContactRow>, _ slot: Int) {
    if wanted.rows { rows -= ContactSumChange.hash(row, slot) }
  }

  @inline(__always)
  mutating func add(_ row: UnsafePointer<ContactRow>, _ slot: Int) {
    if wanted.rows { rows += ContactSumChange.hash(row, slot) }
  }

  /// A manifold is about to be other.
  @inline(__always)
  mutating func remove(_ manifold: UnsafePointer<ContactManifold>, _ slot: Int) {
    if wanted.manifolds { manifolds -= ContactSumChange.hash(manifold, slot) }
  }

  @inline(__always)
  mutating func add(_ manifold: UnsafePointer<ContactManifold>, _ slot: Int) {
    if wanted.manifolds { manifolds += ContactSumChange.hash(manifold, slot) }
  }

  /// The hash of a row's head.
  @inline(__always)
  static func hash(_ row: UnsafePointer<ContactRow>, _ slot: Int) -> StateDigest {
    RowHash.ofRow(ContactRow.Head.self, UnsafeRawPointer(row), row: slot)
  }

  @inline(__always)
  static func hash(_ manifold: UnsafePointer<ContactManifold>, _ slot: Int) -> StateDigest {
    RowHash.ofRow(ContactManifold.self, UnsafeRawPointer(manifold), row: slot)
  }
}
