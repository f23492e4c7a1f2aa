extension Rotation {
  /// The rotation by `angle` radians. The identity for an angle that is not finite.
  public init(angle: Float) {
    guard angle.isFinite else {
      self = .identity
      return
    }
    let pair = Elementary.sincos(angle)
    self.init(cosine: pair.cosine, sine: pair.sine)
  }

  /// The angle in radians, −π … π.
  public var angle: Float { Elementary.atan2(sine, cosine) }
}
