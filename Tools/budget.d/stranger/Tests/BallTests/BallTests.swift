import BallGame
import LaplaceTesting
import Testing

@Test func bounces() throws {
  try expectDeterministic(Ball.self) { step in step == 90 ? [.kick(speed: 6)] : [] }
}
