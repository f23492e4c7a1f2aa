/// Finds numbers by hashes of what they stand for: a dictionary for Embedded Swift, which has no source
/// of random seeds, and so none of its own.
///
/// Numbers are given in order from 0, and never taken back.
struct NumberTable {
  /// By number.
  private var hashes: [UInt64] = []
  /// Numbers at the places that their hashes choose, or at the next ones that were free; −1 where none is.
  private var slots = [Int32](repeating: -1, count: 16)

  /// The first number with this hash for which `isSame` holds.
  ///
  /// - Complexity: O(1) where hashes are spread well.
  func find(_ hash: UInt64, _ isSame: (Int) -> Bool) -> Int? {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash && isSame(number) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Gives the next number to this hash.
  mutating func append(_ hash: UInt64) {
    hashes.append(hash)
    if 2 * hashes.count > slots.count {
      slots = [Int32](repeating: -1, count: 2 * slots.count)
      for number in hashes.indices { insert(number) }
    } else {
      insert(hashes.count - 1)
    }
  }

  private mutating func insert(_ number: Int) {
    var slot = Int(truncatingIfNeeded: hashes[number]) & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(number)
  }

  /// A hash of a hash and a word.
  static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    var mixed = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= mixed &>> 32
    return mixed &+ hash &<< 7
  }
}
