import DeterministicMath
import RigidBodies
import Simulation
import TestSupport
import Testing

/// A convex shape and where it is, for an independent computation of distances.
private struct Placed {
  var corners: [Vec2]
  var radius: Float
  var transform: Transform

  var geometry: ShapeGeometry {
    switch corners.count {
    case 1: .circle(center: corners[0], radius: radius)
    case 2 where radius == 0: .segment(corners[0], corners[1])
    case 2: .capsule(corners[0], corners[1], radius: radius)
    default: .polygon(corners, radius: radius)
    }
  }

  /// How far the shape reaches in a direction.
  func support(_ direction: Vec2) -> Float {
    var most = -Float.greatestFiniteMagnitude
    for corner in corners {
      let s = transform.apply(corner).dot(direction)
      if s > most { most = s }
    }
    return most + radius
  }

  static func random(_ random: inout SplitMix, near: Float) -> Placed {
    let transform = Transform(
      position: Vec2(random.float(-near, near), random.float(-near, near)),
      rotation: random.rotation())
    switch random.int(5) {
    case 0: return Placed(corners: [Vec2(0.1, 0)], radius: 0.5, transform: transform)
    case 1:
      return Placed(
        corners: [Vec2(-0.5, 0), Vec2(0.4, 0.1)], radius: 0.25, transform: transform)
    case 2:
      return Placed(
        corners: [Vec2(-0.5, -0.3), Vec2(0.5, -0.3), Vec2(0.5, 0.3), Vec2(-0.5, 0.3)],
        radius: 0, transform: transform)
    case 3:
      return Placed(
        corners: [Vec2(-0.4, -0.3), Vec2(0.6, -0.2), Vec2(0, 0.5)], radius: 0.05,
        transform: transform)
    default:
      var corners: [Vec2] = []
      var turn = Rotation.identity
      let count = 5 + random.int(20)
      for _ in 0..<count {
        corners.append(Vec2(0.6 * turn.cosine, 0.5 * turn.sine))
        turn = turn.integrated(by: 6.1 / Float(count))
      }
      return Placed(corners: convexHull(corners), radius: 0, transform: transform)
    }
  }
}

/// The signed distance: the greatest gap over all directions, each shape seen by its support.
private func separation(_ a: Placed, _ b: Placed) -> Float {
  func gap(_ n: Vec2) -> Float { -b.support(Vec2(-n.x, -n.y)) - a.support(n) }
  var best = -Float.greatestFiniteMagnitude
  var bestDirection = Vec2(1, 0)
  var turn = Rotation.identity
  for _ in 0..<720 {
    let n = Vec2(turn.cosine, turn.sine)
    if gap(n) > best {
      best = gap(n)
      bestDirection = n
    }
    turn = turn.integrated(by: 6.283_185_5 / 720)
  }
  // Refine around the best direction.
  var width: Float = 6.283_185_5 / 720
  while width > 1e-5 {
    for side in [-width, width] {
      let r = Rotation(cosine: bestDirection.x, sine: bestDirection.y).integrated(by: side)
      let n = Vec2(r.cosine, r.sine)
      if gap(n) > best {
        best = gap(n)
        bestDirection = n
      }
    }
    width *= 0.7
  }
  return best
}

@Suite struct ManifoldTests {
  #if DEBUG
    static let poseCount = 60
  #else
    static let poseCount = 600
  #endif

  /// The manifold's least separation is the signed distance that an independent search over
  /// directions finds; its points lie between both surfaces; order of the shapes does not matter.
  @Test(arguments: Sample.of(UInt64(0)..<24))
  func agreesWithSearchOverDirections(seed: UInt64) throws {
    var random = SplitMix(seed: seed &+ 1000)
    var touching = 0
    for _ in 0..<ManifoldTests.poseCount {
      let a = Placed.random(&random, near: 0.6)
      let b = Placed.random(&random, near: 0.6)
      let world = World(WorldDefinition())
      func add(_ shape: Placed) throws -> ShapeID {
        let body = try world.addBody(
          BodyDefinition(
            position: shape.transform.position, rotation: shape.transform.rotation))
        return try world.addShape(shape.geometry, ShapeDefinition(), to: body)
      }
      let first = try add(a)
      let second = try add(b)
      let expected = separation(a, b)
      let found = world.contact(between: first, and: second)
      let reversed = world.contact(between: second, and: first)
      guard let found, let reversed else {
        #expect(
          expected > 0.02 - 1e-4, "seed \(seed): missed a contact of \(expected): \(a), \(b)")
        continue
      }
      touching += 1
      #expect(
        difference(found.separation, expected) < 1e-3,
        "seed \(seed): \(found.separation), expected \(expected): \(a), \(b)")
      #expect(difference(found.separation, reversed.separation) < 1e-3, "seed \(seed): order")
      #expect(difference(found.normal.length, 1) < 1e-5)
      for point in found.points {
        // Near both shapes: not outside either by more than half the overlap or gap.
        let slack = (expected < 0 ? -expected : expected) / 2 + 0.011
        for shape in [a, b] {
          let dot = Placed(
            corners: [.zero], radius: 0, transform: Transform(position: point, rotation: .identity))
          #expect(
            separation(shape, dot) < slack, "seed \(seed): point \(point) of \(a), \(b)")
        }
      }
    }
    #expect(touching > ManifoldTests.poseCount / 4)
  }

  /// Shapes in one line or side by side, as rows of things are: where an edge's normal or a corner
  /// decides by zero.
  @Test func shapesInLineAgreeWithSearchOverDirections() throws {
    let kinds = [
      Placed(corners: [.zero], radius: 0.35, transform: .identity),
      Placed(corners: [Vec2(-0.25, 0), Vec2(0.25, 0)], radius: 0.25, transform: .identity),
      Placed(corners: [Vec2(-0.5, 0), Vec2(0.5, 0)], radius: 0, transform: .identity),
      Placed(
        corners: [
          Vec2(-0.375, -0.375), Vec2(0.375, -0.375), Vec2(0.375, 0.375), Vec2(-0.375, 0.375),
        ], radius: 0, transform: .identity),
    ]
    let turns = [Rotation.identity, Rotation(cosine: 0, sine: 1)]
    for a in kinds {
      for kind in kinds where a.corners.count != 2 || a.radius > 0 || kind.radius > 0 {
        for (dy, turn) in [0, 0.25].flatMap({ dy in turns.map { (Float(dy), $0) } }) {
          for eighth in 1...10 {
            var b = kind
            b.transform = Transform(
              position: Vec2(0.125 * Float(eighth), dy), rotation: turn)
            let world = World(WorldDefinition())
            let shapes = try [a, b].map { shape in
              let body = try world.addBody(
                BodyDefinition(
                  position: shape.transform.position, rotation: shape.transform.rotation))
              return try world.addShape(shape.geometry, ShapeDefinition(), to: body)
            }
            let expected = separation(a, b)
            let found = world.contact(between: shapes[0], and: shapes[1])?.separation
            #expect(
              found.map { difference($0, expected) < 1e-3 } ?? (expected > 0.02 - 1e-4),
              "\(String(describing: found)), expected \(expected): \(a), \(b)")
          }
        }
      }
    }
  }

  /// Boxes in an arbitrary common rotation touch as they do unrotated: two points on the common
  /// face, the normal along it.
  @Test(arguments: UInt64(0)..<40)
  func facesMeetInTwoPoints(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let turn = random.rotation()
    let place = Vec2(random.float(-100, 100), random.float(-100, 100))
    let shift = random.float(-0.8, 0.8)
    let gap = random.float(-0.01, 0.01)
    let world = World(WorldDefinition())
    let lower = try world.addBody(BodyDefinition(position: place, rotation: turn))
    let upper = try world.addBody(
      BodyDefinition(position: place + turn.rotate(Vec2(shift, 1 + gap)), rotation: turn))
    let a = try world.addShape(.box(halfWidth: 0.5, halfHeight: 0.5), ShapeDefinition(), to: lower)
    let b = try world.addShape(.box(halfWidth: 0.5, halfHeight: 0.5), ShapeDefinition(), to: upper)
    let contact = try #require(world.contact(between: a, and: b))
    #expect(contact.points.count == 2, "seed \(seed)")
    #expect(difference(contact.separation, gap) < 2e-5, "seed \(seed): \(contact.separation)")
    #expect(contact.normal.dot(turn.rotate(Vec2(0, 1))) > 0.9999, "seed \(seed)")
  }

  /// A box that slides over the seams of a flat chain does not trip, from either side.
  @Test(arguments: [1, -1] as [Float])
  func seamsDoNotTrip(side: Float) throws {
    var definition = WorldDefinition()
    definition.gravity = Vec2(0, -10 * side)
    let world = World(definition)
    let ground = try world.addBody(BodyDefinition(type: .static))
    var points: [Vec2] = []
    for i in 0...40 { points.append(Vec2(Float(i) - 20, 0)) }
    try world.addShape(
      .chain(points, isLoop: false, isTwoSided: true),
      ShapeDefinition(density: 0, friction: 0), to: ground)
    var slider = BodyDefinition(position: Vec2(-15, 0.5 * side))
    slider.linearVelocity = Vec2(8, 0)
    let body = try world.addBody(slider)
    try world.addShape(
      .box(halfWidth: 0.5, halfHeight: 0.5), ShapeDefinition(density: 1, friction: 0), to: body)
    for step in 0..<180 {
      world.step(duration: 1.0 / 60, substeps: 4)
      let velocity = world.linearVelocity(of: body)
      #expect(difference(velocity.x, 8) < 0.01, "step \(step): \(velocity)")
      #expect(difference(velocity.y, 0) < 0.2, "step \(step): \(velocity)")
      #expect(difference(world.angularVelocity(of: body), 0) < 0.2, "step \(step)")
    }
  }

  private func difference(_ a: Float, _ b: Float) -> Float { a > b ? a - b : b - a }
}
