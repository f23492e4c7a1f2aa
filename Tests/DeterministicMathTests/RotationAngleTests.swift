import DeterministicMath
import TestSupport
import Testing

@Suite struct RotationAngleTests {
  @Test("angles become the cosine and sine of their nearest values")
  func quarterTurn() {
    let turn = Rotation(angle: 1.5707964)
    #expect(turn.sine == 1)
    #expect(turn.cosine == -4.371139e-08)
    #expect(turn.angle == 1.5707964)
    #expect(Rotation(angle: 0) == .identity)
    #expect(Rotation.identity.angle == 0)
    #expect(Rotation(cosine: -1, sine: 0).angle == 3.1415927)
    #expect(Rotation(cosine: -1, sine: -0.0).angle == -3.1415927)
  }

  @Test("an angle comes back from its rotation", arguments: UInt64(0)..<20)
  func roundTrip(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<500 {
      let angle = Float.random(in: -3.1415925...3.1415925, using: &random)
      let rotation = Rotation(angle: angle)
      let length = rotation.cosine * rotation.cosine + rotation.sine * rotation.sine
      #expect(abs(length - 1) < 2e-7, "\(angle), seed \(seed)")
      // Cosine and sine are each off by half a gap at most, 3e-8 below 1.
      #expect(abs(rotation.angle - angle) <= 3.2e-7, "\(angle), seed \(seed)")
    }
  }

  @Test("positive angles turn +x towards +y")
  func sense() {
    let v = Rotation(angle: 0.5).rotate(Vec2(1, 0))
    #expect(v.x == 0.87758255 && v.y == 0.47942555)
  }

  @Test("angles that are not finite turn nothing", arguments: [Float.nan, .infinity, -.infinity])
  func notFinite(angle: Float) {
    #expect(Rotation(angle: angle) == .identity)
  }
}
