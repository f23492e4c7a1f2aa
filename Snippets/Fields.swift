// The eleven kinds of fields.

import Dynamics
import Foundation
import LaplaceCommands
import Pictures

// snippet.scene
let center = Point(x: 100, y: 100)
let fields: [(String, FieldBehavior)] = [
  ("linear gravity", .linearGravityField(direction: Vector(dx: 0.3, dy: 1))),
  ("radial gravity", .radialGravityField(position: center)),
  ("spring", .springField()),
  ("noise", .noiseField(smoothness: 0.7, animationSpeed: 1)),
  ("turbulence", .turbulenceField(smoothness: 0.7, animationSpeed: 1)),
  ("electric", .electricField()),
  ("magnetic", .magneticField()),
  ("drag", .dragField()),
  ("velocity", .velocityField(direction: Vector(dx: 1, dy: 0))),
  ("vortex", .vortexField()),
  (
    "custom",
    // Anything at all: here a wind that grows with the height.
    .field { _, position, _, _, _, _ in Vector(dx: (200 - position.y) / 100, dy: 0) }
  ),
]
// snippet.end

var picture = DrawnPicture(
  title: "Fields", summary: "electric, magnetic, drag and turbulence: at the items", columns: 4)
for (name, field) in fields {
  // snippet.items
  var items: [any DynamicItem] = []
  for index in 0..<6 {
    let way = Vector(angle: 1.05 * Double(index), magnitude: 62)
    items.append(Item(center: center + way, radius: 9))
  }
  let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 200, height: 200))
  let properties = ItemBehavior(items: items)
  properties.charge = 1
  animator.addBehavior(properties)
  field.position = center
  field.region = Region(radius: 92)
  for (index, item) in items.enumerated() {
    field.addItem(item)
    properties.addLinearVelocity(
      Vector(angle: 1.05 * Double(index) + 1.8, magnitude: 90), for: item)
  }
  animator.addBehavior(field)
  // snippet.end
  for _ in 0..<4 { animator.step() }
  picture.add(animator.drawing(), caption: name)
}
print("\(fields.count) kinds of fields")
if let path = CommandLine.arguments.dropFirst().first {
  try picture.svg.write(toFile: path, atomically: true, encoding: .utf8)
}
