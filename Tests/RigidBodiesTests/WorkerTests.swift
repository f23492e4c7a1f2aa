import DeterministicMath
import Foundation
import RigidBodies
import Simulation
import Synchronization
import Testing
import WorkerThreads

/// A step shared among workers has the bits of a step that one thread takes.
@Suite struct WorkerTests {
  /// Shares even what is too little to be worth it.
  private static func share(_ world: World, among team: WorkerTeam) {
    team.leastSharedWork = 0
    team.leastPart = 1
    world.team = team
  }

  @Test("scenes, shared among 2, 3, 4 and 8 workers", arguments: restoreScenes)
  func scenes(scene: RestoreScene) throws {
    let alone = World(Units.metres)
    try scene.build(alone)
    var shared: [World] = []
    for count in [2, 3, 4, 8] {
      let world = World(Units.metres)
      try scene.build(world)
      WorkerTests.share(world, among: ThreadTeam(workers: count))
      shared.append(world)
    }
    for step in 0..<scene.steps {
      for world in [alone] + shared {
        try scene.script(world, step)
        world.step(duration: 1.0 / 60, substeps: 4)
      }
      for world in shared {
        let count = world.team?.count ?? 0
        #expect(world.digest == alone.digest, "\(count) workers, step \(step)")
        #expect(world.contactEvents == alone.contactEvents, "\(count) workers, step \(step)")
        if world.digest != alone.digest { return }
      }
    }
  }

  @Test("random calls, with a team that changes between steps", arguments: UInt64(300)..<324)
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

  @Test("parts of any size, and of none, change no bit", arguments: restoreScenes)
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

  @Test("a big pile, shared as it is by default")
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

  @Test("a big pile, in parts of any size: the pairs are all there are")
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

  @Test("a team works between steps, in steps, and after pauses", arguments: [2, 3])
  func expectedWork(count: Int) async throws {
    let team = ThreadTeam(workers: count)
    for round in 0..<40 {
      let calls = Atomic(0)
      if round % 3 != 0 { team.expectWork(true) }
      for _ in 0..<20 { team.run { _ in calls.add(1, ordering: .relaxed) } }
      if round % 3 == 1 { team.expectWork(false) }
      if round % 4 == 0 { try await Task.sleep(for: .milliseconds(2)) }
      #expect(calls.load(ordering: .relaxed) == 20 * count, "round \(round)")
    }
  }

  @Test(
    "every worker runs once, and sees what all wrote before they met", arguments: [1, 2, 3, 5, 8])
  func meets(count: Int) {
    let team = ThreadTeam(workers: count)
    #expect(team.count == count)
    for round in 0..<300 {
      let cells = UnsafeMutablePointer<Int>.allocate(capacity: count)
      cells.initialize(repeating: 0, count: count)
      let wrong = Atomic(0)
      team.run { worker in
        for stage in 1...5 {
          cells[worker] += stage
          team.meet(worker, isTimed: true)
          for other in 0..<team.count where cells[other] != stage * (stage + 1) / 2 {
            wrong.add(1, ordering: .relaxed)
          }
          team.meet(worker, isTimed: true)
        }
      }
      #expect(wrong.load(ordering: .relaxed) == 0, "round \(round)")
      cells.deallocate()
    }
  }

  @Test("who waits long for others at a meeting sleeps, and is woken", arguments: [2, 3, 5])
  func lateWorkers(count: Int) {
    let team = ThreadTeam(workers: count)
    for round in 0..<24 {
      let late = round % count
      let arrived = Atomic(0)
      let wrong = Atomic(0)
      team.expectWork(true)
      team.run { worker in
        if worker == late { Thread.sleep(forTimeInterval: 0.003) }
        arrived.add(1, ordering: .relaxed)
        team.meet(worker, isTimed: round % 2 == 0)
        if arrived.load(ordering: .relaxed) != count { wrong.add(1, ordering: .relaxed) }
        team.meet(worker, isTimed: false)
      }
      // Long enough for the others to sleep within the step.
      if round % 3 == 0 { Thread.sleep(forTimeInterval: 0.003) }
      team.run { _ in arrived.add(1, ordering: .relaxed) }
      team.expectWork(false)
      #expect(wrong.load(ordering: .relaxed) == 0, "round \(round)")
      #expect(arrived.load(ordering: .relaxed) == 2 * count, "round \(round)")
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

  @Test("after a loss nothing is shared for twenty times as long; gains make up for small losses")
  func sharingAccount() {
    let millisecond: Int64 = 1_000_000
    var account = SharingAccount()
    #expect(account.isWorthwhile(now: 0))
    // Two workers, both busy all the time: a step of 1 ms instead of 2.
    for step in 1...20 {
      account.note(
        duration: millisecond, busy: millisecond, workers: 2, now: Int64(step) * millisecond)
    }
    // Once the other one came back after 8 ms.
    account.note(
      duration: 9 * millisecond, busy: millisecond, workers: 2, now: 29 * millisecond)
    #expect(account.isWorthwhile(now: 29 * millisecond))
    // And again: ten were put by, of 14 lost.
    account.note(
      duration: 9 * millisecond, busy: millisecond, workers: 2, now: 38 * millisecond)
    #expect(!account.isWorthwhile(now: 38 * millisecond))
    #expect(!account.isWorthwhile(now: (38 + 20 * 4) * millisecond - 1))
    #expect(account.isWorthwhile(now: (38 + 20 * 4) * millisecond))
    // What the clocks cannot both be right about does no harm, and no rest is longer than ten seconds.
    account.note(
      duration: 3_600_000 * millisecond, busy: -millisecond, workers: 64, now: 200 * millisecond)
    #expect(!account.isWorthwhile(now: 10_199 * millisecond))
    #expect(account.isWorthwhile(now: 10_200 * millisecond))
  }

  @Test("a team that slept goes on, and one that nobody holds ends")
  func sleepsAndEnds() {
    weak var gone: ThreadTeam?
    do {
      let team = ThreadTeam(workers: 3)
      gone = team
      let calls = Atomic(0)
      for pause in [0, 1, 60, 0, 120] {
        // Longer than workers spin.
        let end = ContinuousClock.now.advanced(by: .milliseconds(pause))
        while ContinuousClock.now < end {}
        team.run { _ in calls.add(1, ordering: .relaxed) }
      }
      #expect(calls.load(ordering: .relaxed) == 15)
    }
    #expect(gone == nil)
  }

  @Test("a count out of range is brought within it", arguments: [(-1, 1), (0, 1), (1000, 64)])
  func counts(given: Int, expected: Int) {
    #expect(ThreadTeam(workers: given).count == expected)
  }
}
