import Simulation

/// How every step's state is coded. Files name it in their header; this is the list of all that
/// there are.
package enum StateCodec: CaseIterable, Sendable {
  /// Residuals of a prediction, in streams for an entropy coder.
  case residuals
  /// Residuals whose class tokens stand in the order of the rows: until they stood by context.
  case rowOrderResiduals
  /// Residuals with positions predicted by mean velocities: until substeps were taken into account.
  case meanVelocityResiduals
  /// Residuals with rotations predicted to first order as well: until engines turned by the exact angle.
  case firstOrderResiduals

  /// What a case is. A new one is a line here and a file with its format.
  var format: StateCodecFormat {
    switch self {
    case .residuals: .residuals
    case .rowOrderResiduals: .rowOrderResiduals
    case .meanVelocityResiduals: .meanVelocityResiduals
    case .firstOrderResiduals: .firstOrderResiduals
    }
  }

  /// The codec that a file calls `name`; `nil` when this build has none of that name.
  init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.format.name == name }) else { return nil }
    self = found
  }
}

/// A codec: its name in files, and what does the work.
struct StateCodecFormat: Sendable {
  /// The name in files, which never changes.
  var name: String
  var prediction: Prediction
  var makeEncoder: @Sendable (SimulationDescription) -> any BlockEncoder
  var makeDecoder: @Sendable (SimulationDescription) -> any BlockDecoder
}

/// Codes the every-step images of consecutive steps, as they come, into blocks.
protocol BlockEncoder: Sendable {
  /// Rows that changed since the block began, summed over its steps and tables.
  var activeRowSteps: Int { get }

  /// Starts a block with the every-step image before its first step.
  ///
  /// - Precondition: the image fits the schema.
  mutating func begin(anchor: StateImage)

  /// Adds the every-step image after the next step.
  ///
  /// - Precondition: a block has begun, and the image fits the schema.
  mutating func append(_ image: StateImage)

  /// The block; the next one must begin before the next step.
  mutating func finish() -> StateBlock
}

/// Undoes a ``BlockEncoder``.
protocol BlockDecoder: Sendable {
  /// The images of the block's steps, or `nil` when the bytes are not exactly one block of
  /// `stepCount` steps after `anchor`, or too large.
  func decode(_ bytes: [UInt8], anchor: StateImage, stepCount: Int) -> [StateImage]?

  /// The image after one step of the block, which is decoded up to there.
  func decode(
    _ bytes: [UInt8], anchor: StateImage, stepCount: Int, only index: Int
  ) -> StateImage?
}
