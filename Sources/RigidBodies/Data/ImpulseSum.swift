import DeterministicMath

/// A sum of the hashes (`RowHash`) of joints' impulses, from the lanes of blocks.
struct ImpulseSum {
  /// Whether anything is added at all.
  let isWanted: Bool
  /// Of eight joints at a time, and of others.
  var whole = RowSum()
  var rest = StateDigest()

  @inline(__always)
  init(isWanted: Bool) { self.isWanted = isWanted }

  var digest: StateDigest {
    var sum = rest
    sum += whole.digest
    return sum
  }
}

/// What is known of the impulses that a graph of joints does not hold: rows of joints that rest, and words
/// of solved joints that their class never has.
enum RestOfSum {
  /// Nobody has asked since the graph was made.
  case unasked
  case unknown
  case known(StateDigest)
}

/// The columns of a block that hold a joint's impulses, in the order of the row's words. Words behind them
/// are zero.
struct ImpulseColumns {
  private let columns: (Int, Int, Int, Int, Int)
  let count: Int

  @inline(__always)
  init(_ first: Int, _ second: Int) {
    columns = (first, second, 0, 0, 0)
    count = 2
  }

  @inline(__always)
  init(_ first: Int, _ second: Int, _ third: Int) {
    columns = (first, second, third, 0, 0)
    count = 3
  }

  @inline(__always)
  init(_ first: Int, _ second: Int, _ third: Int, _ fourth: Int, _ fifth: Int) {
    columns = (first, second, third, fourth, fifth)
    count = 5
  }

  @inline(__always)
  subscript(word: Int) -> Int {
    assert(word >= 0 && word < count, "the class has the word")
    switch word {
    case 0: return columns.0
    case 1: return columns.1
    case 2: return columns.2
    case 3: return columns.3
    default: return columns.4
    }
  }
}
