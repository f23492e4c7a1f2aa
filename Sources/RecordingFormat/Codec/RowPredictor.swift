import DeterministicMath
import Simulation

/// Predicts and codes the fields of the active rows of one table, one unit of fields at a time.
///
/// Every field has up to four candidates for its prediction. The one that would have cost least
/// lately, for this row and field, is used; both sides keep the same account, so nothing is stored.
struct RowPredictor {
  static var candidateMax: Int { 4 }

  let active: UnsafePointer<Int32>
  let activeCount: Int
  /// The table's part of the new image; a decoder hands in ``last``, and what is read is not used.
  let source: UnsafePointer<UInt8>
  /// The table's part of the images one and two steps ago; both are moved on.
  let last: UnsafeMutablePointer<UInt8>
  let before: UnsafeMutablePointer<UInt8>
  /// The table's part of the image three steps ago; of velocities it is moved on.
  let earlier: UnsafeMutablePointer<UInt8>
  /// Running costs by row, lane and candidate.
  let costs: UnsafeMutablePointer<UInt16>
  let laneCount: Int

  /// A field's column in the three images.
  struct Column {
    var start: Int
    var stride: Int
    var lane: Int
  }

  @inline(__always)
  func load<Bits: FixedWidthInteger>(
    _ image: UnsafePointer<UInt8>, _ offset: Int, _ type: Bits.Type
  ) -> Bits {
    Bits(littleEndian: UnsafeRawPointer(image + offset).loadUnaligned(as: Bits.self))
  }

  @inline(__always)
  func moveOn<Bits: FixedWidthInteger>(_ offset: Int, _ old: Bits, _ new: Bits) {
    UnsafeMutableRawPointer(before + offset).storeBytes(of: old.littleEndian, as: Bits.self)
    UnsafeMutableRawPointer(last + offset).storeBytes(of: new.littleEndian, as: Bits.self)
  }

  @inline(__always)
  func cost(_ row: Int, _ lane: Int) -> UnsafeMutablePointer<UInt16> {
    costs + (row &* laneCount &+ lane) &* RowPredictor.candidateMax
  }

  /// Forgets a quarter, and adds what the candidate would have cost now.
  @inline(__always)
  func charge<Bits: FixedWidthInteger & UnsignedInteger>(
    _ cost: UnsafeMutablePointer<UInt16>, _ word: Bits, _ candidate: Bits
  ) {
    let now = UInt16(truncatingIfNeeded: 4 &* bitLength(residual(word, candidate)))
    cost.pointee = cost.pointee &- cost.pointee &>> 2 &+ now
  }

  /// Passes a word, predicted by the candidate of the least cost, the first of equals; all of them are
  /// charged.
  @inline(__always)
  func codeBest<Lane: ResidualLane>(
    _ word: UInt32, _ account: UnsafeMutablePointer<UInt16>,
    _ candidates: (UInt32, UInt32, UInt32, UInt32), _ lane: inout Lane
  ) -> UInt32 {
    var best = candidates.0
    var least = account[0]
    if account[1] < least { (best, least) = (candidates.1, account[1]) }
    if account[2] < least { (best, least) = (candidates.2, account[2]) }
    if account[3] < least { (best, least) = (candidates.3, account[3]) }
    let coded = lane.codeSigned(
      word, prediction: best, context: TokenContext.of(cost: least))
    charge(account, coded, candidates.0)
    charge(account + 1, coded, candidates.1)
    charge(account + 2, coded, candidates.2)
    charge(account + 3, coded, candidates.3)
    return coded
  }

  // MARK: Fields without a meaning

  /// Candidates: unchanged, linear.
  @inline(__always)
  func plain<Word: OrderedWord, Lane: ResidualLane>(
    _ word: Word.Type, _ column: Column, isSigned: Bool = false, _ lane: inout Lane
  ) {
    var index = 0
    while index < activeCount {
      let row = Int(active[index])
      index &+= 1
      let offset = column.start &+ row &* column.stride
      let old = load(last, offset, Word.Bits.self)
      let older = load(before, offset, Word.Bits.self)
      let account = cost(row, column.lane)
      let same = Word.order(old)
      let linear = Word.order(Word.linear(old, older))
      let best = account[1] < account[0] ? linear : same
      let now = Word.order(load(source, offset, Word.Bits.self))
      let ordered = lane.code(
        now, prediction: best, isSigned: isSigned,
        context: TokenContext.of(cost: min(account[0], account[1])))
      charge(account, ordered, same)
      charge(account + 1, ordered, linear)
      moveOn(offset, old, Word.restore(ordered))
    }
  }

  // MARK: Rotations

  /// The rotation in an image.
  @inline(__always)
  func rotation(_ image: UnsafePointer<UInt8>, _ c: Int, _ s: Int) -> Rotation {
    Rotation(
      cosine: Float(bitPattern: load(image, c, UInt32.self)),
      sine: Float(bitPattern: load(image, s, UInt32.self)))
  }

  /// A rotation, of which the component that is predicted smaller comes first.
  ///
  /// - Parameters:
  ///   - c: where the cosine is in the images, and `s` the sine.
  ///   - account: of the candidates, the third of which is the unmoved rotation; `nil` where there was no
  ///     choice.
  ///   - cost: the running cost of `best`; 0 where there was no choice.
  @inline(__always)
  func codeRotation<Lane: ResidualLane>(
    _ c: Int, _ s: Int, best: Rotation, account: UnsafeMutablePointer<UInt16>?, cost: UInt16,
    _ first: Rotation, _ second: Rotation, _ cosineLane: inout Lane, _ sineLane: inout Lane
  ) {
    let oldCosine = load(last, c, UInt32.self)
    let oldSine = load(last, s, UInt32.self)
    let actualCosine = SingleWord.order(load(source, c, UInt32.self))
    let actualSine = SingleWord.order(load(source, s, UInt32.self))
    let bestCosine = SingleWord.bits(best.cosine, else: oldCosine)
    let bestSine = SingleWord.bits(best.sine, else: oldSine)
    let isCosine = best.cosine * best.cosine < best.sine * best.sine
    let (predictedSmall, predictedLarge) =
      isCosine ? (bestCosine, bestSine) : (bestSine, bestCosine)
    let (actualSmall, actualLarge) =
      isCosine ? (actualCosine, actualSine) : (actualSine, actualCosine)
    // The smaller one is always in the sine's streams.
    let small = sineLane.codeSigned(
      actualSmall, prediction: SingleWord.order(predictedSmall),
      context: TokenContext.of(cost: cost))
    let isHit = SingleWord.restore(small) == predictedSmall
    let large = cosineLane.codeSigned(
      actualLarge, prediction: SingleWord.order(larger(small, isHit: isHit, predictedLarge)),
      context: isHit ? 0 : 1)
    let (newCosine, newSine) = isCosine ? (small, large) : (large, small)
    if let account {
      let unmoved = isCosine ? oldCosine : oldSine
      charge(account, small, ordered(isCosine ? first.cosine : first.sine, unmoved))
      charge(account + 1, small, ordered(isCosine ? second.cosine : second.sine, unmoved))
      charge(account + 2, small, SingleWord.order(unmoved))
    }
    moveOn(c, oldCosine, SingleWord.restore(newCosine))
    moveOn(s, oldSine, SingleWord.restore(newSine))
  }

  @inline(__always)
  func ordered(_ value: Float, _ fallback: UInt32) -> UInt32 {
    SingleWord.order(SingleWord.bits(value, else: fallback))
  }

  /// The larger component of a rotation whose smaller one is known: the integrated one when that
  /// came out exact, else what unit length asks for.
  @inline(__always)
  private func larger(_ small: UInt32, isHit: Bool, _ predicted: UInt32) -> UInt32 {
    if isHit { return predicted }
    let q = Float(bitPattern: SingleWord.restore(small))
    let rest = 1 - q * q
    guard rest > 0 else { return predicted }
    return squareRoot(rest).bitPattern | predicted & 0x8000_0000
  }
}
