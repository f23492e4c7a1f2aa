#if hasFeature(BuiltinModule)
  import Builtin
#endif

/// What a candidate for a prediction would have cost lately, for eight rows.
///
/// At most 512: a quarter of that is forgotten, which is what the longest residual adds.
struct CostLanes {
  #if hasFeature(BuiltinModule)
    var v: Builtin.Vec8xInt16

    @_transparent
    init(_ v: Builtin.Vec8xInt16) { self.v = v }

    @_transparent
    init(_ x: SIMD8<Int16>) { v = x._storage._value }

    @_transparent
    var simd: SIMD8<Int16> {
      var x = SIMD8<Int16>()
      x._storage._value = v
      return x
    }

    @_transparent
    static func less(_ a: CostLanes, _ b: CostLanes) -> WordLanes {
      WordLanes(Builtin.sext_Vec8xInt1_Vec8xInt32(Builtin.cmp_slt_Vec8xInt16(a.v, b.v)))
    }

    @_transparent
    static func smaller(_ a: CostLanes, _ b: CostLanes) -> CostLanes {
      CostLanes(
        Builtin.select_Vec8xInt1_Vec8xInt16(Builtin.cmp_slt_Vec8xInt16(a.v, b.v), a.v, b.v))
    }

    /// Forgets a quarter, and adds four times the length.
    @_transparent
    func charged(_ lengths: WordLanes) -> CostLanes {
      let two = SIMD8<Int16>(repeating: 2)._storage._value
      let now = Builtin.shl_Vec8xInt16(Builtin.trunc_Vec8xInt32_Vec8xInt16(lengths.v), two)
      return CostLanes(
        Builtin.add_Vec8xInt16(Builtin.sub_Vec8xInt16(v, Builtin.lshr_Vec8xInt16(v, two)), now))
    }

    /// ``TokenContext/of(cost:)``.
    @_transparent
    var contexts: CostLanes {
      let five = SIMD8<Int16>(repeating: 5)._storage._value
      let above = SIMD8<Int16>(repeating: 16)._storage._value
      let most = CostLanes(SIMD8<Int16>(repeating: Int16(TokenContext.count - 1)))
      return CostLanes.smaller(
        CostLanes(Builtin.lshr_Vec8xInt16(Builtin.add_Vec8xInt16(v, above), five)), most)
    }

    /// Words below 2¹⁵.
    @_transparent
    init(_ words: WordLanes) { v = Builtin.trunc_Vec8xInt32_Vec8xInt16(words.v) }

    /// The lowest byte of each.
    @_transparent
    var bytes: SIMD8<UInt8> {
      var x = SIMD8<UInt8>()
      x._storage._value = Builtin.trunc_Vec8xInt16_Vec8xInt8(v)
      return x
    }

    /// Itself in the lower bytes, and `high` in the upper ones.
    @_transparent
    func below(_ high: CostLanes) -> SIMD8<UInt16> {
      let eight = SIMD8<Int16>(repeating: 8)._storage._value
      var x = SIMD8<UInt16>()
      x._storage._value = Builtin.or_Vec8xInt16(v, Builtin.shl_Vec8xInt16(high.v, eight))
      return x
    }

    @_transparent
    static func select(_ condition: WordLanes, _ a: CostLanes, _ b: CostLanes) -> CostLanes {
      let wanted = Builtin.trunc_Vec8xInt32_Vec8xInt16(condition.v)
      let ones = SIMD8<Int16>(repeating: -1)._storage._value
      return CostLanes(
        Builtin.or_Vec8xInt16(
          Builtin.and_Vec8xInt16(wanted, a.v),
          Builtin.and_Vec8xInt16(Builtin.xor_Vec8xInt16(wanted, ones), b.v)))
    }
  #else
    var v: SIMD8<Int16>

    init(_ v: SIMD8<Int16>) { self.v = v }
    var simd: SIMD8<Int16> { v }

    static func less(_ a: CostLanes, _ b: CostLanes) -> WordLanes {
      var words = SIMD8<UInt32>(repeating: 0)
      for lane in 0..<8 where a.v[lane] < b.v[lane] { words[lane] = .max }
      return WordLanes(words)
    }

    static func smaller(_ a: CostLanes, _ b: CostLanes) -> CostLanes {
      CostLanes(b.v.replacing(with: a.v, where: a.v .< b.v))
    }

    func charged(_ lengths: WordLanes) -> CostLanes {
      let now = SIMD8<Int16>(truncatingIfNeeded: lengths.simd) &<< 2
      return CostLanes(v &- (v &>> 2) &+ now)
    }

    var contexts: CostLanes {
      let most = SIMD8<Int16>(repeating: Int16(TokenContext.count - 1))
      let context = (v &+ 16) &>> 5
      return CostLanes(context.replacing(with: most, where: context .> most))
    }

    init(_ words: WordLanes) { v = SIMD8(truncatingIfNeeded: words.simd) }

    var bytes: SIMD8<UInt8> { SIMD8(truncatingIfNeeded: v) }

    func below(_ high: CostLanes) -> SIMD8<UInt16> {
      SIMD8<UInt16>(truncatingIfNeeded: v) | SIMD8<UInt16>(truncatingIfNeeded: high.v) &<< 8
    }

    static func select(_ condition: WordLanes, _ a: CostLanes, _ b: CostLanes) -> CostLanes {
      let wanted = SIMD8<Int16>(truncatingIfNeeded: condition.simd)
      return CostLanes((wanted & a.v) | (~wanted & b.v))
    }
  #endif
}
