import DeterministicMath
import RigidBodies
import Scenarios
import Simulation

/// Ragdolls rain on five floors; columns of them are removed and made again while it runs.
///
/// - Source: the benchmark scene of the same name of Box2D v3.
package struct Rain: WorldSimulation {
  package static var name: StaticString { "benchmark.rain" }

  package static var derivedFields: [DerivedField] {
    [
      DerivedField("columnCount", "set by the parameters"),
      DerivedField("floorCount", "set by the parameters"),
      DerivedField("groupSize", "set by the parameters"),
      DerivedField("interval", "set by the parameters"),
    ]
  }

  package struct Parameters: SimulationParameters {
    /// Columns of ragdolls, 6.25 m wide each.
    package var columnCount: Int64 = 40
    package var floorCount: Int64 = 5
    /// Ragdolls that are made above each floor of a column at once.
    package var groupSize: Int64 = 5
    /// Steps from one column to the next.
    package var interval: Int64 = 8

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("columnCount", &columnCount)
      visitor.field("floorCount", &floorCount)
      visitor.field("groupSize", &groupSize)
      visitor.field("interval", &interval)
    }
  }

  package let scene: SceneWorld
  package let columnCount: Int
  private let floorCount: Int
  package let groupSize: Int
  private let interval: Int64
  /// Bodies and joints of all ragdolls: by column, floor, place in the group, and part.
  private var bodies: [BodyID] = []
  private var joints: [JointID] = []
  private var stepCount: Int64 = 0
  /// Columns that are filled, and the one that is filled again next when all are.
  package private(set) var filledCount: Int64 = 0
  private var nextColumn: Int64 = 0

  package init(parameters: Parameters, seed: UInt64) {
    scene = SceneWorld { definition in
      // Every dynamic body here is a part of a ragdoll, and those may sleep sooner.
      definition.sleepLinearThreshold = 0.1
      // Shapes come and go: a key frame must bring them.
      definition.describesGeometry = true
    }
    columnCount = Int(clamped(parameters.columnCount, 0, 1000))
    floorCount = Int(clamped(parameters.floorCount, 0, 100))
    groupSize = Int(clamped(parameters.groupSize, 0, 100))
    interval = clamped(parameters.interval, 1, 1_000_000)
    let ground = scene.body(.static, 0, 0)
    for floor in 0..<floorCount {
      for m in 0...(columnCount * 25 / 2) {
        scene.shape(
          .box(
            halfWidth: 0.25, halfHeight: 0.25,
            center: Vec2(-125 + 0.5 * Float(m), 45 * Float(floor))), to: ground)
      }
    }
  }

  package mutating func step(_ inputs: [NoEvent]) {
    if stepCount % interval == 0 && columnCount > 0 { fillColumn() }
    scene.step()
    stepCount += 1
  }

  /// Ragdolls of one column.
  package var columnSize: Int { floorCount * groupSize }

  package func hip(of ragdoll: Int) -> BodyID { bodies[ragdoll * Ragdoll.bodyCount] }

  private mutating func fillColumn() {
    if filledCount < Int64(columnCount) {
      for floor in 0..<floorCount {
        makeGroup(Int(filledCount), floor, &bodies, &joints)
      }
      filledCount += 1
      return
    }
    let column = Int(nextColumn)
    for floor in 0..<floorCount {
      let first = column * columnSize + floor * groupSize
      for ragdoll in first..<(first + groupSize) { remove(ragdoll) }
      var newBodies: [BodyID] = []
      var newJoints: [JointID] = []
      makeGroup(column, floor, &newBodies, &newJoints)
      for (index, body) in newBodies.enumerated() {
        bodies[first * Ragdoll.bodyCount + index] = body
      }
      for (index, joint) in newJoints.enumerated() {
        joints[first * Ragdoll.jointCount + index] = joint
      }
    }
    nextColumn = nextColumn + 1 < Int64(columnCount) ? nextColumn + 1 : 0
  }

  private func makeGroup(
    _ column: Int, _ floor: Int, _ bodies: inout [BodyID], _ joints: inout [JointID]
  ) {
    for q in 0..<groupSize {
      let x = -125 + 6.25 * (Float(column) + 0.5) + 0.5 * Float(q)
      Ragdoll.make(
        in: scene, at: Vec2(x, 40 + 45 * Float(floor)), group: Int32(-(q + 1)), bodies: &bodies,
        joints: &joints)
    }
  }

  /// Joints first, then bodies, in order.
  private func remove(_ ragdoll: Int) {
    let firstJoint = ragdoll * Ragdoll.jointCount
    for index in firstJoint..<(firstJoint + Ragdoll.jointCount) {
      world.removeJoint(joints[index])
    }
    let firstBody = ragdoll * Ragdoll.bodyCount
    for index in firstBody..<(firstBody + Ragdoll.bodyCount) { world.removeBody(bodies[index]) }
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    world.visitState(&visitor)
    visitor.field("stepCount", &stepCount, .keyFrame)
    visitor.field("filledCount", &filledCount, .keyFrame)
    visitor.field("nextColumn", &nextColumn, .keyFrame)
    visitor.field("ragdollBodies", &bodies)
    visitor.field("ragdollJoints", &joints)
  }

  /// Handles need not be checked: a stale one does no harm.
  package func isStateSound() -> Bool {
    guard stepCount >= 0, filledCount >= 0, filledCount <= Int64(columnCount), nextColumn >= 0,
      nextColumn < Int64(columnCount > 0 ? columnCount : 1)
    else { return false }
    let ragdolls = Int(filledCount) * columnSize
    return bodies.count == ragdolls * Ragdoll.bodyCount
      && joints.count == ragdolls * Ragdoll.jointCount && world.isStateSound()
  }
}

private func clamped(_ value: Int64, _ low: Int64, _ high: Int64) -> Int64 {
  value < low ? low : value > high ? high : value
}
