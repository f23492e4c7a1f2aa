/// What a turn by an angle θ changes of a vector: `1 − cos θ` and `sin θ`.
///
/// The first terms of their series: within 10⁻⁷ of a vector's length up to 1.35 rad, within 10⁻⁶ up
/// to 1.65 rad, which larger angles count as: a body that is driven may turn at any speed. `1 − cos θ` is not a difference, which would lose a small turn.
@frozen @usableFromInline
package struct Turn {
  @usableFromInline package var versine: Float
  @usableFromInline package var sine: Float

  @inlinable @_transparent
  package static var greatestAngle: Float { 1.65 }

  @inlinable @_transparent
  package init(_ given: Float) {
    let most = Turn.greatestAngle
    let above = given > 0 - most ? given : 0 - most
    let angle = above > most ? most : above
    let q = angle * angle
    var v: Float = 1 / 3_628_800
    v = v * q - 1 / 40_320
    v = v * q + 1 / 720
    v = v * q - 1 / 24
    v = v * q + 0.5
    versine = v * q
    var s: Float = -1 / 39_916_800
    s = s * q + 1 / 362_880
    s = s * q - 1 / 5_040
    s = s * q + 1 / 120
    s = s * q - 1 / 6
    s = s * q + 1
    sine = s * angle
  }
}

/// Eight turns, lane by lane the same bits as ``Turn``.
@frozen @usableFromInline
package struct TurnLanes {
  @usableFromInline package var versine: Lanes
  @usableFromInline package var sine: Lanes

  @inlinable @_transparent
  package init(_ given: Lanes) {
    let most = Lanes(all: Turn.greatestAngle)
    let angle = Lanes.smaller(Lanes.larger(given, Lanes(all: 0) - most), most)
    let q = angle * angle
    var v = Lanes(all: 1 / 3_628_800)
    v = v * q - Lanes(all: 1 / 40_320)
    v = v * q + Lanes(all: 1 / 720)
    v = v * q - Lanes(all: 1 / 24)
    v = v * q + Lanes(all: 0.5)
    versine = v * q
    var s = Lanes(all: -1 / 39_916_800)
    s = s * q + Lanes(all: 1 / 362_880)
    s = s * q - Lanes(all: 1 / 5_040)
    s = s * q + Lanes(all: 1 / 120)
    s = s * q - Lanes(all: 1 / 6)
    s = s * q + Lanes(all: 1)
    sine = s * angle
  }
}

extension Rotation {
  /// This rotation after a turn by `angle` radians, of 1.65 at most: exact but for rounding.
  ///
  /// One step of Newton's method brings the result back to unit length.
  @inlinable @_transparent
  public func turned(by angle: Float) -> Rotation {
    let turn = Turn(angle)
    return turned(byVersine: turn.versine, sine: turn.sine)
  }

  /// This rotation after a turn whose versine and sine are known.
  @inlinable @_transparent
  package func turned(byVersine turnVersine: Float, sine turnSine: Float) -> Rotation {
    let c = cosine - (turnVersine * cosine + turnSine * sine)
    let s = sine + (turnSine * cosine - turnVersine * sine)
    let k = 1.5 - 0.5 * (c * c + s * s)
    return Rotation(cosine: k * c, sine: k * s)
  }
}
