// Values of any length. Each list is a table of its own.

extension Optional: StateValue where Wrapped: StateValue {
  public static var blank: Wrapped? { nil }

  @inlinable @inline(__always)
  public mutating func visitValue(_ visitor: inout some FieldVisitor) { visitor.optional(&self) }
}

extension Array: StateValue where Element: StateValue {
  public static var blank: [Element] { [] }

  @inlinable @inline(__always)
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    visitor.list(&self, .elements)
  }
}

extension String: StateValue {
  public static var blank: String { "" }

  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    var bytes = Array(utf8)
    visitor.list(&bytes, .text)
    if visitor.restores && !visitor.isAbsent && !restore(bytes) { visitor.refuse() }
  }

  /// Takes the text over; `false` where the bytes are not UTF-8.
  @usableFromInline
  mutating func restore(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    // Broken sequences are replaced by another character: other bytes.
    guard Array(text.utf8) == bytes else { return false }
    self = text
    return true
  }
}

/// A row of a dictionary.
public struct KeyedRow<Key: StateValue, Value: StateValue>: StateFields {
  @usableFromInline var key: Key
  @usableFromInline var value: Value

  @inlinable
  init(key: Key, value: Value) {
    self.key = key
    self.value = value
  }

  @inlinable
  public static var blank: KeyedRow { KeyedRow(key: Key.blank, value: Value.blank) }

  @inlinable
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("key", &key, role: .key)
    visitor.field("", &value)
  }
}

extension Dictionary: StateValue where Key: StateValue, Value: StateValue {
  public static var blank: Self { [:] }

  @inlinable
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    var areAlike = false
    var rows = sortedRows(&areAlike)
    if areAlike { visitor.foundLikeKeys() }
    visitor.list(&rows, .keyed)
    if visitor.restores && !visitor.isAbsent && !restore(rows) { visitor.refuse() }
  }

  /// The pairs by ascending keys: the order of a hash table never enters a state.
  ///
  /// - Parameter areAlike: set when it would, because two keys are the same in all that they visit.
  @usableFromInline
  func sortedRows(_ areAlike: inout Bool) -> [KeyedRow<Key, Value>] {
    sortedByKey(map { KeyedRow(key: $0.key, value: $0.value) }, &areAlike) { $0.key }
  }

  /// Takes the pairs over; `false` where keys do not ascend, or one stands twice.
  @usableFromInline
  mutating func restore(_ rows: [KeyedRow<Key, Value>]) -> Bool {
    guard isAscending(rows, { $0.key }) else { return false }
    var restored = Dictionary(minimumCapacity: rows.count)
    for row in rows where restored.updateValue(row.value, forKey: row.key) != nil { return false }
    self = restored
    return true
  }
}

/// A row of a set.
public struct KeyRow<Key: StateValue>: StateFields {
  @usableFromInline var key: Key

  @inlinable init(key: Key) { self.key = key }

  @inlinable public static var blank: KeyRow { KeyRow(key: Key.blank) }

  @inlinable
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("key", &key, role: .key)
  }
}

extension Set: StateValue where Element: StateValue {
  public static var blank: Self { [] }

  @inlinable
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    var areAlike = false
    var rows = sortedRows(&areAlike)
    if areAlike { visitor.foundLikeKeys() }
    visitor.list(&rows, .keyed)
    if visitor.restores && !visitor.isAbsent && !restore(rows) { visitor.refuse() }
  }

  /// The elements in ascending order: the order of a hash table never enters a state.
  ///
  /// - Parameter areAlike: set when it would, because two are the same in all that they visit.
  @usableFromInline
  func sortedRows(_ areAlike: inout Bool) -> [KeyRow<Element>] {
    sortedByKey(map { KeyRow(key: $0) }, &areAlike) { $0.key }
  }

  /// Takes the elements over; `false` where they do not ascend, or one stands twice.
  @usableFromInline
  mutating func restore(_ rows: [KeyRow<Element>]) -> Bool {
    guard isAscending(rows, { $0.key }) else { return false }
    var restored = Set(minimumCapacity: rows.count)
    for row in rows where !restored.insert(row.key).inserted { return false }
    self = restored
    return true
  }
}

extension Array where Element: StateValue {
  /// Removes elements from the end, or appends blank ones.
  @inlinable
  package mutating func resize(to wanted: Int) {
    if count > wanted { removeLast(count - wanted) }
    if count < wanted {
      reserveCapacity(wanted)
      while count < wanted { append(Element.blank) }
    }
  }
}
