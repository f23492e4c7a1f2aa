import RigidBodies
import Testing

/// What a swept body may meet is taken by slot, each shape once, whatever order it is found in and
/// however often: the order of trees is history, which a restored world does not have.
@Suite struct ObstacleSearchTests {
  @Test(arguments: UInt64(0)..<60)
  func shapesComeBySlotAndOnce(seed: UInt64) {
    var random = SplitMix(seed: seed &+ 31_000)
    let most = [3, ObstacleSearch.capacity, ObstacleSearch.capacity + 1, 150][Int(seed % 4)]
    let shapes = (0..<most).map { _ in random.int(200) }
    let room = UnsafeMutablePointer<Int32>.allocate(capacity: ObstacleSearch.capacity)
    defer { room.deallocate() }

    var search = ObstacleSearch(room)
    var found: [Int] = []
    var rounds = 0
    while search.begin() {
      rounds += 1
      // Another order in every round, and some of them twice.
      for _ in 0..<shapes.count { search.see(shapes[random.int(shapes.count)]) }
      for shape in shapes.shuffled(using: &random) { search.see(shape) }
      for i in 0..<search.count { found.append(Int(search.found[i])) }
    }

    let expected = Set(shapes).sorted()
    #expect(found == expected, "seed \(seed)")
    let least = (expected.count + ObstacleSearch.capacity - 1) / ObstacleSearch.capacity
    #expect(rounds == least, "seed \(seed): no round more than it takes")
  }
}
