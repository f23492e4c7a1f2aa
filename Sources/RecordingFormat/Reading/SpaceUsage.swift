import Simulation

/// Where the bytes of a recording go.
///
/// Sizes are those in the file: each chunk is taken apart into the blocks that its compressor made,
/// and a block that holds several parts is shared among them by their sizes before compression.
package struct SpaceUsage: Sendable {
  /// A part of the file.
  package struct Part: Equatable, Sendable {
    package var name: String
    /// Bytes in the file.
    package var size = 0
    /// Bytes before compression.
    package var rawSize = 0
    /// What it consists of, the largest first; what is in none of them is framing.
    package var parts: [Part] = []
  }

  /// Tracks, descriptions and indexes, the largest first; together they are the whole file.
  package private(set) var parts: [Part] = []
  /// Bytes of the file.
  package let size: Int
  package let stepCount: Int64

  private var sizes: [Name: (size: Int, raw: Int)] = [:]

  private struct Name: Hashable {
    var part: String
    var detail: String?
  }

  /// Reads a recording's file, record by record.
  ///
  /// - Complexity: decompresses every block; memory for one of them.
  /// - Throws: ``RecordingError``.
  package init(_ recording: Recording) throws(RecordingError) {
    let shared = recording.shared
    let (source, layout) = (shared.source, Layout(shared.index.header))
    (size, stepCount) = (Int(source.size), shared.index.stepCount)
    var channels = shared.index.channels
    var unpacker = Unpacker()
    var walk = RecordWalk(source)
    walk.move(to: UInt64(MCAP.magic.count))
    var isSummary = false
    while let record = try walk.next() {
      var framing = Int(record.end - record.offset)
      var part = isSummary ? Layout.index : Layout.description
      switch record.kind {
      case .chunk:
        let reader = try walk.reader(record.contents)
        let place = try ChunkPlace(reader, offset: record.offset, source.compressions)
        let contents = try unpacker.contents(
          of: place, in: reader.bytes, offset: record.offset)
        try addChunk(place, in: reader.bytes, contents, layout, &channels)
        framing -= place.range.count
        part = Layout.index
      case .message:
        let reader = try walk.reader(record.offset..<record.end)
        let pieces = try layout.pieces(of: Array(reader.rest), &channels)
        share([(framing, framing)], among: pieces)
        continue
      case .messageIndex: part = Layout.index
      case .dataEnd:
        isSummary = true
        part = Layout.index
      case .footer:
        add(Name(part: part), framing, raw: framing)
        add(Name(part: Layout.index), 2 * MCAP.magic.count, raw: 2 * MCAP.magic.count)
        gather()
        return
      default: break
      }
      add(Name(part: part), framing, raw: framing)
    }
    throw RecordingError(.truncated, offset: source.size)
  }

  private mutating func addChunk(
    _ place: ChunkPlace, in bytes: [UInt8], _ contents: [UInt8], _ layout: Layout,
    _ channels: inout ChannelMap
  ) throws(RecordingError) {
    let pieces = try layout.pieces(of: contents, &channels)
    let blocks = place.compression.blocks(bytes, place.range, place.uncompressedSize)
    share(blocks ?? [(place.range.count, contents.count)], among: pieces)
  }

  private mutating func add(_ name: Name, _ size: Int, raw: Int) {
    let before = sizes[name] ?? (0, 0)
    sizes[name] = (before.size + size, before.raw + raw)
  }

  /// Shares compressed blocks among the pieces that they hold, to the byte.
  private mutating func share(
    _ blocks: [(compressed: Int, raw: Int)], among pieces: [(name: Name, size: Int)]
  ) {
    var index = 0
    var left = pieces.first?.size ?? 0
    for block in blocks {
      var (raw, shared) = (0, 0)
      while raw < block.raw, index < pieces.count {
        let taken = min(left, block.raw - raw)
        raw += taken
        left -= taken
        let end = raw == block.raw ? block.compressed : block.compressed * raw / block.raw
        add(pieces[index].name, end - shared, raw: taken)
        shared = end
        if left == 0 {
          index += 1
          left = index < pieces.count ? pieces[index].size : 0
        }
      }
      // The last block of a frame may be empty.
      if shared < block.compressed {
        add(Name(part: Layout.index), block.compressed - shared, raw: 0)
      }
    }
  }

  private mutating func gather() {
    for (name, size) in sizes {
      let index = parts.firstIndex { $0.name == name.part } ?? parts.count
      if index == parts.count { parts.append(Part(name: name.part)) }
      parts[index].size += size.size
      parts[index].rawSize += size.raw
      if let detail = name.detail {
        parts[index].parts.append(Part(name: detail, size: size.size, rawSize: size.raw))
      }
    }
    func order(_ a: Part, _ b: Part) -> Bool { (b.size, a.name) < (a.size, b.name) }
    parts.sort(by: order)
    for index in parts.indices { parts[index].parts.sort(by: order) }
  }
}

extension SpaceUsage {
  /// Which bytes of a message say what.
  private struct Layout {
    static let description = "description"
    static let index = "index"

    private let schema: StateSchema
    private let block: BlockLayout
    private var columns: [[String]]
    private let header: RecordingHeader
    private let view: ViewLayout

    init(_ header: RecordingHeader) {
      schema = header.description.state
      self.header = header
      view = ViewLayout(schema)
      block = BlockLayout(
        schema: schema, motionModel: header.description.motionModel,
        stepSeconds: Float(header.description.stepDuration.seconds))
      // Lanes are numbered like this: see `BlockLayout`.
      columns = schema.tables.map { table in
        table.groups.filter { $0.cadence == .everyStep }.flatMap { $0.fields }.map {
          Layout.name(table, $0)
        }
      }
      for (index, table) in block.tables.enumerated() {
        for case .turn(_, let cosine, let sine) in table.units {
          // Their streams are those of the smaller and of the larger component.
          let name = columns[index][cosine.lane] + " and " + columns[index][sine.lane]
          columns[index][cosine.lane] = name
          columns[index][sine.lane] = name
        }
      }
    }

    private static func name(_ table: StateSchema.Table, _ field: StateSchema.Field) -> String {
      field.name.isEmpty ? table.name : table.name + "." + field.name
    }

    /// Names and sizes of what a chunk's contents consist of, in their order.
    func pieces(
      of contents: [UInt8], _ channels: inout ChannelMap
    ) throws(RecordingError) -> [(name: Name, size: Int)] {
      var pieces: [(name: Name, size: Int)] = []
      var walk = RecordWalk(contents)
      while let record = try walk.next() {
        var fields = try walk.reader(record.contents)
        if record.kind == .channel { _ = channels.addChannel(fields) }
        guard record.kind == .message, let id = fields.readUInt16(), let channel = channels[id],
          fields.readRange(20) != nil
        else {
          pieces.append((Name(part: Layout.description), Int(record.end - record.offset)))
          continue
        }
        let part = String(channel.topic.dropFirst())
        pieces.append((Name(part: part), 31))
        let inner = details(channel, contents, fields.position..<fields.end)
        pieces += inner.map { (Name(part: part, detail: $0.detail), $0.size) }
      }
      return pieces
    }

    private func details(
      _ channel: MCAP.Channel, _ contents: [UInt8], _ range: Range<Int>
    ) -> [(detail: String?, size: Int)] {
      var reader = ByteReader(contents, range)
      var pieces: [(detail: String?, size: Int)]?
      switch channel {
      case .keyframes:
        if reader.readRange(12) != nil, reader.remaining >= 4,
          let image = reader.readRange(reader.remaining - 4)
        {
          pieces = images(.everything, contents, image, all: nil).map { [(nil, 12)] + $0 }
        }
      case .state:
        if reader.readRange(12) != nil, let anchorSize = reader.readUInt32(),
          let anchor = reader.readRange(Int(anchorSize)), let size = reader.readUInt32(),
          let residuals = reader.readRange(Int(size))
        {
          let first =
            anchor.isEmpty ? [] : images(.everyStep, contents, anchor, all: "anchors of blocks")
          if let first, let streams = streams(contents, residuals) {
            pieces = [(nil, 16)] + first + [(nil, 4)] + streams
          }
        }
      case .view:
        if let first = reader.readUInt64(), first < 1 << 61, let count = reader.readUInt32(),
          reader.readUInt32() != nil, reader.remaining >= 4,
          let poses = reader.readRange(reader.remaining - 4)
        {
          let samples = header.viewSampleCount(
            after: Int64(first), to: Int64(first) + Int64(count))
          // Each sample takes a byte at least.
          if samples <= poses.count {
            pieces = self.poses(contents, poses, samples).map { [(nil, 16)] + $0 }
          }
        }
      case .digests, .inputs, .markers, .chain: break
      }
      let counted = pieces?.reduce(0) { $0 + $1.size } ?? 0
      // What does not fit is the channel's, unnamed.
      guard let pieces, counted <= range.count else { return [(nil, range.count)] }
      return pieces + (counted < range.count ? [(nil, range.count - counted)] : [])
    }

    /// The planes of an image, by column, or all under one name.
    private func images(
      _ selection: StateSelection, _ contents: [UInt8], _ range: Range<Int>, all: String?
    ) -> [(detail: String?, size: Int)]? {
      if let all { return [(all, range.count)] }
      var reader = ByteReader(contents, range)
      var counts: [Int] = []
      for _ in schema.tables {
        guard let value = reader.readVarint(), let count = Int32(exactly: value), count >= 0
        else { return nil }
        counts.append(Int(count))
      }
      var pieces: [(detail: String?, size: Int)] = [
        ("row counts", reader.position - range.lowerBound)
      ]
      var left = reader.remaining
      for (table, count) in zip(schema.tables, counts) where count > 0 {
        for group in table.groups where selection.includes(group.cadence) {
          for byte in 0..<group.rowSize {
            guard count <= left else { return nil }
            left -= count
            let field = group.fields.first {
              $0.offset <= byte && byte < $0.offset + $0.type.size
            }
            pieces.append((field.map { Layout.name(table, $0) }, count))
          }
        }
      }
      return pieces
    }

    /// The streams of a block of poses, by column: see `ViewDecoder`.
    private func poses(
      _ contents: [UInt8], _ range: Range<Int>, _ sampleCount: Int
    ) -> [(detail: String?, size: Int)]? {
      var reader = ByteReader(contents, range)
      guard let (_, tokens) = ViewDecoder(view).streams(&reader, sampleCount: sampleCount) else {
        return nil
      }
      var names: [String] = []
      for (table, kept) in zip(view.schema.tables, view.tables) {
        // An angle stands in two fields.
        for (field, _) in zip(table.groups[0].fields, kept.columns) {
          names.append(Layout.name(table, field))
        }
      }
      let start = (tokens.first?.lowerBound ?? reader.position) - range.lowerBound
      return [("row counts", start)] + zip(names, tokens).map { ($0, $1.count) }
        + [("large changes", reader.remaining)]
    }

    /// The streams of a block, by column: see `StateBlockPass`.
    private func streams(
      _ contents: [UInt8], _ range: Range<Int>
    ) -> [(detail: String?, size: Int)]? {
      var reader = ByteReader(contents, range)
      guard reader.readVarint() != nil else { return nil }
      var tokens: [(detail: String?, size: Int)] = []
      var bits: [(detail: String?, size: Int)] = []
      for (index, table) in block.tables.enumerated() where !table.lanes.isEmpty {
        guard let active = reader.readVarint().flatMap({ Int(exactly: $0) }) else { return nil }
        for lane in table.lanes.indices {
          guard TokenStreams(&reader, count: active) != nil,
            let size = reader.readVarint().flatMap({ Int(exactly: $0) }),
            size <= range.count, active <= range.count
          else { return nil }
          tokens.append((columns[index][lane], active))
          bits.append((columns[index][lane], size))
        }
      }
      let streams = (tokens + bits).reduce(0) { $0 + $1.size }
      guard streams <= range.count else { return nil }
      return [("which rows change", range.count - streams)] + tokens + bits
    }
  }
}
