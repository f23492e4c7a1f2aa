import Simulation

extension World {
  /// Sorts the pairs that all workers have found: puts the keys into ``foundPairs``, each worker those of
  /// its part of the shapes. A pair that was found twice may be there twice.
  ///
  /// Many are put into a bucket for each lower shape; the few in each are then sorted by the upper
  /// one. Few are sorted as they are.
  ///
  /// - Complexity: O(pairs + shapes), or O(pairs).
  @inline(never)
  func sortFoundPairs(_ share: inout WorkShare) {
    let count = foundPairCount(share)
    if areFew(count) {
      if share.worker == 0 {
        gatherFoundPairs(share)
        sortKeys(&foundPairs, scratch: &sortScratch, counts: &sortCounts)
        nextPairs.reserve(pairs.count &+ count)
      }
      share.beginForAll()
      return
    }
    let own = workers.scratch + share.worker
    if share.worker == 0 {
      foundPairs.setCount(count)
      bucketShapes.setCount(count)
      bucketEnds.setCount(shapes.count)
      nextPairs.reserve(pairs.count &+ count)
    }
    countInBuckets(&own.pointee)
    share.beginForAll()
    let range = share.part(shapes.count)
    if share.count > 1 {
      own.pointee.bucketSum = sumOfBuckets(range, share)
      share.beginForAll()
    }
    placeBuckets(range, share)
    share.beginForAll()
    fillBuckets(&own.pointee)
    share.beginForAll()
    sortBuckets(partOfShapes(share), &own.pointee.marks)
  }

  private func areFew(_ count: Int) -> Bool { count < 256 || count &* 4 < shapes.count }

  private func foundPairCount(_ share: WorkShare) -> Int {
    var count = 0
    var worker = 0
    while worker < share.count {
      count &+= (workers.scratch + worker).pointee.foundPairs.count
      worker &+= 1
    }
    return count
  }

  private func gatherFoundPairs(_ share: WorkShare) {
    foundPairs.removeAll()
    var worker = 0
    while worker < share.count {
      foundPairs.append(contentsOf: (workers.scratch + worker).pointee.foundPairs)
      worker &+= 1
    }
  }

  // MARK: Parts

  /// The lower shapes whose pairs are a worker's part: about as many of all pairs as it should have.
  func partOfShapes(_ share: WorkShare) -> BlockRange {
    if share.count == 1 { return BlockRange(first: 0, end: shapes.count) }
    let count = foundPairCount(share)
    let followsFound = count >= pairs.count && !areFew(count)
    let part = share.part(followsFound ? count : pairs.count)
    @inline(__always)
    func lowerShape(_ place: Int) -> Int {
      if followsFound { return bucket(from: place) }
      return place < pairs.count ? Int(pairs.base[place].key &>> 32) : shapes.count
    }
    return BlockRange(
      first: share.worker == 0 ? 0 : lowerShape(part.first),
      end: share.worker == share.count &- 1 ? shapes.count : lowerShape(part.end))
  }

  /// Where the found pairs of some lower shapes are.
  func foundPairs(of range: BlockRange, _ share: WorkShare) -> BlockRange {
    if areFew(foundPairCount(share)) {
      return BlockRange(first: foundPair(from: range.first), end: foundPair(from: range.end))
    }
    return BlockRange(first: bucketStart(range.first), end: bucketStart(range.end))
  }

  /// The first one with this lower shape or a higher one.
  private func foundPair(from shape: Int) -> Int {
    let key = UInt64(truncatingIfNeeded: shape) &<< 32
    return firstPlace(of: foundPairs.count) { foundPairs.base[$0] < key }
  }

  // MARK: Buckets

  private func countInBuckets(_ scratch: inout WorkerScratch) {
    scratch.bucketPlaces.setCount(shapes.count)
    let counts = scratch.bucketPlaces.base
    counts.update(repeating: 0, count: shapes.count)
    let keys = scratch.foundPairs.base
    var i = 0
    while i < scratch.foundPairs.count {
      counts[Int(keys[i] &>> 32)] &+= 1
      i &+= 1
    }
  }

  /// How many pairs all workers have for some lower shapes.
  private func sumOfBuckets(_ range: BlockRange, _ share: WorkShare) -> UInt32 {
    var sum: UInt32 = 0
    var worker = 0
    while worker < share.count {
      let counts = (workers.scratch + worker).pointee.bucketPlaces.base
      var shape = range.first
      while shape < range.end {
        sum &+= counts[shape]
        shape &+= 1
      }
      worker &+= 1
    }
    return sum
  }

  /// Turns the counts of some buckets into where each worker puts its pairs, one worker's behind the
  /// other's.
  private func placeBuckets(_ range: BlockRange, _ share: WorkShare) {
    var place: UInt32 = 0
    var worker = 0
    while worker < share.worker {
      place &+= (workers.scratch + worker).pointee.bucketSum
      worker &+= 1
    }
    var shape = range.first
    while shape < range.end {
      worker = 0
      while worker < share.count {
        let places = (workers.scratch + worker).pointee.bucketPlaces.base
        let n = places[shape]
        places[shape] = place
        place &+= n
        worker &+= 1
      }
      bucketEnds.base[shape] = place
      shape &+= 1
    }
  }

  private func fillBuckets(_ scratch: inout WorkerScratch) {
    let places = scratch.bucketPlaces.base
    let keys = scratch.foundPairs.base
    let count = scratch.foundPairs.count
    var i = 0
    while i < count {
      let key = keys[i]
      let bucket = Int(key &>> 32)
      bucketShapes.base[Int(places[bucket])] = UInt32(truncatingIfNeeded: key)
      places[bucket] &+= 1
      i &+= 1
    }
  }

  private func bucketStart(_ bucket: Int) -> Int {
    bucket == 0 ? 0 : Int(bucketEnds.base[bucket &- 1])
  }

  /// The first bucket that begins at a place or behind it.
  private func bucket(from place: Int) -> Int {
    firstPlace(of: shapes.count) { bucketStart($0) < place }
  }

  private func sortBuckets(_ range: BlockRange, _ marks: inout Store<UInt64>) {
    marks.setCount(shapes.count &>> 6 &+ 1, filling: 0)
    var start = range.first < range.end ? bucketStart(range.first) : 0
    var bucket = range.first
    while bucket < range.end {
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
        foundPairs.base[i] = low | UInt64(truncatingIfNeeded: bucketShapes.base[i])
        i &+= 1
      }
      start = next
      bucket &+= 1
    }
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
