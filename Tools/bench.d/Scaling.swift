import DeterministicMath
import GoldenWorlds
import RigidBodies
import Scenarios
import Simulation

/// How a step's cost grows with what is awake, and what a sleeping world costs.
func tellScaling() throws {
  print("contacts   bodies   ms/step   ns/contact      rows of pyramids of 55 boxes, awake")
  for (rows, columns) in [(1, 7), (1, 22), (2, 35), (7, 31), (20, 35)] {
    var parameters = ManyPyramids.Parameters()
    parameters.rowCount = Int64(rows)
    parameters.columnCount = Int64(columns)
    var simulation = ManyPyramids(parameters: parameters, seed: 0)
    for _ in 0..<20 { simulation.step([]) }
    let least = leastMilliseconds(of: 60) { simulation.step([]) }
    let contacts = simulation.world.contactCount
    print(
      column("\(contacts)", 8), column("\(simulation.world.bodyCount)", 8),
      column("\(rounded(least, 4))", 9),
      column("\(rounded(1e6 * least / Double(contacts), 1))", 12))
  }
  let world = try sleepingWorld(bodyCount: 100_000)
  let least = leastMilliseconds(of: 200) { world.step(duration: 1.0 / 60, substeps: 4) }
  print("\n100,000 sleeping bodies, \(world.contactCount) contacts: \(rounded(least, 5)) ms/step")
  try tellDigests()
  try tellMovers()
}

/// What a step costs with a digest of the whole state after it, while most or all of it sleeps.
private func tellDigests() throws {
  let world = try sleepingWorld(bodyCount: 22_000)
  let memory = DigestMemory()
  var digest = StateDigest()
  func stepAndDigest() {
    world.step(duration: 1.0 / 60, substeps: 4)
    var visitor = ChangeDigestVisitor(memory)
    world.visitState(&visitor)
    digest = visitor.digest
  }
  let asleep = leastMilliseconds(of: 200, stepAndDigest)
  print(
    "22,000 sleeping bodies, \(world.contactCount) contacts, with a digest of everything: "
      + "\(rounded(asleep, 5)) ms/step")
  // One stack of five among them, kept awake.
  for id in world.bodyIDs.dropFirst().prefix(5) { world.setSleepEnabled(false, of: id) }
  for _ in 0..<30 { world.step(duration: 1.0 / 60, substeps: 4) }
  let step = leastMilliseconds(of: 200) { world.step(duration: 1.0 / 60, substeps: 4) }
  let both = leastMilliseconds(of: 200, stepAndDigest)
  print(
    "the same with \(world.awakeBodyCount) bodies awake: \(rounded(step, 5)) ms/step, with a digest "
      + "\(rounded(both, 5)) (last: \(digest))")
}

/// What one moving body costs in a world that sleeps around it.
private func tellMovers() throws {
  print("\n22,000 sleeping bodies, and one that moves        ms/step   greatest")
  let ball = ShapeGeometry.circle(center: .zero, radius: 1.5)
  let box = ShapeGeometry.box(halfWidth: 0.5, halfHeight: 0.5)
  let movers: [(name: String, shape: ShapeGeometry, height: Float, speed: Float, isHinged: Bool)] =
    [
      ("a large ball flies over them", ball, 12, 6, false),
      ("a box like them flies over them", box, 12, 6, false),
      ("the same, and 17,600 hinges sleep as well", box, 12, 6, true),
      ("a box lands on a stack and sleeps", box, 6.5, 0, false),
      ("a large ball runs into them", ball, 1.5, 20, false),
    ]
  for (name, shape, height, speed, isHinged) in movers {
    let world = try sleepingWorld(bodyCount: 22_000, isHinged: isHinged)
    var definition = BodyDefinition(position: Vec2(-30, height))
    definition.linearVelocity = Vec2(speed, 0)
    if speed > 0 { definition.gravityScale = 0 }
    let body = try world.addBody(definition)
    try world.addShape(shape, ShapeDefinition(density: 20), to: body)
    for _ in 0..<2 { world.step(duration: 1.0 / 60, substeps: 4) }
    var times: [Double] = []
    for _ in 0..<180 {
      let start = processorMilliseconds()
      world.step(duration: 1.0 / 60, substeps: 4)
      times.append(processorMilliseconds() - start)
    }
    let mean = times.reduce(0, +) / Double(times.count)
    print(
      name.padding(to: 48), column("\(rounded(mean, 5))", 9),
      column("\(rounded(times.max() ?? 0, 4))", 9), " awake: \(world.awakeBodyCount)")
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// Stacks of five boxes on a long floor, run until all sleep.
private func sleepingWorld(bodyCount: Int, isHinged: Bool = false) throws -> World {
  var definition = WorldDefinition()
  definition.gravity = Vec2(0, -10)
  let world = World(definition)
  let ground = try world.addBody(BodyDefinition(type: .static))
  let half = Float(bodyCount / 5)
  try world.addShape(.segment(Vec2(-half, 0), Vec2(half, 0)), ShapeDefinition(), to: ground)
  let box = ShapeGeometry.box(halfWidth: 0.5, halfHeight: 0.5)
  var below = ground
  for i in 0..<bodyCount {
    let x = 1.5 * Float(i / 5) - 0.75 * half
    let body = try world.addBody(BodyDefinition(position: Vec2(x, 0.5 + Float(i % 5))))
    try world.addShape(box, ShapeDefinition(), to: body)
    if isHinged && i % 5 > 0 {
      var hinge = RevoluteJointDefinition(
        bodyA: below, bodyB: body, anchorA: Vec2(0, 0.5), anchorB: Vec2(0, -0.5))
      hinge.collideConnected = true
      _ = try world.addRevoluteJoint(hinge)
    }
    below = body
  }
  var step = 0
  while world.awakeBodyCount > 0 {
    world.step(duration: 1.0 / 60, substeps: 4)
    step += 1
    if step == 600 { throw BenchmarkOptions.Trouble(message: "the stacks do not fall asleep") }
  }
  return world
}

private func leastMilliseconds(of count: Int, _ work: () -> Void) -> Double {
  var least = Double.infinity
  for _ in 0..<count {
    let start = processorMilliseconds()
    work()
    least = min(least, processorMilliseconds() - start)
  }
  return least
}

private func column(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
