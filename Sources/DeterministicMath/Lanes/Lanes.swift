#if hasFeature(BuiltinModule)
  import Builtin
#endif

/// Eight floats that every operation treats alike, lane by lane.
///
/// The standard library's vectors are added and multiplied lane by lane and glued together later,
/// which costs a factor of two in the solver; with `Builtin` each operation is one instruction (two
/// where registers hold four floats). Both bodies give the same bits.
@frozen @usableFromInline
package struct Lanes {
  #if hasFeature(BuiltinModule)
    @usableFromInline package var v: Builtin.Vec8xFPIEEE32

    @inlinable @_transparent
    package init(_ v: Builtin.Vec8xFPIEEE32) { self.v = v }

    @inlinable @_transparent
    package init(_ x: SIMD8<Float>) { v = x._storage._value }

    @inlinable @_transparent
    package var simd: SIMD8<Float> {
      var x = SIMD8<Float>()
      x._storage._value = v
      return x
    }

    @inlinable @_transparent
    package static func + (a: Lanes, b: Lanes) -> Lanes {
      Lanes(Builtin.fadd_Vec8xFPIEEE32(a.v, b.v))
    }

    @inlinable @_transparent
    package static func - (a: Lanes, b: Lanes) -> Lanes {
      Lanes(Builtin.fsub_Vec8xFPIEEE32(a.v, b.v))
    }

    @inlinable @_transparent
    package static func * (a: Lanes, b: Lanes) -> Lanes {
      Lanes(Builtin.fmul_Vec8xFPIEEE32(a.v, b.v))
    }

    @inlinable @_transparent
    package init(all x: Float) {
      v = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(
        Builtin.insertelement_Vec8xFPIEEE32_FPIEEE32_Int32(
          Builtin.zeroInitializer(), x._value, Builtin.zeroInitializer()),
        Builtin.zeroInitializer(), Builtin.zeroInitializer())
    }

    /// Where `a > b`: `t`, elsewhere `f`.
    @inlinable @_transparent
    package static func select(_ a: Lanes, isAbove b: Lanes, _ t: Lanes, _ f: Lanes) -> Lanes {
      Lanes(
        Builtin.select_Vec8xInt1_Vec8xFPIEEE32(
          Builtin.fcmp_ogt_Vec8xFPIEEE32(a.v, b.v), t.v, f.v))
    }

    /// One bit for each lane in which `a > b`, the lowest for the first lane.
    @inlinable @_transparent
    package static func mask(_ a: Lanes, above b: Lanes) -> UInt32 {
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
    @usableFromInline package var v: SIMD8<Float>

    @inlinable @_transparent
    package init(_ v: SIMD8<Float>) { self.v = v }

    @inlinable @_transparent
    package init(all x: Float) { v = SIMD8<Float>(repeating: x) }

    @inlinable @_transparent
    package var simd: SIMD8<Float> { v }

    @inlinable @_transparent
    package static func + (a: Lanes, b: Lanes) -> Lanes { Lanes(a.v + b.v) }

    @inlinable @_transparent
    package static func - (a: Lanes, b: Lanes) -> Lanes { Lanes(a.v - b.v) }

    @inlinable @_transparent
    package static func * (a: Lanes, b: Lanes) -> Lanes { Lanes(a.v * b.v) }

    /// Where `a > b`: `t`, elsewhere `f`.
    @inlinable @_transparent
    package static func select(_ a: Lanes, isAbove b: Lanes, _ t: Lanes, _ f: Lanes) -> Lanes {
      Lanes(f.v.replacing(with: t.v, where: a.v .> b.v))
    }

    /// One bit for each lane in which `a > b`, the lowest for the first lane.
    @inlinable
    package static func mask(_ a: Lanes, above b: Lanes) -> UInt32 {
      var bits: UInt32 = 0
      for lane in 0..<8 where a.v[lane] > b.v[lane] { bits |= 1 << UInt32(lane) }
      return bits
    }
  #endif

  // Without optimisation the standard library's halves go through protocol witnesses; with it, what
  // is joined by a cast is computed in halves where registers hold eight.

  /// The first four lanes, and the last four.
  @inlinable @_transparent
  package init(low: SIMD4<Float>, high: SIMD4<Float>) {
    #if DEBUG
      self.init(unsafeBitCast((low, high), to: SIMD8<Float>.self))
    #else
      self.init(SIMD8(lowHalf: low, highHalf: high))
    #endif
  }

  @inlinable @_transparent
  package var low: SIMD4<Float> {
    #if DEBUG
      unsafeBitCast(simd, to: (SIMD4<Float>, SIMD4<Float>).self).0
    #else
      simd.lowHalf
    #endif
  }

  @inlinable @_transparent
  package var high: SIMD4<Float> {
    #if DEBUG
      unsafeBitCast(simd, to: (SIMD4<Float>, SIMD4<Float>).self).1
    #else
      simd.highHalf
    #endif
  }

  /// `a > b ? a : b`.
  @inlinable @_transparent
  package static func larger(_ a: Lanes, _ b: Lanes) -> Lanes { select(a, isAbove: b, a, b) }

  /// `a > b ? b : a`.
  @inlinable @_transparent
  package static func smaller(_ a: Lanes, _ b: Lanes) -> Lanes { select(a, isAbove: b, b, a) }

  /// Whether some lane of `a` is greater than its counterpart in `b`.
  @inlinable @_transparent
  package static func isAny(_ a: Lanes, above b: Lanes) -> Bool { mask(a, above: b) != 0 }

  /// `x < 0 ? −x : x`, with +0 for both zeros.
  @inlinable @_transparent
  package var magnitude: Lanes { Lanes.larger(self, Lanes(all: 0) - self) }

  /// Whether every lane is +0.
  @inlinable @_transparent
  package var isZero: Bool { unsafeBitCast(simd, to: SIMD4<UInt64>.self) == .zero }
}

extension Lanes {
  /// The four columns of eight rows.
  @inlinable @_transparent
  package static func columns(
    _ r0: SIMD4<Float>, _ r1: SIMD4<Float>, _ r2: SIMD4<Float>, _ r3: SIMD4<Float>,
    _ r4: SIMD4<Float>, _ r5: SIMD4<Float>, _ r6: SIMD4<Float>, _ r7: SIMD4<Float>
  ) -> (Lanes, Lanes, Lanes, Lanes) {
    let low = Quad.transposed(r0, r1, r2, r3)
    let high = Quad.transposed(r4, r5, r6, r7)
    return (
      Lanes(low: low.0, high: high.0), Lanes(low: low.1, high: high.1),
      Lanes(low: low.2, high: high.2), Lanes(low: low.3, high: high.3)
    )
  }
}
