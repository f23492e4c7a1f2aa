import DeterministicMath
import RigidBodies

/// Items as bodies of the kernel's world.
///
/// The world's length unit is the point and its mass unit the UIKit kilogram, so inertia is in
/// kg·pt² and a force of `F` UIKit newtons accelerates by `100·F/m` pt/s².
extension DynamicAnimator {
  static func makeGround(in world: World) -> BodyID {
    let definition = BodyDefinition(type: .static)
    guard let body = try? world.addBody(definition) else {
      preconditionFailure("a static body at the origin is always accepted")
    }
    return body
  }

  static func kernelPoint(_ p: Point) -> Vec2 { Vec2(Float(p.x), Float(p.y)) }

  // MARK: Registration

  /// Reads the item and makes its body.
  func register(_ slot: Int32) throws(DynamicsError) {
    let index = Int(slot)
    guard let item = slots[index].item else { return }
    let reading = observer?.read(item) ?? item
    if let other = item.registeredAnimator, other !== self { throw .itemInOtherAnimator }
    try checkGroups(joining: item)
    let outline = try DynamicAnimator.readable(reading)
    let given = reading.transform
    let transform = given.isUsable ? given : .identity
    if !given.isUsable { note(Diagnostic(.valueIgnored)) }
    let turn = transform.rotationCosineAndSine
    let rotation = Rotation(cosine: Float(turn.cosine), sine: Float(turn.sine)).normalized

    let definition = BodyDefinition(
      type: .dynamic, position: DynamicAnimator.kernelPoint(reading.center), rotation: rotation)
    guard let body = try? world.addBody(definition) else {
      throw .itemCenterInvalid(x: reading.center.x, y: reading.center.y)
    }
    slots[index].isRegistered = true
    slots[index].holderCount = 0
    slots[index].serial = takeSerial()
    slots[index].body = body
    slots[index].filter = CollisionFilter(categories: 0, mask: 0)
    slots[index].isSleepEnabled = true
    slots[index].initialTransform = transform
    slots[index].initialRotation = rotation
    slots[index].properties = profile.defaults
    do throws(DynamicsError) {
      try makeShape(index, outline)
    } catch {
      world.removeBody(body)
      slots[index].isRegistered = false
      slots[index].serial = 0
      throw error
    }
    item.registeredAnimator = self
    observer?.didTake(item)
    order.append(slot)
    tags.append(TagOwner(tag: slots[index].serial, slot: slot))
    if let group = item.itemGroup {
      for part in group.items { groupParts.set(slot, for: part) }
    }
    propertiesDidChange(slot: slot)
    filterDidChange(slot: slot)
    dirtySleepPermissions.append(slot)
  }

  private func makeShape(_ index: Int, _ outline: CollisionShape) throws(DynamicsError) {
    var definition = ShapeDefinition(
      density: 0, friction: Float(slots[index].properties.friction),
      restitution: Float(slots[index].properties.elasticity))
    definition.filter = slots[index].filter
    definition.tag = UInt32(truncatingIfNeeded: slots[index].serial)
    let old = shapeIDs(index)
    var first: ShapeID?
    for geometry in DynamicAnimator.geometries(outline) {
      guard let shape = try? world.addShape(geometry, definition, to: slots[index].body) else {
        for part in world.shapes(of: slots[index].body) where !old.contains(part) {
          world.removeShape(part)
        }
        let size = slots[index].item?.bounds.size ?? .zero
        throw .itemBoundsInvalid(width: size.width, height: size.height)
      }
      if first == nil { first = shape }
    }
    if let first { slots[index].shapeID = first }
    slots[index].outline = outline
    applyMass(index)
  }

  private static func geometries(_ outline: CollisionShape) -> [ShapeGeometry] {
    switch outline.outline {
    case .circle(let radius): [.circle(center: .zero, radius: Float(radius))]
    case .polygon(let points): [.polygon(points.map { kernelPoint($0) }, radius: 0)]
    case .compound(let parts):
      parts.map { part in
        switch part {
        case .circle(let center, let radius):
          .circle(center: kernelPoint(center), radius: Float(radius))
        case .polygon(let points): .polygon(points.map { kernelPoint($0) }, radius: 0)
        }
      }
    }
  }

  /// The shapes of an item's body: one, or those of a group's members.
  func shapeIDs(_ index: Int) -> [ShapeID] {
    if case .compound = slots[index].outline.outline { return world.shapes(of: slots[index].body) }
    return [slots[index].shapeID]
  }

  private func applyMass(_ index: Int) {
    let outline = slots[index].outline
    let mass = slots[index].properties.density * outline.area / 10_000
    slots[index].mass = mass
    slots[index].inertia = mass * outline.gyrationSquared
    world.setMass(
      MassData(
        mass: Float(mass), inertia: Float(slots[index].inertia),
        localCenter: DynamicAnimator.kernelPoint(outline.centroid)),
      of: slots[index].body)
  }

  /// Drops items that no behaviour holds any more. Their last pose stays; their velocity is lost.
  func dropUnheldItems() {
    observer?.willDropItems()
    var position = 0
    while position < order.count {
      let slot = order[position]
      if slots[Int(slot)].holderCount > 0 { position += 1 } else { drop(slot, at: position) }
    }
  }

  private func drop(_ slot: Int32, at position: Int) {
    let index = Int(slot)
    wakeTouching(tag: slots[index].serial)
    endTouching(tag: slots[index].serial)
    world.removeBody(slots[index].body)
    order.remove(at: position)
    removeTag(slots[index].serial)
    slots[index].item?.registeredAnimator = nil
    for part in slots[index].item?.itemGroup?.items ?? [] {
      groupParts.remove(part)
      observer?.forget(part)
    }
    slots[index].isRegistered = false
    slots[index].serial = 0
    slots[index].body = BodyID(slot: 0, generation: 0)
    slots[index].shapeID = ShapeID(slot: 0, generation: 0)
    motion[index] = Motion()
    if !slots[index].isFounding {
      if let item = slots[index].item {
        slotPlaces.remove(item)
        observer?.forget(item)
      }
      slots[index].item = nil
      structureHasChanged = true
      freeSlots.append(slot)
    }
  }

  func isRegistered(_ item: any DynamicItem) -> Bool {
    slotIndex(of: item).map { slots[Int($0)].isRegistered } ?? false
  }

  func reread(_ item: any DynamicItem) {
    guard let slot = slotIndex(of: item), slots[Int(slot)].isRegistered else { return }
    let reading = observer?.read(item) ?? item
    let index = Int(slot)
    let outline: CollisionShape
    do throws(DynamicsError) {
      outline = try DynamicAnimator.readable(reading)
    } catch {
      return note(Diagnostic(.refused, error))
    }
    guard reading.transform.isUsable else { return note(Diagnostic(.valueIgnored)) }
    let body = slots[index].body
    let turn = reading.transform.rotationCosineAndSine
    let rotation = Rotation(cosine: Float(turn.cosine), sine: Float(turn.sine)).normalized
    wakeTouching(tag: slots[index].serial)
    if outline != slots[index].outline {
      let old = shapeIDs(index)
      do throws(DynamicsError) {
        try makeShape(index, outline)
        for shape in old { world.removeShape(shape) }
        applyMass(index)
        observer?.didTake(item)
      } catch {
        note(Diagnostic(.refused, error))
      }
    } else {
      observer?.didTake(item)
    }
    slots[index].initialTransform = reading.transform
    slots[index].initialRotation = rotation
    world.setTransform(
      Transform(position: DynamicAnimator.kernelPoint(reading.center), rotation: rotation), of: body
    )
    wake(slot: slot)
    requestRun()
  }

  // MARK: Waking

  func wake(slot: Int32) {
    guard slot >= 0, slots[Int(slot)].isRegistered else { return }
    world.wake(slots[Int(slot)].body)
    requestRun()
  }

  func wakeMembers(of behavior: DynamicBehavior) {
    for member in behavior.members { wake(slot: member.slot) }
    requestRun()
  }

  /// Wakes what touches the shapes with this tag.
  func wakeTouching(tag: UInt64) {
    for pair in touching where pair.a == tag || pair.b == tag {
      for end in [pair.a, pair.b] where end != tag {
        if let owner = owner(of: end), owner.slot >= 0 { wake(slot: owner.slot) }
      }
    }
  }

  // MARK: Velocities

  func linearVelocity(slot: Int32) -> Vector {
    guard slot >= 0, slots[Int(slot)].isRegistered else { return .zero }
    let v = world.linearVelocity(of: slots[Int(slot)].body)
    return Vector(dx: Double(v.x), dy: Double(v.y))
  }

  func angularVelocity(slot: Int32) -> Double {
    guard slot >= 0, slots[Int(slot)].isRegistered else { return 0 }
    return Double(world.angularVelocity(of: slots[Int(slot)].body))
  }

  func addVelocity(slot: Int32, linear: Vector, angular: Double) {
    guard slot >= 0, slots[Int(slot)].isRegistered else { return }
    settleProperties()
    if slots[Int(slot)].properties.isAnchored { return }
    let body = slots[Int(slot)].body
    let limit = Double(DynamicAnimator.speedMax)
    let v = world.linearVelocity(of: body)
    var sum = Vector(dx: Double(v.x) + linear.dx, dy: Double(v.y) + linear.dy)
    let largest = abs(sum.dx) > abs(sum.dy) ? abs(sum.dx) : abs(sum.dy)
    // Scaled down before squares are taken, which could overflow.
    if largest > limit {
      sum = (limit / largest) * sum
      note(Diagnostic(.speedClamped))
    }
    world.setLinearVelocity(Vec2(Float(sum.dx), Float(sum.dy)), of: body, wakes: true)
    if angular != 0, slots[Int(slot)].properties.allowsRotation {
      let turnLimit = Double(DynamicAnimator.turnRateMax)
      let w = Double(world.angularVelocity(of: body)) + angular
      world.setAngularVelocity(
        Float(w > turnLimit ? turnLimit : (w < -turnLimit ? -turnLimit : w)), of: body)
    }
    wake(slot: slot)
  }

  private func abs(_ x: Double) -> Double { x < 0 ? -x : x }

  // MARK: Properties

  func propertiesDidChange(slot: Int32) {
    guard slot >= 0, !slots[Int(slot)].propertiesAreDirty else { return }
    slots[Int(slot)].propertiesAreDirty = true
    dirtyProperties.append(slot)
  }

  /// Works out the properties of items whose behaviours changed, and hands them to the world, in the
  /// order of slots.
  ///
  /// - Complexity: O(items whose behaviours changed × item behaviours), or O(items) where that is
  ///   less.
  func settleProperties() {
    guard !dirtyProperties.isEmpty else { return }
    flattenIfNeeded()
    var dirty: [Int32] = []
    swap(&dirty, &dirtyProperties)
    dirty.sortStably()
    if dirty.count * itemBehaviors.count <= 64 {
      for slot in dirty where slots[Int(slot)].propertiesAreDirty {
        slots[Int(slot)].propertiesAreDirty = false
        guard slots[Int(slot)].isRegistered, let item = slots[Int(slot)].item else { continue }
        install(resolvedProperties(of: item), Int(slot))
      }
      return
    }
    let resolved = resolvedProperties(onlyDirty: true)
    for slot in dirty where slots[Int(slot)].propertiesAreDirty {
      slots[Int(slot)].propertiesAreDirty = false
      if slots[Int(slot)].isRegistered { install(resolved[Int(slot)], Int(slot)) }
    }
  }

  private func resolvedProperties(of item: any DynamicItem) -> ItemProperties {
    var properties = profile.defaults
    for behavior in itemBehaviors {
      guard let index = behavior.memberIndex(of: item), behavior.members[index].slot >= 0 else {
        continue
      }
      behavior.override(&properties)
    }
    return properties
  }

  func resolvedProperties(onlyDirty: Bool) -> [ItemProperties] {
    var resolved = [ItemProperties](repeating: profile.defaults, count: slots.count)
    for behavior in itemBehaviors {
      for member in behavior.members where member.slot >= 0 {
        let index = Int(member.slot)
        if !onlyDirty || slots[index].propertiesAreDirty { behavior.override(&resolved[index]) }
      }
    }
    return resolved
  }

  private func install(_ properties: ItemProperties, _ index: Int) {
    let old = slots[index].properties
    guard properties != old else { return }
    let body = slots[index].body
    slots[index].properties = properties
    if properties.density != old.density { applyMass(index) }
    if properties.friction != old.friction || properties.elasticity != old.elasticity {
      for shape in shapeIDs(index) {
        world.setMaterial(
          friction: Float(properties.friction), restitution: Float(properties.elasticity),
          of: shape)
      }
    }
    if properties.allowsRotation != old.allowsRotation {
      if !properties.allowsRotation { world.setAngularVelocity(0, of: body) }
      world.setFixedRotation(!properties.allowsRotation, of: body)
    }
    if properties.isAnchored != old.isAnchored {
      world.setLinearVelocity(.zero, of: body, wakes: true)
      world.setAngularVelocity(0, of: body)
      world.setType(properties.isAnchored ? .static : .dynamic, of: body)
      if !properties.isAnchored { applyMass(index) }
      wakeTouching(tag: slots[index].serial)
    }
  }

  // MARK: Sleep permission

  func sleepPermissionsDidChange() { sleepPermissionsAreDirty = true }

  /// Items in a field that can move them at any time never sleep.
  func settleSleepPermissions() {
    guard sleepPermissionsAreDirty || !dirtySleepPermissions.isEmpty else { return }
    flattenIfNeeded()
    var dirty: [Int32] = []
    swap(&dirty, &dirtySleepPermissions)
    if !sleepPermissionsAreDirty, dirty.count * fields.count <= 64 {
      dirty.sortStably()
      for slot in dirty {
        guard slots[Int(slot)].isRegistered, let item = slots[Int(slot)].item else { continue }
        var mayRest = true
        for field in fields where field.keepsItemsAwake && field.memberIndex(of: item) != nil {
          mayRest = false
        }
        installSleepPermission(mayRest, Int(slot))
      }
      return
    }
    sleepPermissionsAreDirty = false
    var mayRest = [Bool](repeating: true, count: slots.count)
    for field in fields where field.keepsItemsAwake {
      for member in field.members where member.slot >= 0 { mayRest[Int(member.slot)] = false }
    }
    for index in slots.indices where slots[index].isRegistered {
      installSleepPermission(mayRest[index], index)
    }
  }

  private func installSleepPermission(_ mayRest: Bool, _ index: Int) {
    guard slots[index].isSleepEnabled != mayRest else { return }
    slots[index].isSleepEnabled = mayRest
    world.setSleepEnabled(mayRest, of: slots[index].body)
  }

  // MARK: Queries

  /// The items of any behaviour in the tree whose outline's upright box meets `rect`, edges
  /// included, each once, in registration order.
  ///
  /// - Complexity: O(items).
  public func items(in rect: Rect) -> [any DynamicItem] {
    var found: [any DynamicItem] = []
    for slot in order {
      let entry = slots[Int(slot)]
      guard let item = entry.item, entry.holderCount > 0 else { continue }
      if box(of: entry).intersects(rect) { found.append(item) }
    }
    return found
  }

  /// Whether the item is at rest (or anchored, or not moved by this animator).
  public func isResting(_ item: any DynamicItem) -> Bool {
    guard let slot = slotIndex(of: item), slots[Int(slot)].isRegistered else { return true }
    return slots[Int(slot)].properties.isAnchored || !world.isAwake(slots[Int(slot)].body)
  }
}
