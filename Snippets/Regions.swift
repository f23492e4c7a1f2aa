// Regions are sets of points: what a field acts on.

import Dynamics
import Foundation
import LaplaceCommands
import Pictures

// snippet.scene
let disc = Region(radius: 90)
let square = Region(size: Size(width: 110, height: 110))
let regions: [(String, Region)] = [
  ("union", disc.union(with: square)),
  ("intersection", disc.intersection(with: Region(size: Size(width: 200, height: 60)))),
  ("disc minus square", disc.difference(from: square)),  // receiver minus argument
  ("inverse of the disc", disc.inverse()),
]
// snippet.end

var picture = DrawnPicture(
  title: "Regions", summary: "arrows where the field acts", columns: 4)
for (name, region) in regions {
  let item = Item(center: Point(x: 110, y: 110), radius: 8)
  let field = FieldBehavior.vortexField()
  field.position = Point(x: 110, y: 110)
  field.region = region
  field.addItem(item)
  let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 220, height: 220))
  animator.addBehavior(field)
  picture.add(animator.drawing(), caption: name)
}
print(regions[2].1.contains(Point(x: 0, y: 80)))  // true: in the disc, beside the square
if let path = CommandLine.arguments.dropFirst().first {
  try picture.svg.write(toFile: path, atomically: true, encoding: .utf8)
}
