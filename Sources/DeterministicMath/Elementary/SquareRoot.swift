#if hasFeature(BuiltinModule)
  import Builtin
#endif

/// The square root, correctly rounded: one instruction on every target, never a call into libm.
///
/// `x.squareRoot()` keeps a call of `sqrtf` for negative arguments on Linux, which would tie the
/// engine to a C library.
///
/// - Parameter x: zero or positive. A negative argument gives NaN, as IEEE 754 says.
/// - Complexity: O(1).
@_transparent
public func squareRoot(_ x: Float) -> Float {
  #if hasFeature(BuiltinModule)
    return Float(Builtin.int_sqrt_FPIEEE32(x._value))
  #else
    return x.squareRoot()
  #endif
}

/// The square root in double precision, correctly rounded. See ``squareRoot(_:)-(Float)``.
@_transparent
public func squareRoot(_ x: Double) -> Double {
  #if hasFeature(BuiltinModule)
    return Double(Builtin.int_sqrt_FPIEEE64(x._value))
  #else
    return x.squareRoot()
  #endif
}
