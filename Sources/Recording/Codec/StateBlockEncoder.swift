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
  static let residuals = StateCodecFormat(name: "laplace-state-3", .substeps)
  static let meanVelocityResiduals = StateCodecFormat(name: "laplace-state-2", .exactTurns)
  static let firstOrderResiduals = StateCodecFormat(name: "laplace-state-1", .firstOrderTurns)

  private init(name: String, _ prediction: Prediction) {
    self.init(
      name: name,
      makeEncoder: {
        StateBlockEncoder(
          schema: $0.state, motionModel: $0.motionModel,
          stepSeconds: Float($0.stepDuration.seconds), prediction: prediction)
      },
      makeDecoder: {
        StateBlockDecoder(
          schema: $0.state, motionModel: $0.motionModel,
          stepSeconds: Float($0.stepDuration.seconds), prediction: prediction)
      })
  }
}

/// Codes the every-step images of consecutive steps, as they come, into blocks.
///
/// Prediction by the motion model, class tokens and raw low bits: see `StateBlockDecoder` for what
/// is stored. All work is done in ``append(_:)``, none waits for the end of a block.
package struct StateBlockEncoder: BlockEncoder {
  private let layout: BlockLayout
  /// One for each table; `nil` for those without fields of every step.
  private var coders: [(any TableCoder)?]
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
    schema: StateSchema, motionModel: MotionModel?, stepSeconds: Float,
    prediction: Prediction = .substeps, isWide: Bool = true
  ) {
    let layout = BlockLayout(
      schema: schema, motionModel: motionModel, stepSeconds: stepSeconds, prediction)
    self.layout = layout
    coders = layout.tables.map { table -> (any TableCoder)? in
      if table.lanes.isEmpty { return nil }
      let wide = isWide && prediction == .substeps ? WideTable(table, layout.motion) : nil
      return wide ?? RowCoder(table, layout)
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
    for index in coders.indices {
      let count = Int(rowCounts[index])
      let end = start + layout.tables[index].rowSize * count
      coders[index]?.begin(rowCount: count, anchor.bytes[start..<end])
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
        coders[index]?.resize(rowCount: Int(count))
      }
    }
    image.bytes.withUnsafeBufferPointer { bytes in
      var source = bytes.baseAddress
      activeRowSteps = 0
      for index in coders.indices {
        coders[index]?.append(source, &structure)
        activeRowSteps += coders[index]?.activeRowSteps ?? 0
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
    var tokens: [[UInt8]] = []
    var bits: [[UInt8]] = []
    for coder in coders {
      guard let coder else { continue }
      let streams = coder.streams()
      index.appendVarint(UInt64(coder.activeRowSteps))
      for stream in streams.bits { index.appendVarint(UInt64(stream.count)) }
      tokens += streams.tokens
      bits += streams.bits
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
    for stream in tokens { add(stream) }
    isOpen = false
    for stream in bits { add(stream) }
    return StateBlock(sections: sections, activeRowSteps: activeRowSteps)
  }

  private static var sectionSizeMin: Int { 512 }
}
