// Items collide with each other, with the reference bounds and with boundaries of any shape.

import Dynamics
import Foundation
import LaplaceCommands
import Pictures

// snippet.scene
final class Listener: CollisionBehaviorDelegate {
  func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?, at point: Point
  ) {
    print("hit \(identifier?.name ?? "the bounds") at \(point.x), \(point.y)")
  }
}

var items: [any DynamicItem] = []
for index in 0..<9 {
  let center = Point(x: 50 + 30 * Double(index % 5), y: 30 + 40 * Double(index / 5))
  items.append(
    index % 2 == 0
      ? Item(center: center, radius: 12)
      : Item(center: center, size: Size(width: 24, height: 18)))
}
let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 320))
animator.addBehavior(GravityBehavior(items: items))
let collision = CollisionBehavior(items: items)
collision.translatesReferenceBoundsIntoBoundary = true
collision.addBoundary(
  withIdentifier: "slope", from: Point(x: 0, y: 150), to: Point(x: 190, y: 210))
collision.addBoundary(
  withIdentifier: "bump", for: Path2D(ellipseIn: Rect(x: 215, y: 260, width: 70, height: 90)))
let listener = Listener()
collision.collisionDelegate = listener
animator.addBehavior(collision)
// snippet.end

var picture = DrawnPicture(title: "Collision", summary: "items, bounds, boundaries")
for frame in 1...150 {
  animator.step()
  if [20, 60, 150].contains(frame) {
    picture.add(animator.drawing(), caption: "frame \(frame)")
  }
}
if let path = CommandLine.arguments.dropFirst().first {
  try picture.svg.write(toFile: path, atomically: true, encoding: .utf8)
}
