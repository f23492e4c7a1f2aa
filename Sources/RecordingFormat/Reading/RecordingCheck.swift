import DeterministicMath
import Simulation

/// One pass over a file: what it holds, where, and what is wrong with it.
///
/// It reads every byte, or goes by the summary and reads what is between the chunks. Each chunk is unpacked once; memory is that of a chunk, and of the index.
struct RecordingCheck {
  private let source: ByteSource
  private var walk: RecordWalk
  private var unpacker = Unpacker()
  private var preamble: Preamble.Parts
  private var statistics: [String: String] = [:]
  private var endNote: String?
  private var channels = ChannelMap()
  private var builder = IndexBuilder()
  private var layout = RecordingLayout()
  private var messageCounts: [UInt16: UInt64] = [:]
  private var chunkIndexes: [ChunkIndex] = []
  /// True for a file of this project's writer: readers of some steps go by its summary.
  private var isOwn = false
  /// What reading messages needs, once it was asked for.
  private var context: (header: RecordingHeader, initialDigest: StateDigest, inputs: InputJSON)?
  /// The chunks that are not read; `nil` in a pass over every byte.
  private var summary: FileSummary?
  /// The checksum of the data up to a place; `nil` once the walk has jumped.
  private var sum: (crc: CRC32, end: UInt64)? = (CRC32(), 0)

  /// What was found so far by a pass that goes on; `nil` in one that stops at the first fault.
  private(set) var faults: [RecordingError]?
  /// Where whole chunks begin, found without following lengths.
  private lazy var wholeChunks =
    (try? source.all()).map {
      RecordSearch.chunks(in: $0, source.compressions)
    } ?? []

  /// Checks everything.
  ///
  /// - Parameter notes: whether to note each fault and go on, at the next whole chunk if there is no
  ///   other way.
  /// - Throws: ``RecordingError`` for the first fault, or for what is not a recording at all.
  init(_ source: ByteSource, notes: Bool = false) throws(RecordingError) {
    self.source = source
    preamble = Preamble.Parts(source.compressions)
    faults = notes ? [] : nil
    walk = RecordWalk(source)
    try MCAP.checkMagic(source)
    walk.move(to: UInt64(MCAP.magic.count))
    try run()
  }

  /// Goes by the summary.
  ///
  /// - Complexity: O(blocks); the chunks stay unread.
  /// - Throws: ``RecordingError`` for a file of which every byte has to be read.
  init(bySummary source: ByteSource) throws(RecordingError) {
    self.source = source
    preamble = Preamble.Parts(source.compressions)
    try MCAP.checkMagic(source)
    let summary = try FileSummary(source)
    (self.summary, messageCounts) = (summary, summary.messageCounts)
    layout.hasSummaryChecksum = summary.hasChecksum
    sum = nil
    preamble.deriveJSON()
    walk = RecordWalk(source, windowSize: 1 << 14)
    walk.move(to: UInt64(MCAP.magic.count))
    try run()
  }

  /// What the file holds.
  ///
  /// - Throws: ``RecordingError`` when its messages do not tell one gapless story.
  mutating func index() throws(RecordingError) -> RecordingIndex {
    let (header, initialDigest, _) = try messageContext()
    if summary != nil {
      guard let count = statistics["steps"].flatMap({ Int64($0) }), (0..<1 << 62).contains(count)
      else { throw RecordingError(.damaged("the number of steps is missing")) }
      try builder.closeUnread(stepCount: count)
    }
    var (_, index) = try builder.index(
      from: 0, RecordingIndex(header: header, initialDigest: initialDigest))
    guard index.keyframes.first?.step == 0 || header.firstStep > 0 else {
      throw RecordingError(.damaged("the state before step 0 is missing"))
    }
    // Other programs may drop what they do not know.
    guard !isOwn && statistics.isEmpty || statistics["steps"] == "\(index.stepCount)" else {
      throw RecordingError(.damaged("the steps do not add up"))
    }
    index.statistics = RecordingStatistics(fileSize: Int(source.size), statistics)
    (index.endNote, index.channels, index.isChecked) = (endNote, channels, summary == nil)
    if summary != nil { try takeCounts(&index) }
    index.layout = layout
    index.layout.channels = channels.foreign.sorted { $0.key < $1.key }.map { number, channel in
      RecordingLayout.Foreign(
        name: channel.topic, type: channel.schema, messageCount: messageCounts[number] ?? 0)
    }
    return index
  }

  /// Steps that are missing or there twice, and a header that cannot be read.
  mutating func storyFaults() -> [RecordingError] {
    var faults: [RecordingError] = []
    var end: Int64 = 0
    for block in builder.steps {
      if block.lowerBound > end {
        faults.append(missing(end..<block.lowerBound))
      } else if block.lowerBound < end {
        faults.append(RecordingError(.damaged("a step is there twice"), step: block.lowerBound))
      }
      end = max(end, block.upperBound)
    }
    if let count = statistics["steps"].flatMap({ Int64($0) }), count > end {
      faults.append(missing(end..<count))
    }
    return faults
  }

  private func missing(_ steps: Range<Int64>) -> RecordingError {
    let last = steps.upperBound - 1
    let words = steps.lowerBound == last ? "step \(last) is" : "steps up to \(last) are"
    return RecordingError(.damaged("\(words) missing"), step: steps.lowerBound)
  }
}

// MARK: The records of the data

extension RecordingCheck {
  private typealias Record = RecordWalk.Record

  private mutating func run() throws(RecordingError) {
    var isFirst = true
    while true {
      let start = walk.position
      do throws(RecordingError) {
        if let chunk = summary?.chunks[start] {
          try take(chunk)
          continue
        }
        try addToSum(until: start)
        guard let record = try walk.next() else { throw RecordingError(.truncated, offset: start) }
        if isFirst && record.kind != .header { throw damaged("the header is missing", record) }
        isFirst = false
        if record.kind == .dataEnd { return try end(record) }
        try take(record)
      } catch {
        try note(error)
        isFirst = false
        guard goOn(after: start) else { return }
      }
    }
  }

  /// Notes a fault, or ends the pass with it.
  private mutating func note(_ fault: RecordingError) throws(RecordingError) {
    guard let known = faults else { throw fault }
    if !known.contains(fault) { faults?.append(fault) }
  }

  private mutating func addToSum(until place: UInt64) throws(RecordingError) {
    guard var sum else { return }
    try walk.sum(sum.end..<place, into: &sum.crc)
    self.sum = (sum.crc, place)
  }

  /// Moves on after a record with a fault: to the next record if one follows, else to the next whole
  /// chunk; `false` if there is none.
  private mutating func goOn(after start: UInt64) -> Bool {
    let place = walk.position
    if place > start, let record = try? walk.next(), record.kind != nil {
      walk.move(to: place)
      return true
    }
    sum = nil
    guard let chunk = wholeChunks.first(where: { $0.offset > start }) else { return false }
    walk.move(to: chunk.offset)
    return true
  }

  private func damaged(_ what: String, _ record: Record) -> RecordingError {
    RecordingError(.damaged(what), offset: record.offset)
  }

  private mutating func take(_ record: Record) throws(RecordingError) {
    switch record.kind {
    case .header: try readHeader(record)
    case .metadata: try readMetadata(record)
    case .attachment: try readAttachment(record)
    case .chunk, .message:
      guard summary == nil else {
        throw damaged("the summary leaves out what is here", record)
      }
      try record.kind == .chunk ? readChunk(record) : readMessage(record)
    case .messageIndex: return
    case .schema:
      guard channels.addSchema(try walk.reader(record.contents)) else {
        throw damaged("a schema cannot be read", record)
      }
    case .channel:
      guard channels.addChannel(try walk.reader(record.contents)) else {
        throw damaged("a channel cannot be read", record)
      }
    default:
      guard record.isPrivate else {
        throw damaged("a record of unknown kind \(record.opcode)", record)
      }
      layout.privateRecords += 1
    }
  }

  private mutating func readHeader(_ record: Record) throws(RecordingError) {
    var reader = try walk.reader(record.contents)
    guard let profile = reader.readText(), let library = reader.readText() else {
      throw damaged("the header cannot be read", record)
    }
    (isOwn, layout.library) = (library.hasPrefix(MCAP.profile), library)
    guard profile == MCAP.profile else { throw RecordingError(.profileUnknown(profile)) }
    guard isOwn || summary == nil else { throw RecordingCheck.unfit }
  }

  private mutating func readMetadata(_ record: Record) throws(RecordingError) {
    guard let (name, pairs) = MCAP.metadata(try walk.reader(record.contents)) else {
      throw damaged("metadata cannot be read", record)
    }
    if preamble.take(metadata: name, pairs) { return }
    switch name {
    case "ended": endNote = Dictionary(firstOf: pairs)["reason"]
    case "statistics": statistics = Dictionary(firstOf: pairs)
    default: layout.metadata.append(RecordingLayout.Foreign(name: name))
    }
  }

  private mutating func readAttachment(_ record: Record) throws(RecordingError) {
    guard let attachment = try walk.attachment(record), let stored = attachment.sum else {
      throw damaged("an attachment cannot be read", record)
    }
    var crc = CRC32()
    if summary == nil || attachment.isOwn { try walk.sum(attachment.summed, into: &crc) }
    guard summary != nil && !attachment.isOwn || stored == 0 || stored == crc.value else {
      throw damaged("an attachment's checksum is wrong", record)
    }
    if attachment.isOwn {
      preamble.take(attachment.name, try walk.bytes(attachment.data))
    } else {
      layout.attachments.append(
        RecordingLayout.Foreign(name: attachment.name, type: attachment.mediaType))
    }
  }

  // MARK: Messages

  private mutating func messageContext() throws(RecordingError)
    -> (header: RecordingHeader, initialDigest: StateDigest, inputs: InputJSON)
  {
    if let context { return context }
    let found: (RecordingHeader, StateDigest)
    do throws(RecordingError) { found = try preamble.header() } catch {
      // Other programs put what describes the recording elsewhere; of a damaged one there are copies.
      if let header = try? Preamble.Parts(in: source).header() {
        found = header
      } else {
        guard faults != nil, let bytes = try? source.all(),
          let (header, initial) = try? RecordSearch.header(in: bytes, source.compressions)
        else { throw error }
        try note(error)
        found = (header, initial)
      }
    }
    let context = (found.0, found.1, InputJSON(found.0.description.inputs))
    self.context = context
    return context
  }

  private mutating func readChunk(_ record: Record) throws(RecordingError) {
    let reader = try walk.reader(record.contents)
    let place = try ChunkPlace(reader, offset: record.offset, source.compressions)
    var times = reader
    chunkIndexes.append(
      ChunkIndex(
        startTime: times.readUInt64() ?? 0, endTime: times.readUInt64() ?? 0,
        offset: record.offset, length: record.end - record.offset))
    layout.chunkCount += 1
    if place.crc == 0 && place.uncompressedSize > 0 { layout.chunksWithoutChecksum += 1 }
    if place.compression == .none { layout.uncompressedChunks += 1 }
    let context = try messageContext()
    let contents = try unpacker.contents(of: place, in: reader.bytes, offset: record.offset)
    try builder.begin(
      RecordingIndex.Segment(
        form: .chunk, offset: record.offset, length: record.end - record.offset))
    try builder.add(contents, &channels, context.inputs) { messageCounts[$0, default: 0] += 1 }
  }

  private mutating func readMessage(_ record: Record) throws(RecordingError) {
    let context = try messageContext()
    let reader = try walk.reader(record.contents)
    try builder.extendMessages(record)
    guard
      let message = try channels.message(
        reader, offset: record.offset, foreign: { messageCounts[$0, default: 0] += 1 })
    else { return }
    layout.looseMessages += 1
    try builder.add(message, in: reader.bytes, context.inputs, offset: record.offset)
  }
}

// MARK: The summary

extension RecordingCheck {
  fileprivate static let unfit = RecordingError(
    .unfit("only reading all of it gives its steps: another program wrote it"))

  /// Passes over a chunk that the summary names.
  private mutating func take(_ chunk: FileSummary.Chunk) throws(RecordingError) {
    // To copy the context for each chunk would cost more than the rest.
    if context == nil { _ = try messageContext() }
    guard let duration = context?.header.description.stepDuration else {
      throw RecordingCheck.unfit
    }
    guard let step = duration.step(atNanoseconds: chunk.index.startTime) else {
      throw RecordingCheck.unfit
    }
    // A chunk may name the channels that it holds.
    guard chunk.channels.allSatisfy({ channels[$0] != nil || channels.foreign[$0] != nil }) else {
      throw RecordingCheck.unfit
    }
    layout.chunkCount += 1
    try builder.addUnread(
      RecordingIndex.Segment(form: .chunk, offset: chunk.index.offset, length: chunk.index.length),
      ChannelSet(chunk.channels.compactMap { channels[$0] }), step: step)
    walk.move(to: chunk.end)
  }

  /// Takes what the file counts, and checks that it is as our writer puts it into chunks.
  private func takeCounts(_ index: inout RecordingIndex) throws(RecordingError) {
    func count(_ channel: MCAP.Channel) -> UInt64 {
      messageCounts.reduce(0) { channels[$1.key] == channel ? $0 &+ $1.value : $0 }
    }
    for channel in MCAP.Channel.allCases where !channel.isJSON {
      guard builder.unreadCount(channel) == count(channel) else { throw RecordingCheck.unfit }
    }
    // What cannot be read as a number is no reason to say that every state is there.
    index.leftOutCount = statistics["leftOut"].map { Int64($0) ?? .max } ?? 0
    index.inputCount = Int(clamping: count(.inputs))
    index.markerCount = Int(clamping: count(.markers))
    index.markers = index.markerCount == 0 ? [] : nil
  }
}

// MARK: The end

extension RecordingCheck {
  private mutating func end(_ record: Record) throws(RecordingError) {
    if let summary {
      guard record.end == summary.start, layout.chunkCount == summary.chunks.count else {
        throw RecordingError(.damaged("the summary names other chunks than the file holds"))
      }
      layout.hasDataChecksum = try walk.reader(record.contents).rest.contains { $0 != 0 }
      return
    }
    do throws(RecordingError) { try checkDataEnd(record) } catch { try note(error) }
    do throws(RecordingError) { try checkSummary(from: record.end) } catch { try note(error) }
  }

  private mutating func checkDataEnd(_ record: Record) throws(RecordingError) {
    var reader = try walk.reader(record.contents)
    guard let stored = reader.readUInt32() else {
      throw damaged("the checksum of the data is wrong", record)
    }
    layout.hasDataChecksum = stored != 0
    if stored == 0 { return }
    if sum == nil { sum = (CRC32(), 0) }
    try addToSum(until: record.offset)
    guard stored == sum?.crc.value else {
      throw damaged("the checksum of the data is wrong", record)
    }
  }

  private mutating func checkSummary(from start: UInt64) throws(RecordingError) {
    let footer = try MCAP.Footer(source)
    guard footer.start >= start else { throw RecordingError(.truncated, offset: start) }
    layout.hasSummary = footer.summaryStart != 0
    layout.hasSummaryChecksum = footer.sum != 0
    var crc = CRC32()
    try walk.sum(start..<footer.summedEnd, into: &crc)
    guard footer.summaryStart == start || footer.summaryStart == 0 && footer.start == start,
      footer.sum == 0 || footer.sum == crc.value
    else { throw RecordingError(.damaged("the checksum of the summary is wrong"), offset: start) }
    // Who reads by the summary finds what is read here, or nothing.
    let indexes = chunkIndexes(start..<footer.start)
    guard
      !isOwn || faults?.isEmpty == false || indexes?.isEmpty == true || indexes == chunkIndexes
    else {
      throw RecordingError(
        .damaged("the summary names other chunks than the file holds"), offset: start)
    }
  }

  /// What the summary says of chunks; `nil` if it cannot be read.
  private func chunkIndexes(_ range: Range<UInt64>) -> [ChunkIndex]? {
    var summary = RecordWalk(source, range)
    var indexes: [ChunkIndex] = []
    do throws(RecordingError) {
      while let record = try summary.next() {
        guard record.kind == .chunkIndex else { continue }
        var fields = try summary.reader(record.contents)
        guard let index = ChunkIndex(&fields) else { return nil }
        indexes.append(index)
      }
    } catch {
      return nil
    }
    return indexes
  }
}
