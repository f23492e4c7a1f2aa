import DeterministicMath

#if hasFeature(BuiltinModule)
  import Builtin
#endif

/// Eight 32-bit words that every operation treats alike.
///
/// Conditions are words as well: all ones, or zero. Both bodies give the same bits.
struct WordLanes {
  #if hasFeature(BuiltinModule)
    var v: Builtin.Vec8xInt32

    @_transparent
    init(_ v: Builtin.Vec8xInt32) { self.v = v }

    @_transparent
    init(_ x: SIMD8<UInt32>) { v = x._storage._value }

    @_transparent
    init(bits x: Lanes) { v = Builtin.bitcast_Vec8xFPIEEE32_Vec8xInt32(x.v) }

    @_transparent
    var lanes: Lanes { Lanes(Builtin.bitcast_Vec8xInt32_Vec8xFPIEEE32(v)) }

    @_transparent
    var simd: SIMD8<UInt32> {
      var x = SIMD8<UInt32>()
      x._storage._value = v
      return x
    }

    @_transparent
    static func + (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(Builtin.add_Vec8xInt32(a.v, b.v))
    }

    @_transparent
    static func - (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(Builtin.sub_Vec8xInt32(a.v, b.v))
    }

    @_transparent
    static func & (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(Builtin.and_Vec8xInt32(a.v, b.v))
    }

    @_transparent
    static func | (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(Builtin.or_Vec8xInt32(a.v, b.v))
    }

    @_transparent
    static func ^ (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(Builtin.xor_Vec8xInt32(a.v, b.v))
    }

    @_transparent
    func shiftedLeft(_ count: UInt32) -> WordLanes {
      WordLanes(Builtin.shl_Vec8xInt32(v, WordLanes(all: count).v))
    }

    @_transparent
    func shiftedRight(_ count: UInt32) -> WordLanes {
      WordLanes(Builtin.lshr_Vec8xInt32(v, WordLanes(all: count).v))
    }

    /// All ones where the highest bit is set.
    @_transparent
    var sign: WordLanes { WordLanes(Builtin.ashr_Vec8xInt32(v, WordLanes(all: 31).v)) }

    @_transparent
    static func equal(_ a: WordLanes, _ b: WordLanes) -> WordLanes {
      WordLanes(Builtin.sext_Vec8xInt1_Vec8xInt32(Builtin.cmp_eq_Vec8xInt32(a.v, b.v)))
    }

    /// Where `a < b`: not where one of them is NaN.
    @_transparent
    static func less(_ a: Lanes, _ b: Lanes) -> WordLanes {
      WordLanes(Builtin.sext_Vec8xInt1_Vec8xInt32(Builtin.fcmp_olt_Vec8xFPIEEE32(a.v, b.v)))
    }

    /// Where a number is not NaN.
    @_transparent
    static func isNumber(_ x: Lanes) -> WordLanes {
      WordLanes(Builtin.sext_Vec8xInt1_Vec8xInt32(Builtin.fcmp_oeq_Vec8xFPIEEE32(x.v, x.v)))
    }

    /// The words as signed numbers, rounded to floats.
    @_transparent
    private var asFloats: Lanes { Lanes(Builtin.sitofp_Vec8xInt32_Vec8xFPIEEE32(v)) }

    /// One bit for each lane whose highest bit is set, the lowest for the first lane.
    @_transparent
    var mask: UInt32 {
      let bits = Builtin.bitcast_Vec8xInt1_Int8(
        Builtin.cmp_slt_Vec8xInt32(v, Builtin.zeroInitializer()))
      return UInt32(Builtin.zextOrBitCast_Int8_Int32(bits))
    }

    /// Words below 256.
    @_transparent
    init(bytes x: SIMD8<UInt8>) { v = Builtin.zext_Vec8xInt8_Vec8xInt32(x._storage._value) }
  #else
    var v: SIMD8<UInt32>

    init(_ v: SIMD8<UInt32>) { self.v = v }
    init(bits x: Lanes) { v = unsafeBitCast(x.simd, to: SIMD8<UInt32>.self) }
    var lanes: Lanes { Lanes(unsafeBitCast(v, to: SIMD8<Float>.self)) }
    var simd: SIMD8<UInt32> { v }

    private init(where condition: SIMDMask<SIMD8<Int32>>) {
      v = SIMD8<UInt32>(repeating: 0).replacing(
        with: SIMD8(repeating: .max), where: condition)
    }

    static func + (a: WordLanes, b: WordLanes) -> WordLanes { WordLanes(a.v &+ b.v) }
    static func - (a: WordLanes, b: WordLanes) -> WordLanes { WordLanes(a.v &- b.v) }
    static func & (a: WordLanes, b: WordLanes) -> WordLanes { WordLanes(a.v & b.v) }
    static func | (a: WordLanes, b: WordLanes) -> WordLanes { WordLanes(a.v | b.v) }
    static func ^ (a: WordLanes, b: WordLanes) -> WordLanes { WordLanes(a.v ^ b.v) }

    func shiftedLeft(_ count: UInt32) -> WordLanes {
      WordLanes(v &<< SIMD8(repeating: count))
    }

    func shiftedRight(_ count: UInt32) -> WordLanes {
      WordLanes(v &>> SIMD8(repeating: count))
    }

    var sign: WordLanes { WordLanes(where: v .>= SIMD8(repeating: 0x8000_0000)) }

    static func equal(_ a: WordLanes, _ b: WordLanes) -> WordLanes {
      WordLanes(where: a.v .== b.v)
    }

    static func less(_ a: Lanes, _ b: Lanes) -> WordLanes { WordLanes(where: a.simd .< b.simd) }
    static func isNumber(_ x: Lanes) -> WordLanes { WordLanes(where: x.simd .== x.simd) }

    private var asFloats: Lanes {
      Lanes(SIMD8<Float>(unsafeBitCast(v, to: SIMD8<Int32>.self)))
    }

    var mask: UInt32 {
      var bits: UInt32 = 0
      for lane in 0..<8 { bits |= v[lane] >> 31 << UInt32(lane) }
      return bits
    }

    init(bytes x: SIMD8<UInt8>) { v = SIMD8<UInt32>(truncatingIfNeeded: x) }
  #endif

  @_transparent
  init(all x: UInt32) { self.init(SIMD8<UInt32>(repeating: x)) }

  /// All ones in the lanes whose bit of `mask` is set.
  @_transparent
  init(mask: UInt32) {
    let bit = WordLanes(SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128))
    self = WordLanes.equal(WordLanes(all: mask) & bit, bit)
  }

  @_transparent
  static prefix func ~ (a: WordLanes) -> WordLanes { a ^ WordLanes(all: .max) }

  /// Where the condition holds: `a`, elsewhere `b`.
  @_transparent
  static func select(_ condition: WordLanes, _ a: WordLanes, _ b: WordLanes) -> WordLanes {
    (condition & a) | (~condition & b)
  }

  /// How many bits it takes to write each.
  @_transparent
  var lengths: WordLanes {
    // The highest bit decides on the exponent; without the next one, no rounding reaches the next.
    let exponents =
      WordLanes(bits: (self & ~shiftedRight(1)).asFloats).shiftedRight(23) - WordLanes(all: 126)
    return WordLanes.select(sign, WordLanes(all: 32), exponents & ~exponents.sign)
  }

  // MARK: As ``SingleWord`` and ``IntegerWord`` have them

  /// ``SingleWord/order(_:)``.
  @_transparent
  var ordered: WordLanes { self ^ (sign | WordLanes(all: 0x8000_0000)) }

  /// Undoes ``ordered``.
  @_transparent
  var restored: WordLanes { self ^ ((~self).sign | WordLanes(all: 0x8000_0000)) }

  /// ``undoResidual(_:_:)``.
  @_transparent
  static func undoResidual(_ residual: WordLanes, _ prediction: WordLanes) -> WordLanes {
    prediction
      + (residual.shiftedRight(1) ^ (WordLanes(all: 0) - (residual & WordLanes(all: 1))))
  }

  /// ``residual(_:_:)``.
  @_transparent
  static func residual(_ word: WordLanes, _ prediction: WordLanes) -> WordLanes {
    let difference = word - prediction
    return difference.shiftedLeft(1) ^ difference.sign
  }
}

extension Lanes {
  /// Itself; the fallback where it is NaN.
  @_transparent
  func orIfNaN(_ fallback: Lanes) -> Lanes {
    Lanes.select(WordLanes.isNumber(self), self, fallback)
  }

  @_transparent
  static func select(_ condition: WordLanes, _ a: Lanes, _ b: Lanes) -> Lanes {
    WordLanes.select(condition, WordLanes(bits: a), WordLanes(bits: b)).lanes
  }

  @_transparent
  var ordered: WordLanes { bits.ordered }

  @_transparent
  var bits: WordLanes { WordLanes(bits: self) }
}
