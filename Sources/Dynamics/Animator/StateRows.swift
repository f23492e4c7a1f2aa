import Simulation

/// A table of a state whose fields are all 64-bit words: gathered from objects, handed to a
/// visitor, and scattered to objects again after a restore.
struct StateRows {
  let name: FieldName
  let fields: [StateField]
  var words: [UInt64] = []
  private var cursor = 0

  init(_ name: FieldName, _ fields: [(FieldName, ScalarType)], keys: Int = 0) {
    self.name = name
    var offset = 0
    var described: [StateField] = []
    for (index, field) in fields.enumerated() {
      described.append(
        StateField(field.0, field.1, offset: offset, role: index < keys ? .key : .none))
      offset += 8
    }
    self.fields = described
  }

  var rowCount: Int { words.count / fields.count }

  mutating func begin() {
    words.removeAll(keepingCapacity: true)
    cursor = 0
  }

  mutating func push(_ value: UInt64) { words.append(value) }
  mutating func push(_ value: Int64) { words.append(UInt64(bitPattern: value)) }
  mutating func push(_ value: Double) { words.append(value.bitPattern) }
  mutating func push(_ value: Bool) { words.append(value ? 1 : 0) }

  /// `rowCount` more rows, pushed by `body` without the checks that an array in a class costs.
  ///
  /// - Precondition: `body` pushes exactly that many rows.
  mutating func append(rowCount: Int, _ body: (inout StateRowWriter) -> Void) {
    let start = words.count
    words.append(contentsOf: repeatElement(0, count: rowCount * fields.count))
    words.withUnsafeMutableBufferPointer { words in
      guard let base = words.baseAddress else { return }
      var writer = StateRowWriter(next: base + start, end: base + words.count)
      body(&writer)
      precondition(writer.next == writer.end, "every word of every row is pushed")
    }
  }

  mutating func nextUInt64() -> UInt64 {
    defer { cursor += 1 }
    return words[cursor]
  }
  mutating func nextInt64() -> Int64 { Int64(bitPattern: nextUInt64()) }
  mutating func nextDouble() -> Double { Double(bitPattern: nextUInt64()) }
  mutating func nextBool() -> Bool { nextUInt64() != 0 }
  /// An `Int32` that does not trap on hostile words.
  mutating func nextIndex() -> Int32 { Int32(truncatingIfNeeded: nextInt64()) }

  mutating func rewind() { cursor = 0 }

  mutating func visit(_ visitor: inout some StateVisitor) {
    var count = rowCount
    visitor.table(name, rowCount: &count)
    let needed = count * fields.count
    if words.count < needed {
      words.append(contentsOf: repeatElement(0, count: needed - words.count))
    } else if words.count > needed {
      words.removeLast(words.count - needed)
    }
    let size = fields.count * 8
    let fields = self.fields
    words.withUnsafeMutableBytes { bytes in
      fields.withUnsafeBufferPointer { columns in
        guard let first = columns.baseAddress else { return }
        let group = RowGroup(
          first, count: columns.count, .keyFrame, rowSize: size, stride: size, place: 0,
          seeksNaN: false)
        visitor.columns(group, base: bytes.baseAddress, changes: nil)
      }
    }
  }
}

/// Writes words where room has been made for them.
struct StateRowWriter {
  fileprivate(set) var next: UnsafeMutablePointer<UInt64>
  fileprivate let end: UnsafeMutablePointer<UInt64>

  @inline(__always)
  mutating func push(_ value: UInt64) {
    precondition(next < end, "a row has more words than its table has fields")
    next.pointee = value
    next += 1
  }
  @inline(__always)
  mutating func push(_ value: Int64) { push(UInt64(bitPattern: value)) }
  @inline(__always)
  mutating func push(_ value: Double) { push(value.bitPattern) }
  @inline(__always)
  mutating func push(_ value: Bool) { push(value ? 1 : 0 as UInt64) }
}

/// The tables of an animator beside the world's.
struct AnimatorRows {
  var clock = StateRows(
    "animator",
    [
      ("substepCount", .int64), ("pendingTicks", .int64), ("timeScale", .float64),
      ("isRunning", .uint64), ("isSuspended", .uint64), ("nextSerial", .uint64),
      ("nextFieldOrdinal", .uint64), ("hasReferenceBounds", .uint64),
      ("boundsX", .float64), ("boundsY", .float64), ("boundsWidth", .float64),
      ("boundsHeight", .float64), ("collisionClasses", .uint64),
    ])
  var items = StateRows(
    "items",
    [
      ("slot", .int64), ("serial", .uint64), ("holderCount", .int64), ("body", .uint64),
      ("shape", .uint64), ("categories", .uint64), ("mask", .uint64), ("sleepEnabled", .uint64),
      ("centerX", .float64), ("centerY", .float64), ("a", .float64), ("b", .float64),
      ("c", .float64), ("d", .float64), ("tx", .float64), ("ty", .float64),
      ("initialA", .float64), ("initialB", .float64), ("initialC", .float64),
      ("initialD", .float64), ("initialTX", .float64), ("initialTY", .float64),
      ("initialCosine", .float64), ("initialSine", .float64),
    ], keys: 1)
  var behaviors = StateRows(
    "behaviors",
    [
      ("ordinal", .int64), ("kind", .uint64), ("joint", .uint64), ("collisionClass", .int64),
      ("hasSeed", .uint64), ("seed", .uint64),
    ], keys: 1)
  var parameters = StateRows(
    "parameters", [("behavior", .int64), ("index", .int64), ("value", .float64)], keys: 2)
  var tree = StateRows("tree", [("behavior", .int64), ("parent", .int64)], keys: 1)
  var members = StateRows(
    "members",
    [
      ("behavior", .int64), ("slot", .int64), ("isHeld", .uint64), ("vectorX", .float64),
      ("vectorY", .float64), ("angular", .float64),
    ], keys: 2)
  var regions = StateRows(
    "regions",
    [("behavior", .int64), ("operation", .uint64), ("a", .float64), ("b", .float64)], keys: 1)
  /// Boundary −1: the reference bounds.
  var boundaries = StateRows(
    "boundaries",
    [("behavior", .int64), ("boundary", .int64), ("shape", .uint64), ("tag", .uint64)], keys: 2)
  var touching = StateRows(
    "touching",
    [("a", .uint64), ("b", .uint64), ("count", .int64), ("x", .float64), ("y", .float64)], keys: 2)
  var contacts = StateRows(
    "reportedContacts", [("a", .uint64), ("b", .uint64), ("behavior", .int64)], keys: 3)
}
