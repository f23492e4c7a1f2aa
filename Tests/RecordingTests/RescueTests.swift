import DeterministicMath
import Foundation
import Recording
import Simulation
import TestSupport
import Testing

/// No intact step is lost, whatever else was damaged; and what is kept is what was recorded.
@Suite struct RescueTests {
  /// A recording, its bytes, and where its chunks lie.
  private struct Subject {
    let run: RecordedRun
    let bytes: [UInt8]
    let chunks: [(place: Range<Int>, steps: Range<Int64>)]

    init(_ tracks: RecordingTracks = .everything, keyframeEvery: Int64 = 100) throws {
      let folder = try TemporaryFolder()
      let path = folder.file("a.mcap")
      run = try RecordedRun(
        path: path, stepCount: 1200, keyframeEvery: keyframeEvery, tracks: tracks)
      bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      var chunks: [(place: Range<Int>, steps: Range<Int64>)] = []
      var offset = 8
      while bytes[offset] != 0x0F {
        let length = bytes[(offset + 1)..<(offset + 9)].reversed().reduce(0) { $0 << 8 | Int($1) }
        if bytes[offset] == 0x06 {
          let first = Int64(chunks.count) * keyframeEvery
          chunks.append(
            (offset..<offset + 9 + length, first..<min(first + keyframeEvery, 1200)))
        }
        offset += 9 + length
      }
      self.chunks = chunks
    }

    /// Checks that what was kept is what was recorded, and that all of `intact` was kept.
    func check(
      _ pieces: [(recording: Recording, firstStep: Int64)], intact: [Range<Int64>],
      _ trial: Comment
    ) throws {
      var kept: Set<Int64> = []
      for (recording, first) in pieces {
        #expect(recording.header.description == run.header.description, trial)
        #expect(recording.header.seed == run.header.seed, trial)
        #expect(recording.header.parameters == run.header.parameters, trial)
        for step in 0..<recording.stepCount {
          let index = Int(first + step)
          kept.insert(first + step)
          #expect(try recording.digest(after: step) == run.digests[index], trial)
          #expect(try recording.inputs(at: step) == run.inputs[index], trial)
          if step % 37 == 0, run.header.tracks.state {
            #expect(try recording.state(after: step) == run.states[index], trial)
          }
        }
        for step in recording.keyframeSteps {
          #expect(
            try recording.keyframe(atOrBefore: step).image == run.keyframes[first + step], trial)
        }
      }
      for steps in intact { #expect(kept.isSuperset(of: steps), trial) }
    }
  }

  /// A rescue tells of every single flipped bit, and gives no step that was not recorded.
  ///
  /// All bits of the small file, and 20,000 of the others, where every case is taken.
  @Test(
    arguments: Sample.of([
      (tracks: RecordingTracks.everything, steps: 40, bits: Int.max, sample: 300),
      (tracks: .everything, steps: 1200, bits: 20_000, sample: 60),
      (tracks: .log, steps: 1200, bits: 20_000, sample: 60),
    ]))
  func everyFlippedBitIsTold(
    tracks: RecordingTracks, steps: Int, bits: Int, sample: Int
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(
      path: path, stepCount: Int64(steps), keyframeEvery: 100, tracks: tracks)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let places = Sample.of(0..<8 * whole.count, bits, seed: Sample.seed)
    for place in Sample.of(places, sample) {
      let name = "bit \(place % 8) of byte \(place / 8), seed \(Sample.seed)"
      let comment = Comment(rawValue: name)
      var bytes = whole
      bytes[place / 8] ^= 1 << UInt8(place % 8)
      let rescue: Rescue
      do throws(RecordingError) {
        rescue = try Rescue(bytes: bytes)
      } catch {
        // The magic at the beginning, or the only block.
        #expect(place / 8 < 8 || steps <= 100, "\(name): \(error)")
        continue
      }
      #expect(rescue.damage != nil, comment)
      for piece in rescue.pieces {
        #expect(piece.recording.header.seed == run.header.seed, comment)
        for step in 0..<piece.recording.stepCount {
          let index = Int(piece.steps.lowerBound + step)
          #expect(try piece.recording.digest(after: step) == run.digests[index], comment)
          #expect(try piece.recording.inputs(at: step) == run.inputs[index], comment)
        }
      }
    }
  }

  /// Flips, overwritten stretches, cuts, insertions and removals, in one to four places.
  @Test(arguments: Sample.of([true, false]), [100, 400])
  func allIntactStepsAreKept(holdsState: Bool, keyframeEvery: Int64) throws {
    let subject = try Subject(
      RecordingTracks(state: holdsState), keyframeEvery: keyframeEvery)
    #if DEBUG
      let trials: UInt64 = 20
    #else
      let trials: UInt64 = 100
    #endif
    for seed in 0..<trials {
      var random = SplitMix(seed: seed)
      // A byte of the damaged file and where it came from.
      var bytes = subject.bytes
      var origins = Array(0..<bytes.count) + []
      for _ in 0..<(1 + random.next() % 4) {
        let place = Int(random.next() % UInt64(bytes.count))
        let count = min(Int(random.next() % 200) + 1, bytes.count - place)
        switch random.next() % 5 {
        case 0:
          bytes[place] ^= 1 << UInt8(random.next() % 8)
          origins[place] = -1
        case 1:
          for index in place..<place + count {
            bytes[index] = 0
            origins[index] = -1
          }
        case 2 where place > bytes.count / 2:
          bytes.removeSubrange(place...)
          origins.removeSubrange(place...)
        case 3:
          let noise = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
          bytes.insert(contentsOf: noise, at: place)
          origins.insert(contentsOf: [Int](repeating: -1, count: count), at: place)
        default:
          bytes.removeSubrange(place..<place + count)
          origins.removeSubrange(place..<place + count)
        }
      }
      let intact = subject.chunks.filter { chunk in
        guard let start = origins.firstIndex(of: chunk.place.lowerBound),
          start + chunk.place.count <= origins.count
        else { return false }
        return origins[start..<start + chunk.place.count].elementsEqual(chunk.place)
      }
      // Without any copy of the header there is nothing to tell.
      guard let rescue = try? Rescue(bytes: bytes) else {
        let places = subject.chunks.map(\.place)
        let first = 0..<places[0].lowerBound
        let second = places[0].upperBound..<places[1].lowerBound
        let third = places[places.count - 1].upperBound..<subject.bytes.count
        let areDamaged = [first, second, third].allSatisfy { part in
          guard let start = origins.firstIndex(of: part.lowerBound),
            start + part.count <= origins.count
          else { return true }
          return !origins[start..<start + part.count].elementsEqual(part)
        }
        #expect(intact.isEmpty || areDamaged, "seed \(seed)")
        continue
      }
      try subject.check(
        rescue.pieces.map { ($0.recording, $0.steps.lowerBound) }, intact: intact.map(\.steps),
        "seed \(seed)")
    }
  }

  /// One damaged byte loses one block at most: wherever it is, the preamble included.
  @Test(.enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func oneByteLosesOneBlockAtMost() throws {
    let subject = try Subject()
    #if DEBUG
      let distance = 997
    #else
      let distance = 97
    #endif
    for place in stride(from: 0, to: subject.bytes.count, by: distance) {
      var bytes = subject.bytes
      bytes[place] ^= 0x55
      let rescue = try Rescue(bytes: bytes)
      try subject.check(
        rescue.pieces.map { ($0.recording, $0.steps.lowerBound) },
        intact: subject.chunks.filter { !$0.place.contains(place) }.map(\.steps),
        "byte \(place)")
      #expect(rescue.stepCount == 1200 || place > (subject.chunks.last?.place.upperBound ?? 0))
    }
  }

  /// What is written are whole recordings that say where in the run they begin.
  @Test(arguments: [true, false])
  func piecesAreWrittenAndReadBack(holdsState: Bool) throws {
    let subject = try Subject(RecordingTracks(state: holdsState))
    let folder = try TemporaryFolder()
    let path = folder.file("kept.mcap")
    var bytes = subject.bytes
    for chunk in [0, 4, 5] { bytes[subject.chunks[chunk].place.lowerBound + 80] ^= 1 }
    let written = try Rescue(bytes: bytes).write(to: path)
    #expect(written.map(\.path) == [path, folder.file("kept-600.mcap")])
    #expect(written.map(\.steps) == [100..<400, 600..<1200])
    let recordings = try written.map { try Recording(path: $0.path) }
    #expect(recordings.map(\.header.firstStep) == [100, 600])
    #expect(recordings.map(\.keyframeSteps.first) == [0, 0])
    #expect(try recordings[1].markers.map(\.step) == [0])
    try subject.check(
      recordings.map { ($0, $0.header.firstStep) },
      intact: [100..<400, 600..<1200], "written")
    // A piece that is damaged in turn is rescued, too.
    var again = [UInt8](try Data(contentsOf: URL(fileURLWithPath: written[1].path)))
    again.removeLast(500)
    let rescue = try Rescue(bytes: again)
    #expect(rescue.pieces.map(\.steps) == [600..<1200])
  }

  /// Blocks behind a gap that no key frame follows at once are kept with their states.
  @Test func blocksWithoutAKeyframeAreKept() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mcap")
    let run = try RecordedRun(path: path, stepCount: 3000, keyframeEvery: 2900)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let name = Data([4, 0, 0, 0] + Array("zstd".utf8))
    let first = try #require(Data(bytes).range(of: name))
    bytes[first.upperBound + 100] ^= 1
    let kept = folder.file("kept.mcap")
    let written = try Rescue(bytes: bytes).write(to: kept)
    #expect(written.map(\.steps) == [1024..<3000])
    let recording = try Recording(path: kept)
    #expect(recording.keyframeSteps == [2900 - 1024])
    for step in stride(from: 0, to: recording.stepCount, by: 91) {
      #expect(try recording.state(after: step) == run.states[Int(step) + 1024])
    }
    #expect(throws: RecordingError.self) { try recording.keyframe(atOrBefore: 5) }
  }

  /// Chunks that stand twice are taken once.
  @Test func copiesOfChunksAreDropped() throws {
    let subject = try Subject()
    let chunk = subject.chunks[3].place
    var bytes = subject.bytes
    for _ in 0..<20 { bytes.insert(contentsOf: subject.bytes[chunk], at: chunk.lowerBound) }
    let rescue = try Rescue(bytes: bytes)
    #expect(rescue.pieces.map(\.steps) == [0..<1200])
  }
}
