import DeterministicMath

/// Which numbers an operation is done on.
package enum ProbeFormat: UInt8, CaseIterable, Sendable {
  case single = 0
  case double = 1
  /// Vector instructions have an environment of their own on some processors (ARMv7).
  case singleLanes = 2
  case doubleLanes = 3

  var words: String {
    switch self {
    case .single: "Float"
    case .double: "Double"
    case .singleLanes: "Float lanes"
    case .doubleLanes: "Double lanes"
    }
  }

  var isSingle: Bool { self == .single || self == .singleLanes }
}

/// An expression whose bits the probe looks at.
package enum ProbeOperation: UInt8, Sendable {
  /// `a + b`
  case sum
  /// `a · b`
  case product
  /// `a ÷ b`
  case quotient
  /// `a · b + c`: what a compiler may fuse.
  case productSum
  /// `c − a · b`: the same with another instruction.
  case productFrom
  /// `(a + b) − c`: shows bits that a register kept beyond the format.
  case sumDifference
  /// `(a · b) · c`: shows an exponent that a register kept beyond the format.
  case productProduct
  /// `√a`
  case squareRoot
  /// Float from Double in the single formats, Double from Float in the double ones.
  case convert
}

/// Computes one expression: bits in, bits out (a `Float`'s in the low half).
package protocol ProbeArithmetic {
  func result(
    _ operation: ProbeOperation, _ format: ProbeFormat, _ a: UInt64, _ b: UInt64, _ c: UInt64
  ) -> UInt64
}

/// What this process computes, with operands that the compiler cannot see.
struct ProcessArithmetic: ProbeArithmetic {
  func result(
    _ operation: ProbeOperation, _ format: ProbeFormat, _ a: UInt64, _ b: UInt64, _ c: UInt64
  ) -> UInt64 {
    let (a, b, c) = (opaque(a), opaque(b), opaque(c))
    switch format {
    case .single where operation == .convert:
      return bits(narrow(Double(bitPattern: a)))
    case .double where operation == .convert:
      return widen(single(a)).bitPattern
    case .single:
      return bits(compute(operation, single(a), single(b), single(c)))
    case .double:
      return compute(
        operation, Double(bitPattern: a), Double(bitPattern: b), Double(bitPattern: c)
      ).bitPattern
    case .singleLanes:
      return common(
        computeLanes(
          operation, SIMD8(repeating: single(a)), SIMD8(repeating: single(b)),
          SIMD8(repeating: single(c))))
    case .doubleLanes:
      return common(
        computeLanes(
          operation, SIMD2(repeating: Double(bitPattern: a)),
          SIMD2(repeating: Double(bitPattern: b)), SIMD2(repeating: Double(bitPattern: c))))
    }
  }

  private func single(_ word: UInt64) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: word))
  }

  private func bits(_ value: Float) -> UInt64 { UInt64(value.bitPattern) }

  /// The bits that all lanes have; where they disagree, bits that no case expects.
  private func common(_ lanes: SIMD8<Float>) -> UInt64 {
    for lane in 1..<8 where lanes[lane].bitPattern != lanes[0].bitPattern { return .max }
    return bits(lanes[0])
  }

  private func common(_ lanes: SIMD2<Double>) -> UInt64 {
    lanes[0].bitPattern == lanes[1].bitPattern ? lanes[0].bitPattern : .max
  }
}

/// Hides a value from the optimiser: nothing may be computed while compiling, where the
/// environment is the compiler's.
@inline(never) @_optimize(none)
private func opaque(_ word: UInt64) -> UInt64 { word }

// The functions below are optimised like the engine's own: contraction shows only there. Each is
// one function of its own, so that no operand is known in it.

@inline(never)
private func narrow(_ value: Double) -> Float { Float(value) }

@inline(never)
private func widen(_ value: Float) -> Double { Double(value) }

@inline(never)
private func compute(_ operation: ProbeOperation, _ a: Float, _ b: Float, _ c: Float) -> Float {
  switch operation {
  case .sum: a + b
  case .product: a * b
  case .quotient: a / b
  case .productSum: a * b + c
  case .productFrom: c - a * b
  case .sumDifference: (a + b) - c
  case .productProduct: (a * b) * c
  case .squareRoot: squareRoot(a)
  case .convert: a
  }
}

@inline(never)
private func compute(_ operation: ProbeOperation, _ a: Double, _ b: Double, _ c: Double) -> Double {
  switch operation {
  case .sum: a + b
  case .product: a * b
  case .quotient: a / b
  case .productSum: a * b + c
  case .productFrom: c - a * b
  case .sumDifference: (a + b) - c
  case .productProduct: (a * b) * c
  case .squareRoot: squareRoot(a)
  case .convert: a
  }
}
