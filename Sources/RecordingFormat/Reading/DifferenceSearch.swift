import DeterministicMath
import Simulation

/// The first differences between the logs of two recordings of one simulation.
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
  package init(_ first: Recording, _ second: Recording) throws(RecordingError) {
    let (a, b) = (first.shared.index, second.shared.index)
    let shared = min(a.stepCount, b.stepCount)
    let start = try DifferenceSearch.equalSteps(first.shared, second.shared)
    var found: Int64? = a.initialDigest != b.initialDigest ? -1 : nil
    var step = start
    while found == nil, step < shared {
      let (left, right) = (try first.digests(from: step), try second.digests(from: step))
      found = zip(left, right).enumerated().first { $1.0 != $1.1 }.map { step + Int64($0.offset) }
      step += Int64(min(left.count, right.count))
    }
    self.step = found
    inputStep = try DifferenceSearch.inputs(first, second, start..<shared)
  }

  /// The steps at the beginning of both files that are in blocks of the same bytes.
  private static func equalSteps(
    _ a: SharedRecording, _ b: SharedRecording
  ) throws(RecordingError) -> Int64 {
    // What is spread over several segments is read.
    guard a.index.header.tracks == b.index.header.tracks else { return 0 }
    var buffers: ([UInt8], [UInt8]) = ([], [])
    var step: Int64 = 0
    for (one, other) in zip(a.index.blocks, b.index.blocks) {
      guard one.steps == other.steps, let left = a.index.onlySegment(of: one),
        let right = b.index.onlySegment(of: other), left.length == right.length
      else { return step }
      // The checksum of the contents first: it is in the first bytes of a chunk.
      for length in [min(left.length, 64), left.length] {
        try a.source.read(left.offset, length, into: &buffers.0)
        try b.source.read(right.offset, length, into: &buffers.1)
        guard areEqual(buffers.0, buffers.1, Int(length)) else { return step }
      }
      step = one.steps.upperBound
    }
    return step
  }

  private static func areEqual(_ one: [UInt8], _ other: [UInt8], _ count: Int) -> Bool {
    one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        var place = 0
        while place + 8 <= count {
          guard
            one.loadUnaligned(fromByteOffset: place, as: UInt64.self)
              == other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          else { return false }
          place += 8
        }
        return (place..<count).allSatisfy { one[$0] == other[$0] }
      }
    }
  }

  /// The first step with other inputs; blocks without inputs are not read.
  private static func inputs(
    _ first: Recording, _ second: Recording, _ steps: Range<Int64>
  ) throws(RecordingError) -> Int64? {
    var step = steps.lowerBound
    while step < steps.upperBound {
      let ends = [first.shared.index, second.shared.index].map { index in
        // A block without inputs has none of them in any segment.
        let block = index.blocks[index.blocks.partition { $0.firstStep <= step } - 1].steps
        return (end: block.upperBound, isEmpty: index.inputSegments(of: block).isEmpty)
      }
      let end = min(ends[0].end, ends[1].end, steps.upperBound)
      if !ends[0].isEmpty || !ends[1].isEmpty {
        for place in step..<end {
          if try first.inputs(at: place) != second.inputs(at: place) { return place }
        }
      }
      step = end
    }
    return nil
  }
}

extension RecordingIndex {
  /// The chunk that holds all of a block, with numbers of channels that mean the same in every file.
  fileprivate func onlySegment(of block: Block) -> Segment? {
    let segments = [block.digests, block.state, block.view, block.link].compactMap { $0 }
    guard segments.allSatisfy({ $0 == block.digests }),
      inputSegments(of: block.steps).allSatisfy({ $0 == block.digests }), channels.areUsual
    else { return nil }
    return segments.isEmpty ? nil : self.segments[block.digests]
  }
}
