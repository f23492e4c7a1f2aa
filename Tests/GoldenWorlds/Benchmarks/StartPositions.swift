import DeterministicMath
import RigidBodies

/// Where bodies were when the scene was built, and how far they are from there.
package struct StartPositions {
  package private(set) var bodies: [BodyID] = []
  package private(set) var positions: [Vec2] = []

  mutating func add(_ body: BodyID, _ position: Vec2) {
    bodies.append(body)
    positions.append(position)
  }
}
