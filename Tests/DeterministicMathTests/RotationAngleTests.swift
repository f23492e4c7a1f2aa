import DeterministicMath
import Testing

@Suite struct RotationAngleTests {
  @Test func quarterTurn() {
    let turn = Rotation(angle: 1.5707964)
    #expect(turn.sine == 1)
    #expect(turn.cosine == -4.371139e-08)
    #expect(turn.angle == 1.5707964)
  }
}
