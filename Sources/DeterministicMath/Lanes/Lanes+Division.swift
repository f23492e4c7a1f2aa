#if hasFeature(BuiltinModule)
  import Builtin
#endif

extension Lanes {
  #if hasFeature(BuiltinModule)
    @inlinable @_transparent
    package static func / (a: Lanes, b: Lanes) -> Lanes {
      Lanes(Builtin.fdiv_Vec8xFPIEEE32(a.v, b.v))
    }

    /// Lane by lane; no lane is negative.
    @inlinable @_transparent
    package var squareRoots: Lanes { Lanes(Builtin.int_sqrt_Vec8xFPIEEE32(v)) }
  #else
    @inlinable @_transparent
    package static func / (a: Lanes, b: Lanes) -> Lanes { Lanes(a.v / b.v) }

    /// Lane by lane; no lane is negative.
    @inlinable
    package var squareRoots: Lanes {
      var roots = SIMD8<Float>()
      var lane = 0
      while lane < 8 {
        roots[lane] = squareRoot(v[lane])
        lane &+= 1
      }
      return Lanes(roots)
    }
  #endif
}
