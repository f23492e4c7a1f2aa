// Rods, springs, ropes, fixed attachments, pins and slides.

import Dynamics
import Foundation
import LaplaceCommands
import Pictures

// snippet.scene
func box(_ name: String, _ x: Double, _ y: Double) -> Item {
  Item(name, center: Point(x: x, y: y), size: Size(width: 36, height: 36))
}
let weight = box("rod", 90, 110)
let rod = AttachmentBehavior(item: weight, attachedToAnchor: Point(x: 50, y: 30))

let bob = box("spring", 150, 100)
let spring = AttachmentBehavior(item: bob, attachedToAnchor: Point(x: 150, y: 30))
spring.length = 60
spring.frequency = 1.5  // hertz
spring.damping = 0.2  // 1 is critical

let post = box("post", 220, 40)
let bag = box("rope", 250, 60)
let rope = AttachmentBehavior.limitAttachment(
  with: post, offsetFromCenter: .zero, attachedTo: bag, offsetFromCenter: .zero)
rope.length = 90

let (left, right) = (box("fixed", 60, 240), box("to it", 100, 240))
let weld = AttachmentBehavior.fixedAttachment(
  with: left, attachedTo: right, attachmentAnchor: Point(x: 80, y: 240))

let (arm, hand) = (box("pin", 170, 220), box("turns", 206, 220))
let pin = AttachmentBehavior.pinAttachment(
  with: arm, attachedTo: hand, attachmentAnchor: Point(x: 188, y: 220))

let cart = box("slide", 260, 200)
let slide = AttachmentBehavior.slidingAttachment(
  with: cart, attachmentAnchor: cart.center, axisOfTranslation: Vector(dx: 0.3, dy: 1))
slide.attachmentRange = FloatRange(minimum: -20, maximum: 80)

let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 320))
for behavior in [rod, spring, rope, weld, pin, slide] { animator.addBehavior(behavior) }
let anchored = ItemBehavior(items: [post, arm])
anchored.isAnchored = true
animator.addBehavior(anchored)
animator.addBehavior(GravityBehavior(items: [weight, bob, bag, left, right, hand, cart]))
let floor = CollisionBehavior(items: [left, right])
floor.translatesReferenceBoundsIntoBoundary = true
animator.addBehavior(floor)
// snippet.end

var picture = DrawnPicture(title: "Attachment", summary: "six ways to tie items")
for frame in 1...30 {
  animator.step()
  if [1, 14, 30].contains(frame) { picture.add(animator.drawing(), caption: "frame \(frame)") }
}
print("the rod is \((weight.center - Point(x: 50, y: 30)).length) pt long")
if let path = CommandLine.arguments.dropFirst().first {
  try picture.svg.write(toFile: path, atomically: true, encoding: .utf8)
}
