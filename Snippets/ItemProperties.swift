// Elasticity, friction, density, resistance, charge, anchoring and velocity of items.

import Dynamics
import Foundation
import LaplaceCommands
import Pictures

// snippet.scene
let lead = Item("lead", center: Point(x: 60, y: 50), radius: 20)
let rubber = Item("rubber", center: Point(x: 130, y: 50), radius: 20)
let feather = Item("feather", center: Point(x: 200, y: 50), radius: 20)
let shelf = Item("shelf", center: Point(x: 190, y: 170), size: Size(width: 90, height: 14))
let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 280, height: 280))
animator.addBehavior(GravityBehavior(items: [lead, rubber, feather]))
let collision = CollisionBehavior(items: [lead, rubber, feather, shelf])
collision.translatesReferenceBoundsIntoBoundary = true
animator.addBehavior(collision)

let bouncy = ItemBehavior(items: [rubber])
bouncy.elasticity = 0.8
let light = ItemBehavior(items: [feather])
light.density = 0.1
light.resistance = 6
let fixed = ItemBehavior(items: [shelf])
fixed.isAnchored = true
for behavior in [bouncy, light, fixed] { animator.addBehavior(behavior) }
bouncy.addLinearVelocity(Vector(dx: 40, dy: 0), for: rubber)
// snippet.end

var picture = DrawnPicture(title: "Item properties", summary: "the last setting in the tree wins")
for frame in 1...64 {
  animator.step()
  if [24, 44, 64].contains(frame) { picture.add(animator.drawing(), caption: "frame \(frame)") }
}
print("rubber moves at \(bouncy.linearVelocity(for: rubber).dy) pt/s")
if let path = CommandLine.arguments.dropFirst().first {
  try picture.svg.write(toFile: path, atomically: true, encoding: .utf8)
}
