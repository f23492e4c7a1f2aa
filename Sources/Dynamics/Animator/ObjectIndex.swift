/// At which place of a list an object stands, found by its identity.
///
/// A table of open addresses. It is only looked up, never walked: the order in it follows from where
/// objects happen to lie in memory.
///
/// - Complexity: O(1) on average for each call but ``removeAll()``.
package struct ObjectIndex {
  /// Addresses; ``free`` and ``left`` stand for no object.
  private var keys: [UInt] = []
  private var places: [Int32] = []
  /// Objects in the table.
  package private(set) var count = 0
  /// Keys that are not ``free``.
  private var used = 0

  private static var free: UInt { 0 }
  private static var left: UInt { 1 }

  package init() {}

  private static func key(_ object: AnyObject) -> UInt {
    UInt(bitPattern: ObjectIdentifier(object))  // determinism: looked up only, no result
  }

  /// Where the search for a key begins: the upper bits of a product mix all bits of an address.
  private func start(_ key: UInt) -> Int {
    let mixed = UInt64(key) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & (keys.count - 1)
  }

  private func position(_ key: UInt) -> Int? {
    guard count > 0 else { return nil }
    var index = start(key)
    while keys[index] != ObjectIndex.free {
      if keys[index] == key { return index }
      index = (index + 1) & (keys.count - 1)
    }
    return nil
  }

  package func place(of object: AnyObject) -> Int32? {
    position(ObjectIndex.key(object)).map { places[$0] }
  }

  package mutating func set(_ place: Int32, for object: AnyObject) {
    let key = ObjectIndex.key(object)
    if let index = position(key) {
      places[index] = place
      return
    }
    if 4 * (used + 1) > 3 * keys.count { grow() }
    insert(key, place)
  }

  private mutating func insert(_ key: UInt, _ place: Int32) {
    var index = start(key)
    while keys[index] > ObjectIndex.left { index = (index + 1) & (keys.count - 1) }
    if keys[index] == ObjectIndex.free { used += 1 }
    keys[index] = key
    places[index] = place
    count += 1
  }

  private mutating func grow() {
    let old = (keys, places)
    var room = 16
    while room < 4 * (count + 1) { room *= 2 }
    keys = [UInt](repeating: ObjectIndex.free, count: room)
    places = [Int32](repeating: 0, count: room)
    (count, used) = (0, 0)
    for index in old.0.indices where old.0[index] > ObjectIndex.left {
      insert(old.0[index], old.1[index])
    }
  }

  package mutating func remove(_ object: AnyObject) {
    guard let index = position(ObjectIndex.key(object)) else { return }
    keys[index] = ObjectIndex.left
    count -= 1
  }

  /// - Complexity: O(1).
  package mutating func removeAll() { self = ObjectIndex() }
}
