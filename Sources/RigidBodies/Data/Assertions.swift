/// What functions of the kernel assert of lists, in debug builds: a release build evaluates none of it.
extension PairTable {
  /// Whether pairs are by ascending key, each once.
  static func areSorted(_ pairs: borrowing Store<ShapePair>) -> Bool {
    var i = 1
    while i < pairs.count {
      if pairs.base[i &- 1].key >= pairs.base[i].key { return false }
      i &+= 1
    }
    return true
  }
}

extension Store where Element: Comparable {
  /// Whether no element is less than the one before it.
  var isSorted: Bool {
    var i = 1
    while i < count {
      if base[i] < base[i &- 1] { return false }
      i &+= 1
    }
    return true
  }
}
