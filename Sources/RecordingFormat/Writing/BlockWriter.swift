import DeterministicMath
import Simulation

/// Writes a recording's file: its head, finished blocks, its end.
///
/// After a failed write every later one fails with the same error; what was written is whole up to its
/// last block.
package final class BlockWriter<Output: ByteSink> {
  package let header: RecordingHeader
  private let initialDigest: StateDigest
  private let packing: Packing
  package let output: Output
  private var file: MCAPWriter<Output>
  private var tally: RecordingTally
  /// A block that met a full disk; it is written again when the file is finished early.
  private var unwritten: FinishedBlock?
  /// True if all of the file is written.
  package private(set) var isComplete = false

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - output: where its bytes go.
  ///   - header: what is recorded.
  ///   - initialDigest: of the state before step 0.
  ///   - packing: how it is written.
  /// - Throws: ``RecordingError`` when its beginning cannot be written.
  package init(
    _ output: Output, header: RecordingHeader, initialDigest: StateDigest, _ packing: Packing
  ) throws(RecordingError) {
    self.header = header
    self.initialDigest = initialDigest
    self.packing = packing
    self.output = output
    tally = RecordingTally(MCAP.Channel.all(header.tracks))
    do throws(RecordingError) {
      file = try MCAPWriter(
        output, profile: MCAP.profile, library: "laplace \(header.engineVersion)")
      try writePreamble()
    } catch {
      throw RecordingError(error.reason, offset: output.size, step: 0)
    }
  }

  private func writePreamble() throws(RecordingError) {
    for metadata in Preamble.metadata(header, initialDigest: initialDigest) {
      try file.addMetadata(MCAP.metadata(metadata.name, metadata.pairs))
    }
    for attachment in Preamble.attachments(header.description, packing.once) {
      try file.addAttachment(
        MCAP.attachment(attachment.name, mediaType: attachment.mediaType, attachment.data))
    }
    let channels = MCAP.Channel.all(header.tracks)
    for channel in channels {
      try file.addSchema(
        MCAP.schema(
          channel.rawValue, name: channel.schemaName, encoding: channel.schemaEncoding,
          data: Preamble.schema(channel, header.description)))
    }
    for channel in channels {
      try file.addChannel(
        channel.rawValue,
        MCAP.channel(channel.rawValue, topic: channel.topic, encoding: channel.messageEncoding))
    }
  }

  /// Why nothing can be written any more; `nil` while it can.
  package var failure: RecordingError? { output.failure }

  /// Steps in the file.
  package var stepCount: Int64 { tally.stepCount }

  /// Runs `body`, and adds offset and step to its error.
  private func put(
    _ body: (inout MCAPWriter<Output>) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    do throws(RecordingError) {
      try body(&file)
    } catch {
      throw RecordingError(error.reason, offset: output.size, step: stepCount)
    }
  }

  // MARK: Blocks

  /// Writes a block whose steps follow on those before.
  package func append(_ block: FinishedBlock) throws(RecordingError) {
    // After a lost block the next would not follow on the one before.
    if let failure { throw RecordingError(failure.reason, step: stepCount) }
    try write(block)
  }

  private func write(_ block: FinishedBlock) throws(RecordingError) {
    do throws(RecordingError) {
      try file.add(block.chunk)
    } catch {
      unwritten = block
      throw RecordingError(error.reason, offset: output.size, step: block.steps.upperBound)
    }
    tally.add(block)
    if packing.syncsKeyframes, block.keyframeSize != nil { try output.sync() }
    // A file that is cut off has no copy at its end.
    if block.steps.lowerBound == 0 { try putHeaderCopy() }
  }

  /// Puts the block so far into the file; the whole block replaces it later.
  package func appendForNow(_ block: FinishedBlock) throws(RecordingError) {
    do throws(RecordingError) {
      try output.writeForNow(block.chunk.bytes)
    } catch {
      throw RecordingError(error.reason, offset: output.size, step: block.steps.upperBound)
    }
  }

  private func putHeaderCopy() throws(RecordingError) {
    let copy = HeaderCopy.data(header, initialDigest: initialDigest, packing.once)
    try put { (file) throws(RecordingError) in
      try file.addAttachment(
        MCAP.attachment(HeaderCopy.name, mediaType: HeaderCopy.mediaType, copy))
    }
  }

  // MARK: The end

  /// Writes the summary and the index.
  ///
  /// - Parameter note: why the recording ends here, for people.
  package func complete(note: String?) throws(RecordingError) {
    if let failure { throw RecordingError(failure.reason, step: stepCount) }
    try writeEnd(note: note)
  }

  /// Completes the file with the steps so far, after something has failed.
  ///
  /// - Parameter last: the block that has begun.
  package func completeEarly(_ last: FinishedBlock?, note: String) throws(RecordingError) {
    if case .closed = failure?.reason { throw RecordingError(.closed) }
    file.usesReserve = true
    if failure == nil {
      if let last { try write(last) }
    } else if let block = unwritten ?? last, fitsBeforeEnd(block, note: note) {
      // Without it the file ends before it.
      try? write(block)
    }
    unwritten = nil
    try writeEnd(note: note)
  }

  /// True if the room that was kept for the end of the file holds the block as well.
  private func fitsBeforeEnd(_ block: FinishedBlock, note: String) -> Bool {
    let copy = HeaderCopy.data(header, initialDigest: initialDigest, packing.once).count
    // After the first block, too; metadata of the end, and their places in the index.
    let rest = copy * (block.steps.lowerBound == 0 ? 2 : 1) + note.utf8.count + 1024
    return UInt64(block.chunk.bytes.count + rest + file.summarySize(after: block.chunk))
      <= output.reserve
  }

  private func writeEnd(note: String?) throws(RecordingError) {
    try putHeaderCopy()
    let budget = packing.budget.map { [("budget", "\($0)")] } ?? []
    try put { (file) throws(RecordingError) in
      if let note { try file.addMetadata(MCAP.metadata("ended", [("reason", note)])) }
      try file.addMetadata(MCAP.metadata("statistics", tally.pairs + budget))
      try file.end()
    }
    isComplete = true
  }
}

/// How a recording's bytes are made.
package struct Packing {
  /// Compresses chunks.
  let chunks: Compressor
  /// Compresses with zstd what is stored once or twice: descriptions.
  let once: Compressor
  /// The share of a step's time that recording may take: the file names it.
  let budget: Double?
  /// Whether every key frame is made durable before the run goes on.
  let syncsKeyframes: Bool

  package init(
    chunks: Compressor, once: Compressor, budget: Double? = nil, syncsKeyframes: Bool = false
  ) {
    (self.chunks, self.once) = (chunks, once)
    (self.budget, self.syncsKeyframes) = (budget, syncsKeyframes)
  }

  /// Without a library that compresses.
  package static var stored: Packing { Packing(chunks: .stored, once: .stored) }
}
