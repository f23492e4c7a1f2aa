import Simulation

extension World {
  /// Sorts the found pairs by their keys and drops repetitions.
  ///
  /// Many are put into a bucket for each lower shape; the few in each are then sorted by the upper
  /// one, by whichever worker. Few are sorted as they are.
  ///
  /// - Complexity: O(pairs + shapes), or O(pairs).
  func sortFoundPairs(_ team: WorkerTeam) {
    let count = foundPairs.count
    if count < 256 || count &* 4 < shapes.count {
      sortKeys(&foundPairs, scratch: &sortScratch, counts: &sortCounts)
      return
    }
    fillBuckets()
    share(among: team) { share, scratch in
      let range = share.begin(rows: count)
      // Buckets that begin within the worker's part of the pairs.
      scratch.foundTwice = sortBuckets(
        bucket(from: range.first), bucket(from: range.end), &scratch.marks)
    }
    var isRepeated = false
    forEachScratch(of: team) { isRepeated = isRepeated || $0.foundTwice }
    if isRepeated { dropRepetitions(&foundPairs) }
  }

  /// Sorts the upper shapes by the lower ones. ``bucketEnds`` then tells where each bucket ends.
  private func fillBuckets() {
    let count = foundPairs.count
    bucketEnds.setCount(shapes.count)
    bucketShapes.setCount(count)
    let ends = bucketEnds.base
    ends.update(repeating: 0, count: shapes.count)
    let keys = foundPairs.base
    var i = 0
    while i < count {
      ends[Int(keys[i] &>> 32)] &+= 1
      i &+= 1
    }
    var sum: UInt32 = 0
    i = 0
    while i < shapes.count {
      let n = ends[i]
      ends[i] = sum
      sum &+= n
      i &+= 1
    }
    i = 0
    while i < count {
      let key = keys[i]
      let bucket = Int(key &>> 32)
      bucketShapes.base[Int(ends[bucket])] = UInt32(truncatingIfNeeded: key)
      ends[bucket] &+= 1
      i &+= 1
    }
  }

  private func bucketStart(_ bucket: Int) -> Int {
    bucket == 0 ? 0 : Int(bucketEnds.base[bucket &- 1])
  }

  /// The first bucket that begins at a place or behind it.
  private func bucket(from place: Int) -> Int {
    var low = 0
    var high = shapes.count
    while low < high {
      let middle = (low &+ high) &>> 1
      if bucketStart(middle) < place { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// - Returns: whether a pair was found twice.
  private func sortBuckets(_ first: Int, _ end: Int, _ marks: inout Store<UInt64>) -> Bool {
    marks.setCount(shapes.count &>> 6 &+ 1, filling: 0)
    var isRepeated = false
    var start = first < end ? bucketStart(first) : 0
    var bucket = first
    while bucket < end {
      let next = Int(bucketEnds.base[bucket])
      let count = next &- start
      // Where one shape meets many.
      if count <= 32 || count &* 8 < marks.count
        || !sortByMarks(bucketShapes.base + start, count, marks.base, marks.count)
      {
        sortFew(bucketShapes.base + start, count)
      }
      let low = UInt64(truncatingIfNeeded: bucket) &<< 32
      var i = start
      while i < next {
        let high = bucketShapes.base[i]
        if i > start && bucketShapes.base[i &- 1] == high { isRepeated = true }
        foundPairs.base[i] = low | UInt64(truncatingIfNeeded: high)
        i &+= 1
      }
      start = next
      bucket &+= 1
    }
    return isRepeated
  }
}

/// Sorts different numbers in place, by a mark for each.
///
/// - Parameter marks: 64 for every word, none set before and after; enough for all numbers.
/// - Returns: `false` when a number occurs twice: the numbers are as they were.
/// - Complexity: O(numbers + words).
func sortByMarks(
  _ numbers: UnsafeMutablePointer<UInt32>, _ count: Int, _ marks: UnsafeMutablePointer<UInt64>,
  _ wordCount: Int
) -> Bool {
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
