// The standard library sorts in a stable way and does not promise it; and its sort, made for arrays of any
// size, is 2.5 KB of machine code for each type, all of which a page has to load.

extension Array {
  /// Sorts the array; elements of which neither stands before the other stay in their order.
  ///
  /// - Parameter isBefore: a strict weak order.
  /// - Complexity: O(n) where the array is sorted already, O(n log n) otherwise; and O(n) memory.
  package mutating func sortStably(by isBefore: (Element, Element) -> Bool) {
    var place = 1
    while place < count && !isBefore(self[place], self[place - 1]) { place += 1 }
    if place >= count { return }
    // Merges neighbouring stretches of `width` elements into one, from one array into the other.
    var source = self
    var width = 1
    while width < count {
      swap(&source, &self)
      var start = 0
      while start < count {
        let middle = Swift.min(start + width, count)
        let end = Swift.min(middle + width, count)
        var (low, high) = (start, middle)
        for target in start..<end {
          if low < middle && (high == end || !isBefore(source[high], source[low])) {
            self[target] = source[low]
            low += 1
          } else {
            self[target] = source[high]
            high += 1
          }
        }
        start = end
      }
      width *= 2
    }
  }
}

extension Array where Element: Comparable {
  /// Sorts the array in ascending order; equal elements stay in their order.
  ///
  /// - Complexity: as that of ``sortStably(by:)``.
  package mutating func sortStably() { sortStably { $0 < $1 } }
}
