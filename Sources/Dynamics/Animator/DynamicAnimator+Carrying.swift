import DeterministicMath
import RigidBodies

/// Walls that are somewhere else all at once, as after the rotation of a screen.
extension DynamicAnimator {
  /// An item on the way of a wall: its box at first, before the axis at hand, and now.
  private struct Load {
    let slot: Int32
    let origin: Point
    var start: Rect
    var box: Rect
  }

  /// Farther than this into an item, points, a wall does not push it out within a substep: the item
  /// would end up behind the wall.
  private static let reach = 20.0

  /// Carries along what a wall of a rectangle would have pushed before it on the way to its new
  /// place, and what that pushes in turn. Items keep their velocity.
  ///
  /// A wall that moves by less than the solver puts right in a substep leaves all to the solver.
  ///
  /// - Complexity: O(items) where nothing has to move, else O(items²).
  func carry(_ behavior: CollisionBehavior, from old: Rect, to new: Rect) {
    guard behavior.collidesBoundaries else { return }
    settleProperties()
    var loads: [Load] = []
    var isNeeded = false
    for member in behavior.members where member.slot >= 0 {
      let entry = slots[Int(member.slot)]
      guard entry.isRegistered, !entry.properties.isAnchored else { continue }
      let box = box(of: entry)
      guard old.contains(box.center) else { continue }
      loads.append(Load(slot: member.slot, origin: box.origin, start: box, box: box))
      if DynamicAnimator.isLost(box, new) { isNeeded = true }
    }
    guard isNeeded else { return }
    let collides = behavior.collidesItems
    DynamicAnimator.carry(&loads, .y, to: new, collides)
    DynamicAnimator.carry(&loads, .x, to: new, collides)
    for load in loads where load.box.origin != load.origin {
      let index = Int(load.slot)
      wakeTouching(tag: slots[index].serial)
      var pose = world.transform(of: slots[index].body)
      let way = load.box.origin - load.origin
      pose.position.x = Float(Double(pose.position.x) + way.dx)
      pose.position.y = Float(Double(pose.position.y) + way.dy)
      world.setTransform(pose, of: slots[index].body)
      wake(slot: load.slot)
    }
  }

  private static func isLost(_ box: Rect, _ room: Rect) -> Bool {
    !room.contains(box.center) || box.minX < room.minX - reach || box.maxX > room.maxX + reach
      || box.minY < room.minY - reach || box.maxY > room.maxY + reach
  }

  /// Moves boxes along one axis: first what lies beyond the greater wall, then beyond the lesser
  /// one, each pushing what stands in its way.
  private static func carry(
    _ loads: inout [Load], _ axis: Axis, to room: Rect, _ collides: Bool
  ) {
    for isGreater in [true, false] {
      for index in loads.indices { loads[index].start = loads[index].box }
      // Nearest to the wall first; the order of slots decides between equals.
      var order = Array(loads.indices)
      order.sortStably { a, b in
        let x = axis.span(loads[a].box)
        let y = axis.span(loads[b].box)
        let (p, q) = isGreater ? (-x.high, -y.high) : (x.low, y.low)
        return p != q ? p < q : loads[a].slot < loads[b].slot
      }
      var pushed: [Int] = []
      for index in order {
        let span = axis.span(loads[index].box)
        // How far it must go, away from the wall.
        var way = isGreater ? span.high - axis.span(room).high : axis.span(room).low - span.low
        if collides {
          for other in pushed where axis.meet(loads[other].start, loads[index].start) {
            let then = axis.span(loads[other].start)
            let now = axis.span(loads[other].box)
            let start = axis.span(loads[index].start)
            // Items that overlapped before go on doing so.
            let gap = isGreater ? then.low - start.high : start.low - then.high
            let touch = gap < 0 ? gap : 0
            let needed = isGreater ? span.high + touch - now.low : now.high - span.low + touch
            if needed > way { way = needed }
          }
        }
        // No farther than the opposite wall, and not at all when it fits.
        let most = isGreater ? span.low - axis.span(room).low : axis.span(room).high - span.high
        if way > most { way = most }
        guard way > 0 else { continue }
        loads[index].box.origin = axis.moved(loads[index].box.origin, by: isGreater ? -way : way)
        pushed.append(index)
      }
    }
  }

  private enum Axis {
    case x, y

    func span(_ box: Rect) -> (low: Double, high: Double) {
      self == .x ? (box.minX, box.maxX) : (box.minY, box.maxY)
    }

    func moved(_ p: Point, by way: Double) -> Point {
      self == .x ? Point(x: p.x + way, y: p.y) : Point(x: p.x, y: p.y + way)
    }

    /// Whether two boxes are in each other's way along this axis.
    func meet(_ a: Rect, _ b: Rect) -> Bool {
      self == .x ? a.minY < b.maxY && b.minY < a.maxY : a.minX < b.maxX && b.minX < a.maxX
    }
  }
}
