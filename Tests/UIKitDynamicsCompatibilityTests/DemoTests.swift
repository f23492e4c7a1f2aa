import Testing
import UIKitDynamicsCompatibility

/// Demos written for UIKit, with its names and calls: nothing in `Demos` but the import tells that
/// they run without it.
@Suite struct DemoTests {
  private func run(_ animator: UIDynamicAnimator, _ seconds: Double) {
    for _ in 0..<Int((seconds * 60).rounded()) { animator.advance(by: 1.0 / 60) }
  }

  @Test func gravity() {
    let demo = GravityDemo()
    run(demo.animator, 3)
    #expect(abs(demo.frog.center.y - 550.625) < 0.01)
    #expect(demo.frog.center.x == 160)
    run(demo.animator, 57)
    #expect(demo.animator.isRunning)
    #expect(demo.animator.items(in: demo.view.bounds).isEmpty)
  }

  @Test func collision() {
    let demo = CollisionDemo()
    run(demo.animator, 3)
    #expect(abs(demo.frog.center.y - 528) < 0.2)
    #expect(abs(demo.dragon.center.y - 518) < 0.2)
    #expect(
      demo.log == [
        "Animator will resume", "Dragon Collided edge 568", "Frog Collided edge 568",
        "Animator did pause",
      ])
    #expect(demo.label.text == "Frog Collided")
  }

  @Test func boundariesWithNames() {
    let demo = CollisionDemo()
    demo.addLedge()
    run(demo.animator, 3)
    #expect(abs(demo.frog.center.y - 360) < 0.2)
    #expect(abs(demo.dragon.center.y - 250) < 0.2)
    #expect(
      demo.log.filter { $0.contains("Collided") } == [
        "Dragon Collided hill 300", "Frog Collided ledge 400",
      ])
    let hill = demo.collision.boundary(withIdentifier: "hill" as NSString)
    #expect(hill?.bounds == CGRect(x: 160, y: 300, width: 160, height: 0))
    demo.collision.removeBoundary(withIdentifier: "hill" as NSString)
    run(demo.animator, 2)
    #expect(abs(demo.dragon.center.y - 518) < 0.2)
    #expect(demo.log.contains("Collision did end"))
  }

  @Test func attachment() {
    let demo = AttachmentDemo()
    demo.pan.move(.began, to: demo.frog.center)
    for step in 1...60 {
      demo.pan.move(.changed, to: CGPoint(x: 160 + Double(step), y: 150))
      run(demo.animator, 1.0 / 60)
      let d = demo.dragon.center.distance(to: demo.attachment.anchorPoint)
      #expect(abs(d - 150) < 2)
    }
    #expect(demo.frog.center == CGPoint(x: 220, y: 150))
    #expect(demo.view.bounds.insetBy(dx: 49, dy: 49).contains(demo.dragon.center))
  }

  @Test func spring() {
    let demo = SpringDemo()
    run(demo.animator, 60)
    #expect(abs(demo.depths.last! - 125.33) < 0.1)
    #expect(!demo.animator.isRunning)
    // From 150 it swings about the place where it comes to hang.
    #expect(demo.depths.min()! > 105 && demo.depths.min()! < 112)
  }

  @Test func snap() {
    let demo = SnapDemo()
    for place in [CGPoint(x: 60, y: 500), CGPoint(x: 260, y: 200), CGPoint(x: 160, y: 284)] {
      demo.tap.move(.ended, to: place)
      run(demo.animator, 2)
      #expect(demo.frog.center.distance(to: place) < 0.1)
      #expect(abs(atan2(demo.frog.transform.b, demo.frog.transform.a)) < 0.001)
      #expect(!demo.animator.isRunning)
    }
  }

  @Test func push() {
    let demo = PushDemo()
    run(demo.animator, 1)
    #expect(demo.dragon.center == CGPoint(x: 160, y: 150))
    #expect(!demo.push.active)
    demo.pan.move(.changed, to: CGPoint(x: 260, y: 284))
    run(demo.animator, 0.5)
    #expect(abs(demo.dragon.center.x - 210) < 0.5)
    run(demo.animator, 1)
    #expect(abs(demo.dragon.center.x - 270) < 0.5)  // the wall
    demo.pan.move(.changed, to: CGPoint(x: 160, y: 484))  // 200 pt away: counts as 100
    run(demo.animator, 1)
    #expect(abs(demo.dragon.center.y - 250) < 1)
  }

  @Test func properties() {
    let demo = PropertiesDemo()
    run(demo.animator, 2)
    // The frog rises by 246 pt; the dragon stays on the floor.
    #expect(abs(demo.highest[0] - (528 - 246)) < 3)
    #expect(demo.highest[1] > 517)
    #expect(demo.frog.transform == .identity)
    #expect(demo.properties.linearVelocity(for: demo.frog).x == 0)
  }

  @Test func orbit() {
    let app = OrbitApp()
    let center = CGPoint(x: 160, y: 284)
    app.moon.center = CGPoint(x: 120, y: 284)
    app.animator.updateItem(usingCurrentState: app.moon)
    var (nearest, farthest, turns) = (Double.infinity, 0.0, 0.0)
    var last = CGVector(dx: -40, dy: 0)
    for _ in 0..<1800 {
      run(app.animator, 1.0 / 60)
      let now = app.moon.center - center
      nearest = min(nearest, now.length)
      farthest = max(farthest, now.length)
      turns += atan2(last.cross(now), last.dot(now)) / (2 * .pi)
      last = now
    }
    #expect(nearest > 39 && farthest < 41.5)
    #expect(abs(-turns - 36.86) < 0.5)  // counter-clockwise on screen
  }

  @Test func corners() {
    let app = CornersApp()
    run(app.animator, 3)
    #expect(app.card.center.distance(to: CGPoint(x: 60, y: 60)) < 1)
    // Thrown to the lower right.
    app.pan.move(.began, to: CGPoint(x: 60, y: 60))
    for step in 1...10 {
      app.pan.move(.changed, to: CGPoint(x: 60 + Double(step) * 15, y: 60 + Double(step) * 30))
      run(app.animator, 1.0 / 60)
    }
    app.pan.speed = CGPoint(x: 300, y: 900)
    app.pan.move(.ended, to: CGPoint(x: 210, y: 360))
    #expect(app.animator.isRunning)
    run(app.animator, 3)
    #expect(app.card.center.distance(to: CGPoint(x: 260, y: 508)) < 1)
    // The screen is rotated: the card goes to the nearest corner of the new one.
    app.rotate()
    run(app.animator, 4)
    #expect(app.view.bounds.contains(app.card.center))
    #expect(abs(app.card.center.y - 260) < 1)
  }
}
