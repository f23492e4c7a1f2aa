import DeterministicMath

/// Four items as fields see them, in lanes: what ``FieldBehavior/effect(on:time:substep:)`` is told
/// of one.
package struct FieldSubjects {
  package var x: DoubleLanes
  package var y: DoubleLanes
  /// pt/s.
  package var velocityX: DoubleLanes
  package var velocityY: DoubleLanes
  /// UIKit kilograms.
  package var mass: DoubleLanes
  package var charge: DoubleLanes

  package init(
    x: DoubleLanes, y: DoubleLanes, velocityX: DoubleLanes, velocityY: DoubleLanes,
    mass: DoubleLanes, charge: DoubleLanes
  ) {
    self.x = x
    self.y = y
    self.velocityX = velocityX
    self.velocityY = velocityY
    self.mass = mass
    self.charge = charge
  }
}

/// What a field does to four items in one substep: ``FieldEffect`` in lanes.
package struct FieldEffects {
  /// Which of ``FieldEffect``'s cases holds in the lanes of ``lanes``.
  package enum Kind { case force, drag, turn, velocity }

  package var kind: Kind
  /// One bit for each item on which the field acts, the lowest for the first.
  package var lanes: UInt32
  /// The force's or velocity's first component, or the rate.
  package var x: DoubleLanes
  /// The second component.
  package var y: DoubleLanes
}

/// A field in one substep, ready to be evaluated for four items at a time.
///
/// Gives the bits of ``FieldBehavior/effect(on:time:substep:)``, which has the formulas: the same
/// operations in the same order.
package struct FieldLanes {
  private enum Area { case everywhere, disc, rectangle, other }

  private let kind: FieldKind
  private let position: Point
  private let strength: Double
  private let direction: Vector
  private let exponent: Double
  private let minimumRadius: Double
  private let isShifted: Bool
  private let isWhole: Bool
  private let power: Int32
  private let region: Region
  private let area: Area
  private let extentX: Double
  private let extentY: Double
  private let pattern: NoisePattern

  /// `nil` for a field that calls a block, one item at a time.
  package init?(_ field: FieldBehavior, time: Double) {
    let field = field.own
    guard !field.fieldKind.traits.callsBlock else { return nil }
    kind = field.fieldKind
    position = field.position
    strength = field.strength
    direction = field.direction
    exponent = field.falloff
    minimumRadius = field.minimumRadius
    isShifted = field.attenuation == .shifted
    let size = exponent < 0 ? -exponent : exponent
    power = Int32(size <= 16 ? size : 0)
    isWhole = Double(power) == size
    region = field.region
    let isSingle = region.nodes.count == 1
    switch region.nodes[0].operation {
    case .infinite: area = isSingle ? .everywhere : .other
    case .circle: area = isSingle ? .disc : .other
    case .rectangle: area = isSingle ? .rectangle : .other
    default: area = .other
    }
    extentX = region.nodes[0].a
    extentY = region.nodes[0].b
    pattern =
      kind.traits.isNoisy
      ? NoisePattern(
        seed: field.seed ?? 0, time: time, smoothness: field.smoothness,
        animationSpeed: field.animationSpeed) : NoisePattern()
  }

  /// The field's effect on four items, or on those of them whose bit is set in `used`.
  @inline(__always)
  package func effects(on items: FieldSubjects, used: UInt32 = 15) -> FieldEffects {
    let rx = items.x - DoubleLanes(all: position.x)
    let ry = items.y - DoubleLanes(all: position.y)
    let lanes = lanesInside(rx, ry) & used
    if lanes == 0 { return FieldEffects(kind: .force, lanes: 0, x: rx, y: ry) }
    let s = DoubleLanes(all: strength)
    switch kind {
    case .linearGravity:
      let size = items.mass * s
      return FieldEffects(
        kind: .force, lanes: lanes, x: size * DoubleLanes(all: direction.dx),
        y: size * DoubleLanes(all: direction.dy))
    case .radialGravity:
      let ray = Ray(rx, ry)
      let size = -(items.mass * s * attenuation(ray.d, lanes) * ray.soft)
      return FieldEffects(kind: .force, lanes: lanes, x: size * ray.x, y: size * ray.y)
    case .spring:
      let ray = Ray(rx, ry)
      let size = -(s * ray.meters * attenuation(ray.d, lanes) * ray.soft)
      return FieldEffects(kind: .force, lanes: lanes, x: size * ray.x, y: size * ray.y)
    case .electric:
      let ray = Ray(rx, ry)
      let size = s * items.charge * attenuation(ray.d, lanes) * ray.soft
      return FieldEffects(kind: .force, lanes: lanes, x: size * ray.x, y: size * ray.y)
    case .vortex:
      let ray = Ray(rx, ry)
      let size = items.mass * s * ray.meters * attenuation(ray.d, lanes)
      return FieldEffects(kind: .force, lanes: lanes, x: size * ray.y, y: -size * ray.x)
    case .noise:
      let n = pattern.vectors(x: items.x, y: items.y, lanes: lanes)
      return FieldEffects(kind: .force, lanes: lanes, x: s * n.x, y: s * n.y)
    case .turbulence:
      let length = (items.velocityX * items.velocityX + items.velocityY * items.velocityY)
        .squareRoots
      let speed = length / DoubleLanes(all: 100)
      let moving = lanes & ~DoubleLanes.mask(speed, atMost: DoubleLanes(all: 0))
      let n = pattern.vectors(x: items.x, y: items.y, lanes: moving)
      let size = s * speed
      return FieldEffects(kind: .force, lanes: moving, x: size * n.x, y: size * n.y)
    case .drag:
      return FieldEffects(kind: .drag, lanes: lanes, x: s / items.mass, y: s)
    case .magnetic:
      let d = (rx * rx + ry * ry).squareRoots
      let size = -(s * items.charge * attenuation(d, lanes))
      return FieldEffects(kind: .turn, lanes: lanes, x: size / items.mass, y: s)
    case .velocity, .custom:
      let speed = 100 * strength
      return FieldEffects(
        kind: .velocity, lanes: lanes, x: DoubleLanes(all: speed * direction.dx),
        y: DoubleLanes(all: speed * direction.dy))
    }
  }

  /// Distance and direction from the field's position.
  private struct Ray {
    let d: DoubleLanes
    let x: DoubleLanes
    let y: DoubleLanes

    @inline(__always)
    init(_ rx: DoubleLanes, _ ry: DoubleLanes) {
      let zero = DoubleLanes(all: 0)
      let least = DoubleLanes(all: 1e-9)
      d = (rx * rx + ry * ry).squareRoots
      x = .select(least, isAbove: d, zero, rx / d)
      y = .select(least, isAbove: d, zero, ry / d)
    }

    @inline(__always)
    var soft: DoubleLanes {
      let one = DoubleLanes(all: 1)
      return .select(one, isAbove: d, d, one)
    }

    @inline(__always)
    var meters: DoubleLanes { d / DoubleLanes(all: 100) }
  }

  @inline(__always)
  private func lanesInside(_ x: DoubleLanes, _ y: DoubleLanes) -> UInt32 {
    switch area {
    case .everywhere: return 15
    case .disc: return DoubleLanes.mask(x * x + y * y, atMost: DoubleLanes(all: extentX))
    case .rectangle:
      return DoubleLanes.mask(x.magnitude, atMost: DoubleLanes(all: extentX))
        & DoubleLanes.mask(y.magnitude, atMost: DoubleLanes(all: extentY))
    case .other: return lanesInsideProgram(x.simd, y.simd)
    }
  }

  @inline(never)
  private func lanesInsideProgram(_ x: SIMD4<Double>, _ y: SIMD4<Double>) -> UInt32 {
    var lanes: UInt32 = 0
    for lane in 0..<4 where region.contains(Point(x: x[lane], y: y[lane])) {
      lanes |= 1 << UInt32(lane)
    }
    return lanes
  }

  /// ``FieldBehavior/attenuation(at:)``.
  @inline(__always)
  private func attenuation(_ distance: DoubleLanes, _ lanes: UInt32) -> DoubleLanes {
    if exponent == 0 { return DoubleLanes(all: 1) }
    let radius = DoubleLanes(all: minimumRadius)
    let hundred = DoubleLanes(all: 100)
    if !isShifted {
      let d = DoubleLanes.select(distance, isAbove: radius, distance, radius)
      return inversePower(d / hundred, lanes)
    }
    let most = DoubleLanes(all: 1e6)
    let value = inversePower((distance - radius) / hundred, lanes)
    let bounded = DoubleLanes.select(most, isAbove: value, value, most)
    return .select(distance, isAbove: radius, bounded, DoubleLanes(all: 1))
  }

  /// `x^(−exponent)` where `x > 0`.
  @inline(__always)
  private func inversePower(_ x: DoubleLanes, _ lanes: UInt32) -> DoubleLanes {
    guard isWhole else { return brokenPower(x.simd, lanes) }
    let one = DoubleLanes(all: 1)
    var product = one
    var count = power
    while count > 0 {
      product = product * x
      count &-= 1
    }
    return exponent < 0 ? product : one / product
  }

  @inline(never)
  private func brokenPower(_ x: SIMD4<Double>, _ lanes: UInt32) -> DoubleLanes {
    var result = SIMD4<Double>()
    for lane in 0..<4 where lanes >> UInt32(lane) & 1 == 1 {
      result[lane] = Elementary.pow(x[lane], -exponent)
    }
    return DoubleLanes(result)
  }
}
