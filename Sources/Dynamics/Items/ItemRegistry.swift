#if !hasFeature(Embedded)
  import Synchronization  // determinism: animators of several threads ask who owns an item

  /// Which animator moves an item that has no place of its own for
  /// ``DynamicItem/registeredAnimator``.
  ///
  /// Entries last as long as registrations, and an animator keeps the items that it registered; so
  /// no address in here is that of another object.
  enum ItemRegistry {
    /// A reference that may be looked at from anywhere: it is compared, never called.
    private struct Owner: @unchecked Sendable {
      weak var animator: DynamicAnimator?
    }

    private typealias Key = ObjectIdentifier  // determinism: looked up only, no result

    /// Looked up, never walked.
    private static let owners = Mutex<[Key: Owner]>([:])

    static func animator(of item: AnyObject) -> DynamicAnimator? {
      let key = Key(item)
      return owners.withLock { $0[key] }?.animator
    }

    static func set(_ animator: DynamicAnimator?, for item: AnyObject) {
      let key = Key(item)
      let owner = animator.map { Owner(animator: $0) }
      owners.withLock { $0[key] = owner }
    }
  }
#endif
