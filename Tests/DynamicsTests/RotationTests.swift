import Dynamics
import TestSupport
import Testing

/// Reference bounds that are others all at once, as after the rotation of a screen.
@Suite("UD-COL-18 walls that jump") struct RotationTests {
  private let portrait = Rect(x: 0, y: 0, width: 320, height: 568)
  private let landscape = Rect(x: 0, y: 0, width: 568, height: 320)

  private struct Scene {
    let items: [Item]
    let animator: DynamicAnimator
    let collision: CollisionBehavior
    let properties: ItemBehavior
  }

  private func scene(_ items: [Item], _ bounds: Rect) -> Scene {
    let animator = DynamicAnimator(referenceBounds: bounds)
    let collision = CollisionBehavior(items: items)
    collision.translatesReferenceBoundsIntoBoundary = true
    let properties = ItemBehavior(items: items)
    animator.addBehavior(GravityBehavior(items: items))
    animator.addBehavior(collision)
    animator.addBehavior(properties)
    return Scene(items: items, animator: animator, collision: collision, properties: properties)
  }

  private func box(_ item: Item) -> Rect {
    Rect(
      x: item.center.x - item.bounds.width / 2, y: item.center.y - item.bounds.height / 2,
      width: item.bounds.width, height: item.bounds.height)
  }

  @Test(
    "a rotated screen keeps all ten items, at bearable speeds", arguments: Sample.of([0.0, 0.3, 3]))
  func rotation(seconds: Double) {
    let items = (0..<10).map {
      Item(
        "\($0)", center: Point(x: 40 + Double($0 % 5) * 60, y: 60 + Double($0 / 5) * 70),
        size: Size(width: 40, height: 40))
    }
    let scene = scene(items, portrait)
    scene.animator.run(seconds: seconds)
    for bounds in [landscape, portrait, landscape] {
      scene.animator.referenceBounds = bounds
      var fastest = 0.0
      for _ in 0..<180 {
        scene.animator.step()
        for item in items {
          let v = scene.properties.linearVelocity(for: item)
          fastest = max(fastest, v.length)
          #expect(bounds.contains(item.center), "\(item.name) at \(item.center)")
        }
      }
      // A fall through the whole screen ends at 1,066 pt/s.
      #expect(fastest < 1_100)
      #expect(
        items.allSatisfy {
          bounds.inset(by: EdgeInsets2D(top: 18, left: 18, bottom: 18, right: 18))
            .contains($0.center)
        })
    }
  }

  @Test("a stack is lifted by the floor, and stands on it as before")
  func stack() {
    let items = (0..<4).map {
      Item(
        "\($0)", center: Point(x: 160, y: 548 - Double($0) * 40), size: Size(width: 40, height: 40))
    }
    let scene = scene(items, portrait)
    scene.animator.run(seconds: 2)
    let before = items.map(\.center)
    scene.animator.referenceBounds = landscape
    scene.animator.run(seconds: 2)
    for (item, place) in zip(items, before) {
      #expect(abs(item.center.x - place.x) < 0.5)
      #expect(abs(item.center.y - (place.y - 248)) < 0.5)
    }
  }

  @Test("what stands beside, outside, or is anchored stays where it is")
  func others() {
    let inside = square(100, 100, side: 40)
    let outside = square(700, 100, side: 40)
    let anchored = square(160, 500, side: 40)
    let scene = scene([inside, outside], portrait)
    scene.collision.addItem(anchored)
    let hold = ItemBehavior(items: [anchored])
    hold.isAnchored = true
    scene.animator.addBehavior(hold)
    scene.animator.step()
    let places = (inside.center, outside.center)
    scene.animator.referenceBounds = landscape
    scene.animator.step()
    #expect(anchored.center == Point(x: 160, y: 500))
    #expect(abs(inside.center.y - places.0.y) < 1)
    #expect(abs(outside.center.x - places.1.x) < 1)
  }

  @Test("insets that grow at once keep what was inside")
  func insets() {
    let item = square(30, 300, side: 40)
    let scene = scene([item], portrait)
    scene.animator.step()
    scene.collision.setTranslatesReferenceBoundsIntoBoundary(
      with: EdgeInsets2D(top: 0, left: 120, bottom: 200, right: 0))
    scene.animator.step()
    #expect(abs(box(item).minX - 120) < 0.5, "\(box(item))")
    scene.animator.run(seconds: 1)
    let end = box(item)
    #expect(end.minX > 119.5 && abs(end.maxY - 368) < 0.5, "\(end) \(item.transform)")
  }

  @Test("a room too small for its items holds their centres")
  func crowded() {
    let items = (0..<12).map {
      square(30 + Double($0 % 4) * 60, 400 + Double($0 / 4) * 60, side: 50)
    }
    let scene = scene(items, portrait)
    scene.animator.run(seconds: 1)
    let small = Rect(x: 100, y: 100, width: 80, height: 80)
    scene.animator.referenceBounds = small
    scene.animator.run(seconds: 2)
    for item in items { #expect(small.contains(item.center), "\(item.center)") }
  }
}
