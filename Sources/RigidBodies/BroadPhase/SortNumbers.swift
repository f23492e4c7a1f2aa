/// Sorts different numbers in place, by a mark for each.
///
/// - Parameter marks: 64 for every word, none set before and after; enough for all numbers.
/// - Returns: `false` when a number occurs twice: the numbers are as they were.
/// - Complexity: O(numbers + words).
func sortByMarks(
  _ numbers: UnsafeMutablePointer<UInt32>, _ count: Int, _ marks: UnsafeMutablePointer<UInt64>,
  _ wordCount: Int
) -> Bool {
  assert(count >= 0 && wordCount >= 0, "counts are not negative")
  var isRepeated = false
  var i = 0
  while i < count {
    let mark = UInt64(1) &<< UInt64(numbers[i] & 63)
    let word = marks + Int(numbers[i] &>> 6)
    if word.pointee & mark != 0 { isRepeated = true }
    word.pointee |= mark
    i &+= 1
  }
  i = 0
  var word = 0
  while word < wordCount {
    var rest = marks[word]
    marks[word] = 0
    while rest != 0 && !isRepeated {
      numbers[i] = UInt32(truncatingIfNeeded: word &<< 6 &+ rest.trailingZeroBitCount)
      rest &= rest &- 1
      i &+= 1
    }
    word &+= 1
  }
  return !isRepeated
}

/// Sorts numbers in place: by insertion where there are few, by a heap where one shape meets many.
func sortFew(_ numbers: UnsafeMutablePointer<UInt32>, _ count: Int) {
  if count > 32 { sortByHeap(numbers, count) } else { sortByInsertion(numbers, count) }
}

private func sortByHeap(_ numbers: UnsafeMutablePointer<UInt32>, _ count: Int) {
  func sink(_ start: Int, _ end: Int) {
    let number = numbers[start]
    var hole = start
    while true {
      var child = 2 &* hole &+ 1
      if child >= end { break }
      if child &+ 1 < end && numbers[child &+ 1] > numbers[child] { child &+= 1 }
      if numbers[child] <= number { break }
      numbers[hole] = numbers[child]
      hole = child
    }
    numbers[hole] = number
  }
  var start = count / 2
  while start > 0 {
    start &-= 1
    sink(start, count)
  }
  var end = count
  while end > 1 {
    end &-= 1
    let greatest = numbers[0]
    numbers[0] = numbers[end]
    numbers[end] = greatest
    sink(0, end)
  }
}
