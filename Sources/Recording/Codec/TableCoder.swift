/// Codes the rows of one table, step by step.
///
/// What is predicted, and from what, says ``RowPredictor``. Coders of one table give the same bytes.
protocol TableCoder: Sendable {
  /// Rows that changed, summed over the block's steps.
  var activeRowSteps: Int { get }

  /// Starts a block from this part of its anchor.
  mutating func begin(rowCount: Int, _ bytes: ArraySlice<UInt8>)

  /// Rows beyond the old count start as zeros, without a past.
  mutating func resize(rowCount: Int)

  /// Codes the table's part of the next image.
  ///
  /// - Parameter structure: gets the rows that became or ceased to be active, as gaps, and 0.
  mutating func append(_ source: UnsafePointer<UInt8>?, _ structure: inout ByteWriter)

  /// What has been written of each field; the block may go on.
  func streams() -> [FieldStreams]
}
