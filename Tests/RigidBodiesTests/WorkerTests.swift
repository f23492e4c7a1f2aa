import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing
import WorkerThreads

/// A scene whose steps are shared.
struct SharedScene: Sendable, CustomTestStringConvertible {
  var scene: RestoreScene
  var workers: Int
  var testDescription: String { "\(scene.name), \(workers) workers" }

  /// Every scene with every number of workers.
  static func all(_ scenes: [RestoreScene], _ counts: [Int]) -> [SharedScene] {
    scenes.flatMap { scene in counts.map { SharedScene(scene: scene, workers: $0) } }
  }
}

/// A step shared among workers has the bits of a step that one thread takes.
@Suite struct WorkerTests {
  /// Shares even what is too little to be worth it.
  private static func share(_ world: World, among team: WorkerTeam) {
    team.leastSharedWork = 0
    team.leastPart = 1
    world.team = team
  }

  @Test(
    "scenes, shared among 2, 3, 4 and 8 workers",
    arguments: Sample.of(SharedScene.all(restoreScenes, [2, 3, 4, 8]), 3))
  func scenes(shared: SharedScene) throws {
    let scene = shared.scene
    let alone = World(Units.metres)
    try scene.build(alone)
    let world = World(Units.metres)
    try scene.build(world)
    WorkerTests.share(world, among: ThreadTeam(workers: shared.workers))
    for step in 0..<scene.steps {
      for each in [alone, world] {
        try scene.script(each, step)
        each.step(duration: 1.0 / 60, substeps: 4)
      }
      #expect(world.digest == alone.digest, "step \(step)")
      #expect(world.contactEvents == alone.contactEvents, "step \(step)")
      if world.digest != alone.digest { return }
    }
  }

  @Test(
    "random calls, with a team that changes between steps",
    arguments: Sample.of(UInt64(300)..<324, 5))
  func randomCalls(seed: UInt64) throws {
    let alone = World(Units.metres)
    let shared = World(Units.metres)
    var fuzzer = Fuzzer(seed: seed)
    try fuzzer.build(alone)
    var second = Fuzzer(seed: seed)
    try second.build(shared)
    let teams = [1, 2, 3, 5].map { ThreadTeam(workers: $0) }
    var random = SplitMix(seed: ~seed)
    for step in 0..<150 {
      try fuzzer.act(on: alone)
      try second.act(on: shared)
      WorkerTests.share(shared, among: teams[random.int(teams.count)])
      if random.int(20) == 0 { shared.restore(alone.save()) }
      alone.step(duration: 1.0 / 60, substeps: 4)
      shared.step(duration: 1.0 / 60, substeps: 4)
      #expect(shared.digest == alone.digest, "seed \(seed), step \(step)")
      if shared.digest != alone.digest { return }
      shared.checkInvariants()
    }
  }

  /// Divides as it likes, and otherwise at each step.
  private final class UnevenTeam: WorkerTeam {
    private let threads: ThreadTeam
    var portions: [Int]

    init(workers count: Int) {
      threads = ThreadTeam(workers: count)
      portions = (0...count).map { $0 * WorkerTeam.whole / count }
      super.init(count: threads.count)
    }

    func divide(_ random: inout SplitMix) {
      let inner = (1..<count).map { _ in random.int(WorkerTeam.whole + 1) }.sorted()
      portions = [0] + inner + [WorkerTeam.whole]
    }

    override func run(_ body: (_ worker: Int) -> Void) { threads.run(body) }
    override func meet(_ worker: Int, isTimed: Bool) { threads.meet(worker, isTimed: isTimed) }
    override func portion(_ worker: Int) -> Int { portions[worker] }
  }

  @Test(
    "parts of any size, and of none, change no bit", arguments: Sample.of(restoreScenes, 1))
  func unevenParts(scene: RestoreScene) throws {
    let alone = World(Units.metres)
    try scene.build(alone)
    let shared = World(Units.metres)
    try scene.build(shared)
    let team = UnevenTeam(workers: 3)
    WorkerTests.share(shared, among: team)
    var random = SplitMix(seed: 11)
    for step in 0..<scene.steps {
      team.divide(&random)
      for world in [alone, shared] {
        try scene.script(world, step)
        world.step(duration: 1.0 / 60, substeps: 4)
      }
      #expect(shared.digest == alone.digest, "seed 11, step \(step), parts \(team.portions)")
      if shared.digest != alone.digest { return }
    }
  }

  /// Enough shapes for the grid, and pairs for buckets; some that do not fit into its cells.
  private static func pileOfBoxes() throws -> World {
    let world = World(Units.metres)
    let ground = try world.addBody(BodyDefinition(type: .static))
    try world.addShape(
      .segment(Vec2(-60, 0), Vec2(60, 0)), ShapeDefinition(), to: ground)
    for i in 0..<900 {
      let body = try world.addBody(
        BodyDefinition(position: Vec2(-30 + Float(i % 60), 0.6 + Float(i / 60))))
      let half: Float = i % 7 == 0 ? 0.3 : 0.49
      try world.addShape(.box(halfWidth: half, halfHeight: 0.5), ShapeDefinition(), to: body)
    }
    for i in 0..<12 {
      var definition = BodyDefinition(position: Vec2(-28 + 5 * Float(i), 20 + Float(i % 3)))
      definition.linearVelocity = Vec2(0, -5)
      let body = try world.addBody(definition)
      try world.addShape(.box(halfWidth: 2, halfHeight: 1.5), ShapeDefinition(), to: body)
    }
    return world
  }

  @Test(
    "a big pile, shared as it is by default",
    .enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func pile() throws {
    let alone = try WorkerTests.pileOfBoxes()
    let shared = try WorkerTests.pileOfBoxes()
    shared.team = ThreadTeam(workers: 4)
    for step in 0..<120 {
      alone.step(duration: 1.0 / 60, substeps: 4)
      shared.step(duration: 1.0 / 60, substeps: 4)
      #expect(shared.digest == alone.digest, "step \(step)")
      if shared.digest != alone.digest { return }
    }
  }

  @Test(
    "a big pile, in parts of any size: the pairs are all there are",
    .enabled(if: Sample.level >= .ci, "slow: runs from Tools/test --ci on"))
  func unevenPile() throws {
    let alone = try WorkerTests.pileOfBoxes()
    let shared = try WorkerTests.pileOfBoxes()
    let team = UnevenTeam(workers: 3)
    WorkerTests.share(shared, among: team)
    var random = SplitMix(seed: 12)
    for step in 0..<100 {
      team.divide(&random)
      if step % 30 == 20 { shared.restore(alone.save()) }
      for world in [alone, shared] {
        if step % 40 == 39, let body = world.bodyIDs.last { world.removeBody(body) }
        world.step(duration: 1.0 / 60, substeps: 4)
      }
      #expect(shared.digest == alone.digest, "seed 12, step \(step), parts \(team.portions)")
      if shared.digest != alone.digest { return }
      if step % 10 == 0 { shared.checkInvariants() }
    }
  }

  @Test("a step is shared where that pays, and always where that is asked for")
  func worthwhile() throws {
    final class Team: WorkerTeam {
      let threads = ThreadTeam(workers: 2)
      var isWilling = true
      var runs = 0
      override func run(_ body: (_ worker: Int) -> Void) {
        runs += 1
        threads.run(body)
      }
      override func meet(_ worker: Int, isTimed: Bool) {
        threads.meet(worker, isTimed: isTimed)
      }
      override func isWorthwhile() -> Bool { isWilling }
    }
    let world = World(Units.metres)
    let team = Team(count: 2)
    team.leastSharedWork = 1
    team.isWilling = false
    world.team = team
    try world.addShape(
      .box(halfWidth: 1, halfHeight: 1), ShapeDefinition(), to: try world.addBody(BodyDefinition()))
    world.step(duration: 1.0 / 60, substeps: 4)
    #expect(team.runs == 0)
    team.isWilling = true
    world.step(duration: 1.0 / 60, substeps: 4)
    #expect(team.runs > 0)
    (team.runs, team.isWilling, team.leastSharedWork) = (0, false, 0)
    world.step(duration: 1.0 / 60, substeps: 4)
    #expect(team.runs > 0)
  }
}
