import Simulation

/// A block of steps as streams for an entropy coder.
package struct StateBlock: Equatable, Sendable {
  /// Each section holds streams of one kind: first the index of the streams with the row masks,
  /// then class tokens, then raw bits. A reader needs their concatenation only.
  package var sections: [[UInt8]]
  /// Rows that changed, summed over the block's steps and tables.
  package var activeRowSteps: Int
}

extension StateCodecFormat {
  static let residuals = StateCodecFormat(
    name: "laplace-state-2",
    makeEncoder: { StateBlockEncoder(schema: $0, motionModel: $1) },
    makeDecoder: { StateBlockDecoder(schema: $0, motionModel: $1) })

  static let firstOrderResiduals = StateCodecFormat(
    name: "laplace-state-1",
    makeEncoder: { StateBlockEncoder(schema: $0, motionModel: $1, turnsExactly: false) },
    makeDecoder: { StateBlockDecoder(schema: $0, motionModel: $1, turnsExactly: false) })
}

/// Codes the every-step images of consecutive steps, as they come, into blocks.
///
/// Prediction by the motion model, class tokens and raw low bits: see `StateBlockDecoder` for what
/// is stored. All work is done in ``append(_:)``, none waits for the end of a block.
package struct StateBlockEncoder: BlockEncoder {
  private struct Streams: Sendable {
    var tokens: [[UInt8]]
    var bits: [[UInt8]]
    var pending: [UInt64]
    var pendingCount: [UInt64]
    var active = 0

    init(laneCount: Int) {
      tokens = Array(repeating: [], count: laneCount)
      bits = tokens
      pending = Array(repeating: 0, count: laneCount)
      pendingCount = pending
    }
  }

  private let layout: BlockLayout
  private var histories: [TableHistory]
  private var streams: [Streams]
  private var structure = ByteWriter()
  private var rowCounts: [Int32] = []
  private var rows: [Int32] = []
  private var scratch: [UInt8] = []
  private var hasBegun = false
  package private(set) var stepCount = 0
  package private(set) var activeRowSteps = 0

  /// - Parameter turnsExactly: see ``MotionPath/turnsExactly``.
  package init(schema: StateSchema, motionModel: MotionModel?, turnsExactly: Bool = true) {
    layout = BlockLayout(schema: schema, motionModel: motionModel, turnsExactly: turnsExactly)
    histories = layout.tables.map { TableHistory($0) }
    streams = layout.tables.map { Streams(laneCount: $0.lanes.count) }
  }

  /// Starts a block with the every-step image before its first step.
  ///
  /// - Precondition: the image fits the schema.
  package mutating func begin(anchor: StateImage) {
    check(anchor)
    streams = layout.tables.map { Streams(laneCount: $0.lanes.count) }
    structure = ByteWriter()
    stepCount = 0
    activeRowSteps = 0
    hasBegun = true
    rowCounts = anchor.rowCounts
    var start = 0
    for index in histories.indices {
      let count = Int(rowCounts[index])
      let end = start + layout.tables[index].rowSize * count
      histories[index].begin(rowCount: count, anchor.bytes[start..<end])
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
        histories[index].resize(rowCount: Int(count))
      }
    }
    image.bytes.withUnsafeBufferPointer { bytes in
      guard var source = bytes.baseAddress else {
        // No rows anywhere: empty masks.
        for index in histories.indices where !layout.tables[index].lanes.isEmpty {
          appendMask(index, [])
        }
        return
      }
      for index in histories.indices where !layout.tables[index].lanes.isEmpty {
        appendTable(index, source)
        source += layout.tables[index].rowSize * Int(rowCounts[index])
      }
    }
  }

  private mutating func appendTable(_ index: Int, _ source: UnsafePointer<UInt8>) {
    histories[index].changedRows(source, into: &rows)
    appendMask(index, rows)
    let count = rows.count
    guard count > 0 else { return }
    activeRowSteps += count
    streams[index].active += count
    codeRows(index, source, count)
  }

  /// The rows that became or ceased to be active, as gaps; 0 ends the list.
  private mutating func appendMask(_ index: Int, _ rows: [Int32]) {
    let old = histories[index].active
    var previous: Int32 = -1
    var i = 0
    var j = 0
    while i < old.count || j < rows.count {
      let toggled: Int32
      if j == rows.count || (i < old.count && old[i] < rows[j]) {
        toggled = old[i]
        i += 1
      } else if i == old.count || rows[j] < old[i] {
        toggled = rows[j]
        j += 1
      } else {
        i += 1
        j += 1
        continue
      }
      structure.appendVarint(UInt64(toggled - previous))
      previous = toggled
    }
    structure.append(0 as UInt8)
    histories[index].setActive(rows)
  }

  private mutating func codeRows(_ index: Int, _ source: UnsafePointer<UInt8>, _ count: Int) {
    let table = layout.tables[index]
    // Tokens, then bits: a class has fewer low bits than the word; eight bytes for the last store.
    let planes = table.lanes.map { count * (1 + $0.size) + 16 }
    let size = planes.reduce(0, +)
    if scratch.count < size { scratch = [UInt8](repeating: 0, count: 2 * size) }
    scratch.withUnsafeMutableBufferPointer { scratch in
      guard let base = scratch.baseAddress else { return }
      withUnsafeTemporaryAllocation(of: EncodingLane.self, capacity: planes.count) { lanes in
        guard let first = lanes.baseAddress else { return }
        var plane = base
        for lane in planes.indices {
          (first + lane).initialize(
            to: EncodingLane(
              tokens: plane, bits: plane + count, pending: streams[index].pending[lane],
              pendingCount: streams[index].pendingCount[lane]))
          plane += planes[lane]
        }
        histories[index].code(source, layout.motion, first)
        plane = base
        for lane in planes.indices {
          let written = first[lane].bits - (plane + count)
          streams[index].tokens[lane].append(
            contentsOf: UnsafeBufferPointer(start: plane, count: count))
          streams[index].bits[lane].append(
            contentsOf: UnsafeBufferPointer(start: plane + count, count: written))
          streams[index].pending[lane] = first[lane].pending
          streams[index].pendingCount[lane] = first[lane].pendingCount
          plane += planes[lane]
        }
      }
    }
  }

  /// The block since ``begin(anchor:)``, which must be called before the next step.
  package mutating func finish() -> StateBlock {
    precondition(hasBegun, "a block begins with its anchor")
    hasBegun = false
    var index = ByteWriter()
    index.appendVarint(UInt64(structure.count))
    for table in streams.indices where !layout.tables[table].lanes.isEmpty {
      index.appendVarint(UInt64(streams[table].active))
      for lane in streams[table].bits.indices {
        if streams[table].pendingCount[lane] > 0 {
          streams[table].bits[lane].append(UInt8(truncatingIfNeeded: streams[table].pending[lane]))
        }
        index.appendVarint(UInt64(streams[table].bits[lane].count))
      }
    }
    index.append(structure.bytes)
    var sections = [index.bytes]
    var isOpen = false
    func add(_ stream: [UInt8]) {
      // Each section has entropy tables of its own; those of a short one cost more than they save.
      if stream.count >= Self.sectionSizeMin {
        sections.append(stream)
        isOpen = false
      } else if isOpen {
        sections[sections.count - 1] += stream
      } else if !stream.isEmpty {
        sections.append(stream)
        isOpen = true
      }
    }
    for stream in streams { for tokens in stream.tokens { add(tokens) } }
    isOpen = false
    for stream in streams { for bits in stream.bits { add(bits) } }
    streams = []
    structure = ByteWriter()
    let block = StateBlock(sections: sections, activeRowSteps: activeRowSteps)
    return block
  }

  private static var sectionSizeMin: Int { 512 }
}
