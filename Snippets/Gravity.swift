// Gravity accelerates items alike, whatever their mass.

import Dynamics
import Foundation
import LaplaceCommands
import Pictures

// snippet.scene
let pebble = Item("pebble", center: Point(x: 70, y: 40), radius: 12)
let crate = Item("crate", center: Point(x: 200, y: 40), size: Size(width: 60, height: 60))
let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 280, height: 280))
let gravity = GravityBehavior(items: [pebble, crate])
gravity.magnitude = 0.5  // 500 pt/s², downwards
animator.addBehavior(gravity)
// snippet.end

var picture = DrawnPicture(title: "Gravity", summary: "half a unit, down", columns: 4)
for frame in 1...48 {
  animator.step()
  if frame % 12 == 0 { picture.add(animator.drawing(), caption: "\(animator.elapsedTime) s") }
}
print("pebble at \(pebble.center.y), crate at \(crate.center.y)")
if let path = CommandLine.arguments.dropFirst().first {
  try picture.svg.write(toFile: path, atomically: true, encoding: .utf8)
}
