#if hasFeature(BuiltinModule)
  import Builtin
#endif

/// Shuffles of four floats: one instruction each, with optimisation or without.
@frozen @usableFromInline
package enum Quad {
  #if DEBUG && hasFeature(BuiltinModule)
    /// `a0 b0 a1 b1`.
    @inlinable @_transparent
    package static func low(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      var x = SIMD4<Float>()
      (x._storage._value, _) = Builtin.interleave_Vec4xFPIEEE32(
        a._storage._value, b._storage._value)
      return x
    }

    /// `a2 b2 a3 b3`.
    @inlinable @_transparent
    package static func high(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      var x = SIMD4<Float>()
      (_, x._storage._value) = Builtin.interleave_Vec4xFPIEEE32(
        a._storage._value, b._storage._value)
      return x
    }

    /// `a0 a1 b0 b1`.
    @inlinable @_transparent
    package static func pairLow(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      let (pairs, _) = Builtin.interleave_Vec2xFPIEEE64(
        Builtin.bitcast_Vec4xFPIEEE32_Vec2xFPIEEE64(a._storage._value),
        Builtin.bitcast_Vec4xFPIEEE32_Vec2xFPIEEE64(b._storage._value))
      var x = SIMD4<Float>()
      x._storage._value = Builtin.bitcast_Vec2xFPIEEE64_Vec4xFPIEEE32(pairs)
      return x
    }

    /// `a2 a3 b2 b3`.
    @inlinable @_transparent
    package static func pairHigh(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      let (_, pairs) = Builtin.interleave_Vec2xFPIEEE64(
        Builtin.bitcast_Vec4xFPIEEE32_Vec2xFPIEEE64(a._storage._value),
        Builtin.bitcast_Vec4xFPIEEE32_Vec2xFPIEEE64(b._storage._value))
      var x = SIMD4<Float>()
      x._storage._value = Builtin.bitcast_Vec2xFPIEEE64_Vec4xFPIEEE32(pairs)
      return x
    }
  #else
    // Written on integer and double views: so they become one instruction, and the optimiser does
    // not take registers of eight apart again, as it does with the shuffles above.

    @inlinable @_transparent
    package static func low(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      let x = unsafeBitCast(a, to: SIMD4<UInt32>.self)
      let y = unsafeBitCast(b, to: SIMD4<UInt32>.self)
      return unsafeBitCast(SIMD4(x[0], y[0], x[1], y[1]), to: SIMD4<Float>.self)
    }

    @inlinable @_transparent
    package static func high(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      let x = unsafeBitCast(a, to: SIMD4<UInt32>.self)
      let y = unsafeBitCast(b, to: SIMD4<UInt32>.self)
      return unsafeBitCast(SIMD4(x[2], y[2], x[3], y[3]), to: SIMD4<Float>.self)
    }

    @inlinable @_transparent
    package static func pairLow(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      let x = unsafeBitCast(a, to: SIMD2<Double>.self)
      let y = unsafeBitCast(b, to: SIMD2<Double>.self)
      return unsafeBitCast(SIMD2(x[0], y[0]), to: SIMD4<Float>.self)
    }

    @inlinable @_transparent
    package static func pairHigh(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
      let x = unsafeBitCast(a, to: SIMD2<Double>.self)
      let y = unsafeBitCast(b, to: SIMD2<Double>.self)
      return unsafeBitCast(SIMD2(x[1], y[1]), to: SIMD4<Float>.self)
    }
  #endif

  /// Columns of the four rows `a`, `b`, `c`, `d`; the other way round as well.
  @inlinable @_transparent
  package static func transposed(
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
