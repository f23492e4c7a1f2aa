// Lists of fixed length.

extension SIMD2: StateValue where Scalar: StateScalar {
  @inlinable public static var blank: SIMD2<Scalar> { SIMD2(repeating: .zero) }

  @inlinable @inline(__always)
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    visitLanes(of: &self, &visitor)
  }
}

extension SIMD3: StateValue where Scalar: StateScalar {
  @inlinable public static var blank: SIMD3<Scalar> { SIMD3(repeating: .zero) }

  @inlinable @inline(__always)
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    visitLanes(of: &self, &visitor)
  }
}

extension SIMD4: StateValue where Scalar: StateScalar {
  @inlinable public static var blank: SIMD4<Scalar> { SIMD4(repeating: .zero) }

  @inlinable @inline(__always)
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    visitLanes(of: &self, &visitor)
  }
}

/// The names of a vector's lanes.
@usableFromInline
func laneName(_ lane: Int) -> FieldName {
  switch lane {
  case 0: "x"
  case 1: "y"
  case 2: "z"
  default: "w"
  }
}

/// Each lane where it lies, which a subscript of a vector would not give.
@inlinable @inline(__always)
func visitLanes<Vector: SIMD>(of vector: inout Vector, _ visitor: inout some FieldVisitor)
where Vector.Scalar: StateScalar {
  withUnsafeMutableBytes(of: &vector) { bytes in
    bytes.withMemoryRebound(to: Vector.Scalar.self) { lanes in
      for lane in 0..<Vector.scalarCount {
        visitor.enter(laneName(lane), FieldOptions())
        visitor.scalar(&lanes[lane], in: .any)
        visitor.leave()
      }
    }
  }
}

@available(macOS 26, iOS 26, *)
extension InlineArray: StateValue where Element: StateValue {
  public static var blank: InlineArray<count, Element> { InlineArray(repeating: Element.blank) }

  @inlinable
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    for index in indices {
      visitor.enter(index: index)
      visitor.visit(&self[index])
      visitor.leave()
    }
  }
}
