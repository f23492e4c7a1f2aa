import DeterministicMath
import GoldenWorlds
import RigidBodies
import Scenarios
import SceneQuality
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
    Golden(LargePyramid.self, "27359ae6bb21826032e41fad59d1410f"),
    Golden(ManyPyramids.self, "63b5286d67a9167e7555ea1cc12686e4"),
    Golden(JointGrid.self, "f9ed62ba8338610b0c9afdb135ad2588"),
    Golden(Smash.self, "a08f4f448228a961c053367d20564d83"),
    Golden(Spinner.self, "37a7f7282a8ee700ea98aa5370129c4a"),
    Golden(Tumbler.self, "d6747e0efecc4b6cb8fdbae4c91ac248"),
    Golden(Washer.self, "ec524067e72203860a76233fa956050d"),
    Golden(Compounds.self, "a9b7a01d72d9cd3f7ac60e5e34f8ed60"),
    Golden(Junkyard.self, "2141a350d7d1ee254bd52fc9588ecaad"),
    Golden(Rain.self, "0abedf475e9aeb82fcf7a5d3a11b52f9"),
    Golden(FallingHinges.self, "fa015098b3cbe59cbeea70f8d2fcfaef"),
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
    try run.save(.everything, into: &image)
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

  /// A simulation at rest is not digested again: its steps must change nothing.
  @Test func restingHingesKeepTheirDigest() throws {
    let run = SimulationRun<FallingHinges>(parameters: .init(), seed: 1)
    var restCount = 0
    while restCount < 20 && run.stepCount < 400 {
      let isAtRest = run.simulation.isAtRest
      try run.step([])
      let digest = run.digest()
      if !isAtRest { continue }
      restCount += 1
      var simulation = run.simulation
      var full = DigestVisitor()
      simulation.visitState(&full)
      #expect(digest == full.digest, "step \(run.stepCount - 1)")
    }
    #expect(restCount == 20)
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
