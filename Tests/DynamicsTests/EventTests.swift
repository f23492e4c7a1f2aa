import Dynamics
import DynamicsEvents
import Testing

/// Contacts and pauses as sequences, read on the actor that steps.
@MainActor @Suite struct EventTests {
  private struct Scene {
    let ball = Item("ball", center: Point(x: 50, y: 50), radius: 10)
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 100, height: 200))
    let collision: CollisionBehavior

    init() {
      collision = CollisionBehavior(items: [ball])
      collision.translatesReferenceBoundsIntoBoundary = true
      collision.addBoundary(
        withIdentifier: "shelf", from: Point(x: 0, y: 120), to: Point(x: 100, y: 120))
      animator.addBehavior(GravityBehavior(items: [ball]))
      animator.addBehavior(collision)
    }
  }

  /// Steps while others wait.
  private func play(_ animator: DynamicAnimator, _ frames: Int) async {
    for _ in 0..<frames {
      animator.step()
      await Task.yield()
    }
  }

  @Test("contacts come in order, kept until they are asked for; the delegate hears them, too")
  func contacts() async {
    let scene = Scene()
    let log = Log()
    scene.collision.collisionDelegate = log
    var contacts = scene.collision.contacts.makeAsyncIterator()
    scene.animator.run(seconds: 1)
    scene.collision.removeBoundary(withIdentifier: "shelf")
    scene.animator.run(seconds: 1)
    var lines: [String] = []
    for _ in 0..<3 {
      guard let contact = await contacts.next() else { break }
      lines.append("\(contact.phase) \(contact.item.name) |\(contact.boundary?.name ?? "nil")")
    }
    #expect(lines == ["began ball |shelf", "ended ball |shelf", "began ball |nil"])
    #expect(lines == log.lines)
  }

  @Test("a task waits for a contact while the animator is stepped")
  func waiting() async {
    let scene = Scene()
    let contacts = scene.collision.contacts
    let waiter = Task { @MainActor in
      for await contact in contacts where contact.phase == .began { return contact.point.y }
      return 0
    }
    await play(scene.animator, 60)
    #expect(await waiter.value == 120)
  }

  @Test("settled waits until all rest, and not where all do")
  func settled() async {
    let scene = Scene()
    #expect(scene.animator.isRunning)
    let waiter = Task { @MainActor in
      await scene.animator.settled
      return scene.ball.center.y
    }
    await play(scene.animator, 120)
    #expect(abs(await waiter.value - 110) < 0.2)
    #expect(!scene.animator.isRunning)
    await scene.animator.settled
  }

  @Test("pauses tell their time; sequences end with their animator and behaviour")
  func ending() async {
    var scene: Scene? = Scene()
    var pauses = scene?.animator.pauses.makeAsyncIterator()
    var contacts = scene?.collision.contacts.makeAsyncIterator()
    scene?.animator.run(seconds: 2)
    let time = scene?.animator.elapsedTime
    scene = nil
    #expect(await pauses?.next()?.elapsedTime == time)
    #expect(await pauses?.next() == nil)
    #expect(await contacts?.next()?.phase == .began)
    #expect(await contacts?.next() == nil)
  }

  @Test("a cancelled task waits no longer, and what nobody reads is not kept")
  func cancelled() async {
    let scene = Scene()
    let waiter = Task { @MainActor in
      for await _ in scene.animator.pauses { return false }
      return true
    }
    await Task.yield()
    waiter.cancel()
    #expect(await waiter.value)
    _ = scene.collision.contacts
    scene.animator.run(seconds: 1)
  }
}
