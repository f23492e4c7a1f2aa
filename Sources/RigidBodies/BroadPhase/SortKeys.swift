/// Sorts 64-bit keys and drops repetitions: insertion sort for few, radix sort for many.
///
/// - Complexity: O(n) beyond a few dozen keys.
func sortKeys(
  _ keys: inout Store<UInt64>, scratch: inout Store<UInt64>, counts: inout Store<UInt32>
) {
  let count = keys.count
  if count < 2 { return }
  if count <= 48 {
    sortByInsertion(keys.base, count)
  } else {
    radixSort(&keys, scratch: &scratch, counts: &counts)
  }
  dropRepetitions(&keys)
}

/// - Complexity: O(n²): for few.
@inline(__always)
func sortByInsertion<Number: Comparable & BitwiseCopyable>(
  _ base: UnsafeMutablePointer<Number>, _ count: Int
) {
  assert(count >= 0, "a count is not negative")
  var i = 1
  while i < count {
    let number = base[i]
    var j = i
    while j > 0 && base[j &- 1] > number {
      base[j] = base[j &- 1]
      j &-= 1
    }
    base[j] = number
    i &+= 1
  }
}

/// Keeps one of equal neighbours.
private func dropRepetitions(_ keys: inout Store<UInt64>) {
  assert(keys.isSorted, "repetitions lie side by side")
  assert(keys.count >= 2, "fewer have no neighbours")
  let count = keys.count
  let base = keys.base
  var kept = 1
  var i = 1
  while i < count {
    if base[i] != base[kept &- 1] {
      base[kept] = base[i]
      kept &+= 1
    }
    i &+= 1
  }
  keys.setCount(kept)
}

/// Least significant digit first, 11 bits at a time; digits that are equal in all keys are skipped.
private func radixSort(
  _ keys: inout Store<UInt64>, scratch: inout Store<UInt64>, counts: inout Store<UInt32>
) {
  let count = keys.count
  scratch.setCount(count)
  var everyBit: UInt64 = 0
  let first = keys.base[0]
  var i = 0
  while i < count {
    everyBit |= keys.base[i] ^ first
    i &+= 1
  }
  counts.setCount(2048)
  let histogram = counts.base
  do {
    var shift: UInt64 = 0
    while shift < 64 {
      if (everyBit &>> shift) & 2047 != 0 {
        let source = keys.base
        let target = scratch.base
        var b = 0
        while b < 2048 {
          histogram[b] = 0
          b &+= 1
        }
        var k = 0
        while k < count {
          histogram[Int((source[k] &>> shift) & 2047)] &+= 1
          k &+= 1
        }
        var sum: UInt32 = 0
        b = 0
        while b < 2048 {
          let n = histogram[b]
          histogram[b] = sum
          sum &+= n
          b &+= 1
        }
        k = 0
        while k < count {
          let digit = Int((source[k] &>> shift) & 2047)
          target[Int(histogram[digit])] = source[k]
          histogram[digit] &+= 1
          k &+= 1
        }
        swap(&keys, &scratch)
      }
      shift &+= 11
    }
  }
}
