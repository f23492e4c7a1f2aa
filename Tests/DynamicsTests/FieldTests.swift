import Dynamics
import Testing

@Suite("Fields")
struct FieldTests {
  private func effect(
    _ field: FieldBehavior, at center: Point, velocity: Vector = .zero, mass: Double = 1,
    charge: Double = 0, time: Double = 0
  ) -> FieldEffect {
    field.effect(
      on: FieldSubject(center: center, velocity: velocity, mass: mass, charge: charge),
      time: time, substep: 1.0 / 240)
  }

  private func force(
    _ field: FieldBehavior, at center: Point, velocity: Vector = .zero, mass: Double = 1,
    charge: Double = 0, time: Double = 0
  ) -> Vector {
    if case .force(let force) = effect(
      field, at: center, velocity: velocity, mass: mass, charge: charge, time: time)
    {
      return force
    }
    return .zero
  }

  private func isNear(_ a: Vector, _ b: Vector, _ tolerance: Double = 1e-12) -> Bool {
    (a - b).length <= tolerance
  }

  @Test("UD-FLD-01 linear gravity: 100 pt/s² per unit for every mass")
  func linear() {
    for density in [1.0, 5] {
      let item = square(0, 0)
      let field = FieldBehavior.linearGravityField(direction: Vector(dx: 0, dy: 1))
      field.addItem(item)
      let properties = ItemBehavior(items: [item])
      properties.density = density
      let animator = DynamicAnimator()
      animator.addBehavior(properties)
      animator.addBehavior(field)
      animator.run(seconds: 1)
      #expect(abs(properties.linearVelocity(for: item).dy - 100) < 1e-3)
      field.strength = -1
      animator.run(seconds: 1)
      #expect(abs(properties.linearVelocity(for: item).dy) < 1e-3)
    }
  }

  @Test("UD-FLD-02 radial gravity: sign, falloff, minimum radius, softening")
  func radial() {
    let field = FieldBehavior.radialGravityField(position: Point(x: 10, y: 0))
    #expect(isNear(force(field, at: Point(x: 110, y: 0)), Vector(dx: -1, dy: 0)))
    #expect(isNear(force(field, at: Point(x: 110, y: 0), mass: 3), Vector(dx: -3, dy: 0)))
    #expect(isNear(force(field, at: Point(x: 10.5, y: 0)), Vector(dx: -0.5, dy: 0)))
    #expect(force(field, at: Point(x: 10, y: 0)) == .zero)
    field.falloff = 2
    field.minimumRadius = 50
    #expect(isNear(force(field, at: Point(x: 210, y: 0)), Vector(dx: -0.25, dy: 0)))
    #expect(isNear(force(field, at: Point(x: 30, y: 0)), Vector(dx: -4, dy: 0)))
    #expect(isNear(force(field, at: Point(x: 60, y: 0)), Vector(dx: -4, dy: 0)))
    field.falloff = 0.5
    #expect(isNear(force(field, at: Point(x: 410, y: 0)), Vector(dx: -0.5, dy: 0), 1e-12))
    field.falloff = -1
    #expect(isNear(force(field, at: Point(x: 210, y: 0)), Vector(dx: -2, dy: 0)))
    field.strength = -1
    #expect(force(field, at: Point(x: 210, y: 0)).dx > 0)
  }

  @Test("UD-FLD-17 the shifted attenuation: full inside, then a power of the rest, at most 10⁶")
  func shifted() {
    let field = FieldBehavior.radialGravityField(position: .zero)
    field.attenuation = .shifted
    field.falloff = 2
    field.minimumRadius = 50
    #expect(field.attenuation(at: 50) == 1)
    #expect(field.attenuation(at: 250) == 0.25)
    #expect(field.attenuation(at: 50.0001) == 1e6)
  }

  @Test("UD-FLD-03 spring: Hooke's law, T = 2π√(m/s)", arguments: [(1.0, 1.0), (4, 1), (1, 9)])
  func spring(mass: Double, strength: Double) {
    let item = square(100, 0)
    let field = FieldBehavior.springField()
    field.strength = strength
    field.addItem(item)
    let properties = ItemBehavior(items: [item])
    properties.density = mass
    let animator = DynamicAnimator()
    animator.addBehavior(properties)
    animator.addBehavior(field)
    #expect(isNear(force(field, at: Point(x: 100, y: 0), mass: 7), Vector(dx: -strength, dy: 0)))
    // A quarter of a period to the first crossing.
    while item.center.x > 0, animator.elapsedTime < 20 { animator.step() }
    let quarter = pi / 2 * (mass / strength).squareRoot()
    #expect(abs(animator.elapsedTime - quarter) < 1.5 / 60)
  }

  @Test("UD-FLD-04 noise: the specification's golden values")
  func noise() {
    let golden: [(UInt64, Double, Double, Double, Double, Double, Double, Double)] = [
      (1, 37.5, 112.25, 0, 1, 1, 0.014213942554581499, -0.22093401384384048),
      (1, 37.5, 112.25, 0.5, 1, 1, 0.29260513588030623, -0.26110867278877764),
      (1, 37.5, 112.25, 0.5, 0, 1, -0.088059490771721219, -0.022530320171321144),
      (1, -250, 80, 2.25, 0.5, 0, -0.051522064516129139, 0.11994012903225811),
      (42, 160, 284, 1, 0.25, 2, -0.02817588258832654, -0.18163140679980033),
    ]
    for (seed, x, y, t, smoothness, speed, nx, ny) in golden {
      let field = FieldBehavior.noiseField(smoothness: smoothness, animationSpeed: speed)
      field.seed = seed
      field.strength = 2
      // World coordinates: moving the field does not drag the pattern along.
      field.position = Point(x: 1000, y: -1000)
      let found = force(field, at: Point(x: x, y: y), mass: 9, time: t)
      #expect(isNear(found, Vector(dx: 2 * nx, dy: 2 * ny), 1e-15))
    }
  }

  @Test("UD-FLD-05 turbulence: nothing at rest, proportional to speed")
  func turbulence() {
    let field = FieldBehavior.turbulenceField(smoothness: 1, animationSpeed: 1)
    let noise = FieldBehavior.noiseField(smoothness: 1, animationSpeed: 1)
    field.seed = 5
    noise.seed = 5
    let p = Point(x: 37.5, y: 112.25)
    #expect(force(field, at: p) == .zero)
    let base = force(noise, at: p)
    #expect(base.length > 0.01)
    let v = Vector(dx: 30, dy: -40)
    #expect(isNear(force(field, at: p, velocity: v), 0.5 * base))
    #expect(isNear(force(field, at: p, velocity: 4 * v), 2 * base))
  }

  @Test("UD-FLD-06 UD-PROP-08 electric: repels for q·s > 0; charge matters only here and for magnets")
  func electric() {
    let field = FieldBehavior.electricField()
    #expect(force(field, at: Point(x: 50, y: 0), charge: 2).dx == 2)
    #expect(force(field, at: Point(x: 50, y: 0), charge: -2).dx == -2)
    #expect(force(field, at: Point(x: 50, y: 0)) == .zero)
    #expect(isNear(force(field, at: Point(x: 50, y: 0), mass: 8, charge: 2), Vector(dx: 2, dy: 0)))
    for other in [
      FieldBehavior.springField(), .vortexField(), .radialGravityField(position: .zero),
      .linearGravityField(direction: Vector(dx: 1, dy: 1)), .dragField(),
    ] {
      let p = Point(x: 30, y: 40)
      #expect(effect(other, at: p) == effect(other, at: p, charge: 5))
    }
  }

  @Test("UD-FLD-07 magnetic: a counter-clockwise circle at constant speed")
  func magnetic() {
    let item = square(0, 0)
    let field = FieldBehavior.magneticField()
    field.strength = 2
    field.addItem(item)
    let properties = ItemBehavior(items: [item])
    properties.charge = 1
    properties.addLinearVelocity(Vector(dx: 100, dy: 0), for: item)
    let animator = DynamicAnimator()
    animator.addBehavior(properties)
    animator.addBehavior(field)
    // ω = s·q/m = 2 rad/s: a quarter circle in π/4 s, first upwards (y negative).
    animator.run(seconds: pi / 4)
    let v = properties.linearVelocity(for: item)
    #expect(abs(v.length - 100) < 1e-2)
    #expect(abs(v.angle + 2 * animator.elapsedTime) < 1e-4)
    #expect(item.center.y < -40)
    #expect(item.center.x > 40)
    animator.run(seconds: 10)
    #expect(abs(properties.linearVelocity(for: item).length - 100) < 0.05)
  }

  @Test("UD-FLD-08 drag: rate s/m", arguments: [1.0, 4])
  func drag(density: Double) {
    let item = square(0, 0)
    let field = FieldBehavior.dragField()
    field.strength = 2
    field.addItem(item)
    let properties = ItemBehavior(items: [item])
    properties.density = density
    properties.addLinearVelocity(Vector(dx: 100, dy: 0), for: item)
    let animator = DynamicAnimator()
    animator.addBehavior(properties)
    animator.addBehavior(field)
    animator.run(seconds: 0.5)
    var expected = 100.0
    for _ in 0..<120 { expected /= 1 + 2 / density / 240 }
    #expect(abs(properties.linearVelocity(for: item).dx - expected) < 1e-3)
  }

  @Test("UD-FLD-09 velocity: overrides forces, the last in tree order wins, walls still hold")
  func velocity() {
    let item = square(100, 100)
    let first = FieldBehavior.velocityField(direction: Vector(dx: 1, dy: 0))
    let second = FieldBehavior.velocityField(direction: Vector(dx: 0, dy: -1))
    let properties = ItemBehavior(items: [item])
    properties.addAngularVelocity(0.5, for: item)
    for field in [first, second] { field.addItem(item) }
    second.region = Region(radius: 150)
    second.position = Point(x: 400, y: 100)
    let animator = DynamicAnimator()
    for behavior in [properties, first, second, GravityBehavior(items: [item])] {
      animator.addBehavior(behavior)
    }
    animator.run(seconds: 0.5)
    #expect(abs(properties.linearVelocity(for: item).dx - 100) < 1e-4)
    #expect(properties.linearVelocity(for: item).dy == 0)
    #expect(abs(properties.angularVelocity(for: item) - 0.5) < 1e-6)
    second.position = item.center
    animator.step()
    #expect(properties.linearVelocity(for: item) == Vector(dx: 0, dy: -100))

    let walled = square(160, 400)
    let down = FieldBehavior.velocityField(direction: Vector(dx: 0, dy: 3))
    down.addItem(walled)
    let collision = CollisionBehavior(items: [walled])
    collision.translatesReferenceBoundsIntoBoundary = true
    let stage = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
    stage.addBehavior(down)
    stage.addBehavior(collision)
    stage.run(seconds: 2)
    #expect(abs(walled.center.y - 518) < 1)
  }

  @Test("UD-FLD-10 vortex: counter-clockwise on screen, proportional to distance and mass")
  func vortex() {
    let field = FieldBehavior.vortexField()
    // Right of the centre, counter-clockwise on a y-down screen is up.
    #expect(isNear(force(field, at: Point(x: 100, y: 0)), Vector(dx: 0, dy: -1)))
    #expect(isNear(force(field, at: Point(x: 200, y: 0), mass: 2), Vector(dx: 0, dy: -4)))
    #expect(isNear(force(field, at: Point(x: 0, y: 100)), Vector(dx: 1, dy: 0)))
  }

  @Test("UD-FLD-11 custom: arguments, one call per item and substep, NaN guard")
  func custom() {
    let item = square(10, 20)
    var calls = 0
    var last: (Point, Vector, Double, Double, Double)?
    let field = FieldBehavior.field { _, position, velocity, mass, charge, deltaTime in
      calls += 1
      last = (position, velocity, mass, charge, deltaTime)
      return calls == 1 ? Vector(dx: 1, dy: 0) : Vector(dx: .nan, dy: .infinity)
    }
    field.addItem(item)
    let properties = ItemBehavior(items: [item])
    properties.charge = 3
    properties.density = 2
    let animator = DynamicAnimator()
    animator.addBehavior(properties)
    animator.addBehavior(field)
    animator.step()
    #expect(calls == 4)
    #expect(last?.2 == 2)
    #expect(last?.3 == 3)
    #expect(last?.4 == 1.0 / 240)
    #expect(abs((last?.1.dx ?? 0) - 50.0 / 240) < 1e-6)
    #expect(abs((last?.0.x ?? 0) - 10 - 3 * 50.0 / 240 / 240) < 1e-5)
    #expect(animator.diagnostics.filter { $0.code == .fieldForceNotFinite }.count == 3)
    #expect(abs(properties.linearVelocity(for: item).dx - 50.0 / 240) < 1e-6)
    // Items in an enabled custom field never sleep.
    animator.run(seconds: 2)
    #expect(animator.isRunning)
    field.isEnabled = false
    properties.resistance = 10
    animator.run(seconds: 3)
    #expect(!animator.isRunning)
  }

  @Test("UD-FLD-12 strength defaults to 1; setters wake; equal values do not")
  func setters() {
    let item = square(100, 0)
    let field = FieldBehavior.springField()
    #expect(field.strength == 1)
    field.isEnabled = false
    field.addItem(item)
    let animator = DynamicAnimator()
    animator.addBehavior(field)
    animator.run(seconds: 1)
    #expect(!animator.isRunning)
    field.isEnabled = false
    field.strength = 1
    field.region = .infinite
    #expect(!animator.isRunning)
    field.isEnabled = true
    #expect(animator.isRunning)
    animator.run(seconds: 0.5)
    #expect(item.center.x < 95)
  }

  @Test("UD-FLD-13 the region is tested at the item's centre and moves with the position")
  func region() {
    let field = FieldBehavior.linearGravityField(direction: Vector(dx: 0, dy: 1))
    field.region = Region(size: Size(width: 20, height: 20))
    #expect(force(field, at: Point(x: 10, y: 10)).dy == 1)
    #expect(effect(field, at: Point(x: 10.01, y: 10)) == .nothing)
    field.position = Point(x: 100, y: 0)
    #expect(effect(field, at: Point(x: 10, y: 10)) == .nothing)
    #expect(force(field, at: Point(x: 109, y: -9)).dy == 1)
  }

  @Test("UD-FLD-14 several fields add")
  func sum() {
    let item = square(100, 0)
    let a = FieldBehavior.springField()
    let b = FieldBehavior.linearGravityField(direction: Vector(dx: 0, dy: 1))
    let probe = ItemBehavior(items: [item])
    let animator = fineAnimator()
    animator.addBehavior(probe)
    for field in [a, b] {
      field.addItem(item)
      animator.addBehavior(field)
    }
    animator.step()
    let v = probe.linearVelocity(for: item)
    #expect(abs(v.dx + 100.0 / 240) < 1e-5)
    #expect(abs(v.dy - 100.0 / 240) < 1e-5)
  }

  @Test("UD-FLD-15 unused properties read as zero; ranges hold")
  func unused() {
    let field = FieldBehavior.springField()
    field.direction = Vector(dx: 1, dy: 1)
    field.smoothness = 0.5
    field.animationSpeed = 2
    #expect(field.direction == .zero)
    #expect(field.smoothness == 0)
    #expect(field.animationSpeed == 0)
    field.falloff = 40
    #expect(field.falloff == 16)
    field.falloff = .nan
    #expect(field.falloff == 16)
    field.minimumRadius = 0
    #expect(field.minimumRadius == 0.01)
    field.strength = .infinity
    #expect(field.strength == 1)
    let noise = FieldBehavior.noiseField(smoothness: 3, animationSpeed: -2)
    #expect(noise.smoothness == 1)
    #expect(noise.animationSpeed == 2)
  }

  @Test("UD-FLD-16 seeds: animator's plus ordinal, settable; same seed same path, other other")
  func seeds() {
    func path(animator seed: UInt64, field own: UInt64? = nil) -> Point {
      let item = square(120, 130)
      let animator = DynamicAnimator(seed: seed)
      let first = FieldBehavior.noiseField(smoothness: 0.5, animationSpeed: 1)
      let second = FieldBehavior.noiseField(smoothness: 0.5, animationSpeed: 1)
      animator.addBehavior(first)
      if let own { second.seed = own }
      second.addItem(item)
      animator.addBehavior(second)
      #expect(first.seed == seed)
      #expect(second.seed == own ?? seed + 1)
      animator.run(seconds: 1)
      return item.center
    }
    #expect(path(animator: 1) == path(animator: 1))
    #expect(path(animator: 1) != path(animator: 2))
    #expect(path(animator: 1) == path(animator: 7, field: 2))
  }
}
