import Simulation

/// Found pairs: sorted by their keys, and divided among workers by lower shape.
extension PairTable {
  /// Whether found pairs are sorted as they are.
  static func areFew(_ count: Int, shapeCount: Int) -> Bool {
    count < 256 || count &* 4 < shapeCount
  }

  /// Sorts few pairs of all workers.
  mutating func sortFound(
    _ scratch: UnsafeMutablePointer<WorkerScratch>, workers: Int, _ count: Int
  ) {
    found.removeAll()
    var worker = 0
    while worker < workers {
      found.append(contentsOf: (scratch + worker).pointee.foundPairs)
      worker &+= 1
    }
    sortKeys(&found, scratch: &sortScratch, counts: &sortCounts)
    next.reserve(active.count &+ count)
  }

  /// Makes room for many pairs.
  mutating func reserveFound(_ count: Int, shapeCount: Int) {
    found.setCount(count)
    bucketShapes.setCount(count)
    bucketEnds.setCount(shapeCount)
    next.reserve(active.count &+ count)
  }

  // MARK: Parts

  /// The lower shapes whose pairs are a worker's part: about as many of all pairs as it should
  /// have.
  func partOfShapes(_ share: WorkShare, foundCount count: Int, shapeCount: Int) -> BlockRange {
    assert(share.worker < share.count, "the worker is one of the team")
    if share.count == 1 { return BlockRange(first: 0, end: shapeCount) }
    let followsFound = count >= active.count && !PairTable.areFew(count, shapeCount: shapeCount)
    let part = share.part(followsFound ? count : active.count)
    @inline(__always)
    func lowerShape(_ place: Int) -> Int {
      if followsFound { return bucket(from: place, shapeCount: shapeCount) }
      return place < active.count ? Int(active.base[place].key &>> 32) : shapeCount
    }
    return BlockRange(
      first: share.worker == 0 ? 0 : lowerShape(part.first),
      end: share.worker == share.count &- 1 ? shapeCount : lowerShape(part.end))
  }

  /// Where the found pairs of some lower shapes are.
  func foundPairs(of range: BlockRange, foundCount: Int, shapeCount: Int) -> BlockRange {
    if PairTable.areFew(foundCount, shapeCount: shapeCount) {
      return BlockRange(first: foundPair(from: range.first), end: foundPair(from: range.end))
    }
    return BlockRange(first: bucketStart(range.first), end: bucketStart(range.end))
  }

  /// The first one with this lower shape or a higher one.
  private func foundPair(from shape: Int) -> Int {
    let key = UInt64(truncatingIfNeeded: shape) &<< 32
    return firstPlace(of: found.count) { found.base[$0] < key }
  }

  // MARK: Buckets

  /// Turns the counts of some buckets into where each worker puts its pairs, one worker's behind
  /// the other's.
  func placeBuckets(
    _ range: BlockRange, _ scratch: UnsafeMutablePointer<WorkerScratch>, _ share: WorkShare
  ) {
    assert(range.end <= bucketEnds.count, "the buckets exist")
    var place: UInt32 = 0
    var worker = 0
    while worker < share.worker {
      place &+= (scratch + worker).pointee.bucketSum
      worker &+= 1
    }
    var shape = range.first
    while shape < range.end {
      worker = 0
      while worker < share.count {
        let places = (scratch + worker).pointee.bucketPlaces.base
        let n = places[shape]
        places[shape] = place
        place &+= n
        worker &+= 1
      }
      bucketEnds.base[shape] = place
      shape &+= 1
    }
  }

  /// Puts a worker's found pairs where they belong.
  func fillBuckets(_ scratch: borrowing WorkerScratch) {
    assert(scratch.bucketPlaces.count == bucketEnds.count, "every shape has a bucket")
    assert(scratch.foundPairs.count <= bucketShapes.count, "there is room for what was found")
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
    assert(bucket >= 0 && bucket <= bucketEnds.count, "the bucket exists, or ends the list")
    return bucket == 0 ? 0 : Int(bucketEnds.base[bucket &- 1])
  }

  /// The first bucket that begins at a place or behind it.
  private func bucket(from place: Int, shapeCount: Int) -> Int {
    firstPlace(of: shapeCount) { bucketStart($0) < place }
  }

  /// Sorts the pairs of some lower shapes.
  func sortBuckets(_ range: BlockRange, shapeCount: Int, _ marks: inout Store<UInt64>) {
    assert(range.end <= bucketEnds.count, "the buckets exist")
    marks.setCount(shapeCount &>> 6 &+ 1, filling: 0)
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
        found.base[i] = low | UInt64(truncatingIfNeeded: bucketShapes.base[i])
        i &+= 1
      }
      start = next
      bucket &+= 1
    }
  }
}
