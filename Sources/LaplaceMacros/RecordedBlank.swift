#if Macros
  public import Simulation

  /// What a described value begins with before it is filled in. For what ``Recorded()`` writes.
  public enum RecordedBlank {
    /// The value that a type says is its blank one.
    @inlinable
    public static func value<Value: StateValue>() -> Value { Value.blank }

    /// For types that cannot be recorded: the visit of the same field says so, and once is enough.
    public static func value<Value>() -> Value {
      preconditionFailure("a type that cannot be recorded has no description")
    }
  }
#endif
