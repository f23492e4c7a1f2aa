import Dynamics
import Scenarios
import Simulation

/// Items of every outline among boundaries of every kind, while an app changes whatever of
/// behaviours, boundaries and the animator itself can be changed.
package struct Changes: StageScenario {
  package static let name: StaticString = "determinism.changes"
  package static var derivedFields: [DerivedField] {
    animatorFields(
      andSettings: "cells", "walls", "gravity", "push", "blow", "snap", "field", "tie", "glue",
      "family", "late")
  }

  package let stage: Stage
  private let walls: CollisionBehavior
  private let gravity: GravityBehavior
  private let push: PushBehavior
  private let blow: PushBehavior
  private let snap: SnapBehavior
  private let field: FieldBehavior
  private let tie: AttachmentBehavior
  private let glue: AttachmentBehavior
  private let family = DynamicBehavior()
  private let late: GravityBehavior
  private var frame: Int64 = 0

  package init(parameters: NoParameters, seed: UInt64) {
    let items = Changes.items()
    let group = DynamicItemGroup(items: [
      Item(center: Point(x: 60, y: 200), size: Size(width: 30, height: 10)),
      Item(center: Point(x: 50, y: 215), size: Size(width: 10, height: 20)),
    ])
    let cells = [
      LayoutElement(section: 0, item: 0, frame: Rect(x: 200, y: 180, width: 30, height: 20)),
      LayoutElement(
        .supplementary(kind: "header"), section: 0, item: 1,
        frame: Rect(x: 240, y: 180, width: 24, height: 24)),
      LayoutElement(
        .decoration(kind: "shade"), section: 1, item: 0,
        frame: Rect(x: 280, y: 180, width: 18, height: 30)),
    ]
    // Nothing holds it: it is gone when it has left the stage.
    let bird = Item(center: Point(x: 160, y: 20), radius: 8)
    stage = Stage(
      items: items, others: [group] + cells.members + [bird],
      cullBounds: Rect(x: -40, y: -200, width: 400, height: 900), seed: seed)
    let flight = ItemBehavior(items: [bird])
    stage.animator.addBehavior(flight)
    flight.addLinearVelocity(Vector(dx: 200, dy: -100), for: bird)
    let members: [any DynamicItem] = items.members + [group] + cells.members
    let animator = stage.animator
    animator.writeBackGrid = 0.5
    gravity = GravityBehavior(items: members)
    gravity.angle = 1.2
    animator.addBehavior(gravity)
    walls = CollisionBehavior(items: members)
    walls.translatesReferenceBoundsIntoBoundary = true
    walls.collisionDelegate = stage
    Changes.addBoundaries(to: walls)
    animator.addBehavior(walls)

    push = PushBehavior(items: [items[0]], mode: .continuous)
    push.angle = -0.9
    push.magnitude = 0.6
    push.setTargetOffsetFromCenter(Vector(dx: 6, dy: -4), for: items[0])
    animator.addBehavior(push)
    blow = PushBehavior(items: [items[1]], mode: .instantaneous)
    blow.removeWhenSpent = true
    blow.setAngle(-1.4, magnitude: 0.4)
    animator.declare(blow)
    snap = SnapBehavior(item: items[2], snapTo: Point(x: 160, y: 300))
    animator.addBehavior(snap)
    field = .vortexField()
    field.position = Point(x: 160, y: 284)
    field.strength = 0.2
    for item in items.prefix(4) { field.addItem(item) }
    animator.addBehavior(field)
    tie = AttachmentBehavior(item: items[3], attachedTo: items[4])
    tie.frequency = 1.5
    tie.damping = 0.1
    animator.addBehavior(tie)
    glue = .fixedAttachment(
      with: items[5], attachedTo: items[6], attachmentAnchor: Point(x: 245, y: 100))
    animator.declare(glue)
    animator.addBehavior(family)
    late = GravityBehavior(items: [items[1]])
    late.magnitude = 0.2
    animator.declare(late)
  }

  private static func items() -> [Item] {
    let hexagon = Path2D(
      points: [
        Point(x: -16, y: 0), Point(x: -8, y: -14), Point(x: 8, y: -14), Point(x: 16, y: 0),
        // On a side: a corner that is none.
        Point(x: 12, y: 7), Point(x: 8, y: 14), Point(x: -8, y: 14),
      ], isClosed: true)
    var drop = Path2D()
    drop.move(to: Point(x: 0, y: -18))
    drop.addCurve(
      control1: Point(x: 8, y: -6), control2: Point(x: 16, y: 4), to: Point(x: 10, y: 12))
    drop.addQuadraticCurve(control: Point(x: 0, y: 22), to: Point(x: -10, y: 12))
    drop.addLine(to: Point(x: -12, y: 0))
    drop.close()
    return [
      Item(center: Point(x: 40, y: 60), size: Size(width: 30, height: 30)),
      Item(center: Point(x: 100, y: 60), ellipse: Size(width: 44, height: 24)),
      Item(center: Point(x: 160, y: 60), path: hexagon),
      Item(center: Point(x: 220, y: 60), path: drop),
      Item(center: Point(x: 280, y: 60), radius: 14),
      Item(center: Point(x: 230, y: 100), size: Size(width: 20, height: 20)),
      Item(center: Point(x: 260, y: 100), ellipse: Size(width: 30, height: 16)),
    ]
  }

  private static var hill: Path2D {
    var hill = Path2D()
    hill.move(to: Point(x: 20, y: 460))
    hill.addCurve(
      control1: Point(x: 90, y: 380), control2: Point(x: 120, y: 520), to: Point(x: 180, y: 460))
    hill.addQuadraticCurve(control: Point(x: 240, y: 400), to: Point(x: 300, y: 470))
    return hill
  }

  private static func addBoundaries(to walls: CollisionBehavior) {
    walls.addBoundary(
      withIdentifier: "hill", for: hill.translated(by: Vector(dx: 0, dy: -10)))
    walls.addBoundary(
      withIdentifier: "egg",
      for: Path2D(ellipseIn: Rect(x: 130, y: 380, width: 60, height: 40)))
    walls.addBoundary(
      withIdentifier: "ledge", from: Point(x: 10, y: 330), to: Point(x: 120, y: 350))
  }

  package mutating func didStep() {
    change(frame)
    frame += 1
  }

  package mutating func visitOwnState(_ visitor: inout some StateVisitor) {
    visitor.field("frame", &frame, .keyFrame)
  }

  private func change(_ frame: Int64) {
    let animator = stage.animator
    switch frame {
    case 20: animator.addBehavior(blow)
    case 26: animator.suspend()
    case 28: animator.resume()
    case 30: animator.timeScale = 0.5
    case 45: animator.timeScale = 1
    case 50: field.isEnabled = false
    case 60: field.isEnabled = true
    case 65: family.addChildBehavior(late)
    case 70: snap.snapPoint = meetingPoint
    case 80: animator.addBehavior(glue)
    case 100: tie.change(length: 60)
    case 110: field.removeItem(stage.items[0])
    case 120: animator.removeBehavior(snap)
    case 130:
      walls.addBoundary(
        withIdentifier: "ledge", from: Point(x: 10, y: 330), to: Point(x: 120, y: 350))
    case 140: animator.referenceBounds = Rect(x: 0, y: 0, width: 300, height: 520)
    case 150: gravity.setAngle(-1.8, magnitude: 0.8)
    case 160: lift(stage.items[0])
    case 170: animator.removeBehavior(glue)
    case 180: walls.removeItem(stage.items[1])
    case 190: walls.collisionMode = .boundaries
    case 200: walls.collisionMode = .everything
    case 210: animator.removeBehavior(field)
    case 230: gravity.angle = 1.6
    case 240: for behavior in [gravity, walls] { behavior.removeItem(stage.others[0]) }
    // What lies on the floor by then is told that it no longer does.
    case 330: animator.removeBehavior(walls)
    default: break
    }
  }

  /// Between two items, and a little aside.
  private var meetingPoint: Point {
    let (a, b) = (stage.items[0].center, stage.items[1].center)
    var aside = Vector(dx: 0, dy: 1) - Vector(dx: 1, dy: 0)
    aside *= (b - a).length / 4
    aside /= 2
    aside -= Vector(dx: 4, dy: 0) / 2
    aside += -Vector(dx: 0, dy: 2) * 3
    var place = a.midpoint(to: b) + aside
    place -= Vector(dx: 1, dy: 1)
    return place
  }

  private func lift(_ item: Item) {
    let isAlone = stage.animator.items(in: Stage.bounds).count < 2
    guard !isAlone, !stage.animator.isResting(item) else { return }
    item.center += Vector(dx: 0, dy: -12)
    stage.animator.updateItem(usingCurrentState: item)
  }
}

extension AttachmentBehavior {
  fileprivate func change(length: Double) {
    self.length = length
    damping = 0.6
    allowsCollision = false
  }
}
