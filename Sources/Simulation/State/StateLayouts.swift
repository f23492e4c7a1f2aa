/// What a run knows of the fields that its simulation visits: layouts and codecs, made at the first
/// visit and kept, because a visit must not make them again.
///
/// They are found by their place in the visit: a simulation visits the same fields in the same
/// order, every time. One that does not is caught here (``fault``), and never reads or writes
/// amiss.
public final class StateLayouts {
  fileprivate struct Entry {
    var name: FieldName
    var codec: RowCodec
    var size: Int
    #if !hasFeature(Embedded)
      var type: Any.Type
    #endif
  }

  // Unchecked: nothing else is called while one of these is read or written, dozens of times a visit.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// The tables of the first digest.
  @exclusivity(unchecked) private var tables: [(start: UnsafePointer<UInt8>, fingerprint: UInt64)] =
    []
  /// Whether a digest has come to all of its tables.
  @exclusivity(unchecked) private var isComplete = false
  /// The first table of this visit that had another name in the first digest.
  @exclusivity(unchecked) private var otherTable: FieldName?
  /// How many fields with a codec the visit has come to.
  @exclusivity(unchecked) private(set) var next = 0
  /// The field at which a visit was not like the first; `nil` when all were alike.
  @exclusivity(unchecked) public internal(set) var fault: StateFault?

  /// Makes an empty memory of layouts, which the first visit fills.
  public init() {}

  /// Begins a visit.
  @usableFromInline
  func begin() {
    next = 0
    otherTable = nil
  }

  /// Passes over fields that the visit leaves out, since they have not changed.
  @inline(__always)
  func pass(_ count: Int) { next &+= count }

  /// Compares the name of a table with the one that it had in the first digest: tables of plain
  /// numbers have no codec that would tell them apart.
  func meet(table index: Int, _ name: FieldName) {
    if index < tables.count && tables[index].start == name.start { return }
    let fingerprint = name.fingerprint
    if index >= tables.count {
      // In the order of the first digest; what comes in addition later is noticed at its end.
      if index == tables.count && !isComplete { tables.append((name.start, fingerprint)) }
    } else if tables[index].fingerprint != fingerprint {
      otherTable = otherTable ?? name
    }
  }

  /// Ends a visit that opened `found` tables.
  func end(tableCount found: Int, expected: Int) {
    isComplete = isComplete || !tables.isEmpty
    if found != expected {
      fault = fault ?? .tablesChanged(expected: expected, found: found)
    } else if let otherTable {
      fault = fault ?? .orderChanged(field: otherTable.text)
    }
  }

  /// The codec of the field that the visit has come to.
  @usableFromInline
  func codec<Value: StateValue>(
    _ name: FieldName, of type: Value.Type, _ options: FieldOptions, _ content: TableContent
  ) -> RowCodec {
    defer { next += 1 }
    if next < entries.count {
      if entries[next].isFor(name, type) { return entries[next].codec }
      fault = fault ?? .orderChanged(field: name.text)
    }
    let layout = RowLayout(type, options, content, seeksNaN: true)
    let codec = RowCodec(layout, name: name)
    #if hasFeature(Embedded)
      let entry = Entry(name: name, codec: codec, size: MemoryLayout<Value>.size)
    #else
      let entry = Entry(name: name, codec: codec, size: MemoryLayout<Value>.size, type: type)
    #endif
    if next < entries.count { entries[next] = entry } else { entries.append(entry) }
    return codec
  }
}

extension StateLayouts.Entry {
  fileprivate func isFor<Value>(_ other: FieldName, _ wanted: Value.Type) -> Bool {
    guard size == MemoryLayout<Value>.size else { return false }
    #if !hasFeature(Embedded)
      guard type == wanted else { return false }
    #endif
    return name == other
  }
}

extension FieldName: Equatable {
  /// True if both have the same bytes.
  public static func == (a: FieldName, b: FieldName) -> Bool {
    a.count == b.count
      && (a.start == b.start || firstDifference(a.start, b.start, count: a.count) == a.count)
  }
}

/// What is wrong with how a simulation describes its state, or with a value in it.
public enum StateFault: Error, Equatable, Sendable {
  /// A visit came to `field` where earlier visits came to another one.
  case orderChanged(field: String)
  /// A row of `field` visited other columns than a blank row does.
  case columnsChanged(field: String)
  /// A visit opened `found` tables where the first one opened `expected`.
  case tablesChanged(expected: Int, found: Int)
  /// Two keys of `field`, or of a dictionary or set in it, are the same in all that they visit.
  case keysAlike(field: String)
  /// `field` is not a number.
  case notANumber(field: String)

  /// Whether both say the same, byte for byte.
  public static func == (a: StateFault, b: StateFault) -> Bool {
    Array(a.description.utf8) == Array(b.description.utf8)
  }
}

extension StateFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .orderChanged(let field):
      "the visit of the state came to '\(field)' where it came to another field before: visit the "
        + "same fields in the same order every time"
    case .columnsChanged(let field):
      "a row of '\(field)' visited other fields than a blank row: visit every field of a row, "
        + "whatever it holds"
    case .tablesChanged(let expected, let found):
      "a visit of the state named \(found) tables where the first one named \(expected): visit the "
        + "same fields every time"
    case .keysAlike(let field):
      "two keys of '\(field)' differ only in what their visitFields leaves out, and so have no order: "
        + "visit every field that tells keys apart"
    case .notANumber(let field):
      "\(field) is not a number (NaN): it would differ between processors"
    }
  }
}
