import DeterministicMath
import Simulation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Where the logs of two recordings of one simulation differ first.
///
/// Blocks of equal bytes are passed over; then steps are compared block by block. Memory is that of
/// a block of each, however long the files are.
package struct DifferenceSearch {
  /// The first step with another digest after it, -1 for the state before step 0; `nil` where the
  /// steps that both have are equal.
  package let step: Int64?
  /// The first step with other inputs.
  package let inputStep: Int64?

  /// - Throws: ``RecordingError`` when a block that has to be read is damaged.
  /// - Complexity: O(bytes) at the speed of comparing memory up to the first difference; behind it,
  ///   only blocks with inputs are read, until inputs differ as well.
  package init(_ first: StepReader, _ second: StepReader) throws(RecordingError) {
    let shared = min(first.stepCount, second.stepCount)
    guard let one = first.file, let other = second.file else {
      let (a, b) = (try first.recording(), try second.recording())
      step = (-1..<shared).first { a.digest(after: $0) != b.digest(after: $0) }
      inputStep = (0..<shared).first { a.inputs(at: $0) != b.inputs(at: $0) }
      return
    }
    let start = try DifferenceSearch.equalChunkCount(one, other)
    if one.whole.initialDigest != other.whole.initialDigest {
      step = -1
    } else {
      step = try DifferenceSearch.digests(one, other, from: start)
    }
    let found = try DifferenceSearch.inputs(one, other, from: start)
    inputStep = found.flatMap { $0 < shared ? $0 : nil }
  }

  /// How many chunks at the beginning of both files are the same bytes.
  private static func equalChunkCount(
    _ a: RecordingFile, _ b: RecordingFile
  ) throws(RecordingError) -> Int {
    // Bytes mean the same only to the same reader.
    guard a.header.tracks == b.header.tracks, a.header.codec == b.header.codec else { return 0 }
    var buffers = (ReadBuffer(), ReadBuffer())
    var count = 0
    while count < min(a.chunks.count, b.chunks.count) {
      let (one, other) = (a.chunks[count], b.chunks[count])
      guard one.length == other.length else { break }
      let offsets = (one.offset, other.offset)
      // The checksum of the contents first: it lies in the first bytes of a chunk.
      for length in [min(one.length, 64), one.length] {
        try buffers.0.read(a.source, offsets.0, length)
        try buffers.1.read(b.source, offsets.1, length)
        guard buffers.0.equals(buffers.1, length) else { return count }
      }
      count += 1
    }
    return count
  }

  private static func digests(
    _ a: RecordingFile, _ b: RecordingFile, from start: Int
  ) throws(RecordingError) -> Int64? {
    var one = Cursor(a, start)
    var other = Cursor(b, start)
    while let left = try one.digests(), let right = try other.digests() {
      guard left.firstStep == right.firstStep else {
        throw RecordingError(.damaged("digests do not follow those before"), step: left.firstStep)
      }
      let count = min(left.values.count, right.values.count)
      for (index, pair) in zip(left.values, right.values).enumerated() where pair.0 != pair.1 {
        return left.firstStep + Int64(index)
      }
      one.pass(count)
      other.pass(count)
    }
    return nil
  }

  private static func inputs(
    _ a: RecordingFile, _ b: RecordingFile, from start: Int
  ) throws(RecordingError) -> Int64? {
    var one = Cursor(a, start)
    var other = Cursor(b, start)
    while true {
      let (left, right) = (try one.input(), try other.input())
      guard let left, let right else { return left?.step ?? right?.step }
      if left.step != right.step || left.record != right.record {
        return min(left.step, right.step)
      }
    }
  }

  /// Goes through the steps of a file, a chunk at a time.
  private struct Cursor {
    private let file: RecordingFile
    private var chunk: Int
    private var values: ArraySlice<StateDigest> = []
    private var firstStep: Int64 = 0
    private var records: ArraySlice<(step: Int64, record: RecordWords)> = []

    init(_ file: RecordingFile, _ chunk: Int) {
      self.file = file
      self.chunk = chunk
    }

    /// The digests from here to the end of their block; `nil` at the end.
    mutating func digests() throws(RecordingError)
      -> (firstStep: Int64, values: ArraySlice<StateDigest>)?
    {
      while values.isEmpty {
        guard chunk < file.chunks.count else { return nil }
        let (_, messages, steps) = try file.messages(of: chunk..<chunk + 1)
        chunk += 1
        firstStep = steps.lowerBound
        values = messages.digests.flatMap(\.values)[...]
      }
      return (firstStep, values)
    }

    mutating func pass(_ count: Int) {
      values = values.dropFirst(count)
      firstStep += Int64(count)
    }

    /// The next input; blocks without inputs are not read.
    mutating func input() throws(RecordingError) -> (step: Int64, record: RecordWords)? {
      while records.isEmpty {
        while chunk < file.chunks.count && !file.chunks[chunk].holdsInputs { chunk += 1 }
        guard chunk < file.chunks.count else { return nil }
        var (_, messages, _) = try file.messages(of: chunk..<chunk + 1)
        chunk += 1
        messages.inputs.sort { $0.step < $1.step }
        records = messages.inputs[...]
      }
      return records.popFirst()
    }
  }
}

/// Room for a piece of a file, which is kept.
private struct ReadBuffer {
  private var bytes: [UInt8] = []

  mutating func read(
    _ source: RecordingFile.Source, _ offset: UInt64, _ count: UInt64
  ) throws(RecordingError) {
    try source.read(offset, count, into: &bytes)
  }

  /// Whether the first `count` bytes are the same.
  func equals(_ other: ReadBuffer, _ count: UInt64) -> Bool {
    bytes.withUnsafeBytes { one in
      other.bytes.withUnsafeBytes { two in
        guard let one = one.baseAddress, let two = two.baseAddress else { return count == 0 }
        return memcmp(one, two, Int(count)) == 0
      }
    }
  }
}
