import DeterministicMath
import RigidBodies

/// What any engine can say of a scene's state: compared side by side with other engines.
package struct SceneFigures: Equatable, Sendable {
  /// Dynamic bodies that are awake.
  package var awakeCount = 0
  /// Contacts with at least one point that is no farther apart than the linear slop.
  package var touchingCount = 0
  /// The box around the origins of the dynamic bodies.
  package var lowestX = Double.infinity
  package var highestX = -Double.infinity
  package var lowestY = Double.infinity
  package var highestY = -Double.infinity
  /// Height of the common centre of mass of the dynamic bodies.
  package var centerY = 0.0
  /// Kinetic energy of the dynamic bodies, in joules.
  package var kineticEnergy = 0.0
  /// How deep contacts overlap, in metres: the deepest, and the mean over all that touch.
  package var greatestOverlap = 0.0
  package var meanOverlap = 0.0
  /// How far the anchors of joints are apart, in metres.
  package var greatestGap = 0.0
  package var meanGap = 0.0

  package init() {}

  /// The figures of a world as it is. Sums run over slots and keys.
  package init(_ world: World) {
    awakeCount = world.awakeBodyCount
    kineticEnergy = world.kineticEnergy
    var mass = 0.0
    for body in world.bodyIDs where world.type(of: body) == .dynamic {
      let p = world.transform(of: body).position
      lowestX = lesser(lowestX, Double(p.x))
      highestX = greater(highestX, Double(p.x))
      lowestY = lesser(lowestY, Double(p.y))
      highestY = greater(highestY, Double(p.y))
      let m = Double(world.mass(of: body))
      mass += m
      centerY += m * Double(world.center(of: body).y)
    }
    if mass > 0 { centerY /= mass }
    let slop = world.definition.linearSlop
    for contact in world.contacts() where contact.separation <= slop {
      touchingCount += 1
      let overlap = greater(0, -Double(contact.separation))
      greatestOverlap = greater(greatestOverlap, overlap)
      meanOverlap += overlap
    }
    if touchingCount > 0 { meanOverlap /= Double(touchingCount) }
    let joints = world.jointIDs
    for joint in joints {
      let gap = world.gap(of: joint)
      greatestGap = greater(greatestGap, gap)
      meanGap += gap
    }
    if !joints.isEmpty { meanGap /= Double(joints.count) }
  }

  /// Names and values, in a fixed order. Ranges of a scene without bodies are left out.
  package var named: [(name: String, value: Double)] {
    var list: [(name: String, value: Double)] = [
      ("awake", Double(awakeCount)), ("touching", Double(touchingCount)),
    ]
    if lowestX <= highestX {
      list += [
        ("lowestX", lowestX), ("highestX", highestX), ("lowestY", lowestY), ("highestY", highestY),
        ("centerY", centerY),
      ]
    }
    return list + [
      ("kineticEnergy", kineticEnergy), ("greatestOverlap", greatestOverlap),
      ("meanOverlap", meanOverlap), ("greatestGap", greatestGap), ("meanGap", meanGap),
    ]
  }
}

@inline(__always) func greater(_ a: Double, _ b: Double) -> Double { a > b ? a : b }
@inline(__always) func lesser(_ a: Double, _ b: Double) -> Double { a < b ? a : b }

extension World {
  /// How far a joint's anchors are apart.
  func gap(of joint: JointID) -> Double {
    let anchors = anchors(of: joint)
    return Double((anchors.b - anchors.a).length)
  }

  /// Bodies that are outside the box, or whose position is not a number.
  func count(of bodies: [BodyID], outside box: BoundingBox) -> Double {
    var count = 0.0
    for body in bodies {
      let p = transform(of: body).position
      let isInside =
        p.x >= box.lower.x && p.x <= box.upper.x && p.y >= box.lower.y && p.y <= box.upper.y
      if !isInside { count += 1 }
    }
    return count
  }

  /// The deepest overlap of all contacts, in metres.
  var greatestOverlap: Double {
    var deepest = 0.0
    for contact in contacts() { deepest = greater(deepest, -Double(contact.separation)) }
    return deepest
  }
}
