import DeterministicMath
import Simulation

/// What the summary at the end of a file says of its recording.
///
/// Only for files of this project's writer, which puts one block into a chunk: other programs distribute
/// messages as they like. What is read later is checked against the index by ``BlockReader``.
struct SummaryIndex {
  private let source: ByteSource
  private let summary: Range<UInt64>
  private var chunks: [Chunk] = []
  private var parts = Preamble.Parts()
  private var statistics: [String: String] = [:]
  private var endNote: String?
  private var channels = ChannelMap()
  private var messageCounts: [UInt16: UInt64] = [:]
  private var layout = RecordingLayout()
  /// The places of the records that the summary names.
  private var places: [Range<UInt64>] = []

  private struct Chunk {
    var index: ChunkIndex
    var channels: Set<MCAP.Channel> = []
  }

  /// What a summary may take, in bytes: that of some 400,000 blocks.
  private static let sizeMax: UInt64 = 1 << 26

  /// - Throws: ``RecordingError`` for a file that has to be read as a whole.
  private init(_ source: ByteSource) throws(RecordingError) {
    self.source = source
    try MCAP.checkMagic(source)
    var walk = RecordWalk(source, windowSize: 256)
    walk.move(to: UInt64(MCAP.magic.count))
    guard let record = try walk.next(), record.kind == .header, record.length < 1 << 16 else {
      throw RecordingError(.damaged("the header cannot be read"), offset: 8)
    }
    var head = try walk.reader(record.contents)
    guard let profile = head.readText(), let library = head.readText() else {
      throw RecordingError(.damaged("the header cannot be read"), offset: 8)
    }
    guard profile == MCAP.profile else { throw RecordingError(.profileUnknown(profile)) }
    guard library.hasPrefix(MCAP.profile) else { throw SummaryIndex.unfit }
    layout.library = library
    let footer = try MCAP.Footer(source)
    guard footer.summaryStart >= record.end, footer.summaryStart <= footer.start else {
      throw RecordingError(.damaged("the footer cannot be read"), offset: footer.start)
    }
    summary = footer.summaryStart..<footer.start
    let size = footer.start - footer.summaryStart
    guard size <= SummaryIndex.sizeMax else {
      throw RecordingError(
        .tooLarge(what: "the summary", size: size, limit: SummaryIndex.sizeMax))
    }
    var crc = CRC32()
    try walk.sum(summary.lowerBound..<footer.summedEnd, into: &crc)
    guard footer.sum == 0 || footer.sum == crc.value else {
      throw RecordingError(
        .damaged("the checksum of the summary is wrong"), offset: summary.lowerBound)
    }
    layout.hasSummaryChecksum = footer.sum != 0
    try read()
    try checkPlaces()
  }

  private static let unfit = RecordingError(
    .unfit("only reading all of it gives its steps: another program wrote it"))
  private static let unreadable = RecordingError(.damaged("the summary cannot be read"))

  private mutating func read() throws(RecordingError) {
    var walk = RecordWalk(source, summary, windowSize: UInt64(summary.count))
    var pieces: [MCAP.Attachment] = []
    while let record = try walk.next() {
      var fields = try walk.reader(record.contents)
      switch record.kind {
      case .schema: _ = channels.addSchema(fields)
      case .channel: _ = channels.addChannel(fields)
      case .chunkIndex: try readChunk(&fields)
      case .statistics: try readCounts(&fields)
      case .metadataIndex:
        guard let offset = fields.readUInt64(), let length = fields.readUInt64(),
          let name = fields.readText()
        else { throw SummaryIndex.unreadable }
        try add(offset, length)
        try readMetadata(name, offset, length)
      case .attachmentIndex:
        guard let offset = fields.readUInt64(), let length = fields.readUInt64(),
          fields.readRange(24) != nil, let name = fields.readText(),
          let mediaType = fields.readText()
        else { throw SummaryIndex.unreadable }
        try add(offset, length)
        let attachment = MCAP.Attachment(
          name: name, mediaType: mediaType, data: 0..<0, summed: offset..<offset + length)
        if !attachment.isOwn {
          layout.attachments.append(RecordingLayout.Foreign(name: name, type: mediaType))
        } else if name.hasPrefix(Preamble.binaryName) {
          // The other attachments say the same for other readers.
          pieces.append(attachment)
        }
      default: continue
      }
    }
    for piece in pieces { try readDescription(piece) }
  }

  private mutating func readChunk(_ fields: inout ByteReader) throws(RecordingError) {
    guard let index = ChunkIndex(&fields), let size = fields.readUInt32(),
      let range = fields.readRange(Int(size)), let indexLength = fields.readUInt64()
    else { throw SummaryIndex.unreadable }
    var chunk = Chunk(index: index)
    try add(index.offset, index.length)
    try add(index.offset &+ index.length, indexLength)
    // Channels, and the places of their indexes.
    var pairs = ByteReader(fields.bytes, range)
    while let number = pairs.readUInt16(), pairs.readRange(8) != nil {
      if let channel = channels[number] { chunk.channels.insert(channel) }
    }
    chunks.append(chunk)
  }

  private mutating func readCounts(_ fields: inout ByteReader) throws(RecordingError) {
    // After the numbers of messages, schemas, channels, attachments, metadata and chunks, and two times.
    guard fields.readRange(42) != nil, let size = fields.readUInt32(),
      let range = fields.readRange(Int(size))
    else { throw SummaryIndex.unreadable }
    var pairs = ByteReader(fields.bytes, range)
    while let number = pairs.readUInt16(), let count = pairs.readUInt64() {
      messageCounts[number] = count
    }
  }

  /// Reads a record that the summary names.
  private func record(
    _ offset: UInt64, _ length: UInt64, _ kind: MCAP.Opcode
  ) throws(RecordingError) -> (RecordWalk, RecordWalk.Record) {
    guard length <= SummaryIndex.sizeMax else {
      throw RecordingError(
        .tooLarge(what: "a record", size: length, limit: SummaryIndex.sizeMax))
    }
    guard offset < source.size, length <= source.size - offset else {
      throw SummaryIndex.unreadable
    }
    var walk = RecordWalk(source, offset..<offset + length, windowSize: length)
    guard let record = try walk.next(), record.kind == kind else { throw SummaryIndex.unreadable }
    return (walk, record)
  }

  private mutating func readMetadata(
    _ name: String, _ offset: UInt64, _ length: UInt64
  ) throws(RecordingError) {
    guard ["recording", "build", "ended", "statistics"].contains(name) else {
      layout.metadata.append(RecordingLayout.Foreign(name: name))
      return
    }
    var (walk, record) = try record(offset, length, .metadata)
    guard let (found, pairs) = MCAP.metadata(try walk.reader(record.contents)), found == name
    else { throw SummaryIndex.unreadable }
    if parts.take(metadata: name, pairs) { return }
    let values = Dictionary(pairs) { first, _ in first }
    if name == "ended" { endNote = values["reason"] } else { statistics = values }
  }

  private mutating func readDescription(_ named: MCAP.Attachment) throws(RecordingError) {
    var (walk, record) = try record(
      named.summed.lowerBound, UInt64(named.summed.count), .attachment)
    guard let found = try walk.attachment(record), found.name == named.name else {
      throw SummaryIndex.unreadable
    }
    var crc = CRC32()
    try walk.sum(found.summed, into: &crc)
    guard found.sum == crc.value else {
      throw RecordingError(.damaged("an attachment's checksum is wrong"), offset: record.offset)
    }
    parts.take(found.name, try walk.bytes(found.data))
  }

  private mutating func add(_ offset: UInt64, _ length: UInt64) throws(RecordingError) {
    let (end, overflow) = offset.addingReportingOverflow(length)
    guard !overflow else { throw SummaryIndex.unreadable }
    // Neighbours are one place, as a rule all chunks. The first chunk begins one.
    if let last = places.indices.last, places[last].upperBound == offset, !chunks.isEmpty {
      places[last] = places[last].lowerBound..<end
    } else {
      places.append(offset..<end)
    }
  }

  /// Checks that what the summary names has no gap from the first chunk to the end of the data:
  /// leaving out a chunk would leave out what happened there.
  private func checkPlaces() throws(RecordingError) {
    guard var place = chunks.first?.index.offset else { return }
    for next in places.sorted(by: { $0.lowerBound < $1.lowerBound })
    where next.lowerBound >= place {
      guard next.lowerBound == place else { break }
      place = next.upperBound
    }
    let (bytes, range) = try source.read(place, 1)
    guard bytes[range].elementsEqual([MCAP.Opcode.dataEnd.rawValue]) else {
      throw RecordingError(.damaged("the summary leaves out what is here"), offset: place)
    }
  }
}

extension SummaryIndex {
  /// The index of a file, by its summary.
  ///
  /// - Complexity: O(blocks); what is between the header and the summary stays unread.
  /// - Throws: ``RecordingError`` for a file that has to be read as a whole.
  static func index(_ source: ByteSource) throws(RecordingError) -> RecordingIndex {
    try SummaryIndex(source).index()
  }

  private func index() throws(RecordingError) -> RecordingIndex {
    var parts = parts
    parts.deriveJSON()
    let (header, initialDigest) = try parts.header()
    var index = RecordingIndex(header: header, initialDigest: initialDigest)
    guard let count = statistics["steps"].flatMap({ Int64($0) }), (0..<1 << 62).contains(count)
    else { throw RecordingError(.damaged("the number of steps is missing")) }
    (index.stepCount, index.endNote, index.channels) = (count, endNote, channels)
    index.statistics = RecordingStatistics(fileSize: Int(source.size), statistics)
    // What cannot be read as a number is no reason to say that every state is there.
    index.leftOutCount = statistics["leftOut"].map { Int64($0) ?? .max } ?? 0
    for (segment, chunk) in chunks.enumerated() { try add(chunk, segment, to: &index) }
    for place in index.blocks.indices {
      let isLast = place == index.blocks.count - 1
      let end = isLast ? count : index.blocks[place + 1].firstStep
      guard end > index.blocks[place].firstStep else { throw SummaryIndex.unfit }
      index.blocks[place].count = end - index.blocks[place].firstStep
      let segment = index.blocks[place].digests
      if chunks[segment].channels.contains(.inputs) {
        index.segments[segment].inputSteps = index.blocks[place].steps
      }
    }
    guard index.blocks.first?.firstStep ?? count == 0 else {
      throw RecordingError(.damaged("the summary leaves out the first steps"))
    }
    // One block for each chunk with digests, one message for each block: else it is unlike our writer's.
    let held = chunks.reduce(into: [MCAP.Channel: UInt64]()) { held, chunk in
      for channel in chunk.channels { held[channel, default: 0] += 1 }
    }
    for channel in MCAP.Channel.allCases where !channel.isJSON {
      guard held[channel] ?? 0 == messages(channel) else { throw SummaryIndex.unfit }
    }
    index.orderInputs()
    index.inputCount = Int(clamping: messages(.inputs))
    index.markerCount = Int(clamping: messages(.markers))
    if index.markerCount == 0 { index.markers = [] }
    index.layout = layout
    index.layout.chunkCount = chunks.count
    index.layout.channels = channels.foreign.sorted { $0.key < $1.key }.map { number, channel in
      RecordingLayout.Foreign(
        name: channel.topic, type: channel.schema, messageCount: messageCounts[number] ?? 0)
    }
    return index
  }

  private func messages(_ channel: MCAP.Channel) -> UInt64 {
    messageCounts.reduce(0) { channels[$1.key] == channel ? $0 &+ $1.value : $0 }
  }

  private func add(
    _ chunk: Chunk, _ segment: Int, to index: inout RecordingIndex
  ) throws(RecordingError) {
    var place = RecordingIndex.Segment(
      form: .chunk, offset: chunk.index.offset, length: chunk.index.length)
    place.holdsMarkers = chunk.channels.contains(.markers)
    index.segments.append(place)
    let holdsDigests = chunk.channels.contains(.digests)
    guard holdsDigests || chunk.channels.contains(.keyframes) else {
      guard chunk.channels.isSubset(of: [.markers]) else { throw SummaryIndex.unfit }
      return
    }
    let duration = index.header.description.stepDuration
    guard let step = duration.step(atNanoseconds: chunk.index.startTime) else {
      throw SummaryIndex.unfit
    }
    if chunk.channels.contains(.keyframes) {
      index.keyframes.append(RecordingIndex.Keyframe(step: step, segment: segment, size: 0))
    }
    guard holdsDigests else { return }
    let tracks = index.header.tracks
    index.blocks.append(
      RecordingIndex.Block(
        firstStep: step, count: 0, digests: segment, state: tracks.state ? segment : nil,
        view: tracks.samplesEvery == nil ? nil : segment, link: tracks.chain ? segment : nil))
  }
}

extension StepDuration {
  /// The step that begins at a time in nanoseconds, rounded down; `nil` if none does.
  func step(atNanoseconds time: UInt64) -> Int64? {
    // The least step that begins then or later.
    let unit = UInt64(numerator) * 1_000_000_000
    let product = time.multipliedFullWidth(by: UInt64(denominator))
    guard product.high < unit else { return nil }
    let (quotient, remainder) = unit.dividingFullWidth(product)
    guard let step = Int64(exactly: quotient), step < 1 << 62 else { return nil }
    let least = remainder == 0 ? step : step + 1
    return nanoseconds(atStep: least) == time ? least : nil
  }
}
