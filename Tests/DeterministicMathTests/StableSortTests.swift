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

  /// Whatever the order: at most n · ⌈log₂ n⌉ comparisons, and those that find out that it is not sorted.
  @Test(arguments: [2, 3, 64, 100, 1000])
  func comparisonsAreBounded(count: Int) {
    var logarithm = 0
    while 1 << logarithm < count { logarithm += 1 }
    for way in 0..<3 {
      var random = SplitMix(seed: 7)
      var numbers = (0..<count).map { place in
        way == 0 ? count - place : way == 1 ? place ^ 1 : Int(random.next() % 1000)
      }
      let expected = numbers.sorted()
      var comparisons = 0
      numbers.sortStably {
        comparisons += 1
        return $0 < $1
      }
      #expect(numbers == expected)
      // Each merge asks once more whether there is anything to merge.
      #expect(comparisons <= count * logarithm + 2 * count, "way \(way)")
    }
  }

  /// Elements that count references are moved: none is lost, none is counted twice.
  @Test func objectsAreMoved() {
    final class Box {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    weak var last: Box?
    do {
      var boxes = (0..<100).map { Box(($0 * 37) % 100) }
      let copy = boxes
      boxes.sortStably { $0.number < $1.number }
      #expect(boxes.map { $0.number } == Array(0..<100))
      #expect(copy.map { $0.number } == (0..<100).map { ($0 * 37) % 100 })
      last = boxes[99]
      #expect(last != nil)
    }
    #expect(last == nil)
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
