import DeterministicMath
import TestSupport
import Testing

@Suite struct StableSortTests {
  /// Few different keys, so that many elements are equal but for where they stood.
  @Test(arguments: 0..<300)
  func equalElementsStayInTheirOrder(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let count = seed < 40 ? seed : Int(random.next() % 400)
    let keys = 1 + Int(random.next() % 20)
    var sorted: [(key: Int, place: Int)] = []
    for place in 0..<count { sorted.append((Int(random.next() % UInt64(keys)), place)) }
    let before = sorted
    sorted.sortStably { $0.key < $1.key }
    // An order without equals: one sort is as good as another.
    let expected = before.sorted { ($0.key, $0.place) < ($1.key, $1.place) }
    #expect(sorted.elementsEqual(expected) { $0 == $1 }, "seed \(seed)")

    var numbers = before.map { $0.key }
    numbers.sortStably()
    #expect(numbers == expected.map { $0.key }, "seed \(seed)")
  }

  @Test func sortedArraysAreReadOnce() {
    var numbers = Array(0..<100)
    var comparisons = 0
    numbers.sortStably {
      comparisons += 1
      return $0 < $1
    }
    #expect(comparisons == 99)
    #expect(numbers == Array(0..<100))
  }
}
