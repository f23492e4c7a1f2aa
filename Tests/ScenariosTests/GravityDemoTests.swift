import Dynamics
import Scenarios
import TestSupport
import Testing

@Suite("UD-SCN-02 gravity")
struct GravityDemoTests {
  @Test("UD-SCN-02 0.1 gravity for 3 s: y = 550.625, v = 300")
  func fall() {
    var runner = Runner<GravityDemo>()
    runner.run(179)
    let before = runner.simulation.frog.center.y
    runner.run(1)
    #expect(abs(runner.simulation.frog.center.y - 550.625) < 0.01)
    #expect(runner.simulation.frog.center.x == 160)
    // The mean speed of the last frame lies 1.5 substeps' gain below the final one.
    let last = (runner.simulation.frog.center.y - before) * 60
    #expect(abs(last + 1.5 * 100 / 240 - 300) < 0.05)
  }

  @Test(
    "UD-SCN-02 UD-REST-05 the item falls for ever and leaves the stage",
    .enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func forever() {
    var runner = Runner<GravityDemo>()
    runner.run(3600)
    let animator = runner.simulation.stage.animator
    #expect(animator.isRunning)
    #expect(animator.items(in: Stage.bounds).isEmpty)
    #expect(abs(animator.elapsedTime - 60) < 1e-9)
  }

  @Test("UD-SCN-02 UD-GRAV-04 negative y pulls up, x pulls sideways")
  func directions() {
    var parameters = GravityDemo.Parameters()
    parameters.gravityX = 0.1
    parameters.gravityY = -0.1
    var runner = Runner<GravityDemo>(parameters)
    runner.run(60)
    let frog = runner.simulation.frog
    #expect(abs(frog.center.x - 210.2083) < 0.01)
    #expect(abs(frog.center.y - 49.7917) < 0.01)
  }

  @Test("UD-SCN-02 UD-GRAV-07 tilt: an upright device pulls down with 1.0")
  func tilt() {
    var runner = Runner<GravityDemo>()
    runner.run(60, [0: [.tilt(x: 0, y: -1, z: 0)]])
    #expect(abs(runner.simulation.frog.center.y - 602.0833) < 0.02)
  }
}
