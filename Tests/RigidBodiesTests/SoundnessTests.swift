import RigidBodies
import Simulation
import TestSupport
import Testing

/// What a sound state was before ranges were said at the fields, condition by condition.
extension NamedState {
  private func areFinite(_ table: String, _ row: Int, _ names: String...) -> Bool {
    names.allSatisfy { float("\(table).\($0)", row).isFinite }
  }

  private func areFiniteNotNegative(_ table: String, _ row: Int, _ names: String...) -> Bool {
    names.allSatisfy { name in
      let value = float("\(table).\(name)", row)
      return value >= 0 && value.isFinite
    }
  }

  private func areZero(_ table: String, _ row: Int, _ names: String...) -> Bool {
    names.allSatisfy { float("\(table).\($0)", row) == 0 }
  }

  private func isUnit(_ table: String, _ row: Int, _ x: String, _ y: String) -> Bool {
    let (a, b) = (float("\(table).\(x)", row), float("\(table).\(y)", row))
    let unit = a * a + b * b
    return (unit - 1).magnitude < 1e-3
  }

  var wasSound: Bool { areBodiesSound && areShapesSound && areJointsSound && areContactsSound }

  private func freeCount(_ head: String, _ table: String, _ next: String) -> Int? {
    var (found, link) = (0, word("\(head).", 0))
    while link != 0 {
      guard link <= count(table), found < count(table), !isUsed(table, link - 1) else { return nil }
      found += 1
      link = word("\(table).\(next)", link - 1)
    }
    return found
  }

  private var areBodiesSound: Bool {
    var unused = 0
    for row in 0..<count("bodies") {
      if !isUsed("bodies", row) {
        unused += 1
        continue
      }
      let flags = word("bodies.flags", row)
      guard flags & ~511 == 0, flags & 3 != 3,
        areFinite("bodies", row, "positionX", "positionY"), isUnit("bodies", row, "cosine", "sine"),
        areFinite("bodies", row, "velocityX", "velocityY", "angularVelocity"),
        areFiniteNotNegative("bodies", row, "inverseMass", "inverseInertia", "mass", "inertia"),
        areFinite("bodies", row, "localCenterX", "localCenterY", "gravityScale"),
        areFinite("bodies", row, "forceX", "forceY", "torque"),
        float("bodies.linearDamping", row) >= 0, float("bodies.angularDamping", row) >= 0,
        float("bodies.sleepTimer", row) >= 0
      else { return false }
    }
    return freeCount("freeBody", "bodies", "link") == unused
  }

  private var areShapesSound: Bool {
    let total = count("shapes")
    var linked = 0
    for body in 0..<count("bodies") where isUsed("bodies", body) {
      var link = word("bodies.link", body)
      while link != 0 {
        guard link <= total, linked < total, isUsed("shapes", link - 1),
          word("shapes.body", link - 1) == body
        else { return false }
        linked += 1
        link = word("shapes.next", link - 1)
      }
    }
    guard let free = freeCount("freeShape", "shapes", "next"), linked + free == total else {
      return false
    }
    guard (0..<total).allSatisfy({ !isUsed("shapes", $0) || isShapeSound($0) }) else {
      return false
    }
    var owned: Set<Int> = []
    for row in 0..<total where isUsed("shapes", row) && word("shapes.sideOffset", row) >= 0 {
      let first = word("shapes.sideOffset", row)
      for corner in first..<(first + 2 * word("shapes.count", row)) {
        if !owned.insert(corner).inserted { return false }
      }
    }
    return true
  }

  private func isShapeSound(_ row: Int) -> Bool {
    let kind = word("shapes.flags", row) >> 8
    let corners = word("shapes.count", row)
    guard kind <= 4, isUsed("shapes", word("shapes.head", row)),
      areFiniteNotNegative("shapes", row, "density", "friction", "restitution"),
      corners >= 1, corners <= ShapeGeometry.maximumVertexCount,
      areFinite("shapes", row, "centroidX", "centroidY"),
      areFiniteNotNegative("shapes", row, "radius", "extent"),
      kind == 0 ? corners == 1 : kind == 2 ? corners >= 3 : corners == 2
    else { return false }
    let first = word("shapes.sideOffset", row)
    guard first >= 0 else { return corners <= 8 }
    guard first + 2 * corners <= count("corners") else { return false }
    return (first..<first + 2 * corners).allSatisfy { areFinite("corners", $0, "x", "y") }
  }

  private var areJointsSound: Bool {
    var unused = 0
    for row in 0..<count("joints") {
      if !isUsed("joints", row) {
        unused += 1
        continue
      }
      let (a, b) = (word("joints.bodyA", row), word("joints.bodyB", row))
      guard word("joints.flags", row) >> 8 <= 5, isUsed("bodies", a), isUsed("bodies", b), a != b,
        areFinite("joints", row, "anchorAX", "anchorAY", "anchorBX", "anchorBY", "rest"),
        float("joints.lower", row) <= float("joints.upper", row),
        areFiniteNotNegative("joints", row, "hertz", "dampingRatio"),
        areFinite("joints", row, "motorSpeed"), float("joints.motorMaximum", row) >= 0,
        isUnit("joints", row, "referenceCosine", "referenceSine"),
        isUnit("joints", row, "axisX", "axisY"),
        areFiniteNotNegative("joints", row, "angularHertz", "angularDampingRatio"),
        areFinite("joints", row, "constraintHertz", "constraintDampingRatio"),
        areFinite("joints", row, "impulse0", "impulse1", "impulse2", "impulse3", "impulse4")
      else { return false }
    }
    return freeCount("freeJoint", "joints", "bodyA") == unused
  }

  private var areContactsSound: Bool {
    var keys: Set<[Int]> = []
    var colors: Set<[Int]> = []
    for row in 0..<count("contacts") {
      let flags = word("contacts.flags", row)
      if !isUsed("contacts", row) {
        if flags != 0 { return false }
        continue
      }
      let (a, b) = (word("contacts.shapeA", row), word("contacts.shapeB", row))
      guard a < b, isUsed("shapes", a), isUsed("shapes", b),
        word("shapes.body", a) != word("shapes.body", b), flags & 3 == 1 || flags & 3 == 2,
        flags & 0xC0 == 0, flags >> 8 < 64,
        areFinite(
          "contacts", row, "normalImpulse0", "normalImpulse1", "tangentImpulse0",
          "tangentImpulse1"),
        areFinite(
          "contacts", row, "normalX", "normalY", "anchorA0X", "anchorA0Y", "anchorB0X", "anchorB0Y",
          "anchorA1X", "anchorA1Y", "anchorB1X", "anchorB1Y"),
        isUnit("contacts", row, "turnCosine", "turnSine")
          || areZero(
            "contacts", row, "normalX", "normalY", "anchorA0X", "anchorA0Y", "anchorB0X",
            "anchorB0Y", "anchorA1X", "anchorA1Y", "anchorB1X", "anchorB1Y", "turnCosine",
            "turnSine"),
        keys.insert([a, b]).inserted
      else { return false }
      if flags >> 8 == 0 { continue }
      for shape in [a, b] {
        let body = word("shapes.body", shape)
        if word("bodies.flags", body) & 3 != 2 { continue }
        if !colors.insert([flags >> 8, body]).inserted { return false }
      }
    }
    return true
  }
}

/// Ranges that stand at the fields refuse what conditions refused that were written one by one; beyond
/// that, NaN in any number of a used row.
@Suite struct SoundnessTests {
  #if DEBUG
    static let trialCount = 150
  #else
    static let trialCount = 1500
  #endif

  @Test(arguments: Sample.of(0..<6))
  func damagedRowsAreJudgedAsBefore(seed: Int) throws {
    var definition = Units.metres
    definition.describesGeometry = true
    let world = World(definition)
    var fuzzer = Fuzzer(seed: UInt64(seed))
    try fuzzer.build(world)
    for _ in 0..<60 {
      try fuzzer.act(on: world)
      world.step(duration: 1.0 / 60, substeps: 4)
    }
    var visitor = SchemaVisitor()
    world.visitState(&visitor)
    let good = NamedState(world.save(), visitor.schema)
    #expect(good.wasSound && !good.hasNaN && world.isStateSound())

    var random = SplitMix(seed: UInt64(seed) &+ 77)
    let names = good.columns.keys.sorted()
    var (refused, accepted, stricter) = (0, 0, 0)
    for trial in 0..<Self.trialCount {
      var state = good
      let name = names[random.int(names.count)]
      let count = state.count(String(name.prefix { $0 != "." }))
      if count == 0 { continue }
      let row = random.int(count)
      let old = UInt32(truncatingIfNeeded: state.word(name, row))
      let bits: UInt32 =
        switch random.int(8) {
        case 0: Float.nan.bitPattern
        case 1: Float.infinity.bitPattern
        case 2: (-Float.infinity).bitPattern
        case 3: old ^ (1 << 31)
        case 4: old ^ (1 << UInt32(random.int(32)))
        case 5: old &+ UInt32(truncatingIfNeeded: random.int(5) - 2)
        case 6: Float.greatestFiniteMagnitude.bitPattern
        default: UInt32(truncatingIfNeeded: random.next())
        }
      state.set(name, row, bits)
      let other = World(definition)
      var restore = RestoreVisitor(state.image)
      other.visitState(&restore)
      let isSound = other.isStateSound()
      let expected = state.wasSound && !state.hasNaN
      #expect(isSound == expected, "trial \(trial): \(name)[\(row)] is \(bits) where it was \(old)")
      if isSound { accepted += 1 } else { refused += 1 }
      if state.wasSound && !isSound { stricter += 1 }
    }
    #expect(accepted > 0 && refused > 0 && stricter > 0)
  }
}
