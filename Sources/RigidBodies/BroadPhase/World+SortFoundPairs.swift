import Simulation

extension World {
  /// Sorts the pairs that all workers have found: puts the keys into ``PairTable/found``, each
  /// worker those of its part of the shapes. A pair that was found twice may be there twice.
  ///
  /// Many are put into a bucket for each lower shape; the few in each are then sorted by the upper
  /// one. Few are sorted as they are.
  ///
  /// - Complexity: O(pairs + shapes), or O(pairs).
  @inline(never)
  func sortFoundPairs(_ share: inout WorkShare) {
    assert(share.count <= workers.scratchCount, "every worker has its scratch")
    let scratch = workers.scratch
    let count = foundPairCount(scratch, share.count)
    let shapeCount = shapeTable.records.count
    if PairTable.areFew(count, shapeCount: shapeCount) {
      if share.worker == 0 { pairTable.sortFound(scratch, workers: share.count, count) }
      share.beginForAll()
      return
    }
    let own = scratch + share.worker
    if share.worker == 0 { pairTable.reserveFound(count, shapeCount: shapeCount) }
    countInBuckets(&own.pointee, shapeCount: shapeCount)
    share.beginForAll()
    let range = share.part(shapeCount)
    if share.count > 1 {
      own.pointee.bucketSum = sumOfBuckets(range, scratch, share.count)
      share.beginForAll()
    }
    pairTable.placeBuckets(range, scratch, share)
    share.beginForAll()
    pairTable.fillBuckets(own.pointee)
    share.beginForAll()
    let part = pairTable.partOfShapes(share, foundCount: count, shapeCount: shapeCount)
    pairTable.sortBuckets(part, shapeCount: shapeCount, &own.pointee.marks)
  }
}

/// How many pairs all workers have found.
func foundPairCount(_ scratch: UnsafeMutablePointer<WorkerScratch>, _ workers: Int) -> Int {
  var count = 0
  var worker = 0
  while worker < workers {
    count &+= (scratch + worker).pointee.foundPairs.count
    worker &+= 1
  }
  return count
}

private func countInBuckets(_ scratch: inout WorkerScratch, shapeCount: Int) {
  scratch.bucketPlaces.setCount(shapeCount)
  let counts = scratch.bucketPlaces.base
  counts.update(repeating: 0, count: shapeCount)
  let keys = scratch.foundPairs.base
  var i = 0
  while i < scratch.foundPairs.count {
    counts[Int(keys[i] &>> 32)] &+= 1
    i &+= 1
  }
}

/// How many pairs all workers have for some lower shapes.
private func sumOfBuckets(
  _ range: BlockRange, _ scratch: UnsafeMutablePointer<WorkerScratch>, _ workers: Int
) -> UInt32 {
  assert(range.end <= scratch.pointee.bucketPlaces.count, "every shape has a bucket")
  var sum: UInt32 = 0
  var worker = 0
  while worker < workers {
    let counts = (scratch + worker).pointee.bucketPlaces.base
    var shape = range.first
    while shape < range.end {
      sum &+= counts[shape]
      shape &+= 1
    }
    worker &+= 1
  }
  return sum
}
