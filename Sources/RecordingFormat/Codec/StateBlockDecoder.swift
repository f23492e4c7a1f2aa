import Simulation

/// Undoes ``StateBlockEncoder``.
///
/// A block is, in this order (`v`: a varint):
/// - index: v bytes of the structure; per table with every-step fields v active rows over the
///   block, then per field v with a bit for each ``TokenContext`` that has tokens, none for one stream of
///   all tokens, v tokens of each of them but the last, and v bytes of raw bits;
/// - structure: per step a byte, 1 when the row counts changed, and then a v for each table; per
///   table with every-step fields the rows that became or ceased to be active, as the v distance
///   from the one before (the first from -1), and 0;
/// - class tokens: per table and field its streams, in all of them together one byte for each active row
///   and step, the bit length of the residual's zigzag form, and 128 where a float's prediction is negated;
/// - raw bits: per table and field the bits below the leading one, least significant first.
package struct StateBlockDecoder: Sendable {
  /// Bytes that the images of one call of `decode` may take together; images that are equal to the
  /// one before share its storage.
  package static var sizeMax: Int { 4 * ImageCodec.sizeMax }

  private let layout: BlockLayout
  private let isWide: Bool

  /// - Parameters:
  ///   - motionModel: what the simulation declares.
  ///   - stepSeconds: what a step lasts.
  ///   - isWide: whether eight rows are decoded at once where that is possible; the same images.
  package init(
    schema: StateSchema, motionModel: MotionModel?, stepSeconds: Float, isWide: Bool = true
  ) {
    self.isWide = isWide
    layout = BlockLayout(schema: schema, motionModel: motionModel, stepSeconds: stepSeconds)
  }

  /// The images of the block's steps, or `nil` when the bytes are not exactly one block of
  /// `stepCount` steps after `anchor`, or too large.
  package func decode(
    _ bytes: [UInt8], anchor: StateImage, stepCount: Int
  ) -> [StateImage]? {
    var images: [StateImage] = []
    var size = 0
    let isWhole = decode(bytes, anchor: anchor, stepCount: stepCount) { image, isNew in
      if isNew {
        size += image.bytes.count
        guard size <= StateBlockDecoder.sizeMax else { return false }
      }
      images.append(image)
      return true
    }
    return isWhole ? images : nil
  }

  /// The image after the step of that index in the block; what follows in the block is not looked at.
  package func decode(
    _ bytes: [UInt8], anchor: StateImage, stepCount: Int, only index: Int
  ) -> StateImage? {
    guard (0..<stepCount).contains(index),
      var pass = StateBlockPass(
        layout, bytes, anchor: anchor, stepCount: stepCount, isWide: isWide)
    else { return nil }
    for step in 0...index {
      guard pass.advance(makesImage: step == index) != nil else { return nil }
    }
    return pass.image
  }

  /// Calls `body` with the image of each step in turn, and whether it differs from the one before.
  ///
  /// Needs memory for one image only. What `body` has been given before a damage is found is to be
  /// thrown away.
  ///
  /// - Returns: `false` when the bytes are malformed or `body` returned `false`.
  package func decode(
    _ bytes: [UInt8], anchor: StateImage, stepCount: Int,
    _ body: (StateImage, Bool) -> Bool
  ) -> Bool {
    guard stepCount >= 0,
      var pass = StateBlockPass(
        layout, bytes, anchor: anchor, stepCount: stepCount, isWide: isWide)
    else { return false }
    for _ in 0..<stepCount {
      guard let isNew = pass.advance(), body(pass.image, isNew) else { return false }
    }
    return pass.isComplete
  }
}
