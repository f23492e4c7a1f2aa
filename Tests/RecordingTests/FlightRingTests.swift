import AllocationCount
import DeterministicMath
import Foundation
import Recording
import Simulation
import TestSupport
import Testing

/// A ring that a process left, whatever ended it, and what others may put into its file.
@Suite struct FlightRingTests {
  typealias SoundParticles = Particles<Sound>

  let folder: TemporaryFolder
  let path: String
  let ring: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.mcap")
    ring = folder.file("a.flight")
  }

  /// A ring that is fed by hand.
  private struct Feed {
    let run: SimulationRun<SoundParticles>
    let ring: FlightRing
    var image = StateImage()

    /// - Parameter first: the step that the ring begins with.
    init(
      path: String?, _ options: FlightOptions, particles: Int64? = nil, at first: Int = 0
    ) throws {
      var parameters = SoundParticles.Parameters()
      if let particles { parameters.count = particles }
      run = SimulationRun<SoundParticles>(parameters: parameters, seed: 3)
      for _ in 0..<first { try run.step([]) }
      run.save(.everything, into: &image)
      let header = RecordingHeader(
        description: run.description, parameters: parameters.words, seed: 3,
        engineVersion: "1", tracks: .log)
      ring = try FlightRing(
        path: path, header, options, keyframe: image, digest: run.digest(), at: Int64(first),
        stateSize: 0)
    }

    mutating func step(_ inputs: [RecordWords] = []) throws {
      let step = run.stepCount
      try ring.begin(step, inputs: inputs)
      try run.step(inputs)
      try ring.end(step, digest: run.digest(), state: nil)
      guard ring.wantsKeyframe(after: step + 1) else { return }
      run.save(.everything, into: &image)
      try ring.append(keyframe: image, digest: run.digest(), at: step + 1)
    }
  }

  /// A key frame soon after the first one is not taken for what every step takes.
  @Test(arguments: [0, 255])
  func ringBeginsAnywhere(first: Int) throws {
    var feed = try Feed(path: ring, FlightOptions(), particles: 20_000, at: first)
    let size = try Data(contentsOf: URL(fileURLWithPath: ring)).count
    for _ in 0..<4 { try feed.step() }
    // Another thread makes room, if it was asked.
    Thread.sleep(forTimeInterval: 0.1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: ring)).count == size)
  }

  private let nudge = SoundParticles.Input.nudge(particle: 1, vx: 0.5, vy: 2).recordWords

  /// With optimisation: without it, closures and the like are on the heap.
  @Test(.enabled(if: !_isDebugAssertConfiguration()))
  func appendingTakesNothingFromTheHeap() throws {
    guard allocationCount() >= 0 else { return }
    for file in [nil, ring] {
      var options = FlightOptions(seconds: 2)
      options.keyframeInterval = 50
      let feed = try Feed(path: file, options)
      let inputs = [nudge, nudge]
      var start = allocationCount()
      for step in 0..<Int64(12_000) {
        // Until then the ring has asked for the room that it needs.
        if step == 2_000 { start = allocationCount() }
        try feed.ring.begin(step, inputs: inputs)
        try feed.ring.end(step, digest: StateDigest(low: 1, high: 2), state: feed.image)
        if feed.ring.wantsKeyframe(after: step + 1) {
          try feed.ring.append(
            keyframe: feed.image, digest: StateDigest(low: 1, high: 2), at: step + 1)
        }
      }
      #expect(allocationCount() - start == 0)
    }
  }

  @Test("a step that began and did not end is named, with its inputs")
  func unfinishedStepIsNamed() throws {
    for (inputs, words) in [
      ([], ", which had no inputs"),
      (
        [nudge],
        #", whose inputs were {"step":90,"kind":"nudge","particle":1,"vx":0.5,"vy":2.0}"#
      ),
    ] {
      do {
        var feed = try Feed(path: ring, FlightOptions(seconds: 1))
        for _ in 0..<90 { try feed.step() }
        try feed.ring.begin(90, inputs: inputs)
      }
      let log = try FlightLog(path: ring)
      #expect(log.unfinishedInputs == inputs)
      try log.write(to: path, replaces: true)
      #expect(try Recording(path: path).endNote == "the process ended within step 90" + words)
      try FileManager.default.removeItem(atPath: ring)
    }
  }

  @Test("a refused step is taken again with other inputs, or never")
  func refusedStepLeavesNothing() throws {
    do {
      var feed = try Feed(path: ring, FlightOptions(seconds: 1))
      for _ in 0..<10 { try feed.step() }
      try feed.ring.begin(10, inputs: [nudge])
      try feed.ring.refuse(10)
      try feed.step()
      try feed.ring.begin(11, inputs: [nudge])
      try feed.ring.refuse(11)
    }
    let log = try FlightLog(path: ring)
    #expect(log.unfinishedInputs == nil)
    try log.write(to: path)
    let recording = try Recording(path: path)
    #expect(recording.stepCount == 11)
    #expect(recording.inputCount == 0)
    #expect(recording.endNote == "the process ended after step 10")
  }

  /// What a process was storing when it died is not whole; what it had stored before is.
  @Test(arguments: Sample.of(1...4 as ClosedRange<UInt64>))
  func tornEntryCostsItself(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var options = FlightOptions(seconds: 1)
    options.sizeMax = 1
    options.keyframeInterval = 40
    var feed = try Feed(path: ring, options)
    for step in 0..<Int64(600) {
      let before = try Data(contentsOf: URL(fileURLWithPath: ring))
      try feed.step(step % 5 == 0 ? [nudge] : [])
      guard step > 0, random.next() % 20 == 0 else { continue }
      // Some of the stores are done, in their order.
      let after = try Data(contentsOf: URL(fileURLWithPath: ring))
      let changed = zip(before, after).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
      let count = Int(random.next() % UInt64(changed.count))
      var torn = Array(before)
      for place in changed.prefix(count) { torn[place] = after[after.startIndex + place] }
      let file = folder.file("torn.flight")
      try Data(torn).write(to: URL(fileURLWithPath: file))
      let log = try FlightLog(path: file)
      #expect(log.steps.upperBound >= step, "seed \(seed), step \(step)")
      try log.write(to: path, replaces: true)
      #expect(try Recording(path: path).stepCount == log.steps.count, "seed \(seed), step \(step)")
    }
  }

  /// Damage costs entries; lies with right checksums give an error, never a trap.
  @Test(arguments: Sample.of(1...4 as ClosedRange<UInt64>))
  func hostileRingGivesAnError(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var options = FlightOptions(seconds: 1)
    options.keyframeInterval = 40
    do {
      var feed = try Feed(path: ring, options)
      for step in 0..<200 { try feed.step(step % 5 == 0 ? [nudge] : []) }
    }
    let whole = try Array(Data(contentsOf: URL(fileURLWithPath: ring)))
    var places: [Int] = []
    let mark = Array("LPFLIGHT".utf8)
    for place in stride(from: 0, to: whole.count - 40, by: 8)
    where Array(whole[place..<place + 8]) == mark { places.append(place) }
    try #require(places.count > 400)
    let file = folder.file("hostile.flight")
    for _ in 0..<40 {
      var bytes = whole
      let isLie = random.next() % 2 == 0
      for _ in 0..<(random.next() % 3 + 1) {
        let entry = places[Int(random.next() % UInt64(places.count))]
        var end = entry + 40 + Int(bytes[entry + 24]) + Int(bytes[entry + 25]) << 8
        end = min(end, bytes.count)
        let place =
          isLie
          ? entry + 8 + Int(random.next() % UInt64(end - entry - 8))
          : Int(random.next() % UInt64(bytes.count))
        bytes[place] = UInt8(truncatingIfNeeded: random.next())
        guard isLie else { continue }
        var crc = CRC32()
        crc.update(bytes[entry + 8..<entry + 32])
        let size = bytes[entry + 24..<entry + 28].reversed().reduce(0) { $0 << 8 | Int($1) }
        crc.update(bytes[entry + 40..<min(entry + 40 + size, bytes.count)])
        for byte in 0..<4 { bytes[entry + 32 + byte] = UInt8(crc.value >> (8 * byte) & 255) }
      }
      if random.next() % 8 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      do throws(RecordingError) {
        let log = try FlightLog(path: file)
        try log.write(to: path, replaces: true)
        let isWhole = try Recording(path: path).stepCount == log.steps.count
        #expect(isWhole, "seed \(seed)")
      } catch {
        // Found, and said.
        #expect(!"\(error)".isEmpty)
      }
    }
  }

  @Test func otherFilesAreNoRings() throws {
    for bytes in [[], [1, 2, 3], Array("LAPLFLT1".utf8), Array("LAPLFLT1".utf8) + [0, 1, 2]] {
      try Data(bytes as [UInt8]).write(to: URL(fileURLWithPath: ring))
      #expect(throws: RecordingError.self) { try FlightLog(path: ring) }
    }
    #expect(throws: RecordingError(.notFound)) { try FlightLog(path: folder.file("none")) }
    for seconds in [0, -1, .infinity, .nan] as [Double] {
      #expect(throws: RecordingError.self) {
        try Feed(path: nil, FlightOptions(seconds: seconds))
      }
    }
  }
}
