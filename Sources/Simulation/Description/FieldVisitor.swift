/// How a field is stored and read. What is not said is taken from the value around it.
public struct FieldOptions: Sendable {
  /// When the field is stored; `nil`: as the value around it.
  public var cadence: StateCadence?
  /// What the field means to tools; ``FieldRole/none`` takes over the role of the value around it.
  public var role: FieldRole
  /// The values that a restore accepts.
  public var range: FieldRange

  /// Makes options; what is left out is taken from the value around the field.
  @inlinable @inline(__always)
  public init(
    _ cadence: StateCadence? = nil, role: FieldRole = .none, in range: FieldRange = .any
  ) {
    self.cadence = cadence
    self.role = role
    self.range = range
  }
}

/// Walks the named fields of a row, an input, an event or a parameter set.
///
/// A description calls ``field(_:_:_:role:in:)`` for each field, and nothing else; the other
/// functions are what a type of ``StateValue`` tells of itself.
public protocol FieldVisitor {
  /// Whether values are overwritten by what was stored.
  var restores: Bool { get }

  /// Begins a field: the names of fields within fields are joined with dots.
  mutating func enter(_ name: FieldName, _ options: FieldOptions)
  /// Begins the element `index` of a list of fixed length.
  mutating func enter(index: Int)
  /// Ends what ``enter(_:_:)`` began.
  mutating func leave()
  /// The value of a field, where it lies; passes the visitor on to it.
  mutating func visit<Value: StateValue>(_ value: inout Value)

  /// One number, handed over where it lies. A restored one outside `range` is refused.
  mutating func scalar<Value: StateScalar>(_ value: inout Value, in range: FieldRange)
  /// A truth value.
  mutating func flag(_ value: inout Bool)
  /// A list of any length: a table of its own, or the elements one after another.
  mutating func list<Element: StateValue>(_ elements: inout [Element], _ content: ListContent)

  /// A value that may be missing.
  mutating func optional<Wrapped: StateValue>(_ value: inout Wrapped?)
  /// A value of one of several kinds.
  mutating func cases<Value: StateCases>(_ value: inout Value)
  /// The number that follows stands for a case of an enumeration.
  mutating func nextNumber<Value: StateEnum>(isCaseOf type: Value.Type)

  /// Whether the numbers and lists that follow belong to a value that is not there: a visitor of
  /// rows stores zeros for them and reads nothing.
  var isAbsent: Bool { get set }

  /// The fields that follow are stored apart from those before, as a group of their own.
  mutating func nextGroup()
  /// A restored value cannot be what it says.
  mutating func refuse()
  /// The pairs or keys that follow cannot be put into an order: two differ only in what their
  /// description does not visit.
  mutating func foundLikeKeys()
}

/// What a list holds.
public enum ListContent: UInt8, Sendable {
  /// Elements in an order of their own, each visited with its fields.
  case elements
  /// The bytes of a text in UTF-8.
  case text
  /// Pairs of a key and a value, or keys alone, by ascending keys.
  case keyed
}

extension FieldVisitor {
  /// One field.
  ///
  /// - Parameters:
  ///   - name: as people see it; part of the recorded format.
  ///   - value: a variable of the row itself, so that rows of plain numbers are handed over where
  ///     they lie.
  ///   - cadence: how often it is stored; as the field around it, or at key frames only, unless
  ///     said.
  ///   - role: what it means to tools; of a vector, what its first number means.
  ///   - range: a restored state with another number is refused.
  @inlinable @inline(__always)
  public mutating func field<Value: StateValue>(
    _ name: StaticString, _ value: inout Value, _ cadence: StateCadence? = nil,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {
    enter(FieldName(name), FieldOptions(cadence, role: role, in: range))
    visit(&value)
    leave()
  }

  /// Says at the field what is missing, where the compiler would only name a protocol.
  @available(
    *, unavailable,
    message: """
      this type cannot be recorded: put @Recorded on it, or conform it to StateRow, StateEnum or \
      StateCases; or leave the field out if it follows from the others
      """
  )
  public mutating func field<Value>(
    _ name: StaticString, _ value: inout Value, _ cadence: StateCadence? = nil,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {}

  /// An object is not a value.
  @available(
    *, unavailable,
    message: """
      a class cannot be recorded: two runs, or a run and its copy, would share the object; make it \
      a structure, or leave the field out if it follows from the others
      """
  )
  public mutating func field<Value: AnyObject>(
    _ name: StaticString, _ value: inout Value, _ cadence: StateCadence? = nil,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {}

  // A visitor that has no use for names leaves these out.

  @inlinable @inline(__always)
  public mutating func enter(_ name: FieldName, _ options: FieldOptions) {}

  @inlinable @inline(__always)
  public mutating func enter(index: Int) {}

  @inlinable @inline(__always)
  public mutating func leave() {}

  @inlinable @inline(__always)
  public mutating func nextGroup() {}

  @inlinable @inline(__always)
  public mutating func foundLikeKeys() {}

  @inlinable @inline(__always)
  public mutating func nextNumber<Value: StateEnum>(isCaseOf type: Value.Type) {}

  @inlinable @inline(__always)
  public mutating func visit<Value: StateValue>(_ value: inout Value) { value.visitValue(&self) }

  @inlinable
  public mutating func flag(_ value: inout Bool) {
    var byte: UInt8 = value ? 1 : 0
    scalar(&byte, in: .bits(1))
    guard restores && !isAbsent else { return }
    if byte > 1 { refuse() }
    value = byte == 1
  }

  /// As columns: a truth value, and the value, which is all zeros if it is missing.
  @inlinable
  public mutating func optional<Wrapped: StateValue>(_ value: inout Wrapped?) {
    var isThere = value != nil
    flag(&isThere)
    var wrapped = value ?? Wrapped.blank
    let outer = isAbsent
    isAbsent = outer || !isThere
    wrapped.visitValue(&self)
    isAbsent = outer
    if restores && !outer { value = isThere ? wrapped : nil }
  }

  /// As columns: the kind's index, and the fields of all kinds, which are zeros except in the
  /// value's own kind.
  @inlinable
  public mutating func cases<Value: StateCases>(_ value: inout Value) {
    let count = Value.kinds.count
    precondition(count <= 256, "an enumeration has at most 256 cases")
    let (old, own, outer) = (value, value.kind, isAbsent)
    var index = UInt8(truncatingIfNeeded: own)
    scalar(&index, in: .between(0, Double(count - 1)))
    var selected = own
    if restores && !outer {
      if Int(index) < count { selected = Int(index) } else { refuse() }
    }
    for other in 0..<count {
      isAbsent = outer || other != selected
      if other == own {
        var same = old
        same.visitFields(&self)
        if other == selected && restores { value = same }
      } else {
        var new = Value(kind: other)
        new.visitFields(&self)
        if other == selected && restores { value = new }
      }
    }
    isAbsent = outer
  }
}
