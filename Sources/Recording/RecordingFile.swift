import DeterministicMath
import Simulation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// A recording on disk, of which only what is asked for is read.
///
/// Opening reads the summary at the end of the file and the header; a step reads its block. Memory is
/// that of the summary (about 150 bytes for each block) and of one block, however long the file is.
/// ``Recording`` reads and checks every byte; here, what is read is checked by its own checksums.
///
/// ```swift
/// let file = try RecordingFile(path: "session.mcap")
/// let block = try file.block(at: 500_000)
/// let state = try block.recording.state(after: 500_000 - block.firstStep)
/// ```
public final class RecordingFile {
  /// What does not change while the run goes on: simulation, parameters, seed, build.
  public let header: RecordingHeader
  /// How many steps were recorded; they are numbered from 0.
  public let stepCount: Int64
  /// Whether the recorder left no state out, as the summary says.
  package var holdsEveryState: Bool { leftOutCount == 0 }
  /// How many states the recorder left out, as the summary says.
  let leftOutCount: Int64
  /// How many messages the summary counts.
  let messageCounts: [MCAP.Channel: UInt64]

  private let descriptor: Int32
  let size: UInt64
  /// Where the data end; `nil` in a file without a block.
  let dataEnd: UInt64?
  let chunks: [Chunk]
  let whole: Recording.Whole
  private var last: (index: Int, block: Block)?

  /// Where a chunk lies, from the summary.
  struct Chunk {
    var startTime: UInt64
    var offset: UInt64
    var length: UInt64
    /// Bytes of the message indexes behind it.
    var indexLength: UInt64
    var holdsKeyframe = false
    var holdsInputs = false
    var holdsMarkers = false
  }

  /// Steps that are stored together.
  public struct Block {
    /// The steps, numbered from 0.
    public let recording: Recording
    /// The step of the file that is step 0 of ``recording``.
    public let firstStep: Int64
  }

  /// What a summary may take, in bytes: that of some 400,000 blocks.
  private static let summarySizeMax: UInt64 = 1 << 26
  private static let footerSize: UInt64 = 37
  /// Bytes of the index of a chunk without channels.
  private static let chunkIndexSizeMin = 73

  /// Opens the file at `path`.
  ///
  /// - Complexity: O(blocks); the length of what lies between header and summary does not matter.
  /// - Throws: ``RecordingError``; a file that was not finished has no summary and is `truncated`.
  public init(path: String) throws(RecordingError) {
    let opened = open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw OutputFile.error(errno, "read") }
    do throws(RecordingError) {
      var status = stat()
      guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw RecordingError(.unfit("is not a file: a recording is one file"))
      }
      size = UInt64(status.st_size)
      let source = Source(descriptor: opened, size: size)
      guard size > 0 else { throw RecordingError(.emptyFile) }
      let start = try source.read(0, min(size, 8))
      if FlightLog.begins(start) { throw RecordingError(.flightRing) }
      guard start == MCAP.magic else { throw RecordingError(.notARecording) }
      try RecordingFile.checkMaker(source)
      let index = try RecordingFile.index(source)
      chunks = index.chunks
      dataEnd = index.dataEnd
      var parts = index.parts
      parts.deriveJSON()
      let initialDigest: StateDigest
      (header, initialDigest) = try parts.header()
      guard let count = index.statistics["steps"].flatMap({ Int64($0) }), count >= 0,
        count < 1 << 62
      else {
        throw RecordingError(.damaged("the number of steps is missing"))
      }
      guard count == 0 || !chunks.isEmpty && (header.firstStep > 0 || chunks[0].startTime == 0)
      else { throw RecordingError(.damaged("the summary leaves out the first steps")) }
      stepCount = count
      // What cannot be read as a number is no reason to say that every state is there.
      leftOutCount = index.statistics["leftOut"].map { Int64($0) ?? .max } ?? 0
      messageCounts = index.messageCounts
      whole = Recording.Whole(
        stepCount: count, initialDigest: initialDigest, endNote: index.endNote,
        statistics: RecordingStatistics(fileSize: Int(size), index.statistics))
      descriptor = opened
    } catch {
      close(opened)
      throw error
    }
  }

  deinit { close(descriptor) }

  var source: Source { Source(descriptor: descriptor, size: size) }

  /// The steps that are stored with `step`.
  ///
  /// - Complexity: reads and decompresses one block, and keeps it for the next question.
  /// - Throws: ``RecordingError`` when there is no such step, or its block is damaged.
  public func block(at step: Int64) throws(RecordingError) -> Block {
    guard step >= 0, step < stepCount else {
      throw RecordingError(.stepOutOfRange(stepCount: stepCount))
    }
    let low = chunkCount(untilStep: step)
    // A chunk that holds a key frame alone may begin at the time of another one.
    for index in [low - 1, low - 2, low] where chunks.indices.contains(index) {
      let block = try read(index)
      if step >= block.firstStep, step < block.firstStep + block.recording.stepCount {
        return block
      }
    }
    throw RecordingError(.damaged("the summary names no block of step \(step)"), step: step)
  }

  private func read(_ index: Int) throws(RecordingError) -> Block {
    if let last, last.index == index { return last.block }
    let (cache, messages, steps) = try messages(of: index..<index + 1)
    let recording = Recording(
      cache, header: header, messages: messages, steps: steps, base: steps.lowerBound, whole: nil)
    let block = Block(recording: recording, firstStep: steps.lowerBound)
    last = (index, block)
    return block
  }

  /// What neighbouring chunks say, and their steps.
  func messages(
    of indexes: Range<Int>
  ) throws(RecordingError) -> (cache: ChunkCache, messages: RecordedMessages, steps: Range<Int64>) {
    guard !indexes.isEmpty else {
      throw RecordingError(.damaged("the summary names no block"))
    }
    let start = chunks[indexes.lowerBound].offset
    let last = chunks[indexes.upperBound - 1]
    let (end, overflow) = last.offset.addingReportingOverflow(last.length)
    guard !overflow, end > start else { throw misplaced(start) }
    let cache = ChunkCache(try source.read(start, end - start))
    var reader = ChunkReader(header)
    var messages = RecordedMessages()
    for chunk in chunks[indexes] {
      guard chunk.offset >= start, chunk.length >= 9, chunk.offset <= end - chunk.length else {
        throw misplaced(chunk.offset)
      }
      let offset = Int(chunk.offset - start)
      var record = ByteReader(cache.bytes, offset..<offset + Int(chunk.length))
      guard record.readUInt8() == MCAP.Opcode.chunk.rawValue,
        record.readUInt64() == UInt64(record.remaining)
      else { throw misplaced(chunk.offset) }
      let place = try ChunkPlace(record, offset: Int(chunk.offset))
      try reader.read(try cache.contents(of: place), place, into: &messages)
    }
    let steps = try messages.check(from: nil, header.tracks)
    return (cache, messages, steps)
  }

  private func misplaced(_ offset: UInt64) -> RecordingError {
    RecordingError(.damaged("the summary names a chunk where there is none"), offset: offset)
  }
}

// MARK: Some steps

extension RecordingFile {
  /// The recording, of which only `steps` are held, with the key frames around them: what stands
  /// before and behind is not read. Steps are numbered as in all of it.
  ///
  /// Held are: the last key frame at or before the first step, all from there to the last step, the
  /// digest before the key frame, and a key frame that follows on the last step. Other steps must
  /// not be asked for.
  ///
  /// - Complexity: reads and decompresses the blocks from that key frame on.
  /// - Throws: ``RecordingError``; a file in which they do not lie where its summary says.
  package func recording(holding steps: ClosedRange<Int64>) throws(RecordingError) -> Recording {
    guard steps.lowerBound >= 0, steps.upperBound < stepCount else {
      throw RecordingError(.stepOutOfRange(stepCount: stepCount))
    }
    var first = chunkCount(untilStep: steps.lowerBound)
    while first > 0 && !chunks[first - 1].holdsKeyframe { first -= 1 }
    let end = chunkCount(untilStep: steps.upperBound)
    // One more before, for its last digest, and one behind, for its key frame.
    let (cache, messages, held) = try messages(
      of: max(0, first - 2)..<min(chunks.count, max(end, first) + 1))
    let recording = Recording(
      cache, header: header, messages: messages, steps: held, base: 0, whole: whole)
    // Where the summary and the blocks contradict each other, what was asked for is missing here.
    let keyframe = recording.keyframeStep(atOrBefore: steps.lowerBound)
    guard held.contains(steps.lowerBound), held.contains(steps.upperBound),
      held.lowerBound == 0 || keyframe ?? -1 > held.lowerBound
    else {
      throw RecordingError(
        .damaged("the summary names no block of step \(steps.lowerBound)"), step: steps.lowerBound)
    }
    return recording
  }

  /// How many chunks begin at or before a step.
  func chunkCount(untilStep step: Int64) -> Int {
    let time = header.description.stepDuration.nanoseconds(atStep: step)
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].startTime <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: Reading the summary

extension RecordingFile {
  /// A file that is read in pieces.
  struct Source {
    var descriptor: Int32
    var size: UInt64

    func read(_ offset: UInt64, _ count: UInt64) throws(RecordingError) -> [UInt8] {
      try check(offset, count)
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
        code = fill(UnsafeMutableRawBufferPointer(buffer), offset)
        filled = code == 0 ? Int(count) : 0
      }
      guard code == 0 else { throw OutputFile.error(code, "read") }
      return bytes
    }

    /// Reads to the beginning of `buffer`, which is made larger where it has to be.
    func read(
      _ offset: UInt64, _ count: UInt64, into buffer: inout [UInt8]
    ) throws(RecordingError) {
      try check(offset, count)
      if buffer.count < Int(count) { buffer = [UInt8](repeating: 0, count: Int(count)) }
      let code = buffer.withUnsafeMutableBytes { bytes in
        fill(UnsafeMutableRawBufferPointer(rebasing: bytes[..<Int(count)]), offset)
      }
      guard code == 0 else { throw OutputFile.error(code, "read") }
    }

    private func check(_ offset: UInt64, _ count: UInt64) throws(RecordingError) {
      guard offset <= size, count <= size - offset else {
        throw RecordingError(.truncated, offset: offset)
      }
      let limit = UInt64(2 * RecordingScan.chunkSizeMax)
      guard count <= limit else {
        throw RecordingError(.tooLarge(what: "a record", size: count, limit: limit))
      }
    }

    /// - Returns: the number of the system's error; 0 when all of `buffer` was read.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer, _ offset: UInt64) -> Int32 {
      var filled = 0
      while filled < buffer.count, let start = buffer.baseAddress {
        let got = pread(
          descriptor, start + filled, buffer.count - filled, off_t(offset) + off_t(filled))
        if got < 0 && errno == EINTR { continue }
        guard got > 0 else { return got < 0 ? errno : EIO }
        filled += got
      }
      return 0
    }
  }

  private struct Index {
    var chunks: [Chunk] = []
    var parts = Preamble.Parts()
    var statistics: [String: String] = [:]
    var endNote: String?
    var messageCounts: [MCAP.Channel: UInt64] = [:]
    /// Where the data end, once the places are checked.
    private(set) var dataEnd: UInt64?
    /// Where the records lie that the summary names.
    private var places: [Range<UInt64>] = []

    mutating func add(_ offset: UInt64, _ length: UInt64) throws(RecordingError) {
      let (end, overflow) = offset.addingReportingOverflow(length)
      guard !overflow else { throw RecordingError(.damaged("the summary cannot be read")) }
      // Neighbours are one place, as a rule all chunks. The first chunk begins one.
      if let last = places.indices.last, places[last].upperBound == offset, !chunks.isEmpty {
        places[last] = places[last].lowerBound..<end
      } else {
        places.append(offset..<end)
      }
    }

    /// Checks that what the summary names has no gap from the first chunk to the end of the data:
    /// leaving out a chunk would leave out what happened there.
    mutating func checkPlaces(_ source: Source) throws(RecordingError) {
      guard var place = chunks.first?.offset else { return }
      for next in places.sorted(by: { $0.lowerBound < $1.lowerBound })
      where next.lowerBound >= place {
        guard next.lowerBound == place else { break }
        place = next.upperBound
      }
      guard try source.read(place, 1) == [MCAP.Opcode.dataEnd.rawValue] else {
        throw RecordingError(.damaged("the summary leaves out what lies here"), offset: place)
      }
      dataEnd = place
    }
  }

  /// Other tools distribute messages among chunks as they like: their files are for ``Recording``.
  private static func checkMaker(_ source: Source) throws(RecordingError) {
    let bytes = try source.read(8, min(source.size - 8, 256))
    var reader = ByteReader(bytes)
    guard reader.readUInt8() == MCAP.Opcode.header.rawValue, reader.readUInt64() != nil,
      let profile = reader.readText(), let library = reader.readText()
    else { throw RecordingError(.damaged("the header cannot be read"), offset: 8) }
    guard profile == MCAP.profile else { throw RecordingError(.profileUnknown(profile)) }
    guard library.hasPrefix(MCAP.profile) else {
      throw RecordingError(.unfit("another tool wrote it: only reading all of it gives its steps"))
    }
  }

  private static func index(_ source: Source) throws(RecordingError) -> Index {
    let size = source.size
    guard size > 8 + footerSize else { throw RecordingError(.truncated, offset: size) }
    let footer = try source.read(size - footerSize, footerSize)
    guard footer.suffix(8).elementsEqual(MCAP.magic) else {
      throw RecordingError(.truncated, offset: size - 8)
    }
    var end = ByteReader(footer)
    guard end.readUInt8() == MCAP.Opcode.footer.rawValue, end.readUInt64() == 20,
      let start = end.readUInt64(), end.readUInt64() != nil, let sum = end.readUInt32(),
      start >= 8, start <= size - footerSize
    else { throw RecordingError(.damaged("the footer cannot be read"), offset: size - footerSize) }
    let length = size - footerSize - start
    guard length <= summarySizeMax else {
      throw RecordingError(.tooLarge(what: "the summary", size: length, limit: summarySizeMax))
    }
    let summary = try source.read(start, length)
    var crc = CRC32()
    crc.update(summary)
    crc.update(footer.prefix(25))
    guard sum == 0 || sum == crc.value else {
      throw RecordingError(.damaged("the checksum of the summary is wrong"), offset: start)
    }
    var index = try index(summary, source)
    try index.checkPlaces(source)
    return index
  }

  private static func index(
    _ summary: [UInt8], _ source: Source
  ) throws(RecordingError) -> Index {
    var index = Index()
    var reader = ByteReader(summary)
    var pieces: [UInt8] = []
    while !reader.isAtEnd {
      guard let opcode = reader.readUInt8(), let length = reader.readUInt64(),
        length <= UInt64(reader.remaining), let record = reader.readRange(Int(length))
      else { throw RecordingError(.damaged("the summary cannot be read")) }
      var fields = ByteReader(summary, record)
      switch MCAP.Opcode(rawValue: opcode) {
      case .chunkIndex:
        guard let place = ChunkIndex(&fields), let size = fields.readUInt32(),
          let channels = fields.readRange(Int(size)), let indexLength = fields.readUInt64()
        else { throw RecordingError(.damaged("the summary cannot be read")) }
        var chunk = Chunk(
          startTime: place.startTime, offset: place.offset, length: place.length,
          indexLength: indexLength)
        try index.add(place.offset, place.length)
        // Channels and the places of their indexes, ten bytes each.
        for pair in 0..<channels.count / 10 {
          let at = channels.lowerBound + 10 * pair
          let channel = UInt16(summary[at]) | UInt16(summary[at + 1]) << 8
          if channel == MCAP.Channel.keyframes.rawValue { chunk.holdsKeyframe = true }
          if channel == MCAP.Channel.inputs.rawValue { chunk.holdsInputs = true }
          if channel == MCAP.Channel.markers.rawValue { chunk.holdsMarkers = true }
        }
        index.chunks.append(chunk)
        try index.add(place.offset &+ place.length, indexLength)
      case .statistics:
        // Behind the numbers of messages, schemas, channels, attachments, metadata and chunks, and two
        // times.
        guard fields.readRange(22) != nil, let chunkCount = fields.readUInt32(),
          fields.readRange(16) != nil, let size = fields.readUInt32(),
          let counts = fields.readRange(Int(size))
        else { throw RecordingError(.damaged("the summary cannot be read")) }
        // No more than fit into the rest of the summary, whatever the number. Once: each time would copy
        // the chunks.
        if index.chunks.capacity == 0 {
          index.chunks.reserveCapacity(min(Int(chunkCount), reader.remaining / chunkIndexSizeMin))
        }
        var pairs = ByteReader(summary, counts)
        while let id = pairs.readUInt16(), let count = pairs.readUInt64() {
          if let channel = MCAP.Channel(rawValue: id) { index.messageCounts[channel] = count }
        }
      case .metadataIndex, .attachmentIndex:
        // What stands before the first chunk, and the statistics: a few thousand bytes each.
        guard let offset = fields.readUInt64(), let length = fields.readUInt64() else {
          throw RecordingError(.damaged("the summary cannot be read"))
        }
        try index.add(offset, length)
        // The other attachments say the same for other readers.
        if opcode == MCAP.Opcode.attachmentIndex.rawValue {
          guard fields.readRange(24) != nil, let name = fields.readText(),
            name.hasPrefix(Preamble.binaryName)
          else { continue }
        }
        // The length first: it may be any number.
        guard length <= summarySizeMax, UInt64(pieces.count) + length <= summarySizeMax else {
          throw RecordingError(.tooLarge(what: "a record", size: length, limit: summarySizeMax))
        }
        pieces += try source.read(offset, length)
      default: continue
      }
    }
    guard let parts = RecordSearch.preamble(in: pieces) else {
      throw RecordingError(.damaged("the checksum of the metadata is wrong"))
    }
    index.parts = parts
    index.statistics = Dictionary(RecordSearch.metadata("statistics", in: pieces).last ?? []) {
      first, _ in first
    }
    let ended = RecordSearch.metadata("ended", in: pieces).last
    index.endNote = ended?.first { $0.0 == "reason" }?.1
    return index
  }
}
