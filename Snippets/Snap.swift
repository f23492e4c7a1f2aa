// Snap pulls an item to a point, as springs would, and turns it upright.

import Dynamics
import Foundation
import LaplaceCommands
import Pictures

// snippet.scene
let card = Item("card", center: Point(x: 60, y: 70), size: Size(width: 70, height: 44))
card.transform = AffineTransform2D(rotation: 1.1)
let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 280, height: 220))
let snap = SnapBehavior(item: card, snapTo: Point(x: 210, y: 150))
snap.damping = 0.5  // 0 swings for ever, 1 not at all
animator.addBehavior(snap)
// snippet.end

var picture = DrawnPicture(title: "Snap", summary: "damping 0.5", columns: 4)
for frame in 1...72 {
  animator.step()
  if [1, 5, 10, 72].contains(frame) { picture.add(animator.drawing(), caption: "frame \(frame)") }
}
print("card at \(card.center.x), \(card.center.y), turned by \(card.rotation)")
if let path = CommandLine.arguments.dropFirst().first {
  try picture.svg.write(toFile: path, atomically: true, encoding: .utf8)
}
