import DeterministicMath
import Dynamics
import TestSupport
import Testing

/// Fields evaluated for four items at a time against the evaluation for one, to the bit.
@Suite("Fields in lanes")
struct FieldLanesTests {
  private static func makeField(_ kind: FieldKind, _ random: inout Draw) -> FieldBehavior {
    let direction = Vector(dx: random.number(-2, 2), dy: random.number(-2, 2))
    let smoothness = random.pick([0, 1, random.number(0, 1)])
    let speed = random.pick([0, 1, random.number(0, 5)])
    return FieldBehavior(
      kind, direction: direction, smoothness: smoothness, animationSpeed: speed)
  }

  private static func region(_ random: inout Draw) -> Region {
    let disc = Region(radius: random.number(-10, 500))
    let box = Region(size: Size(width: random.number(0, 900), height: random.number(0, 900)))
    return random.pick([
      .infinite, .infinite, .empty, disc, box, disc.inverse(), disc.union(with: box),
      box.difference(from: disc),
    ])
  }

  private static func vary(_ field: FieldBehavior, _ random: inout Draw) {
    field.position = random.pick([
      .zero, Point(x: random.number(-300, 300), y: random.number(-300, 300)),
    ])
    field.region = region(&random)
    field.strength = random.pick([1, 0, random.number(-3, 3), random.number(-1e3, 1e3), 1e300])
    field.falloff = random.pick([
      0, 1, 2, -1, -2, 16, -16, 0.5, random.number(-16, 16),
    ])
    field.minimumRadius = random.pick([0.01, random.number(0.01, 300)])
    field.attenuation = random.pick([.clamped, .shifted])
    field.seed = random.word()
  }

  private static func subject(_ field: FieldBehavior, _ random: inout Draw) -> FieldSubject {
    func coordinate(_ around: Double) -> Double {
      let near = Double(Float(around + random.number(-1.5, 1.5)))
      let far = Double(Float(random.number(-1, 1) * random.pick([1e6, 1e13, 1e30])))
      let usual = Double(Float(random.number(-600, 600)))
      let lattice = 6.25 * Double(Int(random.number(-200, 200)))
      return random.pick([usual, usual, usual, lattice, near, far, around, 0, 1e-40, -0.0])
    }
    let isResting = random.number(0, 1) < 0.2
    return FieldSubject(
      center: Point(x: coordinate(field.position.x), y: coordinate(field.position.y)),
      velocity: isResting
        ? .zero : Vector(dx: random.number(-900, 900), dy: random.number(-900, 900)),
      mass: random.pick([1, random.number(1e-6, 10), 1e6]),
      charge: random.pick([0, 1, random.number(-5, 5)]))
  }

  /// Every number as its bits, so that zeros of both signs differ.
  private static func bits(_ effect: FieldEffect) -> [UInt64] {
    switch effect {
    case .nothing: [0]
    case .force(let force): [1, force.dx.bitPattern, force.dy.bitPattern]
    case .drag(let rate): [2, rate.bitPattern]
    case .turn(let rate): [3, rate.bitPattern]
    case .velocity(let velocity): [4, velocity.dx.bitPattern, velocity.dy.bitPattern]
    }
  }

  /// As `bits`, with one pattern for all that is not a number: such forces are refused.
  private static func told(_ effect: FieldEffect) -> [UInt64] {
    bits(effect).map { Double(bitPattern: $0).isNaN ? Double.nan.bitPattern : $0 }
  }

  private static func effect(_ effects: FieldEffects, lane: Int) -> FieldEffect {
    guard effects.lanes >> UInt32(lane) & 1 == 1 else { return .nothing }
    let x = effects.x.simd[lane]
    let y = effects.y.simd[lane]
    switch effects.kind {
    case .force: return .force(Vector(dx: x, dy: y))
    case .drag: return .drag(rate: x)
    case .turn: return .turn(rate: x)
    case .velocity: return .velocity(Vector(dx: x, dy: y))
    }
  }

  @Test(
    "UD-FLD-01…10 four items at a time have the bits of one at a time",
    arguments: Sample.of(FieldKind.allCases.filter { $0 != .custom }))
  func twin(kind: FieldKind) {
    for round in 0..<4000 {
      let seed = UInt64(kind.rawValue) << 32 | UInt64(round)
      var random = Draw(seed: seed)
      let field = FieldLanesTests.makeField(kind, &random)
      FieldLanesTests.vary(field, &random)
      let time = random.pick([0, Double(Int(random.number(0, 2400))) / 240])
      let items = (0..<4).map { _ in FieldLanesTests.subject(field, &random) }
      func lanes(_ value: (FieldSubject) -> Double) -> DoubleLanes {
        DoubleLanes(value(items[0]), value(items[1]), value(items[2]), value(items[3]))
      }
      guard let wide = FieldLanes(field, time: time) else {
        Issue.record("seed \(seed): a field of this kind has lanes")
        return
      }
      let used = round % 2 == 0 ? 15 : UInt32(truncatingIfNeeded: random.word() % 16)
      let effects = wide.effects(
        on: FieldSubjects(
          x: lanes { $0.center.x }, y: lanes { $0.center.y }, velocityX: lanes { $0.velocity.dx },
          velocityY: lanes { $0.velocity.dy }, mass: lanes { $0.mass },
          charge: lanes { $0.charge }), used: used)
      for lane in 0..<4 where used >> UInt32(lane) & 1 == 1 {
        let expected = field.effect(on: items[lane], time: time, substep: 1.0 / 240)
        let found = FieldLanesTests.effect(effects, lane: lane)
        if FieldLanesTests.told(found) != FieldLanesTests.told(expected) {
          Issue.record("seed \(seed), lane \(lane): \(found) instead of \(expected)")
          return
        }
      }
    }
  }

  @Test("UD-FLD-11 a custom field has no lanes")
  func custom() {
    let field = FieldBehavior.field { _, _, _, _, _, _ in .zero }
    #expect(FieldLanes(field, time: 0) == nil)
  }

  /// Gives each item fields of its own, so that each is alone in its lanes.
  private static func velocities(count: Int, shared: Bool, seed: UInt64) -> [UInt64] {
    var random = Draw(seed: seed)
    var items: [Item] = []
    let properties = (0..<3).map { _ in ItemBehavior() }
    for (index, behavior) in properties.enumerated() {
      behavior.density = 1 + Double(index)
      behavior.charge = Double(index) - 1
      behavior.resistance = 0.25
    }
    for index in 0..<count {
      let place = Point(x: random.number(-300, 300), y: random.number(-300, 300))
      let item = Item(center: place, radius: 3)
      items.append(item)
      properties[index % 3].addItem(item)
      let velocity = Vector(dx: random.number(-99, 99), dy: random.number(-99, 99))
      properties[index % 3].addLinearVelocity(velocity, for: item)
    }
    properties[1].isAnchored = seed & 1 == 1
    let animator = fineAnimator()
    for behavior in properties { animator.addBehavior(behavior) }
    for kind in FieldKind.allCases where kind != .custom {
      if kind == .velocity && seed & 2 == 0 { continue }
      let start = random
      for group in shared ? [items] : items.map({ [$0] }) {
        var same = start
        let field = makeField(kind, &same)
        vary(field, &same)
        if field.strength > 1e200 { field.strength = 2 }
        for item in group { field.addItem(item) }
        animator.addBehavior(field)
        random = same
      }
    }
    for _ in 0..<24 { animator.step() }
    return items.flatMap { item -> [UInt64] in
      let v = properties[0].linearVelocity(for: item)
      return [
        item.center.x.bitPattern, item.center.y.bitPattern, v.dx.bitPattern, v.dy.bitPattern,
      ]
    }
  }

  @Test(
    "A field over all items moves them as fields over single items do", arguments: Sample.of(1...13)
  )
  func counts(count: Int) {
    for round in 0..<12 {
      let seed = UInt64(round)
      #expect(
        FieldLanesTests.velocities(count: count, shared: true, seed: seed)
          == FieldLanesTests.velocities(count: count, shared: false, seed: seed),
        "seed \(seed)")
    }
  }

  @Test("Forces beyond all numbers are refused one by one, in lanes that are used")
  func refused() {
    let items = (0..<6).map { square(Double($0) * 200, 0) }
    let field = FieldBehavior.linearGravityField(direction: Vector(dx: 1e308, dy: 0))
    field.strength = 1e10
    field.region = Region(size: Size(width: 1001, height: 100))
    field.position = Point(x: 700, y: 0)
    for item in items { field.addItem(item) }
    let animator = fineAnimator()
    animator.addBehavior(field)
    animator.step()
    #expect(animator.diagnostics.filter { $0.code == .fieldForceNotFinite }.count == 5)
    #expect(items.allSatisfy { $0.center.y == 0 })
  }
}

/// Random draws of a test, from its seed.
private struct Draw {
  private var state: UInt64

  init(seed: UInt64) { state = GradientNoise.finalize(seed &+ 0x9E37_79B9_7F4A_7C15) }

  mutating func word() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return GradientNoise.finalize(state)
  }

  mutating func number(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * RandomWord(word()).unitDouble
  }

  mutating func pick<T>(_ choices: [T]) -> T { choices[Int(word() % UInt64(choices.count))] }
}
