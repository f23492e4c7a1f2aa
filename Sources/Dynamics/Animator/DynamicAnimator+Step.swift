import DeterministicMath
import RigidBodies
import Simulation

/// The life of a logical frame.
extension DynamicAnimator {
  /// Adds `seconds` (times ``timeScale``) of time and runs every logical frame that fits.
  ///
  /// The time is rounded once to ticks of 1/240,000,000 s (half to even), and what remains is kept:
  /// any slicing of the same time gives the same frames. Not-a-number, zero and negative times add
  /// nothing; more than an hour counts as an hour. Nothing happens while suspended.
  public func advance(by seconds: Double) {
    guard isIdle, !isSuspended else { return }
    #if !hasFeature(Embedded)
      followReferenceView()
    #endif
    guard isRunning else { return }
    var scaled = seconds * clock.timeScale
    guard scaled > 0 else { return }
    if scaled > 3600 {
      scaled = 3600
      note(Diagnostic(.valueClamped))
    }
    addPendingTicks(DynamicAnimator.ticks(scaled))
    let frame = Int64(substepsPerFrame) * 1_000_000
    while pendingTicks >= frame && isRunning && !isSuspended {
      addPendingTicks(-frame)
      runFrame()
    }
    if !isRunning { addPendingTicks(-pendingTicks) }
  }

  private func addPendingTicks(_ ticks: Int64) {
    pendingTicks += ticks
    observer?.elapse(ticks)
  }

  /// Runs one logical frame, also while suspended. Nothing happens while everything rests, or when
  /// called from within a step.
  public func step() {
    guard isIdle else { return }
    #if !hasFeature(Embedded)
      followReferenceView()
    #endif
    runFrame()
  }

  /// Stops ``advance(by:)`` until ``resume()``; the delegate is not told.
  public func suspend() { set(.isSuspended, 1) }

  /// Lets ``advance(by:)`` go on after ``suspend()``; the time in between is not made up for.
  public func resume() { set(.isSuspended, 0) }

  /// Seconds up to an hour as ticks, half to even: adding 1.5·2⁵² pushes the fraction out of the
  /// significand, and taking it away again is exact.
  private static func ticks(_ seconds: Double) -> Int64 {
    let shift = 6_755_399_441_055_744.0
    return Int64(seconds * Double(FixedStepClock.ticksPerSecond) + shift - shift)
  }

  func runFrame() {
    guard isRunning else { return }
    observer?.begin(isFrame: true)
    // A delegate that is told of a change may ask for a frame, which then is what the change wants.
    runIsRequested = false
    stepDiagnostics.removeAll(keepingCapacity: true)
    flattenIfNeeded()
    let behaviorsAtStart = flat
    phase = .substeps
    dropUnheldItems()
    var wasAwake = [Bool](repeating: false, count: slots.count)
    markAwake(&wasAwake)
    for _ in 0..<substepsPerFrame {
      runSubstep()
      markAwake(&wasAwake)
    }
    outdateContactsNowAndThen()
    phase = .callbacks
    writeBack(wasAwake)
    deliverEvents()
    for behavior in behaviorsAtStart where behavior.animatorReference === self {
      observer?.pass()
      behavior.action?()
      behavior.ownAction?(behavior)
    }
    if let cullBounds { cull(outside: cullBounds, wasAwake) }
    applyChanges()
    observer?.willEndFrame()
    phase = .idle
    checkFrame()
    let isPausing = !isAnythingAwake
    if isPausing {
      isRunning = false
      pendingTicks = 0
    }
    if let observer {
      observer.end()
      observer.didEndFrame()
      itemsAreGathered = false
    }
    if isPausing { tellPause() }
  }

  /// Applies what callbacks asked for, and what the ends of contacts that follow ask for in turn.
  private func applyChanges() {
    var rounds = 0
    repeat {
      applyQueue()
      dropUnheldItems()
      settle()
      deliverEvents()
      rounds += 1
    } while (!queue.isEmpty || observer?.hasMoreInFrame == true) && rounds < 8
  }

  /// Brings everything that follows from behaviours up to date: bodies, filters, permissions.
  func settle() {
    flattenIfNeeded()
    settleProperties()
    settleFilters()
    settleSleepPermissions()
  }

  private var isAnythingAwake: Bool {
    for slot in order where !slots[Int(slot)].properties.isAnchored {
      if world.isAwake(slots[Int(slot)].body) { return true }
    }
    return false
  }

  // The loops below run for every item in every substep. They read `slots` and `motion` through
  // buffers: each access to a stored property of a class is checked for exclusivity otherwise.

  private func markAwake(_ marks: inout [Bool]) {
    let world = self.world
    let order = self.order
    slots.withUnsafeBufferPointer { slots in
      for slot in order where world.isAwake(slots[Int(slot)].body) { marks[Int(slot)] = true }
    }
  }

  // MARK: Substep

  private func runSubstep() {
    if StepObservation.isOn {
      let isOwnRound = StepObservation.beginRound()
      runSubstep(ObservedSubstep(animator: self))
      if isOwnRound { StepObservation.endRound() }
    } else {
      runSubstep(UnobservedSubstep())
    }
  }

  @inline(__always)
  private func runSubstep(_ observer: some SubstepObserver) {
    settle()
    observer.note("inputs")
    gather()
    firePushes()
    observer.noteForces("pushes")
    for behavior in flat {
      behavior.accumulate(self)
      observer.noteForces(of: behavior)
    }
    substepCount &+= 1
    integrateVelocities()
    observer.note("velocities")
    world.step(duration: DynamicAnimator.substep, substeps: tuning.kernelSubsteps)
    collectContacts()
    observer.note("contacts")
  }

  /// Outdates contacts after so many frames: key frames of a recording lie at multiples of it, and have
  /// no points to save, as long as nobody pauses.
  private static let renewalFrames: Int64 = 256

  private func outdateContactsNowAndThen() {
    let period = DynamicAnimator.renewalFrames &* Int64(substepsPerFrame)
    if substepCount % period == 0 { world.outdateContacts() }
  }

  /// 1/240 s in single precision.
  static let substep: Float = 1.0 / 240

  private func gather() {
    let world = self.world
    let order = self.order
    slots.withUnsafeBufferPointer { slots in
      motion.withUnsafeMutableBufferPointer { motion in
        for slot in order {
          let index = Int(slot)
          let body = slots[index].body
          var m = Motion()
          m.isActive = !slots[index].properties.isAnchored && world.isAwake(body)
          if m.isActive {
            m.transform = world.transform(of: body)
            m.velocity = world.linearVelocity(of: body)
            m.angularVelocity = world.angularVelocity(of: body)
            m.mass = slots[index].mass
            m.charge = slots[index].properties.charge
          }
          motion[index] = m
        }
      }
    }
  }

  private func firePushes() {
    for behavior in flat where behavior.kind == .push {
      guard let push = behavior as? PushBehavior, push.fire(self) else { continue }
      if push.removeWhenSpent {
        push.isRemovalPending = true
        queue.append((.removeBehavior(push), isOwn: true))
      }
    }
  }

  // MARK: What forces read and add to

  func subject(slot: Int32) -> FieldSubject? {
    let index = Int(slot)
    guard index >= 0, motion[index].isActive else { return nil }
    let m = motion[index]
    return FieldSubject(
      center: Point(x: Double(m.transform.position.x), y: Double(m.transform.position.y)),
      velocity: Vector(dx: Double(m.velocity.x), dy: Double(m.velocity.y)),
      mass: slots[index].mass, charge: slots[index].properties.charge)
  }

  func addAcceleration(slot: Int32, x: Double, y: Double) {
    guard slot >= 0 else { return }
    motion[Int(slot)].ax += x
    motion[Int(slot)].ay += y
  }

  /// Adds one acceleration to every member.
  func addAcceleration(members: [Member], x: Double, y: Double) {
    motion.withUnsafeMutableBufferPointer { motion in
      members.withUnsafeBufferPointer { members in
        for index in members.indices where members[index].slot >= 0 {
          let slot = Int(members[index].slot)
          motion[slot].ax += x
          motion[slot].ay += y
        }
      }
    }
  }

  /// A force in UIKit newtons at an offset that turns with the item.
  func addForce(slot: Int32, _ force: Vector, offset: Vector) {
    guard slot >= 0, motion[Int(slot)].isActive else { return }
    let index = Int(slot)
    let k = 100 / slots[index].mass
    addAcceleration(slot: slot, x: k * force.dx, y: k * force.dy)
    if let alpha = turnRate(index, force, offset) { motion[index].alpha += alpha }
  }

  /// An impulse in UIKit newton seconds, at once.
  func applyImpulse(slot: Int32, _ impulse: Vector, offset: Vector) {
    guard slot >= 0, motion[Int(slot)].isActive else { return }
    let index = Int(slot)
    let k = 100 / slots[index].mass
    motion[index].velocity.x += DynamicAnimator.single(k * impulse.dx)
    motion[index].velocity.y += DynamicAnimator.single(k * impulse.dy)
    if let change = turnRate(index, impulse, offset) {
      motion[index].angularVelocity += DynamicAnimator.single(change)
    }
  }

  /// Torque over inertia for a force (or impulse) at an offset; `nil` when the item cannot turn.
  private func turnRate(_ index: Int, _ force: Vector, _ offset: Vector) -> Double? {
    guard slots[index].properties.allowsRotation else { return nil }
    let rotation = motion[index].transform.rotation
    let center = slots[index].outline.centroid
    let x = offset.dx - center.x
    let y = offset.dy - center.y
    if x == 0 && y == 0 { return nil }
    let c = Double(rotation.cosine)
    let s = Double(rotation.sine)
    let arm = Vector(dx: c * x - s * y, dy: s * x + c * y)
    return 100 * arm.cross(force) / slots[index].inertia
  }

  /// A snap's springs on an item.
  ///
  /// The springs act at the centre of mass, so that pulling does not turn; its target is where it
  /// is when the item's centre lies at `point` and the item is turned as far as it can be.
  func addSnap(slot: Int32, to point: Point, _ spring: SpringStep) {
    guard slot >= 0, motion[Int(slot)].isActive else { return }
    let index = Int(slot)
    let pull = Double(spring.pull)
    let cosine = Double(motion[index].transform.rotation.cosine)
    let sine = Double(motion[index].transform.rotation.sine)
    let canTurn = slots[index].properties.allowsRotation
    let c = slots[index].outline.centroid
    // Where the centre of mass lies from the item's centre, now and at the end.
    let now = Vector(dx: cosine * c.x - sine * c.y, dy: sine * c.x + cosine * c.y)
    let then = canTurn ? Vector(dx: c.x, dy: c.y) : now
    let center = motion[index].transform.position
    motion[index].snap.dx += pull * ((Double(center.x) - point.x) + (now.dx - then.dx))
    motion[index].snap.dy += pull * ((Double(center.y) - point.y) + (now.dy - then.dy))
    if canTurn { motion[index].snapTurn += pull * Vector(dx: cosine, dy: sine).angle }
    motion[index].isSnapped = true
    motion[index].snapKept *= Double(spring.keeping)
  }

  func add(_ effect: FieldEffect, slot: Int32) {
    let index = Int(slot)
    let h = substepDuration
    switch effect {
    case .nothing: break
    case .force(let force):
      guard force.isFinite else { return note(Diagnostic(.fieldForceNotFinite)) }
      let k = 100 / slots[index].mass
      addAcceleration(slot: slot, x: k * force.dx, y: k * force.dy)
    case .drag(let rate):
      motion[index].drag *= rate >= 0 ? 1 / (1 + h * rate) : 1 - h * rate
    case .turn(let rate):
      guard rate.isFinite else { return note(Diagnostic(.fieldForceNotFinite)) }
      motion[index].turn += h * rate
    case .velocity(let velocity): motion[index].override = velocity
    }
  }

  // MARK: Integration

  /// Rounds once, and keeps what could overflow a `Float` (a push of 10⁹ on a tiny item) finite.
  static func single(_ x: Double) -> Float {
    let limit = 1e12
    if x != x { return 0 }
    return Float(x > limit ? limit : (x < -limit ? -limit : x))
  }

  /// `v += h·a`, drag and magnetic fields, damping, velocity fields, clamping; in this order.
  private func integrateVelocities() {
    let world = self.world
    let order = self.order
    var clampedCount = 0
    slots.withUnsafeBufferPointer { slots in
      motion.withUnsafeBufferPointer { motion in
        for slot in order where motion[Int(slot)].isActive {
          let index = Int(slot)
          let m = motion[index]
          var (v, w) = accelerated(m)
          let resistance = slots[index].properties.resistance
          if resistance != 0 { v = Float(1 / (1 + substepDuration * resistance)) * v }
          let angularResistance = slots[index].properties.angularResistance
          if angularResistance != 0 {
            w = Float(1 / (1 + substepDuration * angularResistance)) * w
          }
          if let forced = m.override {
            v = Vec2(DynamicAnimator.single(forced.dx), DynamicAnimator.single(forced.dy))
          }
          if m.isSnapped { DynamicAnimator.snap(&v, &w, m) }
          clampedCount += DynamicAnimator.clamp(&v, &w)
          // Pushes that act at once first.
          let body = slots[index].body
          world.setLinearVelocity(m.velocity, of: body, wakes: false)
          world.setAngularVelocity(m.angularVelocity, of: body, wakes: false)
          world.changeVelocity(
            by: v - m.velocity, angular: w - m.angularVelocity, of: body,
            duration: DynamicAnimator.substep)
        }
      }
    }
    for _ in 0..<clampedCount { note(Diagnostic(.speedClamped)) }
  }

  /// The velocities after a substep's forces, drag and magnetic fields.
  private func accelerated(_ m: Motion) -> (Vec2, Float) {
    let h = DynamicAnimator.substep
    var v = m.velocity
    v.x += h * DynamicAnimator.single(m.ax)
    v.y += h * DynamicAnimator.single(m.ay)
    let w = m.angularVelocity + h * DynamicAnimator.single(m.alpha)
    if m.drag != 1 { v = DynamicAnimator.single(m.drag) * v }
    if m.turn != 0 { v = DynamicAnimator.turned(v, by: m.turn) }
    return (v, w)
  }

  /// A spring's step: see ``SpringStep``.
  private static func snap(_ v: inout Vec2, _ w: inout Float, _ m: Motion) {
    // Of what forces give, half is slowed with the rest: then a weight hangs where it should.
    @inline(__always)
    func kept(_ before: Float, _ now: Float, _ pull: Double) -> Float {
      let middle = 0.5 * (Double(before) + Double(now))
      return single((Double(now) - middle) + m.snapKept * middle - pull)
    }
    v = Vec2(kept(m.velocity.x, v.x, m.snap.dx), kept(m.velocity.y, v.y, m.snap.dy))
    w = kept(m.angularVelocity, w, m.snapTurn)
  }

  private static func turned(_ v: Vec2, by angle: Double) -> Vec2 {
    let turn = Elementary.sincos(angle)
    let x = Double(v.x)
    let y = Double(v.y)
    return Vec2(
      Float(turn.cosine * x - turn.sine * y), Float(turn.sine * x + turn.cosine * y))
  }

  /// - Returns: how many of the two were too fast.
  private static func clamp(_ v: inout Vec2, _ w: inout Float) -> Int {
    var count = 0
    let limit = speedMax
    if v.lengthSquared > limit * limit {
      v = (limit / v.length) * v
      count += 1
    }
    let turnLimit = turnRateMax
    if w > turnLimit || w < -turnLimit {
      w = w > 0 ? turnLimit : -turnLimit
      count += 1
    }
    return count
  }

  // MARK: Write-back

  private func writeBack(_ wasAwake: [Bool]) {
    // An observer is known weakly, too: to keep it anew for each item would be expensive.
    let kept = observer
    defer { withExtendedLifetime(kept) {} }
    let observer = kept.map { Unmanaged.passUnretained($0) }
    for slot in order where wasAwake[Int(slot)] {
      // The slot as a whole would count references.
      let row = slots[Int(slot)].row
      guard row.holderCount > 0 else { continue }
      let pose = world.transform(of: row.body)
      let center = Point(
        x: onGrid(Double(pose.position.x)), y: onGrid(Double(pose.position.y)))
      let transform = DynamicAnimator.written(row, pose.rotation)
      if let item = slots[Int(slot)].plain {
        // A replay, which may change the slot at this place, has no such items.
        observer?._withUnsafeGuaranteedRef { $0.willWrite(toSlot: Int(slot), center, transform) }
        item._withUnsafeGuaranteedRef { $0.move(to: center, transform) }
      } else if let item = slots[Int(slot)].item {
        // The item's setters may change the slot.
        observer?._withUnsafeGuaranteedRef { $0.willWrite(toSlot: Int(slot), center, transform) }
        item.center = center
        item.transform = transform
      }
    }
  }

  /// `R(θ − θ₀) · T₀`: the rotation since registration after the transform at registration.
  private static func written(_ row: ItemRow, _ rotation: Rotation) -> AffineTransform2D {
    let initial = row.initialRotation
    if rotation == initial { return row.initialTransform }
    let c = Double(rotation.cosine)
    let s = Double(rotation.sine)
    let c0 = Double(initial.cosine)
    let s0 = Double(initial.sine)
    let cosine = c * c0 + s * s0
    let sine = s * c0 - c * s0
    let length = squareRoot(cosine * cosine + sine * sine)
    return row.initialTransform.concatenating(
      AffineTransform2D(cosine: cosine / length, sine: sine / length))
  }

  private func onGrid(_ x: Double) -> Double {
    guard let grid else { return x }
    let count = x / grid
    // Farther away the grid is finer than what a `Double` tells apart.
    guard count > -1e15, count < 1e15 else { return x }
    let shift = 6_755_399_441_055_744.0
    return (count + shift - shift) * grid
  }
}
