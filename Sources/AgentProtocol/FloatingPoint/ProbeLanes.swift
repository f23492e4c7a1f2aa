#if hasFeature(BuiltinModule)
  import Builtin
#endif

// Vectors, computed as the solver computes them: with `Builtin`, one instruction for all lanes.

@inline(never)
func computeLanes(
  _ operation: ProbeOperation, _ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>
) -> SIMD8<Float> {
  switch operation {
  case .sum: sum(a, b)
  case .product: product(a, b)
  case .quotient: quotient(a, b)
  case .productSum: sum(product(a, b), c)
  case .productFrom: difference(c, product(a, b))
  case .sumDifference: difference(sum(a, b), c)
  case .productProduct: product(product(a, b), c)
  case .squareRoot, .convert: a
  }
}

@inline(never)
func computeLanes(
  _ operation: ProbeOperation, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>
) -> SIMD2<Double> {
  switch operation {
  case .sum: sum(a, b)
  case .product: product(a, b)
  case .quotient: quotient(a, b)
  case .productSum: sum(product(a, b), c)
  case .productFrom: difference(c, product(a, b))
  case .sumDifference: difference(sum(a, b), c)
  case .productProduct: product(product(a, b), c)
  case .squareRoot, .convert: a
  }
}

#if hasFeature(BuiltinModule)
  @_transparent
  private func vector(_ value: Builtin.Vec8xFPIEEE32) -> SIMD8<Float> {
    var lanes = SIMD8<Float>()
    lanes._storage._value = value
    return lanes
  }

  @_transparent
  private func vector(_ value: Builtin.Vec2xFPIEEE64) -> SIMD2<Double> {
    var lanes = SIMD2<Double>()
    lanes._storage._value = value
    return lanes
  }

  @_transparent
  private func sum(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    vector(Builtin.fadd_Vec8xFPIEEE32(a._storage._value, b._storage._value))
  }

  @_transparent
  private func difference(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    vector(Builtin.fsub_Vec8xFPIEEE32(a._storage._value, b._storage._value))
  }

  @_transparent
  private func product(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    vector(Builtin.fmul_Vec8xFPIEEE32(a._storage._value, b._storage._value))
  }

  @_transparent
  private func quotient(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    vector(Builtin.fdiv_Vec8xFPIEEE32(a._storage._value, b._storage._value))
  }

  @_transparent
  private func sum(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    vector(Builtin.fadd_Vec2xFPIEEE64(a._storage._value, b._storage._value))
  }

  @_transparent
  private func difference(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    vector(Builtin.fsub_Vec2xFPIEEE64(a._storage._value, b._storage._value))
  }

  @_transparent
  private func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    vector(Builtin.fmul_Vec2xFPIEEE64(a._storage._value, b._storage._value))
  }

  @_transparent
  private func quotient(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    vector(Builtin.fdiv_Vec2xFPIEEE64(a._storage._value, b._storage._value))
  }
#else
  @_transparent
  private func sum<V: SIMD>(_ a: V, _ b: V) -> V where V.Scalar: FloatingPoint { a + b }

  @_transparent
  private func difference<V: SIMD>(_ a: V, _ b: V) -> V where V.Scalar: FloatingPoint { a - b }

  @_transparent
  private func product<V: SIMD>(_ a: V, _ b: V) -> V where V.Scalar: FloatingPoint { a * b }

  @_transparent
  private func quotient<V: SIMD>(_ a: V, _ b: V) -> V where V.Scalar: FloatingPoint { a / b }
#endif
