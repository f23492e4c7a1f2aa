#if Macros
  public import Simulation

  /// What a described value begins with before it is filled in. For what ``Recorded()`` writes.
  public enum Blank {
    @inlinable
    public static func value<Value: StateValue>() -> Value { Value.blank }

    /// The message stands at the visit of the same field: once is enough, and this says the same.
    @available(
      *, unavailable,
      message: "this type cannot be recorded: put @Recorded on it, or @Derived on the property"
    )
    public static func value<Value>() -> Value { fatalError() }
  }
#endif
