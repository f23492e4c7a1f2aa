import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// A thing that can be made in a world and removed from it.
struct MakeAndRemove: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// Makes it, lets it act, and removes it.
  var round: @Sendable (World, Stage) throws -> Void

  init(_ name: String, _ round: @escaping @Sendable (World, Stage) throws -> Void) {
    testDescription = name
    self.round = round
  }

  /// What is there before and afterwards: two bodies that do not touch.
  struct Stage {
    var a: BodyID
    var b: BodyID
  }

  static func shape(_ name: String, _ geometry: ShapeGeometry) -> MakeAndRemove {
    MakeAndRemove(name) { world, stage in
      let shape = try world.addShape(geometry, ShapeDefinition(), to: stage.a)
      world.removeShape(shape)
    }
  }

  static func joint(
    _ name: String, _ make: @escaping @Sendable (World, Stage) throws -> JointID
  ) -> MakeAndRemove {
    MakeAndRemove(name) { world, stage in world.removeJoint(try make(world, stage)) }
  }

  static let all: [MakeAndRemove] = shapes + joints + bodies

  static let shapes: [MakeAndRemove] = [
    shape("circle", .circle(center: .zero, radius: 0.5)),
    shape("capsule", .capsule(Vec2(-1, 0), Vec2(1, 0), radius: 0.2)),
    shape("box", .box(halfWidth: 1, halfHeight: 1)),
    shape("8-gon", .polygon(corners(8), radius: 0)),
    shape("9-gon", .polygon(corners(9), radius: 0)),
    shape("24-gon", .polygon(corners(24), radius: 0)),
    shape("64-gon", .polygon(corners(64), radius: 0.1)),
    shape("segment", .segment(Vec2(0, 0), Vec2(1, 0))),
    shape("open chain", .chain(corners(12), isLoop: false, isTwoSided: false)),
    shape("closed chain", .chain(corners(12), isLoop: true, isTwoSided: true)),
    MakeAndRemove("three shapes, the middle one first") { world, stage in
      let made = try [24, 30, 12].map {
        try world.addShape(.polygon(corners($0), radius: 0), ShapeDefinition(), to: stage.a)
      }
      for shape in [made[1], made[0], made[2]] { world.removeShape(shape) }
    },
    MakeAndRemove("a shape that is refused") { world, stage in
      #expect(throws: WorldError.tooManyVertices) {
        try world.addShape(.polygon(corners(65), radius: 0), ShapeDefinition(), to: stage.a)
      }
    },
  ]

  static let joints: [MakeAndRemove] = [
    joint("distance") {
      try $0.addDistanceJoint(DistanceJointDefinition(bodyA: $1.a, bodyB: $1.b, length: 8))
    },
    joint("revolute") {
      try $0.addRevoluteJoint(
        RevoluteJointDefinition(bodyA: $1.a, bodyB: $1.b, anchorA: .zero, anchorB: .zero))
    },
    joint("weld") {
      try $0.addWeldJoint(
        WeldJointDefinition(bodyA: $1.a, bodyB: $1.b, anchorA: .zero, anchorB: .zero))
    },
    joint("prismatic") {
      try $0.addPrismaticJoint(
        PrismaticJointDefinition(
          bodyA: $1.a, bodyB: $1.b, anchorA: .zero, anchorB: .zero, axis: Vec2(1, 0)))
    },
    joint("wheel") {
      try $0.addWheelJoint(
        WheelJointDefinition(
          bodyA: $1.a, bodyB: $1.b, anchorA: .zero, anchorB: .zero, axis: Vec2(1, 0)))
    },
    joint("target") {
      try $0.addTargetJoint(
        TargetJointDefinition(
          bodyA: $1.a, bodyB: $1.b, target: .zero, anchor: .zero, maximumForce: 1))
    },
  ]

  static let bodies: [MakeAndRemove] = [
    MakeAndRemove("body without shapes") { world, _ in
      world.removeBody(try world.addBody(BodyDefinition()))
    },
    MakeAndRemove("body of many kinds of shapes") { world, _ in
      let body = try world.addBody(BodyDefinition(type: .static, position: Vec2(0, 50)))
      for count in [24, 4, 64] {
        try world.addShape(.polygon(corners(count), radius: 0), ShapeDefinition(), to: body)
      }
      try world.addShape(
        .chain(corners(5), isLoop: true, isTwoSided: false), ShapeDefinition(), to: body)
      world.removeBody(body)
    },
    MakeAndRemove("body that joints hold") { world, stage in
      let body = try world.addBody(BodyDefinition())
      for other in [stage.a, stage.b] {
        _ = try world.addDistanceJoint(DistanceJointDefinition(bodyA: body, bodyB: other))
      }
      world.removeBody(body)
    },
    MakeAndRemove("body in contact") { world, stage in
      let body = try world.addBody(BodyDefinition(position: Vec2(0.5, 0)))
      let shape = try world.addShape(
        .polygon(corners(24), radius: 0), ShapeDefinition(), to: body)
      world.step(duration: 1.0 / 60, substeps: 1)
      #expect(world.contact(between: shape, and: world.shapes(of: stage.a)[0]) != nil)
      world.removeBody(body)
      // Put back, so that nothing but what was made can differ.
      for each in [stage.a, stage.b] { reset(each, in: world) }
    },
  ]

  private static func reset(_ body: BodyID, in world: World) {
    let x: Float = world.mass(of: body) > 5 ? 10 : 0
    world.setTransform(Transform(position: Vec2(x, 0), rotation: .identity), of: body)
    world.setLinearVelocity(.zero, of: body)
    world.setAngularVelocity(0, of: body)
  }
}

/// The corners of a regular polygon.
func corners(_ count: Int) -> [Vec2] {
  (0..<count).map { index in
    let turn = Rotation(angle: 6.283_185_3 * Float(index) / Float(count))
    return Vec2(turn.cosine, turn.sine)
  }
}

@Suite struct MakeAndRemoveTests {
  /// Rounds may permute free slots: so many bring every small permutation back.
  private static let roundCount = 1020

  /// What comes and goes leaves a state as it was: as large, and the same but for the generations of
  /// slots.
  @Test(arguments: Sample.of(MakeAndRemove.all))
  func aThousandRoundsLeaveNothing(_ pair: MakeAndRemove) throws {
    let (world, stage) = try makeStage()
    // Tables keep a free slot for what was there at once; two rounds bring free lists into order.
    for _ in 0..<2 { try pair.round(world, stage) }
    let before = try lastingBytes(of: world)
    let size = world.save().bytes.count
    for _ in 0..<MakeAndRemoveTests.roundCount { try pair.round(world, stage) }
    #expect(world.save().bytes.count == size, "\(pair.testDescription): the state grew")
    #expect(try lastingBytes(of: world) == before, "\(pair.testDescription): the state changed")
    world.checkInvariants()
    #expect(world.isStateSound())
  }

  private func makeStage() throws -> (World, MakeAndRemove.Stage) {
    var definition = WorldDefinition()
    definition.describesGeometry = true
    definition.enableSleep = false
    // The count of steps, which is state, comes round in as many as there are rounds.
    definition.renewalPeriod = UInt32(MakeAndRemoveTests.roundCount)
    let world = World(definition)
    let a = try world.addBody(BodyDefinition())
    try world.addShape(.circle(center: .zero, radius: 0.5), ShapeDefinition(), to: a)
    let b = try world.addBody(BodyDefinition(position: Vec2(10, 0)))
    try world.addShape(.circle(center: .zero, radius: 1.5), ShapeDefinition(), to: b)
    return (world, MakeAndRemove.Stage(a: a, b: b))
  }

  /// The bytes of a state but for generations, which count how often a slot was given out.
  private func lastingBytes(of world: World) throws -> [UInt8] {
    var visitor = SchemaVisitor()
    world.visitState(&visitor)
    let image = world.save()
    var bytes = image.bytes
    var place = 0
    for (table, count) in zip(visitor.schema.tables, image.rowCounts) {
      for group in table.groups {
        for field in group.fields where field.name == "generation" {
          for row in 0..<Int(count) {
            let first = place + row * group.rowSize + field.offset
            for byte in first..<(first + field.type.size) { bytes[byte] = 0 }
          }
        }
        place += Int(count) * group.rowSize
      }
    }
    return bytes
  }

  /// Shapes of all sizes come and go in any order: the table of corners holds those of the shapes that
  /// exist, each shape keeps its outline, and a world restored at any time goes on alike.
  @Test(arguments: Sample.of(UInt64(1)...12))
  func cornersAreThoseOfShapes(seed: UInt64) throws {
    var definition = WorldDefinition()
    definition.describesGeometry = true
    let world = World(definition)
    let restored = World(definition)
    var random = SplitMix(seed: seed)
    var live: [(body: BodyID, shape: ShapeID, corners: Int, box: BoundingBox)] = []
    for round in 0..<150 {
      let note: Comment = "seed \(seed), round \(round)"
      let count = 3 + random.int(62)
      let choice = random.int(5)
      let index = live.isEmpty ? 0 : random.int(live.count)
      restored.restore(world.save())
      let radius = random.float(0.5, 3)
      for each in [world, restored] {
        if choice < 3 || live.isEmpty { continue }
        if choice == 3 {
          each.removeShape(live[index].shape)
        } else {
          each.removeBody(live[index].body)
        }
      }
      if choice < 3 || live.isEmpty {
        let geometry = ShapeGeometry.polygon(corners(count).map { radius * $0 }, radius: 0)
        let place = BodyDefinition(type: .static, position: Vec2(10 * Float(round), 0))
        let body = try world.addBody(place)
        let shape = try world.addShape(geometry, ShapeDefinition(), to: body)
        #expect(try restored.addBody(place) == body, note)
        #expect(try restored.addShape(geometry, ShapeDefinition(), to: body) == shape, note)
        live.append((body, shape, count, world.boundingBox(of: body)))
      } else {
        live.remove(at: index)
      }
      let expected = live.reduce(0) { $0 + ($1.corners > 8 ? 2 * $1.corners : 0) }
      #expect(world.save().rowCount("corners", of: world) == expected, note)
      for each in live { #expect(world.boundingBox(of: each.body) == each.box, note) }
      #expect(restored.digest == world.digest, note)
      #expect(world.isStateSound(), note)
      world.checkInvariants()
    }
  }

  /// A shape that goes takes its corners along: two that claim the same ones are refused.
  @Test func sharedCornersAreRefused() throws {
    var definition = WorldDefinition()
    definition.describesGeometry = true
    let world = World(definition)
    let body = try world.addBody(BodyDefinition(type: .static))
    for _ in 0..<2 {
      try world.addShape(.polygon(corners(24), radius: 0), ShapeDefinition(), to: body)
    }
    var visitor = SchemaVisitor()
    world.visitState(&visitor)
    var image = NamedState(world.save(), visitor.schema)
    #expect(image.word("shapes.sideOffset", 1) == 48)
    for offset in [0, 1, 47] {
      image.set("shapes.sideOffset", 1, UInt32(offset))
      let other = World(definition)
      var restore = RestoreVisitor(image.image)
      other.visitState(&restore)
      #expect(!other.isStateSound(), "corners from \(offset) on")
    }
  }
}

extension StateImage {
  /// How many rows a table has.
  func rowCount(_ table: String, of world: World) -> Int? {
    var visitor = SchemaVisitor()
    world.visitState(&visitor)
    guard let index = visitor.schema.tables.firstIndex(where: { $0.name == table }) else {
      return nil
    }
    return Int(rowCounts[index])
  }
}
