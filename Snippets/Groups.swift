// Items that move as one body: a way to outlines with dents.

import Dynamics
import Foundation
import LaplaceCommands
import Pictures

// snippet.scene
let bar = Item("bar", center: Point(x: 100, y: 60), size: Size(width: 90, height: 18))
let stem = Item("stem", center: Point(x: 64, y: 99), size: Size(width: 18, height: 60))
let knob = Item("knob", center: Point(x: 136, y: 80), radius: 11)
let hook = DynamicItemGroup(items: [bar, stem, knob])
let ball = Item("ball", center: Point(x: 105, y: 10), radius: 10)
let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 240, height: 240))
animator.addBehavior(GravityBehavior(items: [hook, ball]))
let collision = CollisionBehavior(items: [hook, ball])
collision.translatesReferenceBoundsIntoBoundary = true
animator.addBehavior(collision)
// snippet.end

var picture = DrawnPicture(title: "Groups", summary: "three outlines, one body")
for frame in 1...90 {
  animator.step()
  if [1, 36, 90].contains(frame) { picture.add(animator.drawing(), caption: "frame \(frame)") }
}
print("the knob went along to \(knob.center.x), \(knob.center.y)")
if let path = CommandLine.arguments.dropFirst().first {
  try picture.svg.write(toFile: path, atomically: true, encoding: .utf8)
}
