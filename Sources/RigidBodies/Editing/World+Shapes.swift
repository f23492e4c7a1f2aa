import DeterministicMath

extension World {
  /// Adds a shape to a body; the body's mass follows at once. Wakes the body, and sleepers near a
  /// shape of a body that is not dynamic.
  ///
  /// - Returns: the shape; for a chain, its first edge, which stands for the whole chain.
  /// - Throws: ``WorldError``; the world is then unchanged.
  @discardableResult
  public func addShape(
    _ geometry: ShapeGeometry, _ definition: ShapeDefinition, to id: BodyID
  ) throws(WorldError) -> ShapeID {
    guard let body = slot(of: id) else { throw .staleHandle }
    guard definition.isValid else { throw .valueOutOfRange }
    let first: Int
    switch geometry {
    case .chain(let points, let isLoop, let isTwoSided):
      first = try addChain(points, isLoop, isTwoSided, definition, body)
    case .circle(let center, let radius):
      guard center.isFinite, radius.isFinite else { throw .valueOutOfRange }
      guard radius > 0 else { throw .degenerateShape }
      first = allocateShape(
        .circle, ShapeOutline.make([center], radius: radius), definition, body)
    case .capsule(let a, let b, let radius):
      guard a.isFinite, b.isFinite, radius.isFinite else { throw .valueOutOfRange }
      guard radius > 0 else { throw .degenerateShape }
      if (b - a).length < self.definition.linearSlop * 0.1 {
        first = allocateShape(
          .circle, ShapeOutline.make([0.5 * (a + b)], radius: radius), definition, body)
      } else {
        first = allocateShape(
          .capsule, ShapeOutline.make([a, b], radius: radius), definition, body)
      }
    case .segment(let a, let b):
      guard a.isFinite, b.isFinite else { throw .valueOutOfRange }
      guard (b - a).length > 0 else { throw .degenerateShape }
      first = allocateShape(.segment, ShapeOutline.make([a, b], radius: 0), definition, body)
    case .polygon(let points, let radius):
      first = try addPolygon(points, radius, definition, body)
    }
    updateMass(body)
    wakeSlot(body)
    rebuildProxies(ofBody: body)
    wakeSleepers(near: body, head: UInt32(first))
    return shapeTable.id(of: first)
  }

  private func addPolygon(
    _ points: [Vec2], _ radius: Float, _ definition: ShapeDefinition, _ body: Int
  ) throws(WorldError) -> Int {
    assert(bodyTable.isUsed(body), "the slot names a body")
    guard radius.isFinite, radius >= 0 else { throw .valueOutOfRange }
    for point in points where !point.isFinite { throw .valueOutOfRange }
    let hull = convexHull(points)
    guard hull.count >= 3 else { throw .degenerateShape }
    guard hull.count <= ShapeGeometry.maximumVertexCount else { throw .tooManyVertices }
    if hull.count <= ShapeOutline.inlineVertexCount {
      return allocateShape(
        .polygon, ShapeOutline.make(hull, radius: radius), definition, body)
    }
    var outline = ShapeOutline.measure(hull, radius: radius)
    outline.sideOffset = shapeTable.appendSideVertices(hull, normals: outwardNormals(hull))
    return allocateShape(.polygon, outline, definition, body)
  }

  private func addChain(
    _ points: [Vec2], _ isLoop: Bool, _ isTwoSided: Bool, _ definition: ShapeDefinition,
    _ body: Int
  ) throws(WorldError) -> Int {
    assert(bodyTable.isUsed(body), "the slot names a body")
    var corners: [Vec2] = []
    for point in points {
      guard point.isFinite else { throw .valueOutOfRange }
      if let last = corners.last, (point - last).length < self.definition.linearSlop * 0.1 {
        continue
      }
      corners.append(point)
    }
    if isLoop, corners.count > 2, let first = corners.first, let last = corners.last,
      (first - last).length < self.definition.linearSlop * 0.1
    {
      corners.removeLast()
    }
    guard corners.count >= (isLoop ? 3 : 2) else { throw .degenerateShape }
    let n = corners.count
    let edges = isLoop ? n : n - 1
    var head = -1
    for i in 0..<edges {
      var outline = ShapeOutline.make([corners[i], corners[(i + 1) % n]], radius: 0)
      var flags: UInt32 = isTwoSided ? 0 : ShapeFlag.oneSided
      if isLoop || i > 0 {
        flags |= ShapeFlag.hasPrevious
        outline.vertices.v2 = corners[(i + n - 1) % n]
      }
      if isLoop || i + 1 < edges {
        flags |= ShapeFlag.hasNext
        outline.vertices.v3 = corners[(i + 2) % n]
      }
      let slot = allocateShape(.edge, outline, definition, body)
      shapeTable.records[slot].flags |= flags
      if head < 0 { head = slot }
      shapeTable.records[slot].head = UInt32(head)
    }
    return head
  }

  private func allocateShape(
    _ kind: ShapeKind, _ outline: ShapeOutline, _ definition: ShapeDefinition, _ body: Int
  ) -> Int {
    assert(bodyTable.isUsed(body), "the slot names a body")
    assert(outline.count >= 1, "a shape has a corner")
    assert(shapeTable.records.count == proxyTable.places.count, "every shape may have a proxy")
    let (slot, isNew) = shapeTable.takeSlot()
    if isNew { proxyTable.appendShape() }
    shapeTable.fill(
      slot, kind, outline, definition, body: body, next: bodyTable.records[body].link)
    proxyTable.clear(slot)
    bodyTable.records[body].link = UInt32(slot + 1)
    return slot
  }

  /// Removes a shape, or a whole chain; wakes what touched it. Stale handle: no effect.
  ///
  /// - Complexity: O(contacts).
  public func removeShape(_ id: ShapeID) {
    guard let head = headSlot(of: id) else { return }
    let body = Int(shapeTable.records[head].body)
    wakeNeighbours(ofBody: body)
    removeContacts { self.shapeTable.records.base[$0].head == UInt32(head) }
    // Unlink every edge, keeping the order of the rest.
    var kept: [UInt32] = []
    var link = bodyTable.records[body].link
    while link != 0 {
      let shape = Int(link - 1)
      let next = shapeTable.records[shape].next
      if shapeTable.records[shape].head == UInt32(head) {
        releaseShape(shape)
      } else {
        kept.append(link)
      }
      link = next
    }
    bodyTable.records[body].link = 0
    for link in kept.reversed() {
      shapeTable.records[Int(link - 1)].next = bodyTable.records[body].link
      bodyTable.records[body].link = link
    }
    updateMass(body)
    wakeSlot(body)
  }

  /// Takes a shape out of its tree and gives its slot back; the caller unlinks it from its body.
  func releaseShape(_ shape: Int) {
    assert(shapeTable.isUsed(shape), "the slot names a shape")
    assert(bodyTable.isUsed(Int(shapeTable.records[shape].body)), "its body goes later")
    removeProxy(shape)
    proxyTable.clear(shape)
    shapeTable.release(shape)
  }

  /// Whether the shape exists.
  public func isValid(_ id: ShapeID) -> Bool { slot(of: id) != nil }

  /// The slot that stands for the whole shape: of a chain, its first edge.
  private func headSlot(of id: ShapeID) -> Int? {
    guard let slot = slot(of: id) else { return nil }
    return Int(shapeTable.records[slot].head)
  }

  /// The shape as ``addShape(_:_:to:)`` returned it, for an edge of a chain; others as they are.
  public func wholeShape(of id: ShapeID) -> ShapeID {
    guard let head = headSlot(of: id) else { return id }
    return shapeTable.id(of: head)
  }

  /// The body a shape belongs to.
  public func body(of id: ShapeID) -> BodyID? {
    guard let slot = slot(of: id) else { return nil }
    return bodyTable.id(of: Int(shapeTable.records[slot].body))
  }

  /// Calls `change` with every shape slot that `head` stands for.
  private func forEachPart(ofShape head: Int, _ change: (Int) -> Void) {
    assert(shapeTable.isUsed(head), "the slot names a shape")
    assert(Int(shapeTable.records[head].head) == head, "the first edge stands for a chain")
    var link = bodyTable.records[Int(shapeTable.records[head].body)].link
    while link != 0 {
      let shape = Int(link - 1)
      link = shapeTable.records[shape].next
      if shapeTable.records[shape].head == UInt32(head) { change(shape) }
    }
  }

  /// Changes what the shape meets; contacts follow at the next step.
  public func setFilter(_ filter: CollisionFilter, of id: ShapeID) {
    guard let head = headSlot(of: id) else { return }
    forEachPart(ofShape: head) { shape in
      shapeTable.records[shape].categories = filter.categories
      shapeTable.records[shape].mask = filter.mask
      shapeTable.records[shape].group = filter.group
    }
    let body = Int(shapeTable.records[head].body)
    wakeNeighbours(ofBody: body)
    wakeSleepers(near: body, head: UInt32(head))
    wakeSlot(body)
    rebuildProxies(ofBody: body)
  }

  /// Which shapes this one collides with; for a stale handle, a filter that collides with none.
  public func filter(of id: ShapeID) -> CollisionFilter {
    guard let slot = slot(of: id) else { return CollisionFilter(categories: 0, mask: 0) }
    let shape = shapeTable.records[slot]
    return CollisionFilter(categories: shape.categories, mask: shape.mask, group: shape.group)
  }

  /// Changes what a shape is made of, for a chain all edges; ignored unless both are finite and not
  /// negative.
  public func setMaterial(friction: Float, restitution: Float, of id: ShapeID) {
    guard let head = headSlot(of: id), friction.isFinite, friction >= 0, restitution.isFinite,
      restitution >= 0
    else { return }
    forEachPart(ofShape: head) { shape in
      shapeTable.records[shape].friction = friction
      shapeTable.records[shape].restitution = restitution
    }
    contactTable.lanesAreStale = true
  }

  /// Sets the number that contact events report of a shape, for a chain of all edges.
  public func setTag(_ tag: UInt32, of id: ShapeID) {
    guard let head = headSlot(of: id) else { return }
    forEachPart(ofShape: head) { shapeTable.records[$0].tag = tag }
  }
}
