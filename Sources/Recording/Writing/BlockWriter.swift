import DeterministicMath
import Simulation

/// Writes a recording's file: its head, finished blocks, its end.
///
/// The file grows as `PATH.partial` and gets its name when ``finish(note:)`` succeeds. After a failed
/// write every later one fails with the same error; the partial file stays, whole up to its last
/// block, unless ``abandon()`` removes it.
package final class BlockWriter {
  package let header: RecordingHeader
  private let initialDigest: StateDigest
  private let options: RecordingOptions
  private let output: OutputFile
  private var file: MCAPWriter
  private var tally: RecordingTally
  /// A block that met a full disk; it is written again when the file is finished early.
  private var unwritten: FinishedBlock?
  /// True if all of the file is written, under either name.
  private(set) var isComplete = false

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - header: what is recorded.
  ///   - initialDigest: of the state before step 0.
  ///   - options: how it is written.
  /// - Throws: ``RecordingError`` when the file cannot be made.
  package init(
    path: String, header: RecordingHeader, initialDigest: StateDigest, options: RecordingOptions
  ) throws(RecordingError) {
    self.header = header.recoded
    self.initialDigest = initialDigest
    self.options = options
    tally = RecordingTally(MCAP.Channel.all(header.tracks))
    output = try OutputFile(
      path: path, replaces: options.replacesFile, input: options.input,
      sizeMax: options.fileSizeMax)
    do throws(RecordingError) {
      file = try MCAPWriter(
        output, profile: MCAP.profile, library: "laplace \(header.engineVersion)")
      try writePreamble()
    } catch {
      output.abandon()
      throw RecordingError(error.reason, offset: output.size, step: 0)
    }
  }

  private func writePreamble() throws(RecordingError) {
    for metadata in Preamble.metadata(header, initialDigest: initialDigest) {
      try file.addMetadata(MCAP.metadata(metadata.name, metadata.pairs))
    }
    for attachment in Preamble.attachments(header.description) {
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
  var failure: RecordingError? { output.failure }

  /// Steps in the file.
  package var stepCount: Int64 { tally.stepCount }

  /// Runs `body`, and adds offset and step to its error.
  private func put(
    _ body: (inout MCAPWriter) throws(RecordingError) -> Void
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
    if options.syncsKeyframes, block.keyframeSize != nil { try output.sync() }
    // A file that is cut off has no copy at its end.
    if block.steps.lowerBound == 0 { try putHeaderCopy() }
  }

  /// Puts the block so far into the file; the whole block replaces it later.
  func appendForNow(_ block: FinishedBlock) throws(RecordingError) {
    do throws(RecordingError) {
      try output.writeForNow(block.chunk.bytes)
    } catch {
      throw RecordingError(error.reason, offset: output.size, step: block.steps.upperBound)
    }
  }

  private func putHeaderCopy() throws(RecordingError) {
    let copy = HeaderCopy.data(header, initialDigest: initialDigest)
    try put { (file) throws(RecordingError) in
      try file.addAttachment(
        MCAP.attachment(HeaderCopy.name, mediaType: HeaderCopy.mediaType, copy))
    }
  }

  // MARK: The end

  /// Writes the summary and the index, and gives the file its name.
  ///
  /// When it cannot have the name, it stays complete under ``partialPath``.
  ///
  /// - Parameter note: why the recording ends here, for people.
  package func finish(note: String?) throws(RecordingError) {
    if let failure { throw RecordingError(failure.reason, step: stepCount) }
    try complete(note: note, replaces: true)
  }

  /// Completes the file with the steps so far, after something has failed: see
  /// ``RecordingWriter/finishEarly(note:)``.
  ///
  /// - Parameter last: the block that has begun.
  func finishEarly(
    _ last: FinishedBlock?, note: String
  ) throws(RecordingError) -> (stepCount: Int64, path: String) {
    if case .closed = failure?.reason { throw RecordingError(.closed) }
    file.usesReserve = true
    if failure == nil {
      if let last { try write(last) }
    } else if let block = unwritten ?? last, fitsBeforeEnd(block, note: note) {
      // Without it the file ends before it.
      try? write(block)
    }
    unwritten = nil
    let path = try complete(note: note, replaces: false)
    return (stepCount, path)
  }

  /// True if the room that was kept for the end of the file holds the block as well.
  private func fitsBeforeEnd(_ block: FinishedBlock, note: String) -> Bool {
    let copy = HeaderCopy.data(header, initialDigest: initialDigest).count
    // After the first block, too; metadata of the end, and their places in the index.
    let rest = copy * (block.steps.lowerBound == 0 ? 2 : 1) + note.utf8.count + 1024
    return UInt64(block.chunk.bytes.count + rest + file.summarySize(after: block.chunk))
      <= output.reserve
  }

  @discardableResult
  private func complete(note: String?, replaces: Bool) throws(RecordingError) -> String {
    try putHeaderCopy()
    let budget = options.budget.map { [("budget", "\($0)")] } ?? []
    try put { (file) throws(RecordingError) in
      if let note { try file.addMetadata(MCAP.metadata("ended", [("reason", note)])) }
      try file.addMetadata(MCAP.metadata("statistics", tally.pairs + budget))
      try file.end()
    }
    isComplete = true
    do throws(RecordingError) {
      return try output.finish(replaces: replaces)
    } catch {
      throw RecordingError(error.reason, offset: output.size, step: stepCount)
    }
  }

  /// The path of the growing file, which stays there if it cannot be completed or cannot have its name.
  package var partialPath: String { output.partialPath }

  /// Removes what was written; the target stays as it was.
  package func abandon() { output.abandon() }
}

extension RecordingHeader {
  /// The header as it is written: that of an older recording names the codec of its states, which are
  /// coded again.
  var recoded: RecordingHeader {
    var header = self
    header.codec = .residuals
    return header
  }
}
