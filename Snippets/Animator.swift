// An animator without a screen: steps by hand, rest, and going back.

import Dynamics
import Foundation
import LaplaceCommands
import Pictures
import Simulation

// snippet.scene
let items: [any DynamicItem] = (0..<6).map {
  Item(center: Point(x: 60 + 40 * Double($0), y: 40 + 14 * Double($0)), radius: 15)
}
let animator = DynamicAnimator(
  referenceBounds: Rect(x: 0, y: 0, width: 320, height: 240), profile: .uikitObserved, seed: 7)
animator.diagnosticHandler = { print($0) }
animator.addBehavior(GravityBehavior(items: items))
let collision = CollisionBehavior(items: items)
collision.translatesReferenceBoundsIntoBoundary = true
animator.addBehavior(collision)

// A game's loop: time in, whole frames out.
animator.advance(by: 0.25)

// Keep a moment, go on, and come back to it, to the last bit.
var saver = SaveVisitor(.everything)
animator.visitState(&saver)
let moment = saver.finish()
// snippet.end

var picture = DrawnPicture(title: "Animator", summary: "until everything rests", columns: 3)
picture.add(animator.drawing(), caption: "\(animator.elapsedTime) s")

// snippet.rest
while animator.isRunning { animator.step() }
print("at rest after \(animator.elapsedTime) s")

var restorer = RestoreVisitor(moment)
animator.visitState(&restorer)
animator.stateWasRestored()
print("back at \(animator.elapsedTime) s")
// snippet.end

for _ in 0..<30 { animator.step() }
picture.add(animator.drawing(), caption: "\(animator.elapsedTime) s")
while animator.isRunning { animator.step() }
picture.add(animator.drawing(), caption: "\(animator.elapsedTime) s")
if let path = CommandLine.arguments.dropFirst().first {
  try picture.svg.write(toFile: path, atomically: true, encoding: .utf8)
}
