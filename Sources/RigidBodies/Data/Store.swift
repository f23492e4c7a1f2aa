/// A growable buffer of plain values, addressed through a raw pointer in hot loops.
///
/// Arrays held by a class cost a dynamic exclusivity check per access; this does not. Elements are
/// never initialised or destroyed individually: they are plain bits.
struct Store<Element: BitwiseCopyable>: ~Copyable {
  /// The first element; invalidated by anything that grows the store.
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int
  /// Whether anything was written through the subscript since the flag was last taken. Hot loops
  /// write through ``base`` and mark by themselves which rows they changed.
  var wasModified = false
  /// The last visit of the state before which ``wasModified`` was found.
  var lastModified: UInt64 = 0

  init(capacity: Int = 16) {
    self.capacity = capacity
    base = Store.allocate(capacity)
  }

  deinit { UnsafeMutableRawPointer(base).deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    assert(capacity > 0, "room is made for something")
    let bytes = capacity * MemoryLayout<Element>.stride
    return UnsafeMutableRawPointer.allocate(byteCount: bytes < 64 ? 64 : bytes, alignment: 64)
      .bindMemory(to: Element.self, capacity: capacity)
  }

  /// Makes room for `wanted` elements, doubling at least, so that growth is rare.
  mutating func reserve(_ wanted: Int) {
    if wanted <= capacity { return }
    grow(wanted)
  }

  @inline(never)
  private mutating func grow(_ wanted: Int) {
    assert(wanted > capacity, "a store grows when it is full")
    assert(count <= capacity, "what there is has room")
    let doubled = capacity * 2
    let newCapacity = wanted > doubled ? wanted : doubled
    let newBase = Store.allocate(newCapacity)
    newBase.update(from: base, count: count)
    UnsafeMutableRawPointer(base).deallocate()
    base = newBase
    capacity = newCapacity
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(count &+ 1) }
    base[count] = element
    count &+= 1
  }

  mutating func append(contentsOf other: borrowing Store) {
    reserve(count + other.count)
    (base + count).update(from: other.base, count: other.count)
    count &+= other.count
  }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Removes `length` elements from `first` on; those behind them move up.
  mutating func remove(from first: Int, length: Int) {
    let end = first + length
    precondition(first >= 0 && length >= 0 && end <= count, "removed elements lie in the store")
    (base + first).update(from: base + end, count: count - end)
    count -= length
    wasModified = true
  }

  /// Sets the count; new elements hold whatever bits were there.
  mutating func setCount(_ newCount: Int) {
    assert(newCount >= 0, "a count is not negative")
    reserve(newCount)
    count = newCount
  }

  /// Sets the count and fills new elements.
  mutating func setCount(_ newCount: Int, filling element: Element) {
    assert(newCount >= 0, "a count is not negative")
    reserve(newCount)
    var index = count
    while index < newCount {
      base[index] = element
      index &+= 1
    }
    count = newCount
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "index out of bounds")
      return base[index]
    }
    _modify {
      precondition(index >= 0 && index < count, "index out of bounds")
      wasModified = true
      yield &base[index]
    }
  }
}

/// The first of `count` places for which `isBefore` does not hold, or `count`; it holds for all
/// before it and for none behind.
///
/// - Complexity: O(log count).
@inline(__always)
func firstPlace(of count: Int, notBefore isBefore: (Int) -> Bool) -> Int {
  assert(count >= 0, "a count is not negative")
  var low = 0
  var high = count
  while low < high {
    let middle = (low &+ high) &>> 1
    if isBefore(middle) { low = middle &+ 1 } else { high = middle }
  }
  return low
}

@inline(__always)
func smaller(_ a: Float, _ b: Float) -> Float { a < b ? a : b }

@inline(__always)
func larger(_ a: Float, _ b: Float) -> Float { a > b ? a : b }

@inline(__always)
func magnitude(_ a: Float) -> Float { a < 0 ? -a : a }

@inline(__always)
func clamp(_ a: Float, _ low: Float, _ high: Float) -> Float {
  a < low ? low : (a > high ? high : a)
}

/// Where a field of a row in a store lies: what follows it lies behind, and the same field of the
/// next row a stride farther.
@inline(__always)
func address<Value: BitwiseCopyable>(of field: inout Value) -> UnsafeMutableRawPointer {
  withUnsafeMutablePointer(to: &field) { UnsafeMutableRawPointer($0) }
}

extension UnsafeRawPointer {
  /// One of the rows that lie packed here, not aligned.
  @inline(__always)
  func packedRow<Row: BitwiseCopyable>(_ index: Int, as type: Row.Type) -> Row {
    loadUnaligned(fromByteOffset: index &* MemoryLayout<Row>.size, as: type)
  }
}

/// Whether two rows of whole words differ, all of them compared at once.
@inline(__always)
func isAnyBitOther<Row: BitwiseCopyable>(
  _ type: Row.Type, _ a: UnsafeRawPointer, _ b: UnsafeRawPointer
) -> Bool {
  assert(MemoryLayout<Row>.size % 4 == 0, "rows are whole words")
  var change: UInt64 = 0
  var offset = 0
  while offset &+ 8 <= MemoryLayout<Row>.size {
    change |=
      a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      ^ b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    offset &+= 8
  }
  if offset < MemoryLayout<Row>.size {
    change |= UInt64(
      a.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        ^ b.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
  return change != 0
}
