// WebAssembly takes the plain bodies: its compiler fails on these where it has SIMD.
#if hasFeature(BuiltinModule)
  #if !arch(wasm32)
    import Builtin
  #endif
#endif

/// Four doubles that every operation treats alike, lane by lane: for noise and fields over many
/// items. Each lane has the bits that the same operations on one number give.
///
/// With `Builtin` each operation is one instruction for as many lanes as a register holds; the
/// standard library's vectors are computed one lane at a time. Both bodies give the same bits.
@frozen @usableFromInline
package struct DoubleLanes {
  #if hasFeature(BuiltinModule) && !arch(wasm32)
    @usableFromInline package var v: Builtin.Vec4xFPIEEE64

    @inlinable @_transparent
    package init(_ v: Builtin.Vec4xFPIEEE64) { self.v = v }

    @inlinable @_transparent
    package init(_ x: SIMD4<Double>) { v = x._storage._value }

    @inlinable @_transparent
    package var simd: SIMD4<Double> {
      var x = SIMD4<Double>()
      x._storage._value = v
      return x
    }

    @inlinable @_transparent
    package static func + (a: DoubleLanes, b: DoubleLanes) -> DoubleLanes {
      DoubleLanes(Builtin.fadd_Vec4xFPIEEE64(a.v, b.v))
    }

    @inlinable @_transparent
    package static func - (a: DoubleLanes, b: DoubleLanes) -> DoubleLanes {
      DoubleLanes(Builtin.fsub_Vec4xFPIEEE64(a.v, b.v))
    }

    @inlinable @_transparent
    package static func * (a: DoubleLanes, b: DoubleLanes) -> DoubleLanes {
      DoubleLanes(Builtin.fmul_Vec4xFPIEEE64(a.v, b.v))
    }

    @inlinable @_transparent
    package static func / (a: DoubleLanes, b: DoubleLanes) -> DoubleLanes {
      DoubleLanes(Builtin.fdiv_Vec4xFPIEEE64(a.v, b.v))
    }

    @inlinable @_transparent
    package var squareRoots: DoubleLanes { DoubleLanes(Builtin.int_sqrt_Vec4xFPIEEE64(v)) }

    /// Where `a > b`: `t`, elsewhere `f`.
    @inlinable @_transparent
    package static func select(
      _ a: DoubleLanes, isAbove b: DoubleLanes, _ t: DoubleLanes, _ f: DoubleLanes
    ) -> DoubleLanes {
      DoubleLanes(
        Builtin.select_Vec4xInt1_Vec4xFPIEEE64(
          Builtin.fcmp_ogt_Vec4xFPIEEE64(a.v, b.v), t.v, f.v))
    }

    /// One bit for each lane in which `a ≤ b`, the lowest for the first lane.
    @inlinable @_transparent
    package static func mask(_ a: DoubleLanes, atMost b: DoubleLanes) -> UInt32 {
      let bits = Builtin.bitcast_Vec4xInt1_Int4(Builtin.fcmp_ole_Vec4xFPIEEE64(a.v, b.v))
      return UInt32(Builtin.zextOrBitCast_Int4_Int32(bits))
    }

    @inlinable @_transparent
    package var words: WordLanes {
      WordLanes(Builtin.bitcast_Vec4xFPIEEE64_Vec4xInt64(v))
    }
  #else
    @usableFromInline package var v: SIMD4<Double>

    @inlinable @_transparent
    package init(_ v: SIMD4<Double>) { self.v = v }

    @inlinable @_transparent
    package var simd: SIMD4<Double> { v }

    @inlinable @_transparent
    package static func + (a: DoubleLanes, b: DoubleLanes) -> DoubleLanes {
      DoubleLanes(a.v + b.v)
    }

    @inlinable @_transparent
    package static func - (a: DoubleLanes, b: DoubleLanes) -> DoubleLanes {
      DoubleLanes(a.v - b.v)
    }

    @inlinable @_transparent
    package static func * (a: DoubleLanes, b: DoubleLanes) -> DoubleLanes {
      DoubleLanes(a.v * b.v)
    }

    @inlinable @_transparent
    package static func / (a: DoubleLanes, b: DoubleLanes) -> DoubleLanes {
      DoubleLanes(a.v / b.v)
    }

    @inlinable @_transparent
    package var squareRoots: DoubleLanes {
      DoubleLanes(
        SIMD4(squareRoot(v[0]), squareRoot(v[1]), squareRoot(v[2]), squareRoot(v[3])))
    }

    /// Where `a > b`: `t`, elsewhere `f`.
    @inlinable @_transparent
    package static func select(
      _ a: DoubleLanes, isAbove b: DoubleLanes, _ t: DoubleLanes, _ f: DoubleLanes
    ) -> DoubleLanes {
      DoubleLanes(f.v.replacing(with: t.v, where: a.v .> b.v))
    }

    /// One bit for each lane in which `a ≤ b`, the lowest for the first lane.
    @inlinable
    package static func mask(_ a: DoubleLanes, atMost b: DoubleLanes) -> UInt32 {
      var bits: UInt32 = 0
      for lane in 0..<4 where a.v[lane] <= b.v[lane] { bits |= 1 << UInt32(lane) }
      return bits
    }

    @inlinable @_transparent
    package var words: WordLanes { WordLanes(unsafeBitCast(v, to: SIMD4<UInt64>.self)) }
  #endif

  @inlinable @_transparent
  package init(all x: Double) { self.init(SIMD4<Double>(repeating: x)) }

  @inlinable @_transparent
  package init(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
    self.init(SIMD4<Double>(a, b, c, d))
  }

  /// `−x`, also of zeros.
  @inlinable @_transparent
  package static prefix func - (x: DoubleLanes) -> DoubleLanes {
    (x.words ^ WordLanes(all: 0x8000_0000_0000_0000)).doubles
  }

  /// The size, with the sign bit cleared.
  @inlinable @_transparent
  package var magnitude: DoubleLanes {
    (words & WordLanes(all: 0x7FFF_FFFF_FFFF_FFFF)).doubles
  }
}

/// Four 64-bit words; see ``DoubleLanes``. All arithmetic wraps.
@frozen @usableFromInline
package struct WordLanes {
  #if hasFeature(BuiltinModule) && !arch(wasm32)
    @usableFromInline package var v: Builtin.Vec4xInt64

    @inlinable @_transparent
    package init(_ v: Builtin.Vec4xInt64) { self.v = v }

    @inlinable @_transparent
    package init(_ x: SIMD4<UInt64>) { v = x._storage._value }

    @inlinable @_transparent
    package var doubles: DoubleLanes {
      DoubleLanes(Builtin.bitcast_Vec4xInt64_Vec4xFPIEEE64(v))
    }

    @inlinable @_transparent
    package static func + (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(Builtin.add_Vec4xInt64(a.v, b.v))
    }

    @inlinable @_transparent
    package static func - (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(Builtin.sub_Vec4xInt64(a.v, b.v))
    }

    @inlinable @_transparent
    package static func * (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(Builtin.mul_Vec4xInt64(a.v, b.v))
    }

    @inlinable @_transparent
    package static func ^ (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(Builtin.xor_Vec4xInt64(a.v, b.v))
    }

    @inlinable @_transparent
    package static func & (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(Builtin.and_Vec4xInt64(a.v, b.v))
    }

    @inlinable @_transparent
    package static func | (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(Builtin.or_Vec4xInt64(a.v, b.v))
    }

    @inlinable @_transparent
    package static func >> (a: WordLanes, count: UInt64) -> WordLanes {
      WordLanes(Builtin.lshr_Vec4xInt64(a.v, WordLanes(all: count).v))
    }

    @inlinable @_transparent
    package static func << (a: WordLanes, count: UInt64) -> WordLanes {
      WordLanes(Builtin.shl_Vec4xInt64(a.v, WordLanes(all: count).v))
    }

    /// All ones where the highest bit is set, elsewhere zero.
    @inlinable @_transparent
    package var signMask: WordLanes {
      WordLanes(Builtin.ashr_Vec4xInt64(v, WordLanes(all: 63).v))
    }
  #else
    @usableFromInline package var v: SIMD4<UInt64>

    @inlinable @_transparent
    package init(_ v: SIMD4<UInt64>) { self.v = v }

    @inlinable @_transparent
    package var doubles: DoubleLanes {
      DoubleLanes(unsafeBitCast(v, to: SIMD4<Double>.self))
    }

    @inlinable @_transparent
    package static func + (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(a.v &+ b.v)
    }

    @inlinable @_transparent
    package static func - (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(a.v &- b.v)
    }

    @inlinable @_transparent
    package static func * (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(a.v &* b.v)
    }

    @inlinable @_transparent
    package static func ^ (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(a.v ^ b.v)
    }

    @inlinable @_transparent
    package static func & (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(a.v & b.v)
    }

    @inlinable @_transparent
    package static func | (a: WordLanes, b: WordLanes) -> WordLanes {
      WordLanes(a.v | b.v)
    }

    @inlinable @_transparent
    package static func >> (a: WordLanes, count: UInt64) -> WordLanes {
      WordLanes(a.v &>> SIMD4<UInt64>(repeating: count))
    }

    @inlinable @_transparent
    package static func << (a: WordLanes, count: UInt64) -> WordLanes {
      WordLanes(a.v &<< SIMD4<UInt64>(repeating: count))
    }

    /// All ones where the highest bit is set, elsewhere zero.
    @inlinable @_transparent
    package var signMask: WordLanes {
      WordLanes(SIMD4<UInt64>(repeating: 0) &- (v &>> SIMD4<UInt64>(repeating: 63)))
    }
  #endif

  @inlinable @_transparent
  package init(all x: UInt64) { self.init(SIMD4<UInt64>(repeating: x)) }
}
