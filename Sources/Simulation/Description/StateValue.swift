/// A value that can be part of a state, an input, an event or a parameter set.
///
/// Numbers, `Bool`, `String`, optionals, arrays, sets, dictionaries, SIMD vectors and
/// `InlineArray` are; a structure is as a ``StateRow``, an enumeration as a ``StateEnum`` or as
/// ``StateCases``.
public protocol StateValue {
  /// What a place is filled with before a stored value overwrites it; any value will do.
  static var blank: Self { get }
  /// Hands the value over: as numbers, lists and fields, the same ones every time.
  mutating func visitValue(_ visitor: inout some FieldVisitor)
}

/// A value of named fields.
public protocol StateFields: StateValue, StateDescribed {
  /// Visits every stored property, by name, always in the same order.
  mutating func visitFields(_ visitor: inout some FieldVisitor)
}

extension StateFields {
  @inlinable @inline(__always)
  public mutating func visitValue(_ visitor: inout some FieldVisitor) { visitFields(&visitor) }
}

/// A structure described by hand, one line for each field.
///
/// ```swift
/// struct Unit: StateRow {
///   var id: UInt32 = 0
///   var position = SIMD2<Float>(0, 0)
///   var path: [Cell] = []
///
///   mutating func visitFields(_ visitor: inout some FieldVisitor) {
///     visitor.field("id", &id, role: .key)
///     visitor.field("position", &position, .everyStep, role: .position)
///     visitor.field("path", &path)
///   }
/// }
/// ```
public protocol StateRow: StateFields {
  /// Makes a blank row, which a restore fills.
  init()
}

extension StateRow {
  @inlinable public static var blank: Self { Self() }
}

/// A value of one of several kinds, each with named fields: an enumeration with payloads.
///
/// Stored as the kind's index and the fields of all kinds; those of other kinds are zeros.
public protocol StateCases: StateValue {
  /// The names of the kinds. The order is part of the recorded format: append, never reorder.
  static var kinds: [StaticString] { get }

  /// A blank value of the kind with this index.
  ///
  /// - Precondition: `kind` is an index of ``kinds``.
  init(kind: Int)

  /// Index of this value's kind in ``kinds``.
  var kind: Int { get }

  /// Visits every field of this value's kind, by name, always in the same order.
  mutating func visitFields(_ visitor: inout some FieldVisitor)
}

extension StateCases {
  @inlinable public static var blank: Self { Self(kind: 0) }

  @inlinable @inline(__always)
  public mutating func visitValue(_ visitor: inout some FieldVisitor) { visitor.cases(&self) }
}

/// An enumeration with raw values: `enum Weather: UInt8, CaseIterable, StateEnum`.
///
/// Stored as the raw value where that is a whole number, as the index of the case otherwise; then
/// the order of the cases is part of the recorded format.
public protocol StateEnum: StateValue, RawRepresentable, CaseIterable, Equatable
where AllCases == [Self] {}

extension StateEnum {
  @inlinable public static var blank: Self { allCases[0] }

  @inlinable
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    let all = Self.allCases
    var own = 0
    while own + 1 < all.count && all[own] != self { own += 1 }
    var index = UInt32(truncatingIfNeeded: own)
    visitor.nextNumber(isCaseOf: Self.self)
    visitor.scalar(&index, in: .between(0, Double(all.count - 1)))
    guard visitor.restores && !visitor.isAbsent else { return }
    // As 32 bits: on some targets `Int` has no more.
    if index < UInt32(truncatingIfNeeded: all.count) {
      self = all[Int(index)]
    } else {
      visitor.refuse()
    }
  }
}

extension StateEnum where RawValue: StateInteger {
  @inlinable
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    var raw = rawValue
    visitor.nextNumber(isCaseOf: Self.self)
    raw.visitValue(&visitor)
    guard visitor.restores && !visitor.isAbsent else { return }
    if let value = Self(rawValue: raw) { self = value } else { visitor.refuse() }
  }
}
