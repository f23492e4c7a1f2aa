import DeterministicMath
import Simulation
import TestSupport
import Testing

/// Simulations that break the contract of a description, and images that no run has left.
@Suite struct HostileRowTests {
  private func image<S: Simulation>(_ run: SimulationRun<S>) -> StateImage {
    var image = StateImage()
    run.save(.everything, into: &image)
    return image
  }

  private func foreign(_ image: StateImage) -> StateImage {
    StateImage(rowCounts: image.rowCounts, bytes: image.bytes)
  }

  @Test("a field that is visited at times only is named, and its images are refused without a trap")
  func conditionalField() throws {
    for isOwn in [true, false] {
      var (calm, fight) = (Boss(), Boss())
      (calm.time, fight.time) = (1, 2)
      (fight.hasBoss, fight.boss) = (true, [Boss.Part(), Boss.Part()])
      for (now, then) in [(calm, fight), (fight, calm)] {
        let run = SimulationRun(then)
        let saved = image(run)
        run.replace(now)
        _ = run.digest()
        #expect(throws: SimulationError.stateDoesNotFit) {
          try run.restore(isOwn ? saved : foreign(saved), stepCount: 0)
        }
        _ = run.digest()
        #expect(run.fault != nil)
        #expect(run.simulation == now)
      }
    }
  }

  @Test("once a state without NaN is restored, the run is sound again")
  func faultAfterRestore() throws {
    var village = Village()
    village.stones = Array(repeating: .init(), count: 5)
    let run = SimulationRun(village)
    let good = image(run)
    village.stones[3].weight = .nan
    run.replace(village)
    let bad = image(run)
    _ = run.digest()
    #expect(run.fault == .notANumber(field: "stones[3].weight"))
    try run.restore(bad, stepCount: 1)
    _ = run.digest()
    #expect(run.fault == .notANumber(field: "stones[3].weight"))
    try run.restore(good, stepCount: 0)
    _ = run.digest()
    #expect(run.fault == nil)
    try run.restore(bad, stepCount: 1)
    _ = run.digest()
    #expect(run.fault == .notANumber(field: "stones[3].weight"))
  }

  @Test("a variable that is visited twice is stored twice, and both must agree")
  func visitedTwice() throws {
    var twins = Twins()
    twins.rows = [Twins.Row(a: 1)]
    let run = SimulationRun(twins)
    let saved = foreign(image(run))
    for index in saved.bytes.indices {
      var broken = saved
      broken.bytes[index] ^= 1
      do {
        try run.restore(broken, stepCount: 0)
        #expect(image(run) == broken, "byte \(index)")
      } catch {
        #expect(image(run) == saved, "byte \(index)")
      }
      try run.restore(saved, stepCount: 0)
    }
  }

  @Test("keys that differ only in what no description visits are named: hash order would enter")
  func keysAlike() throws {
    for change: (inout Alike) -> Void in [
      { $0.table[.init(x: 1, hidden: 1)] = 1 }, { $0.set.insert(.init(x: 1, hidden: 1)) },
      { $0.row.set.insert(.init(x: 1, hidden: 1)) },
    ] {
      var alike = Alike()
      alike.table[.init(x: 1, hidden: 0)] = 5
      alike.set.insert(.init(x: 1, hidden: 0))
      alike.row.set.insert(.init(x: 1, hidden: 0))
      let run = SimulationRun(alike)
      _ = run.digest()
      #expect(run.fault == nil)
      change(&alike)
      run.replace(alike)
      _ = run.digest()
      #expect(run.fault != nil)
    }
  }

  @Test("numbers that change places between visits are named", arguments: [false, true])
  func numbersInAnotherOrder(whileSaving: Bool) {
    var swapped = Swapped()
    let run = SimulationRun(swapped)
    _ = run.digest()
    #expect(run.fault == nil)
    swapped.isSwapped = true
    run.replace(swapped)
    var image = StateImage()
    _ = whileSaving ? run.digest(saving: .everyStep, into: &image) : run.digest()
    #expect(run.fault == .orderChanged(field: "b"))
  }

  @Test("a list of other elements than a blank row's is named, and no bits are taken for them")
  func otherElements() throws {
    var mixed = Mixed()
    mixed.rows = [Mixed.Row(isOther: false, numbers: [3, 4])]
    let run = SimulationRun(mixed)
    let saved = image(run)
    mixed.rows = [Mixed.Row(isOther: true, words: [[1], [2]])]
    run.replace(mixed)
    _ = run.digest()
    #expect(run.fault == .columnsChanged(field: "rows"))
    #expect(throws: SimulationError.stateDoesNotFit) {
      try run.restore(foreign(saved), stepCount: 0)
    }
  }

  private func fromNothing(_ run: SimulationRun<Village>) -> StateDigest {
    var visitor = DigestVisitor()
    var copy = run.simulation
    copy.visitState(&visitor)
    return visitor.digest
  }

  @Test("digests from memory are digests from nothing, in any order of changes and restores")
  func histories() throws {
    for seed in Sample.of(UInt64(0)..<40) {
      var random = SplitMix(seed: seed)
      let runs = (0..<2).map { _ in SimulationRun(Village(using: &random)) }
      var images: [(image: StateImage, village: Village)] = []
      var everyStep = StateImage()
      for round in 0..<60 {
        let run = runs[Int(random.next() % 2)]
        switch random.next() % 7 {
        case 0: run.replace(Village(using: &random))
        case 1: run.replace(runs[0].simulation)
        case 2:
          var village = run.simulation
          if !village.stones.isEmpty { village.stones[village.stones.count / 2].x *= -1 }
          if !village.villagers.isEmpty { village.villagers[0].path.append(.init()) }
          run.replace(village)
        case 3, 4:
          // Into a fresh image, or over one that may come from the other run.
          let village = run.simulation
          var target = StateImage()
          if random.next() % 2 == 0, let last = images.popLast() { target = last.image }
          if random.next() % 2 == 0 {
            run.save(.everything, into: &target)
          } else {
            let digest = run.digest(saving: .everything, into: &target)
            #expect(digest == fromNothing(run), "seed \(seed), round \(round)")
          }
          images.append((target, village))
        default:
          guard let (image, village) = images.last else { continue }
          try run.restore(random.next() % 2 == 0 ? image : foreign(image), stepCount: 0)
          #expect(run.simulation == village, "seed \(seed), round \(round)")
        }
        for run in runs where random.next() % 2 == 0 {
          let before = run.simulation
          if random.next() % 2 == 0 {
            // Over the last step's image, of whichever run it was.
            let digest = run.digest(saving: .everyStep, into: &everyStep)
            #expect(digest == fromNothing(run), "seed \(seed), round \(round)")
            var expected = StateImage()
            run.save(.everyStep, into: &expected)
            #expect(everyStep == expected, "seed \(seed), round \(round)")
          }
          #expect(run.digest() == fromNothing(run), "seed \(seed), round \(round)")
          #expect(run.simulation == before)
          #expect(run.fault == nil)
        }
      }
    }
  }
}

private protocol Still: Simulation where Parameters == NoParameters, Input == NoEvent {
  init()
}

extension Still {
  static var name: StaticString { "still" }
  static var stepDuration: StepDuration { StepDuration(1, 10) }
  init(parameters: NoParameters, seed: UInt64) { self.init() }
  mutating func step(_ inputs: [NoEvent]) {}
}

/// What a careless person writes: the boss is visited while there is one.
private struct Boss: Still, Equatable {
  struct Part: StateRow, Equatable {
    var name = "part"
    var health = 5
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("name", &name)
      visitor.field("health", &health)
    }
  }
  var time = 0.0
  var hasBoss = false
  var boss: [Part] = []
  var score: Float = 0
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("time", &time)
    if hasBoss { visitor.field("boss", &boss) }
    visitor.field("score", &score)
  }
}

private struct Twins: Still {
  struct Row: StateRow, BitwiseCopyable {
    var a: UInt32 = 0
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("a", &a, .everyStep)
      visitor.field("b", &a, .keyFrame)
    }
  }
  var rows: [Row] = []
  mutating func visitState(_ visitor: inout some StateVisitor) { visitor.field("rows", &rows) }
}

private struct Alike: Still {
  struct Key: StateRow, Hashable {
    var x = 0
    var hidden = 0
    mutating func visitFields(_ visitor: inout some FieldVisitor) { visitor.field("x", &x) }
  }
  struct Row: StateRow {
    var set: Set<Key> = []
    mutating func visitFields(_ visitor: inout some FieldVisitor) { visitor.field("set", &set) }
  }
  var table: [Key: Int] = [:]
  var set: Set<Key> = []
  var row = Row()
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("table", &table)
    visitor.field("set", &set)
    visitor.field("row", &row)
  }
}

private struct Swapped: Still {
  var isSwapped = false
  var a: Float = 1
  var b: Float = 2
  mutating func visitState(_ visitor: inout some StateVisitor) {
    if isSwapped { visitor.field("b", &b) }
    visitor.field("a", &a)
    if !isSwapped { visitor.field("b", &b) }
  }
}

private struct Mixed: Still {
  struct Row: StateRow {
    var isOther = false
    var numbers: [UInt64] = []
    var words: [[UInt8]] = []
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      if isOther { visitor.field("list", &words) } else { visitor.field("list", &numbers) }
    }
  }
  var rows: [Row] = []
  mutating func visitState(_ visitor: inout some StateVisitor) { visitor.field("rows", &rows) }
}
