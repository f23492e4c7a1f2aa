import DeterministicMath
import RigidBodies
import Simulation
import Testing

/// Triangles and boxes are collided eight pairs at a time: to the bit what each pair gives alone.
@Suite struct QuadLaneTests {
  #if DEBUG
    static let pairCount = 200
  #else
    static let pairCount = 4_000
  #endif

  /// How two shapes lie to each other.
  enum Placement: CaseIterable {
    /// Anywhere near, in any rotation.
    case anywhere
    /// Turned alike, or by quarters of a turn; sides in line, corners on corners, gaps of exactly zero.
    case aligned
    /// Nearly parallel sides a hair apart.
    case nearlyAligned
    /// Corner before corner, within reach.
    case corners
    /// Thin, tiny or huge against one another.
    case unequal
    /// Far from the origin, where floats are coarse.
    case farAway
    /// In the same place.
    case coincident
  }

  @Test(arguments: Placement.allCases, 0..<6)
  func agreeWithPairsAlone(placement: Placement, seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed) &+ 7_000)
    let world = World(WorldDefinition())
    var pairs: [(ShapeID, ShapeID)] = []
    for _ in 0..<QuadLaneTests.pairCount {
      pairs.append(try addPair(to: world, placement, &random))
    }
    let results = world.collideBothWays(pairs)
    var inLanes = 0
    var pointCounts = [0, 0, 0]
    for (index, result) in results.enumerated() {
      guard let found = result.inLanes else { continue }
      inLanes += 1
      // The number of points is the sixth from the end; a gap is told by one word.
      pointCounts[found.count == 1 ? 0 : Int(found[found.count - 6])] += 1
      #expect(
        found == result.alone,
        "seed \(seed), \(placement), pair \(index): \(found), alone \(result.alone)")
    }
    // Not only the lanes that nothing was asked of.
    #expect(inLanes > QuadLaneTests.pairCount / 2, "seed \(seed): \(inLanes) in lanes")
    #expect(pointCounts[1] + pointCounts[2] > inLanes / 20, "seed \(seed): \(pointCounts)")
  }

  /// Shapes with other numbers of corners, and skins, go through the lanes where that is the same and
  /// are left alone elsewhere, whatever their neighbours are.
  @Test(arguments: 0..<12)
  func leaveOthersAlone(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed) &+ 8_000)
    let world = World(WorldDefinition())
    var pairs: [(ShapeID, ShapeID)] = []
    for _ in 0..<QuadLaneTests.pairCount {
      let a = try add(any(&random), to: world, at: Vec2(0, 0), random.rotation())
      let away = Vec2(random.float(-1.2, 1.2), random.float(-1.2, 1.2))
      pairs.append((a, try add(any(&random), to: world, at: away, random.rotation())))
    }
    let results = world.collideBothWays(pairs)
    for (index, result) in results.enumerated() {
      guard let found = result.inLanes else { continue }
      #expect(found == result.alone, "seed \(seed), pair \(index): \(pairs[index])")
    }
    let leftAlone = results.count { $0.inLanes == nil }
    #expect(leftAlone > results.count / 4 && leftAlone < results.count * 9 / 10)
  }

  private func addPair(
    to world: World, _ placement: Placement, _ random: inout SplitMix
  ) throws -> (ShapeID, ShapeID) {
    var place = Vec2(random.float(-3, 3), random.float(-3, 3))
    var turn = random.rotation()
    var otherTurn = random.rotation()
    var way = Vec2(random.float(-1, 1), random.float(-1, 1))
    var shape = quad(&random)
    var other = quad(&random)
    switch placement {
    case .anywhere: break
    case .aligned:
      let quarters = [Vec2(1, 0), Vec2(0, 1), Vec2(-1, 0), Vec2(0, -1)]
      func quarter() -> Rotation {
        let v = quarters[random.int(4)]
        return Rotation(cosine: v.x, sine: v.y)
      }
      if random.int(2) == 0 {
        turn = quarter()
        place = Vec2(0.25 * Float(random.int(9)), 0.25 * Float(random.int(9)))
      }
      otherTurn = turn * quarter()
      shape = .box(halfWidth: 0.5, halfHeight: 0.5)
      other = random.int(3) == 0 ? quad(&random) : shape
      way = turn.rotate(
        Vec2(0.25 * Float(random.int(9) - 4), 0.25 * Float(random.int(9) - 4)))
    case .nearlyAligned:
      otherTurn = turn.integrated(by: random.float(-0.002, 0.002))
      shape = .box(halfWidth: 0.5, halfHeight: 0.5)
      other = .box(halfWidth: random.float(0.1, 1), halfHeight: 0.5)
      way = turn.rotate(Vec2(random.float(-1.2, 1.2), 1 + random.float(-0.02, 0.02)))
    case .corners:
      shape = .box(halfWidth: 0.5, halfHeight: 0.5)
      other = shape
      otherTurn = turn.integrated(by: random.float(-0.5, 0.5))
      let corner = turn.rotate(Vec2(0.5, 0.5)) - otherTurn.rotate(Vec2(-0.5, -0.5))
      way = corner + Vec2(random.float(-0.02, 0.02), random.float(-0.02, 0.02))
    case .unequal:
      let sizes: [Float] = [0.006, 0.05, 0.5, 10, 300]
      let a = sizes[random.int(5)]
      let b = sizes[random.int(5)]
      shape = .box(halfWidth: a, halfHeight: sizes[random.int(5)])
      other = .box(halfWidth: b, halfHeight: sizes[random.int(5)])
      way = (a + b) * way
    case .farAway:
      place = Vec2(random.float(-1, 1) * 20_000, random.float(-1, 1) * 20_000)
    case .coincident:
      way = .zero
      if random.int(2) == 0 { otherTurn = turn }
      if random.int(2) == 0 { other = shape }
    }
    let a = try add(shape, to: world, at: place, turn)
    return (a, try add(other, to: world, at: place + way, otherTurn))
  }

  /// A body with the shape; sometimes with more, so that its centre of mass is not its origin.
  private func add(
    _ geometry: ShapeGeometry, to world: World, at position: Vec2, _ rotation: Rotation
  ) throws -> ShapeID {
    let body = try world.addBody(BodyDefinition(position: position, rotation: rotation))
    let id = try world.addShape(geometry, ShapeDefinition(), to: body)
    if id.slot % 3 == 0 {
      try world.addShape(
        .box(halfWidth: 0.3, halfHeight: 0.2, center: Vec2(0.7, -0.4)), ShapeDefinition(),
        to: body)
    }
    return id
  }

  private func quad(_ random: inout SplitMix, radius: Float = 0) -> ShapeGeometry {
    switch random.int(4) {
    case 0:
      return .box(
        halfWidth: random.float(0.1, 0.7), halfHeight: random.float(0.1, 0.7),
        center: Vec2(random.float(-0.3, 0.3), random.float(-0.3, 0.3)))
    case 1:
      return .polygon(
        [
          Vec2(random.float(-0.8, -0.2), random.float(-0.6, 0)), Vec2(random.float(0.2, 0.8), 0),
          Vec2(0, random.float(0.2, 0.9)),
        ], radius: radius)
    case 2:
      return .polygon(
        [Vec2(-0.5, -0.3), Vec2(0.6, -0.3), Vec2(random.float(0.2, 0.5), 0.4), Vec2(-0.4, 0.35)],
        radius: radius)
    default: return .box(halfWidth: 0.5, halfHeight: 0.5)
    }
  }

  /// Also what the lanes do not take.
  private func any(_ random: inout SplitMix) -> ShapeGeometry {
    switch random.int(8) {
    case 0: return .circle(center: Vec2(0.1, 0), radius: 0.4)
    case 1: return .capsule(Vec2(-0.4, 0), Vec2(0.4, 0.1), radius: 0.2)
    case 2:
      return .polygon(
        [Vec2(0.5, 0), Vec2(0.2, 0.5), Vec2(-0.4, 0.3), Vec2(-0.4, -0.3), Vec2(0.2, -0.5)],
        radius: 0)
    case 3: return quad(&random, radius: 0.1)
    default: return quad(&random)
    }
  }
}
