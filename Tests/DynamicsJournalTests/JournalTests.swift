import Dynamics
import DynamicsJournal
import Foundation
import Recording
import Replay
import Sessions
import Simulation
import TestSupport
import Testing

/// An app that knows nothing of simulations, recorded by one argument.
@Suite struct JournalTests {
  private static var agent: InProcessAgent {
    InProcessAgent(catalogue: [
      CatalogueEntry(JournalSimulation.self, summary: "", defaultStepCount: 1)
    ])
  }

  /// Spawns, removes, calls back, rotates its screen, and has a field of its own.
  private final class App: CollisionBehaviorDelegate, DynamicAnimatorDelegate {
    let animator: DynamicAnimator
    let gravity = GravityBehavior()
    let collision = CollisionBehavior()
    let bouncy = ItemBehavior()
    var balls: [Item] = []
    private var frame = 0
    private var hits = 0
    private var wind: FieldBehavior?

    init(journal: Journal?) {
      animator = DynamicAnimator(
        referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568), journal: journal)
      animator.delegate = self
      collision.translatesReferenceBoundsIntoBoundary = true
      collision.collisionDelegate = self
      bouncy.elasticity = 0.6
      for behavior in [gravity, collision, bouncy] { animator.addBehavior(behavior) }
      gravity.action = { [unowned self] in tick() }
      for _ in 0..<5 { spawn() }
    }

    private func spawn() {
      let ball = Item(
        "ball \(balls.count)", center: Point(x: 40 + 35 * Double(balls.count % 8), y: 60),
        radius: 8 + Double(balls.count % 5))
      balls.append(ball)
      for behavior in [gravity, collision, bouncy] { behavior.addItem(ball) }
    }

    private func tick() {
      frame += 1
      if frame % 20 == 0 { spawn() }
      if frame % 45 == 0, let old = balls.first {
        for behavior in [gravity, collision, bouncy] { behavior.removeItem(old) }
        balls.removeFirst()
      }
      if frame == 70 {
        let wind = FieldBehavior.field { _, place, _, mass, _, _ in
          Vector(dx: mass * place.y / 400, dy: 0)
        }
        for ball in balls { wind.addItem(ball) }
        animator.addBehavior(wind)
        self.wind = wind
      }
      if frame == 150, let wind { animator.removeBehavior(wind) }
      if frame == 100 { animator.referenceBounds = Rect(x: 0, y: 0, width: 568, height: 320) }
      if frame == 120, let ball = balls.last {
        ball.bounds.size = Size(width: 60, height: 60)
        animator.updateItem(usingCurrentState: ball)
      }
      if frame == 130 { balls[0].center.x += 3 }  // the animator is not told
    }

    func collisionBehavior(
      _ behavior: CollisionBehavior, beganContact item: any DynamicItem,
      withBoundary identifier: BoundaryIdentifier?, at point: Point
    ) {
      hits += 1
      if hits % 3 == 0 { bouncy.addLinearVelocity(Vector(dx: 60, dy: -200), for: item) }
    }

    func dynamicAnimatorDidPause(_ animator: DynamicAnimator) { spawn() }

    func run(frames: Int) {
      for _ in 0..<frames { animator.advance(by: 1.0 / 60 + 1e-4) }
    }
  }

  @Test func anAppIsReplayedWithoutIt() throws {
    let folder = try TemporaryFolder()
    let journal = Journal(folder.file("app.mcap")) { Issue.record($0) }
    let app = App(journal: journal)
    app.run(frames: 200)
    try journal.mark("here")
    app.animator.step()
    app.run(frames: 99)
    app.gravity.magnitude = 0.3  // after the last frame
    try journal.finish()

    let recording = try Recording(path: folder.file("app.mcap"))
    #expect(recording.stepCount == journal.stepCount && recording.stepCount > 300)
    #expect(try Verifier(recording).verify(Self.agent) == .same)
    // The app's own items are where the recording says, and the journal changed nothing.
    let plain = App(journal: nil)
    plain.run(frames: 200)
    plain.animator.step()
    plain.run(frames: 99)
    #expect(plain.balls.map(\.center) == app.balls.map(\.center))
  }

  @Test func aFileIsCompleteWhenTheAnimatorHasGone() throws {
    let folder = try TemporaryFolder()
    do {
      let app = App(journal: Journal(folder.file("gone.mcap")) { Issue.record($0) })
      app.run(frames: 30)
    }
    let recording = try Recording(path: folder.file("gone.mcap"))
    #expect(recording.stepCount == 30)
    #expect(try Verifier(recording).verify(Self.agent) == .same)
  }

  @Test func whatNoReplayCanRepeatEndsTheRecording() throws {
    let folder = try TemporaryFolder()
    var failures: [any Error] = []
    let journal = Journal(folder.file("early.mcap")) { failures.append($0) }
    let app = App(journal: journal)
    app.run(frames: 20)
    let snapshot = app.animator.snapshot()
    app.run(frames: 10)
    try app.animator.restore(snapshot)
    app.run(frames: 10)
    let expected = JournalError.notReplayable(call: "restore(_:making:)")
    #expect(failures.count == 1 && failures.first as? JournalError == expected)
    #expect(throws: expected) { try journal.finish() }
    #expect(throws: expected) { try journal.mark("late") }
    let recording = try Recording(path: folder.file("early.mcap"))
    #expect(recording.stepCount == 30)
    #expect(try Verifier(recording).verify(Self.agent) == .same)
  }

  @Test func troubleLeavesTheAppAlone() throws {
    let folder = try TemporaryFolder()
    var failures: [any Error] = []
    let journal = Journal(folder.file("no/such/folder/a.mcap")) { failures.append($0) }
    let app = App(journal: journal)
    app.run(frames: 10)
    #expect(failures.count == 1 && failures.first is RecordingError)
    #expect(app.animator.elapsedTime > 0.16)
    #expect(throws: RecordingError.self) { try journal.finish() }

    let busy = Journal(folder.file("busy.mcap")) { failures.append($0) }
    let apps = (0..<2).map { _ in App(journal: busy) }
    #expect(failures.last as? JournalError == .inUse)
    for app in apps { app.run(frames: 5) }
  }

  /// What ships in a game: the last seconds, and a player's words about them.
  @Test func aRingIsReported() throws {
    let folder = try TemporaryFolder()
    let journal = Journal(keeping: FlightOptions(seconds: 2)) { Issue.record($0) }
    let app = App(journal: journal)
    app.run(frames: 600)
    try journal.report(to: folder.file("report.mcap"), note: "the ball stuck in the corner")
    app.run(frames: 10)
    let recording = try Recording(path: folder.file("report.mcap"))
    #expect(recording.stepCount >= 120 && recording.stepCount < 600)
    #expect(try recording.header.tracks.state && recording.leftOutSteps.isEmpty)
    #expect(try Verifier(recording).verify(Self.agent) == .same)
    try journal.finish()

    let file = Journal(folder.file("b.mcap")) { Issue.record($0) }
    let other = App(journal: file)
    other.run(frames: 2)
    #expect(throws: JournalError.noRing) { try file.report(to: folder.file("c.mcap")) }
    try file.finish()
  }
}
