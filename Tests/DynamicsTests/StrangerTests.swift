import Dynamics
import Foundation
import Testing

/// What somebody types who comes from UIKit.
@Suite struct StrangerTests {
  /// Implements UIKit's spelling of each callback, and nothing else.
  private final class Referee: CollisionBehaviorDelegate {
    var lines: [String] = []

    func collisionBehavior(
      _ behavior: CollisionBehavior, beganContactFor item1: any DynamicItem,
      with item2: any DynamicItem, at p: Point
    ) { lines.append("began \(item1.name) \(item2.name)") }
    func collisionBehavior(
      _ behavior: CollisionBehavior, endedContactFor item1: any DynamicItem,
      with item2: any DynamicItem
    ) { lines.append("ended \(item1.name) \(item2.name)") }
    func collisionBehavior(
      _ behavior: CollisionBehavior, beganContactFor item: any DynamicItem,
      withBoundaryIdentifier identifier: BoundaryIdentifier?, at p: Point
    ) { lines.append("began \(item.name) |\(identifier?.name ?? "nil")") }
    func collisionBehavior(
      _ behavior: CollisionBehavior, endedContactFor item: any DynamicItem,
      withBoundaryIdentifier identifier: BoundaryIdentifier?
    ) { lines.append("ended \(item.name) |\(identifier?.name ?? "nil")") }
  }

  @Test("a delegate with UIKit's signatures hears all four events")
  func signatures() {
    let view = Rect(x: 0, y: 0, width: 320, height: 568)
    let frog = Item("frog", center: Point(x: 100, y: 100), size: Size(width: 80, height: 80))
    let dragon = Item("dragon", center: Point(x: 100, y: 250), size: Size(width: 80, height: 80))
    let animator = DynamicAnimator(referenceBounds: view)
    let referee = Referee()
    let gravity = GravityBehavior(items: [frog, dragon])
    let collision = CollisionBehavior(items: [frog, dragon])
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.collisionMode = CollisionBehavior.Mode.everything
    collision.collisionDelegate = referee
    let name = "ledge " + "\(1)"  // a variable, not a literal
    collision.addBoundary(
      withIdentifier: name, from: Point(x: 0, y: 500), to: Point(x: view.midX, y: 500))
    animator.addBehavior(gravity)
    animator.addBehavior(collision)
    animator.run(seconds: 1.5)
    #expect(
      referee.lines.filter { $0.hasPrefix("began") } == [
        "began dragon |ledge 1", "began frog dragon",
      ])
    #expect(collision.boundary(withIdentifier: name) != nil)
    collision.removeBoundary(withIdentifier: name)
    animator.run(seconds: 1)
    #expect(referee.lines.contains("ended dragon |ledge 1"))
    #expect(referee.lines.contains("began dragon |nil"))
    collision.removeItem(frog)
    animator.run(seconds: 0.1)
    #expect(referee.lines.contains("ended frog dragon"))
  }

  @Test("Foundation's transform has its name for itself")
  func foundation() {
    let theirs = AffineTransform(translationByX: 1, byY: 2)
    let ours = AffineTransform2D(translationX: 1, y: 2)
    #expect(Double(theirs.tX) == ours.tx && Double(theirs.tY) == ours.ty)
  }

  @Test("geometry is hashable, and adds and multiplies from both sides")
  func geometry() {
    let rect = Rect(x: 10, y: 20, width: 30, height: 50)
    #expect(rect.midX == 25 && rect.midY == 45)
    #expect(rect.center == Point(x: rect.midX, y: rect.midY))
    var v = Vector(dx: 3, dy: -4)
    #expect(v * 2 == 2 * v && v / 2 == 0.5 * v)
    v += Vector(dx: 1, dy: 0)
    v *= 2
    v -= Vector(dx: 0, dy: -4)
    v /= 4
    #expect(v == Vector(dx: 2, dy: -1))
    var p = Point.zero
    p += v
    p += v
    p -= Vector(dx: 1, dy: 0)
    #expect(p == Point(x: 3, y: -2))
    #expect(p.midpoint(to: Point(x: 1, y: 2)) == Point(x: 2, y: 0))

    #expect(Set([p, Point(x: 3, y: -2), .zero]).count == 2)
    #expect(Set([v, Vector(dx: 2, dy: -1)]).count == 1)
    #expect(Set([rect, rect.inset(by: .zero)]).count == 1)
    #expect(Set([Size.zero, rect.size]).count == 2)
    #expect(Set([AffineTransform2D.identity, AffineTransform2D(rotation: 1)]).count == 2)
    #expect(Set([EdgeInsets2D.zero]).contains(.zero))
    #expect(Set([Path2D(rect: rect), Path2D(ellipseIn: rect), Path2D(rect: rect)]).count == 2)
    #expect(Set([Region.infinite, Region(radius: 3), Region(radius: 3)]).count == 2)
    #expect(Set([FloatRange.zero, .infinite, .zero]).count == 2)
    let names: Set<BoundaryIdentifier> = ["floor", "wall", BoundaryIdentifier("flo" + "or")]
    #expect(names.count == 2 && names.contains("wall"))
    #expect(!names.contains("walls"))
  }
}
