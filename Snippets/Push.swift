// A push is a force while it is active, or an impulse, once.

import Dynamics
import Foundation
import LaplaceCommands
import Pictures

// snippet.scene
let rocket = Item("rocket", center: Point(x: 60, y: 190), size: Size(width: 30, height: 60))
let puck = Item("puck", center: Point(x: 60, y: 60), radius: 22)
let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 260))

let thrust = PushBehavior(items: [rocket], mode: .continuous)
thrust.setAngle(-0.3, magnitude: 1)  // 1 accelerates 100 × 100 pt by 100 pt/s²
thrust.setTargetOffsetFromCenter(Vector(dx: 0, dy: 4), for: rocket)  // and turns it
animator.addBehavior(thrust)

let kick = PushBehavior(items: [puck], mode: .instantaneous)
kick.pushDirection = Vector(dx: 0.3, dy: 0.06)
kick.removeWhenSpent = true
animator.addBehavior(kick)

// What no behaviour holds is let go: this one keeps the puck when its push is spent.
let collision = CollisionBehavior(items: [rocket, puck])
collision.translatesReferenceBoundsIntoBoundary = true
animator.addBehavior(collision)
// snippet.end

var picture = DrawnPicture(title: "Push", summary: "continuous, and once", columns: 3)
picture.add(animator.drawing(), caption: "armed")
for frame in 1...40 {
  animator.step()
  if frame % 20 == 0 { picture.add(animator.drawing(), caption: "frame \(frame)") }
}
print("\(animator.behaviors.count) behaviours are left; the rocket turned by \(rocket.rotation)")
if let path = CommandLine.arguments.dropFirst().first {
  try picture.svg.write(toFile: path, atomically: true, encoding: .utf8)
}
