/// One field's residuals of eight rows at a time, on either side.
///
/// Predictions are written once against this protocol, as those of ``RowPredictor`` are against
/// ``ResidualLane``.
protocol WideLane {
  /// Whether residuals come out of the lane; else they go into it.
  static var isReading: Bool { get }

  /// Passes the residuals of the rows whose bit of `mask` is set.
  ///
  /// An encoder writes `residuals` and returns them; a decoder ignores them and returns those read,
  /// zeros for the other rows.
  ///
  /// - Parameters:
  ///   - isSigned: whether a prediction may be negated, as
  ///     ``ResidualLane/codeSigned(_:prediction:context:)`` does.
  ///   - contexts: a ``TokenContext`` for each row.
  ///   - room: 16 words to work with.
  mutating func pass(
    _ residuals: SignedResiduals, isSigned: Bool, contexts: CostLanes, _ mask: UInt32,
    _ room: UnsafeMutableRawPointer
  ) -> SignedResiduals
}

/// Residuals of eight rows, and all ones where the prediction is negated.
struct SignedResiduals {
  var values: WordLanes
  var negated: WordLanes

  @inline(__always)
  init(values: WordLanes, negated: WordLanes) {
    self.values = values
    self.negated = negated
  }

  /// Of ordered floats: the prediction takes the sign of the word.
  @inline(__always)
  init(signed word: WordLanes, _ prediction: WordLanes) {
    negated = (word ^ prediction).sign
    values = WordLanes.residual(word, prediction ^ negated)
  }

  /// The words.
  @inline(__always)
  func undone(_ prediction: WordLanes) -> WordLanes {
    WordLanes.undoResidual(values, prediction ^ negated)
  }
}

extension WideStream: WideLane {
  static var isReading: Bool { false }

  @inline(__always)
  mutating func pass(
    _ residuals: SignedResiduals, isSigned: Bool, contexts: CostLanes, _ mask: UInt32,
    _ room: UnsafeMutableRawPointer
  ) -> SignedResiduals {
    put(residuals, isSigned: isSigned, contexts, mask, room)
    return residuals
  }
}

/// Reads one field's class tokens and raw bits, eight rows at a time.
///
/// The streams are those of a ``DecodingLane``. What is malformed sets ``isDamaged`` and gives any
/// words.
struct WideSource: WideLane, LaneSource {
  static var isReading: Bool { true }

  var bytes: UnsafePointer<UInt8>
  var tokens: UnsafeMutablePointer<TokenPlace>
  var contextMask: Int
  var bitPosition: Int
  var bitEnd: Int
  var isDamaged = false

  /// Bytes behind the end that eight rows may read: of each class, whatever it says, the bits.
  static var slack: Int { 8 * 256 / 8 + 8 }

  @inline(__always)
  mutating func pass(
    _ residuals: SignedResiduals, isSigned: Bool, contexts: CostLanes, _ mask: UInt32,
    _ room: UnsafeMutableRawPointer
  ) -> SignedResiduals {
    let values = room.assumingMemoryBound(to: UInt32.self)
    var position = bitPosition
    var isDamaged = isDamaged
    var negated = WordLanes(all: 0)
    if mask == 0xFF {
      var classes = tokens8(contexts, &isDamaged)
      if isSigned {
        negated =
          WordLanes(bytes: unsafeBitCast(classes.littleEndian, to: SIMD8<UInt8>.self))
          .shiftedLeft(24).sign
        classes &= 0x7F7F_7F7F_7F7F_7F7F
      }
      values[0] = take(classes & 0xFF, &position)
      values[1] = take(classes &>> 8 & 0xFF, &position)
      values[2] = take(classes &>> 16 & 0xFF, &position)
      values[3] = take(classes &>> 24 & 0xFF, &position)
      values[4] = take(classes &>> 32 & 0xFF, &position)
      values[5] = take(classes &>> 40 & 0xFF, &position)
      values[6] = take(classes &>> 48 & 0xFF, &position)
      values[7] = take(classes &>> 56, &position)
      // A class above 32 comes to 128 or more, or is that already.
      let over = (classes | classes &+ 0x5F5F_5F5F_5F5F_5F5F) & 0x8080_8080_8080_8080
      isDamaged = isDamaged || over != 0
    } else {
      room.storeBytes(of: .zero, as: SIMD8<UInt32>.self)
      var rest = mask
      var negatedRows: UInt32 = 0
      let contexts = contexts.simd
      while rest != 0 {
        let row = rest.trailingZeroBitCount
        let token = token(Int(contexts[row]), &isDamaged)
        let length = UInt64(isSigned ? token & ~negatedToken : token)
        negatedRows |= UInt32(token &>> 7) &<< UInt32(truncatingIfNeeded: row)
        values[row] = take(length, &position)
        isDamaged = isDamaged || length > 32
        rest &= rest &- 1
      }
      if isSigned { negated = WordLanes(mask: negatedRows) }
    }
    self.isDamaged = isDamaged || position > bitEnd
    bitPosition = min(position, bitEnd)
    return SignedResiduals(
      values: WordLanes(room.load(as: SIMD8<UInt32>.self)), negated: negated)
  }

  /// The tokens of eight rows, that of the first in the lowest byte.
  @inline(__always)
  private func tokens8(_ contexts: CostLanes, _ isDamaged: inout Bool) -> UInt64 {
    let all = unsafeBitCast(contexts.bytes, to: UInt64.self).littleEndian
    if all == (all & 0xFF) &* 0x0101_0101_0101_0101 {
      let place = tokens + Int(truncatingIfNeeded: all & 0xFF) & contextMask
      let next = place.pointee.next
      if place.pointee.end &- next >= 8 {
        place.pointee.next = next &+ 8
        return UInt64(
          littleEndian: UnsafeRawPointer(bytes + next).loadUnaligned(as: UInt64.self))
      }
    }
    var classes: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let context = Int(truncatingIfNeeded: all &>> shift & 0xFF)
      classes |= UInt64(token(context, &isDamaged)) &<< shift
      shift &+= 8
    }
    return classes
  }

  @inline(__always)
  private func token(_ context: Int, _ isDamaged: inout Bool) -> UInt8 {
    let place = tokens + context & contextMask
    let next = place.pointee.next
    guard next < place.pointee.end else {
      isDamaged = true
      return 0
    }
    place.pointee.next = next &+ 1
    return bytes[next]
  }

  /// The residual of a class, whose leading one is not stored.
  @inline(__always)
  private func take(_ length: UInt64, _ position: inout Int) -> UInt32 {
    let all = (1 as UInt64) &<< length &- 1
    let low = all &>> 1
    let raw = UnsafeRawPointer(bytes + position &>> 3)
    let word = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
    let shifted = word &>> UInt64(truncatingIfNeeded: position & 7)
    position &+= Int(truncatingIfNeeded: length &- (length == 0 ? 0 : 1))
    return UInt32(truncatingIfNeeded: shifted & low | (all ^ low))
  }
}
