/// Pairs of shapes by key, among all or among those that may be awake.
extension World {
  /// The pair with a key in the list of those that may be awake; `nil` when it is not there.
  func pairIndex(_ key: UInt64) -> Int? { pairIndex(key, in: pairs) }

  private func pairIndex(_ key: UInt64, in list: borrowing Store<ShapePair>) -> Int? {
    let place = firstPlace(of: list.count) { list.base[$0].key < key }
    return place < list.count && list.base[place].key == key ? place : nil
  }

  /// The pair with a key, wherever it is; `nil` when there is none. Valid until pairs come or go.
  func knownPair(_ key: UInt64) -> UnsafeMutablePointer<ShapePair>? {
    if let place = pairIndex(key, in: pairs) { return pairs.base + place }
    if let place = pairIndex(key, in: restingPairs) { return restingPairs.base + place }
    return nil
  }
}
