import DeterministicMath
import Simulation
import TestSupport
import Testing

/// Rows that describe themselves: what is saved is the whole value, and only what was saved is
/// taken.
@Suite struct RowTests {
  private func run(_ seed: UInt64) throws -> (SimulationRun<Village>, Village) {
    var random = SplitMix(seed: seed)
    let village = Village(using: &random)
    return (SimulationRun(village), village)
  }

  private func image(_ run: SimulationRun<Village>) -> StateImage {
    var image = StateImage()
    run.save(.everything, into: &image)
    // As from a file: nobody knows where it comes from.
    return StateImage(rowCounts: image.rowCounts, bytes: image.bytes)
  }

  @Test(
    "random states are saved and restored, into any other state",
    arguments: Sample.of(0..<200 as Range<UInt64>))
  func roundTrip(seed: UInt64) throws {
    let (original, village) = try run(seed)
    let (other, _) = try run(seed &+ 7919)
    let saved = image(original)
    try other.restore(saved, stepCount: 3)
    #expect(other.simulation == village, "seed \(seed)")
    #expect(other.digest() == original.digest(), "seed \(seed)")
    #expect(image(other) == saved, "seed \(seed)")
    var fromNothing = DigestVisitor()
    var copy = village
    copy.visitState(&fromNothing)
    #expect(fromNothing.digest == original.digest(), "seed \(seed)")
  }

  @Test(
    "an image with one byte changed is refused and changes nothing, or is the state it says",
    .enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func corruption() throws {
    var random = SplitMix(seed: 5)
    var (taken, refused) = (0, 0)
    for seed in UInt64(0)..<12 {
      let (run, village) = try run(seed)
      let saved = image(run)
      for _ in 0..<400 where !saved.bytes.isEmpty {
        var broken = saved
        let index = Int(random.next() % UInt64(saved.bytes.count))
        broken.bytes[index] ^= UInt8(truncatingIfNeeded: random.next() | 1)
        do {
          try run.restore(broken, stepCount: 1)
          taken += 1
          #expect(image(run) == broken, "seed \(seed), byte \(index)")
        } catch {
          refused += 1
          #expect(error == .stateDoesNotFit)
          #expect(run.simulation == village, "seed \(seed), byte \(index)")
        }
        try run.restore(saved, stepCount: 0)
      }
    }
    #expect(taken > 500 && refused > 500, "\(taken) taken, \(refused) refused")
  }

  @Test("wrong row counts are refused")
  func rowCounts() throws {
    let (run, village) = try run(3)
    let saved = image(run)
    for table in saved.rowCounts.indices {
      for change: Int32 in [-1, 1, 1000] {
        var broken = saved
        broken.rowCounts[table] += change
        guard
          let size = run.description.state.imageSize(
            rowCounts: broken.rowCounts, .everything), size < 1 << 20
        else { continue }
        broken.bytes = Array(saved.bytes.prefix(size))
        broken.bytes += [UInt8](repeating: 0, count: size - broken.bytes.count)
        do {
          try run.restore(broken, stepCount: 0)
          #expect(image(run) == broken)
        } catch {
          #expect(run.simulation == village)
        }
        try run.restore(saved, stepCount: 0)
      }
    }
  }

  @Test("tables and columns have the names that people see")
  func names() throws {
    let schema = SimulationRun(Village()).description.state
    func form(_ field: StateSchema.Field) -> String {
      switch field.form {
      case .number, .flag: ""
      case .presence: " presence"
      case .cases: " cases"
      case .count(let table): " count(\(schema.tables[table].name))"
      }
    }
    let names = schema.tables.flatMap { table in
      table.groups.flatMap(\.fields).map { field in
        table.name + (field.name.isEmpty ? "" : "/" + field.name) + form(field)
      }
    }
    for name in [
      "day", "weather", "mayor presence", "mayor", "villagers/position.x",
      "villagers/name count(villagers.name)", "villagers.name",
      "villagers/home presence", "villagers/home.x", "villagers/order cases",
      "villagers/order.to.x", "villagers/order.verses count(villagers.order.verses)",
      "villagers.order.verses count(villagers.order.verses[])", "villagers.order.verses[]",
      "villagers/target presence", "villagers/oath presence", "villagers.path/y",
      "villagers.songs count(villagers.songs[])", "villagers.songs[]",
      "villagers/tools count(villagers.tools)", "villagers.tools/key count(villagers.tools.key)",
      "villagers.tools.key", "villagers.tools", "villagers.friends/key", "stones/weight",
      "sizes/tiny", "sizes/wind.z", "sizes/gusts count(sizes.gusts)", "sizes.gusts",
      "gold/key count(gold.key)", "gold.key", "gold", "fields/key.x", "fields/to.x",
      "names/key count(names.key)", "scores", "grid count(grid[])", "message",
      "motto presence", "motto count(motto[])",
    ] { #expect(names.contains(name), "\(name) in \(names)") }
    let villagers = try #require(schema.tables.first { $0.name == "villagers" })
    let fields = villagers.groups.flatMap(\.fields)
    #expect(fields.first { $0.name == "position.y" }?.role == .positionY)
    #expect(fields.first { $0.name == "id" }?.role == .key)
    #expect(schema.tables.first { $0.name == "message" }?.content == .text)
    #expect(schema.tables.first { $0.name == "gold" }?.content == .entries)
    #expect(schema.tables.first { $0.name == "sizes" }?.content == .value)
    // The key is stored with what is stored after every step.
    #expect(villagers.groups.map(\.cadence) == [.everyStep, .keyFrame])
    #expect(villagers.groups[0].fields.map(\.name) == ["id", "position.x", "position.y"])
    #expect(schema.tables.allSatisfy { $0.name != "sizes" || $0.groups.count == 1 })
  }

  @Test("hash order does not enter: the same pairs in any order give the same image")
  func hashOrder() throws {
    var random = SplitMix(seed: 8)
    let keys = (0..<200).map { _ in String(random.next() % 5000) }
    var (a, b) = (Village(), Village())
    for key in keys {
      a.gold[key] = 1
      a.names.insert(key)
    }
    b.gold.reserveCapacity(4096)
    for key in keys.reversed() {
      b.gold[key] = 1
      b.names.insert(key)
    }
    #expect(image(SimulationRun(a)) == image(SimulationRun(b)))
  }

  @Test("NaN is named where a digest meets it")
  func notANumber() throws {
    var village = Village()
    village.stones = Array(repeating: .init(), count: 5)
    village.stones[3].weight = .nan
    let run = SimulationRun(village)
    _ = run.digest()
    #expect(run.fault == .notANumber(field: "stones[3].weight"))
    village.stones[3].weight = 1
    village.sizes.wind.y = .nan
    let other = SimulationRun(village)
    _ = other.digest()
    #expect(other.fault == .notANumber(field: "sizes.wind.y"))
    // Nor is it taken from a file, or a number out of range.
    for bad in [Double.nan, -1, .infinity] {
      village.sizes.wind.y = 0
      village.stones[3].weight = bad
      let saved = image(SimulationRun(village))
      #expect(throws: SimulationError.stateDoesNotFit) {
        try SimulationRun(Village()).restore(saved, stepCount: 0)
      }
    }
  }
}

/// A simulation that does not visit the same fields every time.
private struct Fickle: Simulation {
  struct Row: StateRow {
    var a: Float = 0
    var b: UInt64 = 0
    var name = ""
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("name", &name)
      visitor.field("a", &a)
      if a < 1 { visitor.field("b", &b) } else { visitor.field("c", &a) }
      if a > 2 { visitor.field("d", &b) }
    }
  }

  static var name: StaticString { "fickle" }
  static var stepDuration: StepDuration { StepDuration(1, 10) }
  var rows = [Row()]
  var extra: [Row] = []
  var order = 0
  var time = 0.0

  init(parameters: NoParameters, seed: UInt64) {}
  mutating func step(_ inputs: [NoEvent]) {}
  mutating func visitState(_ visitor: inout some StateVisitor) {
    if order == 2 { visitor.field("time", &time) }
    if order != 1 {
      visitor.field("rows", &rows)
      visitor.field("extra", &extra)
    } else {
      visitor.field("extra", &extra)
      visitor.field("rows", &rows)
    }
  }
}

@Suite struct FaultTests {
  /// Found by a digest, and in the same way by one that saves.
  private func fault(_ change: (inout Fickle) -> Void) -> StateFault? {
    let found = fault(whileSaving: false, change)
    #expect(fault(whileSaving: true, change) == found)
    return found
  }

  private func fault(whileSaving: Bool, _ change: (inout Fickle) -> Void) -> StateFault? {
    var simulation = Fickle(parameters: NoParameters(), seed: 1)
    let run = SimulationRun(simulation)
    #expect(run.fault == nil)
    _ = run.digest()
    #expect(run.fault == nil)
    change(&simulation)
    run.replace(simulation)
    var image = StateImage()
    if whileSaving {
      _ = run.digest(saving: .everything, into: &image)
    } else {
      _ = run.digest()
      run.save(.everything, into: &image)
    }
    return run.fault
  }

  @Test("a row that changes its columns is named, and harms no memory")
  func columns() {
    for value: Float in [1, 3] {
      #expect(fault { $0.rows[0].a = value } == .columnsChanged(field: "rows"))
    }
  }

  @Test("a visit in another order is named, and harms no memory")
  func order() { #expect(fault { $0.order = 1 } == .orderChanged(field: "extra")) }

  @Test("a table that comes later is noticed")
  func tables() { #expect(fault { $0.order = 2 } == .tablesChanged(expected: 4, found: 5)) }
}

/// Numbers in names of rows and bodies: also where a text has no room in a string's own words.
@Test(arguments: [
  0, 1, 9, 10, 99, 100, 5049, 65_536, 999_999_999_999_999, 1_000_000_000_000_000, Int.max,
])
func decimalDigits(value: Int) { #expect(decimal(value) == String(value)) }
