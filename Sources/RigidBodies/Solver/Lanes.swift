import DeterministicMath

#if hasFeature(BuiltinModule)
  import Builtin
#endif

/// Eight floats that every operation treats alike, lane by lane.
///
/// The standard library's vectors are added and multiplied lane by lane and glued together later,
/// which costs a factor of two in the solver; with `Builtin` each operation is one instruction (two
/// where registers hold four floats). Both bodies give the same bits.
struct Lanes {
  #if hasFeature(BuiltinModule)
    var v: Builtin.Vec8xFPIEEE32

    @_transparent
    init(_ v: Builtin.Vec8xFPIEEE32) { self.v = v }

    @_transparent
    init(_ x: SIMD8<Float>) { v = x._storage._value }

    @_transparent
    var simd: SIMD8<Float> {
      var x = SIMD8<Float>()
      x._storage._value = v
      return x
    }

    @_transparent
    static func + (a: Lanes, b: Lanes) -> Lanes { Lanes(Builtin.fadd_Vec8xFPIEEE32(a.v, b.v)) }

    @_transparent
    static func - (a: Lanes, b: Lanes) -> Lanes { Lanes(Builtin.fsub_Vec8xFPIEEE32(a.v, b.v)) }

    @_transparent
    static func * (a: Lanes, b: Lanes) -> Lanes { Lanes(Builtin.fmul_Vec8xFPIEEE32(a.v, b.v)) }

    /// Where `a > b`: `t`, elsewhere `f`.
    @_transparent
    static func select(_ a: Lanes, isAbove b: Lanes, _ t: Lanes, _ f: Lanes) -> Lanes {
      Lanes(
        Builtin.select_Vec8xInt1_Vec8xFPIEEE32(
          Builtin.fcmp_ogt_Vec8xFPIEEE32(a.v, b.v), t.v, f.v))
    }

    /// One bit for each lane in which `a > b`, the lowest for the first lane.
    @_transparent
    static func mask(_ a: Lanes, above b: Lanes) -> UInt32 {
      #if arch(wasm32)
        // The compiler fails on the bits of a comparison there: each lane's own bit, gathered by
        // halves, is the same number.
        let bits = SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128)
        let lanes = SIMD8<UInt32>(repeating: 0).replacing(with: bits, where: a.simd .> b.simd)
        let four = lanes.lowHalf | lanes.highHalf
        let two = four.lowHalf | four.highHalf
        return two.x | two.y
      #else
        let bits = Builtin.bitcast_Vec8xInt1_Int8(Builtin.fcmp_ogt_Vec8xFPIEEE32(a.v, b.v))
        return UInt32(Builtin.zextOrBitCast_Int8_Int32(bits))
      #endif
    }
  #else
    var v: SIMD8<Float>

    @_transparent
    init(_ v: SIMD8<Float>) { self.v = v }

    @_transparent
    var simd: SIMD8<Float> { v }

    @_transparent
    static func + (a: Lanes, b: Lanes) -> Lanes { Lanes(a.v + b.v) }

    @_transparent
    static func - (a: Lanes, b: Lanes) -> Lanes { Lanes(a.v - b.v) }

    @_transparent
    static func * (a: Lanes, b: Lanes) -> Lanes { Lanes(a.v * b.v) }

    /// Where `a > b`: `t`, elsewhere `f`.
    @_transparent
    static func select(_ a: Lanes, isAbove b: Lanes, _ t: Lanes, _ f: Lanes) -> Lanes {
      Lanes(f.v.replacing(with: t.v, where: a.v .> b.v))
    }

    /// One bit for each lane in which `a > b`, the lowest for the first lane.
    static func mask(_ a: Lanes, above b: Lanes) -> UInt32 {
      var bits: UInt32 = 0
      for lane in 0..<8 where a.v[lane] > b.v[lane] { bits |= 1 << UInt32(lane) }
      return bits
    }
  #endif

  @_transparent
  init(all x: Float) { self.init(SIMD8<Float>(repeating: x)) }

  /// `a > b ? a : b`.
  @_transparent
  static func larger(_ a: Lanes, _ b: Lanes) -> Lanes { select(a, isAbove: b, a, b) }

  /// `a > b ? b : a`.
  @_transparent
  static func smaller(_ a: Lanes, _ b: Lanes) -> Lanes { select(a, isAbove: b, b, a) }

  /// Whether some lane of `a` is greater than its counterpart in `b`.
  @_transparent
  static func isAny(_ a: Lanes, above b: Lanes) -> Bool { mask(a, above: b) != 0 }

  /// `x < 0 ? −x : x`, with +0 for both zeros.
  @_transparent
  var magnitude: Lanes { Lanes.larger(self, Lanes(all: 0) - self) }

  /// Whether every lane is +0.
  @_transparent
  var isZero: Bool { unsafeBitCast(simd, to: SIMD4<UInt64>.self) == .zero }
}

/// Shuffles of four floats, written on integer and double views: so they become one instruction.
enum Quad {
  @_transparent
  static func low(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    let x = unsafeBitCast(a, to: SIMD4<UInt32>.self)
    let y = unsafeBitCast(b, to: SIMD4<UInt32>.self)
    return unsafeBitCast(SIMD4(x[0], y[0], x[1], y[1]), to: SIMD4<Float>.self)
  }

  @_transparent
  static func high(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    let x = unsafeBitCast(a, to: SIMD4<UInt32>.self)
    let y = unsafeBitCast(b, to: SIMD4<UInt32>.self)
    return unsafeBitCast(SIMD4(x[2], y[2], x[3], y[3]), to: SIMD4<Float>.self)
  }

  @_transparent
  static func pairLow(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    let x = unsafeBitCast(a, to: SIMD2<Double>.self)
    let y = unsafeBitCast(b, to: SIMD2<Double>.self)
    return unsafeBitCast(SIMD2(x[0], y[0]), to: SIMD4<Float>.self)
  }

  @_transparent
  static func pairHigh(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    let x = unsafeBitCast(a, to: SIMD2<Double>.self)
    let y = unsafeBitCast(b, to: SIMD2<Double>.self)
    return unsafeBitCast(SIMD2(x[1], y[1]), to: SIMD4<Float>.self)
  }

  /// Columns of the four rows `a`, `b`, `c`, `d`; the other way round as well.
  @_transparent
  static func transposed(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
  ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    let low0 = low(a, b)
    let low1 = low(c, d)
    let high0 = high(a, b)
    let high1 = high(c, d)
    return (
      pairLow(low0, low1), pairHigh(low0, low1), pairLow(high0, high1), pairHigh(high0, high1)
    )
  }
}
