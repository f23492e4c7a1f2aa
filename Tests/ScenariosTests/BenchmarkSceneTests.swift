import DeterministicMath
import RigidBodies
import Scenarios
import Simulation
import Testing

/// The benchmark scenes, made small: each is good, ends in the same bits in every build, and goes on
/// with the same bits after it was saved and restored.
@Suite struct BenchmarkSceneTests {
  /// A scene, how far it is run, and the digest it must end with.
  struct Golden: Sendable, CustomTestStringConvertible {
    var name: String
    var steps: Int
    var digest: String
    var start: @Sendable () -> any BenchmarkRunning
    var testDescription: String { name }

    init<S: BenchmarkSimulation>(_ type: S.Type, _ digest: String) {
      name = "\(S.name)"
      steps = S.smallStepCount
      self.digest = digest
      start = { SimulationRun<S>(parameters: S.smallParameters, seed: 0) }
    }
  }

  static let goldens: [Golden] = [
    Golden(LargePyramid.self, "a94babafabec0b268a1244ea86e95543"),
    Golden(ManyPyramids.self, "2a90cbee97e91b9713716225ba6f5da2"),
    Golden(JointGrid.self, "36986240ff50352666dcc6e0f36eb03c"),
    Golden(Smash.self, "4768ee047c5aa52f5e2a6411ddf640ec"),
    Golden(Spinner.self, "f1ea70c822286d60aa6c99eb9a6ed8cb"),
    Golden(Tumbler.self, "70ff109ebd784762815feab447ff63e8"),
    Golden(Washer.self, "2f16176fc5cec2b671b2fa7bcc2181d3"),
    Golden(Compounds.self, "a6ffac83203e2fd96e9c1b4f8f42b784"),
    Golden(Junkyard.self, "8c84a184271b9a6cc85fc30c3f67e698"),
    Golden(Rain.self, "3e8039b7d3580776d559c1c7d063f09f"),
    Golden(FallingHinges.self, "96db571b114f1e8554b32860cea40c03"),
  ]

  @Test(arguments: goldens)
  func endsInTheSameBits(golden: Golden) throws {
    let first = golden.start()
    let second = golden.start()
    for _ in 0..<golden.steps {
      try first.step([])
      try second.step([])
    }
    #expect(first.digest().description == golden.digest)
    #expect(second.digest() == first.digest(), "two runs differ")
    expectGood(first.quality())
  }

  /// Restored in the middle of the run, into a fresh simulation and into one that ran elsewhere.
  @Test(arguments: goldens)
  func goesOnAfterARestore(golden: Golden) throws {
    #if DEBUG
      let further = 30
    #else
      let further = golden.steps / 2
    #endif
    let run = golden.start()
    var image = StateImage()
    for _ in 0..<(golden.steps / 2) { try run.step([]) }
    run.save(.everything, into: &image)
    let fresh = golden.start()
    try fresh.restore(image, stepCount: run.stepCount)
    let other = golden.start()
    for _ in 0..<(golden.steps / 3) { try other.step([]) }
    try other.restore(image, stepCount: run.stepCount)
    #expect(fresh.digest() == run.digest())
    for step in 0..<further {
      try run.step([])
      try fresh.step([])
      try other.step([])
      guard fresh.digest() == run.digest(), other.digest() == run.digest() else {
        Issue.record("parted \(step + 1) steps after the restore")
        return
      }
    }
  }

  private func expectGood(_ quality: [QualityMeasure]) {
    for measure in quality {
      #expect(measure.isGood, "\(measure.name): \(measure.value), at most \(measure.limit)")
    }
  }

  /// The determinism scene of the field ends when nothing moves any more.
  @Test func hingesComeToRest() {
    var simulation = FallingHinges(parameters: .init(), seed: 0)
    var step = 0
    while !simulation.isAtRest && step < 400 {
      simulation.step([])
      step += 1
    }
    // The best peer's world sleeps after 274 steps.
    #expect(step < 350)
  }

  /// The pusher is at the place of the last command after every step.
  @Test func kinematicBodyReachesItsTarget() throws {
    let world = World(WorldDefinition())
    let body = try world.addBody(BodyDefinition(type: .kinematic, position: Vec2(1, 2)))
    try world.addShape(
      .box(halfWidth: 1, halfHeight: 2, center: Vec2(0.5, 3)), ShapeDefinition(), to: body)
    for step in 1...60 {
      let angle = 0.02 * Float(step)
      let target = Transform(
        position: Vec2(1 + 0.1 * Float(step), 2 - 0.05 * Float(step)),
        rotation: Rotation(angle: angle))
      world.setVelocity(toReach: target, after: 1.0 / 60, of: body)
      world.step(duration: 1.0 / 60, substeps: 4)
      let found = world.transform(of: body)
      #expect((found.position - target.position).length < 1e-4)
      #expect(abs(found.rotation.angle - angle) < 1e-4)
    }
  }

  #if !DEBUG
    @Test func theWholePyramidStands() {
      var simulation = LargePyramid(parameters: .init(), seed: 0)
      for _ in 0..<500 { simulation.step([]) }
      expectGood(simulation.quality())
    }

    @Test func theWholeTumblerHolds() {
      var simulation = Tumbler(parameters: .init(), seed: 0)
      for _ in 0..<750 { simulation.step([]) }
      expectGood(simulation.quality())
    }
  #endif
}

/// A benchmark scene that runs, without its type.
protocol BenchmarkRunning: RunningSimulation {
  func quality() -> [QualityMeasure]
}

extension SimulationRun: BenchmarkRunning where S: BenchmarkSimulation {
  func quality() -> [QualityMeasure] { simulation.quality() }
}
