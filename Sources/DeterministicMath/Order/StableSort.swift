// The standard library sorts in a stable way and does not promise it; and its sort, made for arrays of any
// size, is 2.5 KB of machine code for each type, all of which a page has to load.

extension Array {
  /// Sorts the array; elements of which neither stands before the other stay in their order.
  ///
  /// A merge sort from the bottom up, which moves elements between two buffers.
  ///
  /// - Parameter isBefore: a strict weak order.
  /// - Complexity: O(n) where the array is sorted already, O(n log n) otherwise; and O(n) memory.
  package mutating func sortStably(by isBefore: (Element, Element) -> Bool) {
    var place = 1
    while place < count && !isBefore(self[place], self[place - 1]) { place += 1 }
    if place >= count { return }
    withUnsafeMutableBufferPointer { elements in
      guard let own = elements.baseAddress else { return }
      let room = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
      var (source, target) = (own, room)
      var width = 1
      while width < elements.count {
        var start = 0
        while start < elements.count {
          let middle = Swift.min(start + width, elements.count)
          let end = Swift.min(middle + width, elements.count)
          merge(from: source, start, middle, end, to: target, isBefore)
          start = end
        }
        swap(&source, &target)
        width *= 2
      }
      if source != own { own.moveInitialize(from: source, count: elements.count) }
      room.deallocate()
    }
  }
}

/// Moves two neighbouring sorted stretches to the same places of `target`, as one.
@inline(__always)
private func merge<Element>(
  from source: UnsafeMutablePointer<Element>, _ start: Int, _ middle: Int, _ end: Int,
  to target: UnsafeMutablePointer<Element>, _ isBefore: (Element, Element) -> Bool
) {
  var (low, high, place) = (start, middle, start)
  // Most arrays are nearly sorted.
  if middle < end && isBefore(source[middle], source[middle - 1]) {
    while low < middle && high < end {
      if isBefore(source[high], source[low]) {
        (target + place).moveInitialize(from: source + high, count: 1)
        high += 1
      } else {
        (target + place).moveInitialize(from: source + low, count: 1)
        low += 1
      }
      place += 1
    }
  }
  (target + place).moveInitialize(from: source + low, count: middle - low)
  (target + place + (middle - low)).moveInitialize(from: source + high, count: end - high)
}

extension Array where Element: Comparable {
  /// Sorts the array in ascending order; equal elements stay in their order.
  ///
  /// - Complexity: as that of ``sortStably(by:)``.
  package mutating func sortStably() { sortStably { $0 < $1 } }
}
