import DeterministicMath

extension World {
  /// Ends a step with ``checkInvariants()`` where the world is told to. Large worlds are checked
  /// now and then, so that all checks together cost about as much as those of a small world.
  func checkStep() {
    #if !hasFeature(Embedded)
      if !checksSteps { return }
      stepsUntilCheck -= 1
      if stepsUntilCheck > 0 { return }
      checkInvariants()
      let rows =
        bodyTable.records.count + shapeTable.records.count + jointTable.records.count
        + contactTable.rows.count
        + pairTable.active.count
      stepsUntilCheck = rows / 256
    #endif
  }

  /// Walks every store and traps where one contradicts another: for tests, between steps.
  ///
  /// Checked: free lists, links between bodies, shapes and joints, the graph of joints, trees, that
  /// the pairs hold all that brute force finds among the boxes, contacts sorted and paired, finite
  /// numbers, still sleepers, that shapes share no side vertices. Not checked: geometry against the
  /// shapes' definitions.
  ///
  /// - Complexity: O(rows · log rows), and the pairs of shapes that lie one above the other.
  @inline(never)
  package func checkInvariants() {
    checkBodies()
    checkShapes()
    checkJoints()
    checkJointGraph()
    checkContacts()
    checkDirtyBodies()
    proxyTable.staticTree.checkInvariants()
    proxyTable.movingTree.checkInvariants()
    checkGrid()
    if proxyTable.dirtyBodies.count == 0 && !pairTable.holdRemoved { checkPairs() }
  }

  /// The work of the next step grows with the shapes that bodies were given, not with its square.
  private func checkDirtyBodies() {
    var marked = 0
    for word in 0..<proxyTable.dirtyMarks.count {
      marked += proxyTable.dirtyMarks[word].nonzeroBitCount
    }
    precondition(marked == proxyTable.dirtyBodies.count, "a body is listed once")
    for i in 0..<proxyTable.dirtyBodies.count {
      let slot = proxyTable.dirtyBodies[i]
      precondition(
        proxyTable.dirtyMarks[Int(slot >> 6)] & (1 << UInt64(slot & 63)) != 0, "and marked")
    }
  }

  private func checkBodies() {
    precondition(
      bodyTable.poses.count == bodyTable.records.count
        && bodyTable.motions.count == bodyTable.records.count
        && bodyTable.masses.count == bodyTable.records.count
        && bodyTable.flags.count == bodyTable.records.count
        && jointTable.lists.heads.count == bodyTable.records.count
        && bodyTable.extents.count == bodyTable.records.count,
      "body stores have one length")
    var free = 0
    var link = bodyTable.firstFree
    while link != 0 {
      let slot = Int(link - 1)
      precondition(bodyTable.flags[slot] & BodyFlag.used == 0, "free bodies are unused")
      link = bodyTable.records[slot].link
      free += 1
      precondition(free <= bodyTable.records.count, "the free list ends")
    }
    for slot in 0..<bodyTable.records.count {
      if bodyTable.flags[slot] & BodyFlag.used == 0 {
        free -= 1
        continue
      }
      let motion = bodyTable.motions[slot]
      precondition(
        bodyTable.poses[slot].center.isFinite && motion.velocity.isFinite && motion.w.isFinite,
        "bodies are somewhere, finite")
      let rotation = bodyTable.poses[slot].rotation
      let unit = rotation.cosine * rotation.cosine + rotation.sine * rotation.sine
      precondition(magnitude(unit - 1) < 1e-5, "rotations have unit length")
      precondition(
        motion.dx == 0 && motion.dy == 0 && motion.angle == 0 && motion.versine == 0
          && motion.sine == 0, "displacements are zero between steps")
      let wanted = BodyFlag.dynamic | BodyFlag.awake
      if bodyTable.flags[slot] & wanted != wanted && !isKinematic(slot) {
        precondition(motion.velocity == .zero && motion.w == 0, "sleeping bodies keep still")
      }
    }
    precondition(free == 0, "every unused body is in the free list")
  }

  private func isKinematic(_ slot: Int) -> Bool {
    bodyTable.flags[slot] & BodyFlag.kinematic != 0
  }

  private func checkShapes() {
    var linked = 0
    for slot in 0..<bodyTable.records.count where bodyTable.flags[slot] & BodyFlag.used != 0 {
      var link = bodyTable.records[slot].link
      while link != 0 {
        let shape = Int(link - 1)
        precondition(
          shapeTable.records[shape].flags & ShapeFlag.used != 0, "linked shapes are used")
        precondition(Int(shapeTable.records[shape].body) == slot, "a shape knows its body")
        link = shapeTable.records[shape].next
        linked += 1
        precondition(linked <= shapeTable.records.count, "shape lists end")
      }
    }
    var free = 0
    var link = shapeTable.firstFree
    while link != 0 {
      precondition(
        shapeTable.records[Int(link - 1)].flags & ShapeFlag.used == 0, "free shapes are unused")
      link = shapeTable.records[Int(link - 1)].next
      free += 1
      precondition(free <= shapeTable.records.count, "the free list ends")
    }
    precondition(linked + free == shapeTable.records.count, "every shape is linked or free")
    precondition(
      shapeTable.outlines.count == shapeTable.records.count, "every shape has an outline")
    checkSideVertices()
  }

  private func checkSideVertices() {
    var ranges: [(first: Int, end: Int)] = []
    for slot in 0..<shapeTable.outlines.count where shapeTable.outlines[slot].sideOffset >= 0 {
      precondition(
        shapeTable.records[slot].flags & ShapeFlag.used != 0, "free shapes have no corners")
      let first = Int(shapeTable.outlines[slot].sideOffset)
      ranges.append((first, first + 2 * Int(shapeTable.outlines[slot].count)))
    }
    ranges.sortStably { $0.first < $1.first }
    var end = 0
    for range in ranges {
      precondition(range.first >= end, "no two shapes share corners")
      end = range.end
    }
    precondition(end <= shapeTable.sideVertices.count, "corners lie in the store")
  }

  private func checkJoints() {
    precondition(
      jointTable.impulses.count == jointTable.records.count
        && jointTable.lists.nextA.count == jointTable.records.count
        && jointTable.lists.nextB.count == jointTable.records.count, "joint stores have one length")
    var used = 0
    for slot in 0..<jointTable.records.count
    where jointTable.records[slot].flags & JointFlag.used != 0 {
      used += 1
      precondition(jointTable.impulses[slot].isFinite, "impulses are finite")
      for body in [Int(jointTable.records[slot].bodyA), Int(jointTable.records[slot].bodyB)] {
        precondition(bodyTable.flags[body] & BodyFlag.used != 0, "joints hold living bodies")
        var link = jointTable.lists.heads[body]
        var isFound = false
        while link != 0 {
          let s = Int(link - 1)
          if s == slot { isFound = true }
          link = jointTable.lists.next(link, of: body, jointTable.records)
        }
        precondition(isFound, "a body knows its joints")
      }
    }
    var free = 0
    var link = jointTable.firstFree
    while link != 0 {
      link = jointTable.records[Int(link - 1)].bodyA
      free += 1
      precondition(free <= jointTable.records.count, "the free list ends")
    }
    precondition(used + free == jointTable.records.count, "every joint is used or free")
  }

  /// The kept graph of joints, when nothing made it stale since the last step.
  private func checkJointGraph() {
    if activeJoints.jointsChanged || jointGraph.bodyCount != bodyTable.records.count { return }
    var count = 0
    var used = [UInt64](repeating: 0, count: bodyTable.records.count)
    for slot in 0..<jointTable.records.count where activeJoints.activity[slot] != 0 {
      count += 1
      let color = UInt64(jointGraph.colors[slot])
      if color == 0 { continue }
      let ends = [Int(jointTable.records[slot].bodyA), Int(jointTable.records[slot].bodyB)]
      for (end, bit) in zip(ends, [UInt8(1), 2]) where activeJoints.activity[slot] & bit != 0 {
        precondition(used[end] >> color & 1 == 0, "no moving body is twice in a colour")
        used[end] |= 1 << color
      }
    }
    var lanes = jointGraph.singles.count
    JointGraph.forEachLaneClass { _, kind in
      let blocks = jointGraph.blocks(of: kind)
      for index in 0..<blocks.pointee.count {
        for lane in 0..<LaneColumns.laneCount {
          let slot = Int(blocks.pointee.rows.anchorBlock(index).slots(AnchorColumn.joint)[lane])
          if slot < 0 { continue }
          lanes += 1
          let block = blocks.pointee.rows.block(index)
          let columns = kind.impulseColumns
          let words = UnsafeRawPointer(jointTable.impulses.base + slot)
          for word in 0..<MemoryLayout<JointImpulse>.size / 4 {
            let kept = word < columns.count ? block.slots(columns[word])[lane] : 0
            precondition(
              words.load(fromByteOffset: 4 * word, as: Int32.self) == kept,
              "blocks keep the joints' impulses")
          }
        }
      }
    }
    precondition(lanes == count, "every active joint has one lane")
  }

  private func checkContacts() {
    precondition(
      contactTable.manifolds.count == contactTable.rows.count
        && contactTable.lanes.count == contactTable.rows.count,
      "contact stores have one length")
    precondition(
      contactTable.rows.count == 0 || contactTable.rows[contactTable.rows.count - 1].isUsed,
      "the last contact is not free")
    var lanes = 0
    for slot in 0..<contactTable.rows.count {
      let row = contactTable.rows[slot]
      let isMarked = contactTable.used[slot >> 6] & (1 << UInt64(slot & 63)) != 0
      precondition(isMarked == row.isUsed, "used contacts are marked")
      if !row.isUsed {
        precondition(row.key == 0 && row.flags == 0 && row.normalImpulse0 == 0, "free is empty")
        continue
      }
      precondition(row.shapeA < row.shapeB, "contacts name the lower shape first")
      precondition(row.pointCount == 1 || row.pointCount == 2, "contacts have points")
      precondition(
        shapeTable.records[Int(row.shapeA)].flags & shapeTable.records[Int(row.shapeB)].flags
          & ShapeFlag.used != 0,
        "contacts name living shapes")
      precondition(
        row.normalImpulse0.isFinite && row.normalImpulse1.isFinite
          && row.tangentImpulse0.isFinite && row.tangentImpulse1.isFinite,
        "impulses are finite")
      if let pair = pairTable.pair(row.key), !pairTable.fromContacts {
        precondition(pair.pointee.contact == slot, "a pair knows its contact")
      }
      let lane = Int(contactTable.lanes[slot])
      if lane < 0 { continue }
      lanes += 1
      let place = contactTable.colors[row.color].place(lane)
      let named = contactTable.colors[row.color].detail(place.block).integer(
        ContactDetail.contact, place.lane)
      precondition(Int(named) == slot, "a lane knows its contact")
      let limit = contactTable.colors[row.color].anchors(place.block).float(
        ContactAnchors.turnLimit, place.lane)
      let isOutdated = !contactTable.manifolds.base[slot].isMade
      precondition(
        contactTable.lanesAreStale || (limit == ContactAnchors.outdatedTurnLimit) == isOutdated,
        "a lane knows whether its contact is outdated")
      precondition(
        !isOutdated || contactTable.hasOutdatedLanes, "and the next step limits it again")
    }
    var held = 0
    for color in 0..<ContactTable.colorCount { held += contactTable.colors[color].laneCount }
    precondition(held == lanes || contactTable.lanesAreStale, "every lane has a contact")
    var seen = [UInt64](repeating: 0, count: bodyTable.records.count)
    for slot in 0..<contactTable.rows.count
    where contactTable.rows[slot].isUsed && contactTable.rows[slot].color > 0 {
      let bit = UInt64(1) << UInt64(contactTable.rows[slot].color)
      for shape in [contactTable.rows[slot].shapeA, contactTable.rows[slot].shapeB] {
        let body = Int(shapeTable.records[Int(shape)].body)
        if !bodyTable.isDynamic(body) { continue }
        precondition(seen[body] & bit == 0, "no two contacts of a colour push one body")
        seen[body] |= bit
      }
    }
    for body in 0..<bodyTable.records.count {
      precondition(
        contactTable.bodyColors[body] == seen[body], "a body knows the colours of its contacts")
    }
  }

  private func checkPairs() {
    forEachOverlap { a, b in
      if !pairFilter.shouldCollide(a, b) { return }
      let key = (UInt64(min(a, b)) << 32) | UInt64(max(a, b))
      precondition(pairTable.pair(key) != nil, "every overlapping pair is known")
    }
    for i in 0..<pairTable.active.count {
      precondition(
        i == 0 || pairTable.active[i - 1].key < pairTable.active[i].key, "pairs are sorted")
      checkShapesExist(ofPair: pairTable.active[i].key)
    }
    for i in 0..<pairTable.resting.count {
      let pair = pairTable.resting[i]
      precondition(i == 0 || pairTable.resting[i - 1].key < pair.key, "resting pairs are sorted")
      precondition(pairTable.activeIndex(of: pair.key) == nil, "no pair is in both lists")
      checkShapesExist(ofPair: pair.key)
      let bodyA = bodyTable.flags[Int(shapeTable.records[Int(pair.key >> 32)].body)]
      let bodyB = bodyTable.flags[Int(shapeTable.records[Int(pair.key & 0xFFFF_FFFF)].body)]
      precondition(
        pairTable.restingAreStale || (bodyA | bodyB) & BodyFlag.awake == 0,
        "pairs of awake bodies are not among those that rest")
    }
  }

  /// All pairs of boxes that overlap, found without the trees: by a sweep along x.
  private func forEachOverlap(_ visit: (Int, Int) -> Void) {
    var boxes: [(shape: Int, box: BoundingBox)] = []
    for shape in 0..<shapeTable.records.count where proxyTable.places[shape] >= 0 {
      boxes.append((shape, proxyTable.box(shape)))
    }
    boxes.sortStably { $0.box.lower.x < $1.box.lower.x }
    for i in 0..<boxes.count {
      let (a, box) = boxes[i]
      var j = i + 1
      while j < boxes.count && boxes[j].box.lower.x <= box.upper.x {
        if box.overlaps(boxes[j].box) { visit(a, boxes[j].shape) }
        j += 1
      }
    }
  }

  private func checkShapesExist(ofPair key: UInt64) {
    precondition(
      proxyTable.places[Int(key >> 32)] >= 0 && proxyTable.places[Int(key & 0xFFFF_FFFF)] >= 0,
      "a pair's shapes are in the trees")
  }

  /// Unless it is to be sorted again, the grid holds every box at its place, and no other.
  private func checkGrid() {
    if proxyTable.gridIsStale { return }
    var known = 0
    for place in 0..<proxyTable.grid.count {
      let box = BoundingBox(
        lower: Vec2(proxyTable.grid.lowerX[place], proxyTable.grid.lowerY[place]),
        upper: Vec2(proxyTable.grid.upperX[place], proxyTable.grid.upperY[place]))
      if box.lower.x > box.upper.x { continue }
      let shape = Int(proxyTable.grid.shapes[place])
      precondition(
        proxyTable.flags[shape] & ProxyFlag.inGrid != 0, "the proxyTable.grid holds its own shapes")
      precondition(
        box == proxyTable.gridBoxes[shape], "the proxyTable.grid knows the boxes of its shapes")
      known += 1
    }
    precondition(known == proxyTable.gridShapes.count, "the proxyTable.grid holds all its shapes")
  }
}
