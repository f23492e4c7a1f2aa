import DeterministicMath
import GoldenWorlds
import Scenarios
import Simulation
import TestSupport
import Testing

/// States come from files: whatever is in one, a restore takes it or refuses it, and never traps.
@Suite struct DamagedStateTests {
  #if DEBUG
    static let trialCount = 40
  #else
    static let trialCount = 400
  #endif

  static let entries = GoldenCatalogue.all.filter { !$0.name.contains("many") }

  @Test(arguments: Sample.of(entries.map(\.name)))
  func damagedStatesAreRefusedOrRun(name: String) throws {
    let entry = try #require(Self.entries.first { $0.name == name })
    var parameters = entry.defaultParameters
    // The benchmark scenes in a size for tests.
    if name.hasPrefix("benchmark") {
      let count: UInt64 = name.hasSuffix("rain") ? 2 : 4
      for index in parameters.indices { parameters[index] = count }
    }
    let run = try entry.start(parameters: parameters, seed: 1)
    for _ in 0..<90 { try run.step([]) }
    var good = StateImage()
    try run.save(.everything, into: &good)
    let digest = run.digest()
    let random = RandomStream(seed: 11, stream: "damage")
    var refusedCount = 0
    for trial in 0..<Self.trialCount {
      var draws = random.draws(entity: 0, step: Int64(trial), from: 0)
      var image = good
      for _ in 0...draws.integer(below: 3) {
        let place = Int(draws.integer(below: UInt64(image.bytes.count)))
        switch draws.integer(below: 3) {
        case 0: image.bytes[place] ^= UInt8(1 << draws.integer(below: 8))
        case 1: image.bytes[place] = 0xFF
        default:
          // A whole word: NaN, a huge index, a huge number.
          for offset in 0..<4 where (place & ~3) + offset < image.bytes.count {
            image.bytes[(place & ~3) + offset] = offset == 2 && trial & 1 == 0 ? 0x7F : 0xFF
          }
        }
      }
      do {
        try run.restore(image, stepCount: 90)
        _ = try run.drawing(DrawingRequest())
        // Steps of what is sound but strange.
        for _ in 0..<5 { try run.step([]) }
      } catch is SimulationError {
        refusedCount += 1
        // Refused: nothing has changed. (After a trial that ran, the state is another one.)
      }
      try run.restore(good, stepCount: 90)
      #expect(run.digest() == digest, "trial \(trial)")
    }
    #expect(refusedCount > 0)
  }

  /// An item whose body is not in the world is left out: who draws it would look for a body anywhere.
  @Test(arguments: [UInt64.max, 1 << 40, 0x00BE_0000, 3])
  func itemsWithoutABodyAreLeftOut(body: UInt64) throws {
    let entry = try #require(GoldenCatalogue.all.first { $0.name == "spring" })
    let run = try entry.start(parameters: entry.defaultParameters, seed: 1)
    for _ in 0..<10 { try run.step([]) }
    var image = StateImage()
    try run.save(.everything, into: &image)
    let schema = run.description.state
    let table = try #require(schema.tables.firstIndex { $0.name == "items" })
    let group = schema.tables[table].groups[0]
    let start = try #require(schema.groupOffsets(rowCounts: image.rowCounts, .everything)[table][0])
    func place(_ name: String) throws -> Int {
      start + (try #require(group.fields.first { $0.name == name })).offset
    }
    func word(_ image: StateImage, at place: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(image.bytes[place + $1]) << UInt64(8 * $1) }
    }
    let serial = try place("serial")
    #expect(word(image, at: serial) != 0)
    for byte in 0..<8 {
      image.bytes[try place("body.slot") + byte] = UInt8(
        truncatingIfNeeded: body >> UInt64(8 * byte))
    }
    try run.restore(image, stepCount: 10)
    var after = StateImage()
    try run.save(.everything, into: &after)
    #expect(word(after, at: serial) == 0)
    _ = try run.drawing(DrawingRequest())
    for _ in 0..<5 { try run.step([]) }
  }

  @Test func refusedStateLeavesTheRunAsItWas() throws {
    let entry = try #require(GoldenCatalogue.all.first { $0.name == "collisions" })
    let run = try entry.start(parameters: entry.defaultParameters, seed: 1)
    for _ in 0..<60 { try run.step([]) }
    var image = StateImage()
    try run.save(.everything, into: &image)
    let digest = run.digest()
    // The first row of the first table is a body's pose: x becomes NaN.
    for (offset, byte) in ([0, 0, 0xC0, 0x7F] as [UInt8]).enumerated() {
      image.bytes[16 + offset] = byte
    }
    #expect(throws: SimulationError.stateDoesNotFit) { try run.restore(image, stepCount: 3) }
    #expect(run.stepCount == 60)
    #expect(run.digest() == digest)
    try run.step([])
    #expect(run.stepCount == 61)
  }
}
