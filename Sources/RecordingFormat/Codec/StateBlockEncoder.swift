import Simulation

/// A block of steps as streams for an entropy coder.
package struct StateBlock: Equatable, Sendable {
  /// Each section holds streams of one kind: first the index of the streams with the row masks,
  /// then class tokens, then raw bits. A reader needs their concatenation only.
  package var sections: [[UInt8]]
  /// Rows that changed, summed over the block's steps and tables.
  package var activeRowSteps: Int
}

/// Codes the every-step images of consecutive steps, as they come, into blocks.
///
/// Prediction by the motion model, class tokens and raw low bits: see `StateBlockDecoder` for what
/// is stored. All work is done in ``append(_:)``, none waits for the end of a block.
package struct StateBlockEncoder: Sendable {
  private let layout: BlockLayout
  /// What codes each table, either eight rows at once or row by row; neither does where a table has no
  /// fields of every step.
  private var wide: [WideTable?]
  private var rows: [RowCoder?]
  private var structure = ByteWriter()
  private var rowCounts: [Int32] = []
  private var hasBegun = false
  package private(set) var stepCount = 0
  package private(set) var activeRowSteps = 0

  /// - Parameters:
  ///   - motionModel: what the simulation declares.
  ///   - stepSeconds: what a step lasts.
  ///   - isWide: whether eight rows are coded at once where that is possible; the same bytes.
  package init(
    schema: StateSchema, motionModel: MotionModel?, stepSeconds: Float, isWide: Bool = true
  ) {
    let layout = BlockLayout(schema: schema, motionModel: motionModel, stepSeconds: stepSeconds)
    self.layout = layout
    wide = layout.tables.map { table in
      isWide && !table.lanes.isEmpty ? WideTable(table, layout.motion) : nil
    }
    rows = zip(layout.tables, wide).map { table, wide in
      wide == nil && !table.lanes.isEmpty ? RowCoder(table, layout) : nil
    }
  }

  /// Starts a block with the every-step image before its first step.
  ///
  /// - Precondition: the image fits the schema.
  package mutating func begin(anchor: StateImage) {
    check(anchor)
    structure.bytes.removeAll(keepingCapacity: true)
    stepCount = 0
    activeRowSteps = 0
    hasBegun = true
    rowCounts = anchor.rowCounts
    var start = 0
    for index in wide.indices {
      let count = Int(rowCounts[index])
      let end = start + layout.tables[index].rowSize * count
      wide[index]?.begin(rowCount: count, anchor.bytes[start..<end])
      rows[index]?.begin(rowCount: count, anchor.bytes[start..<end])
      start = end
    }
  }

  private func check(_ image: StateImage) {
    precondition(
      layout.schema.imageSize(rowCounts: image.rowCounts, .everyStep) == image.bytes.count,
      "the image fits the schema")
  }

  /// Adds the every-step image after the next step.
  ///
  /// - Precondition: a block has begun, and the image fits the schema.
  package mutating func append(_ image: StateImage) {
    precondition(hasBegun, "a block begins with its anchor")
    check(image)
    stepCount += 1
    if image.rowCounts == rowCounts {
      structure.append(0 as UInt8)
    } else {
      structure.append(1 as UInt8)
      rowCounts = image.rowCounts
      for (index, count) in rowCounts.enumerated() {
        structure.appendVarint(UInt64(count))
        wide[index]?.resize(rowCount: Int(count))
        rows[index]?.resize(rowCount: Int(count))
      }
    }
    image.bytes.withUnsafeBufferPointer { bytes in
      var source = bytes.baseAddress
      activeRowSteps = 0
      for index in wide.indices {
        wide[index]?.append(source, &structure)
        rows[index]?.append(source, &structure)
        activeRowSteps += wide[index]?.activeRowSteps ?? rows[index]?.activeRowSteps ?? 0
        source = source.map { $0 + layout.tables[index].rowSize * Int(rowCounts[index]) }
      }
    }
  }

  /// The block since ``begin(anchor:)``, which must be called before the next step.
  package mutating func finish() -> StateBlock {
    precondition(hasBegun, "a block begins with its anchor")
    hasBegun = false
    var index = ByteWriter()
    index.appendVarint(UInt64(structure.count))
    var fields: [FieldStreams] = []
    for (wide, rows) in zip(wide, rows) {
      guard let streams = wide?.streams() ?? rows?.streams() else { continue }
      index.appendVarint(UInt64(wide?.activeRowSteps ?? rows?.activeRowSteps ?? 0))
      for field in streams {
        TokenStreams(counts: field.tokens.map { $0.count }).write(to: &index)
        index.appendVarint(UInt64(field.bits.count))
        fields.append(field)
      }
    }
    index.append(structure.bytes)
    // Each section has entropy tables of its own; those of a short one cost more than they save.
    var sections = SectionList(index.bytes)
    for field in fields {
      sections.add(
        field.tokens, sizeMin: field.tokens.count > 1 ? Self.contextSizeMin : Self.sectionSizeMin)
    }
    sections.close()
    for field in fields { sections.add([field.bits], sizeMin: Self.sectionSizeMin) }
    return StateBlock(sections: sections.sections, activeRowSteps: activeRowSteps)
  }

  /// Streams one after the other, the short ones together.
  private struct SectionList {
    private(set) var sections: [[UInt8]]
    /// Whether the last section is a short one, which others may join.
    private var isOpen = false

    init(_ first: [UInt8]) { sections = [first] }

    /// Adds a field's streams; of several, neighbours are joined until they have `sizeMin` bytes.
    mutating func add(_ streams: [[UInt8]], sizeMin: Int) {
      var joined: [UInt8] = []
      var isFirst = true
      for stream in streams {
        if joined.isEmpty { joined = stream } else { joined += stream }
        if joined.count < sizeMin { continue }
        sections.append(joined)
        joined = []
        isFirst = false
        isOpen = false
      }
      if joined.isEmpty { return }
      if !isFirst || isOpen {
        sections[sections.count - 1] += joined
      } else {
        sections.append(joined)
        isOpen = true
      }
    }

    mutating func close() { isOpen = false }
  }

  private static var sectionSizeMin: Int { 512 }
  /// Entropy tables of neighbouring contexts are much alike: a section of its own pays from more bytes on.
  private static var contextSizeMin: Int { 1024 }
}
