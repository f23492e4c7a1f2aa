import DeterministicMath
import Simulation

/// Finding pairs of shapes whose boxes overlap.
extension ProxyTable {
  /// Finds the pairs of a worker's part of the shapes that moved; the first one adds those that are known.
  @inline(never)
  func findPairs(
    _ share: WorkShare, known: borrowing Store<UInt64>, sweepsGrid: Bool, _ filter: PairFilter,
    _ scratch: inout WorkerScratch
  ) {
    scratch.foundPairs.removeAll()
    if share.worker == 0 { scratch.foundPairs.append(contentsOf: known) }
    if movedShapes.count == 0 { return }
    if sweepsGrid {
      var start = 0
      while start < grid.count {
        let range = share.part(from: start, period: 1024, of: grid.count)
        start &+= 1024
        grid.forEachPair(range) { a, b in
          let both = flags.base[Int(a)] | flags.base[Int(b)]
          if both & ProxyFlag.moved != 0 && filter.shouldCollide(Int(a), Int(b)) {
            addFound(Int(a), Int(b), &scratch.foundPairs)
          }
        }
      }
    }
    let range = share.part(movedShapes.count)
    var i = range.first
    while i < range.end {
      findPairs(of: Int(movedShapes.base[i]), sweptGrid: sweepsGrid, filter, &scratch)
      i &+= 1
    }
  }

  /// - Parameter sweptGrid: pairs within the grid are found anyway.
  @inline(__always)
  private func findPairs(
    of shape: Int, sweptGrid: Bool, _ filter: PairFilter, _ scratch: inout WorkerScratch
  ) {
    let flags = flags.base[shape]
    let box = box(shape)
    movingTree.query(box, stack: &scratch.stack) { other in
      addPair(shape, Int(other), filter, &scratch.foundPairs)
    }
    if flags & ProxyFlag.inStaticTree == 0 {
      staticTree.query(box, stack: &scratch.stack) { other in
        addPair(shape, Int(other), filter, &scratch.foundPairs)
      }
    }
    if flags & ProxyFlag.inGrid == 0 || !sweptGrid {
      grid.query(box) { other in
        addPair(shape, Int(other), filter, &scratch.foundPairs)
      }
    }
  }

  @inline(__always)
  private func addPair(
    _ shape: Int, _ other: Int, _ filter: PairFilter, _ found: inout Store<UInt64>
  ) {
    if shape == other { return }
    // Both moved: the lower one reports the pair.
    if flags.base[other] & ProxyFlag.moved != 0 && other < shape { return }
    if !filter.shouldCollide(shape, other) { return }
    addFound(shape, other, &found)
  }

  @inline(__always)
  private func addFound(_ shape: Int, _ other: Int, _ found: inout Store<UInt64>) {
    let low = shape < other ? shape : other
    let high = shape < other ? other : shape
    found.append((UInt64(truncatingIfNeeded: low) &<< 32) | UInt64(truncatingIfNeeded: high))
  }
}
