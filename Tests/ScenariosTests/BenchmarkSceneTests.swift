import DeterministicMath
import RigidBodies
import Scenarios
import Simulation
import Testing

/// The benchmark scenes, made small: each is good, ends in the same bits in every build, and goes
/// on with the same bits after it was saved and restored.
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
    Golden(LargePyramid.self, "49e56f3e82656d0f6d005886fb035092"),
    Golden(ManyPyramids.self, "8664fcc52eed012daf7222f662589667"),
    Golden(JointGrid.self, "1c9d37124a7c4bba46b7368ad6df350b"),
    Golden(Smash.self, "b53ab4f9b0ecd31a657f0b061b6d98ef"),
    Golden(Spinner.self, "e04bc0a78b50a2b7dbf0f386f9569df2"),
    Golden(Tumbler.self, "c91e5a0511e5504011c66b986fbd97ff"),
    Golden(Washer.self, "514b109c5f26fd00f1677f5fc603092e"),
    Golden(Compounds.self, "3d0081e2ebd8d964d89748c5e97de84e"),
    Golden(Junkyard.self, "a2d4f611388913042b8d8e42ed85de11"),
    Golden(Rain.self, "e04d643f2297e3e4c752041213deff25"),
    Golden(FallingHinges.self, "c8cbf175c03a6b99dc897b1d81e907e9"),
  ]

  /// Without optimisation a few scenes show what all would, in seconds.
  static var run: [Golden] {
    #if DEBUG
      goldens.filter { ["benchmark.joint_grid", "benchmark.falling_hinges"].contains($0.name) }
    #else
      goldens
    #endif
  }

  @Test(arguments: run)
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
  @Test(arguments: run)
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
        Issue.record("diverged \(step + 1) steps after the restore")
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
