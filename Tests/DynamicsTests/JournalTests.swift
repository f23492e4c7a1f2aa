import DeterministicMath
import Dynamics
import DynamicsFuzz
import Simulation
import TestSupport
import Testing

/// What an app did to an animator, done again from its journal.
@Suite struct JournalTests {
  /// A million calls in all where every case runs: of the whole interface, also from within
  /// callbacks, by an app that lies about its items and moves things between two animators.
  @Test(arguments: Sample.of(UInt64(1)...1000, 12))
  func randomCallsAreRepeated(seed: UInt64) {
    let world = FuzzWorld(seed: seed, hasJournals: true)
    world.run(calls: 1000)
    #expect(world.trouble == nil, "seed \(seed)")
    #expect(world.replayedCount > 0 || world.frameCount < 20, "seed \(seed)")
  }

  /// Entries come from files: any of them leaves a state that can be gone on from.
  @Test(arguments: Sample.of(UInt64(1)...400, 24)) func anyEntriesAreTaken(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let runs = try (0..<3).map { _ in
      try SimulationRun<JournalSimulation>(
        parameterWords: JournalSimulation.Parameters().words, seed: 1)
    }
    for _ in 0..<40 {
      let entries = (0..<Int(random.next() % 12)).map { _ in JournalEntry(madeOf: &random) }
      for run in runs { try run.step(try entries.map { try $0.checkedWords() }) }
      #expect(runs[0].digest() == runs[1].digest(), "seed \(seed)")
      try #require(runs[0].fault == nil, "seed \(seed)")
      // Absurd states are taken, too; what the third run makes of them is its own affair.
      var image = StateImage()
      runs[0].save(.everything, into: &image)
      try runs[2].restore(image, stepCount: runs[0].stepCount)
    }
  }

  /// A state with a changed byte is refused, or gone on from.
  @Test func damagedStatesAreNoTrap() throws {
    var random = SplitMix(seed: 7)
    let run = SimulationRun<JournalSimulation>(seed: 1)
    try run.step(JournalEntry.example.map { try $0.checkedWords() })
    for _ in 0..<4 { try run.step([] as [RecordWords]) }
    var image = StateImage()
    run.save(.everything, into: &image)
    var refused = 0
    for _ in 0..<Sample.trials(2000) {
      var bytes = image.bytes
      bytes[Int(random.next() % UInt64(bytes.count))] ^= UInt8(1) << UInt8(random.next() % 8)
      let other = SimulationRun<JournalSimulation>(seed: 1)
      do {
        try other.restore(
          StateImage(rowCounts: image.rowCounts, bytes: bytes), stepCount: run.stepCount)
        for _ in 0..<3 { try other.step([] as [RecordWords]) }
      } catch {
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  /// A restored run draws what the other one draws, names included.
  @Test func picturesAreRestored() throws {
    let run = SimulationRun<JournalSimulation>(seed: 1)
    try run.step(JournalEntry.example.map { try $0.checkedWords() })
    var image = StateImage()
    run.save(.everything, into: &image)
    let other = SimulationRun<JournalSimulation>(seed: 1)
    try other.restore(image, stepCount: 1)
    let drawing = try #require(run.drawing(DrawingRequest()))
    #expect(drawing == other.drawing(DrawingRequest()))
    #expect(drawing.layers.contains { !$0.shapes.isEmpty })
  }
}

extension JournalEntry {
  /// Three items of different outlines that fall onto a boundary.
  static var example: [JournalEntry] {
    let animator = DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 300, height: 300))
    let journal = animator.startJournal()
    let items: [any DynamicItem] = [
      Item("ball", center: Point(x: 60, y: 50), radius: 20),
      Item("kite", center: Point(x: 150, y: 50), path: .kite),
      DynamicItemGroup(items: [
        Item(center: Point(x: 220, y: 40), size: Size(width: 40, height: 10)),
        Item(center: Point(x: 220, y: 60), size: Size(width: 10, height: 30)),
      ]),
    ]
    let collision = CollisionBehavior(items: items)
    collision.addBoundary(
      withIdentifier: "shelf", from: Point(x: 0, y: 200), to: Point(x: 300, y: 220))
    animator.addBehavior(collision)
    animator.addBehavior(GravityBehavior(items: items))
    animator.addBehavior(AttachmentBehavior(item: items[0], attachedToAnchor: Point(x: 90, y: 9)))
    return journal.takeEntries()
  }

  /// Any kind, with numbers that name something, nothing, or are absurd.
  fileprivate init(madeOf random: inout SplitMix) {
    func number() -> Int32 {
      switch random.next() % 12 {
      case 0: -1
      case 1: .max
      case 2: 1 << 19
      default: Int32(random.next() % 6)
      }
    }
    func value() -> Double {
      let values: [Double] = [
        0, 1, -1, 0.5, 3, 60, 100, 250, -1e9, 1e-12, 1e300, -.greatestFiniteMagnitude, 5e-324,
      ]
      return values[Int(random.next() % UInt64(values.count))]
    }
    func vector() -> Vector { Vector(dx: value(), dy: value()) }
    func pose() -> JournalPose {
      var pose = JournalPose()
      pose.center = .zero + vector()
      if random.next() % 3 == 0 {
        pose.transform = AffineTransform2D(
          a: value(), b: value(), c: value(), d: value(), tx: value(), ty: value())
      }
      return pose
    }
    func path() -> [Double] {
      random.next() % 3 == 0
        ? (0..<Int(random.next() % 9)).map { _ in value() } : Path2D.kite.numbers
    }
    func nodes() -> [Region.Node] {
      (0..<Int(random.next() % 4)).map { _ in
        Region.Node(
          operation: Region.Operation(rawValue: UInt8(random.next() % 8)) ?? .empty, a: value(),
          b: value())
      }
    }
    func boundary() -> JournalBoundary {
      var boundary = JournalBoundary()
      (boundary.identifier, boundary.path) = (random.next() % 2 == 0 ? "a" : "", path())
      return boundary
    }
    func item() -> JournalItem {
      var item = JournalItem()
      item.pose = pose()
      item.shape.type = CollisionBoundsType.allCases[Int(random.next() % 3)]
      (item.shape.width, item.shape.height) = (value(), value())
      item.shape.path = path()
      item.parts = (0..<Int(random.next() % 3)).map { _ in
        var part = JournalPart()
        (part.item, part.place) = (number(), pose())
        return part
      }
      return item
    }
    func property() -> BehaviorProperty {
      BehaviorProperty.allCases[Int(random.next() % UInt64(BehaviorProperty.allCases.count))]
    }
    func values() -> AnyBehaviorValues {
      var values = AnyBehaviorValues(kind: Int(random.next() % 8))
      switch values {
      case .attachment(var own):
        own.form = AttachmentBehavior.JointForm.allCases[Int(random.next() % 5)]
        own.attachedBehaviorType = random.next() % 2 == 0 ? .items : .anchor
        (own.joinPoint, own.joinAxis) = (.zero + vector(), vector())
        own.localRotation = Rotation(cosine: Float(random.next() % 3), sine: 1)
        values = .attachment(own)
      case .push(var own):
        own.mode = random.next() % 2 == 0 ? .continuous : .instantaneous
        values = .push(own)
      case .field(var own):
        own.fieldKind = FieldKind.allCases[Int(random.next() % 11)]
        own.region = Region(program: nodes()) ?? .infinite
        own.seed = random.next() % 2 == 0 ? nil : random.next()
        values = .field(own)
      default: break
      }
      for _ in 0..<random.next() % 20 { values = values.setting(property(), to: value()) ?? values }
      return values
    }
    func behavior() -> JournalBehavior {
      var behavior = JournalBehavior()
      behavior.values = values()
      behavior.members = (0..<Int(random.next() % 4)).map { _ in
        var member = JournalMember()
        (member.item, member.vector, member.angular) = (number(), vector(), value())
        return member
      }
      behavior.children = (0..<Int(random.next() % 3)).map { _ in number() }
      behavior.boundaries = (0..<Int(random.next() % 3)).map { _ in boundary() }
      return behavior
    }
    let kind = Int(random.next() % UInt64(JournalChange.kinds.count))
    let change: JournalChange =
      switch JournalChange(kind: kind) {
      case .item: .item(number(), item: item())
      case .behavior: .behavior(number(), behavior: behavior())
      case .addBehavior: .addBehavior(number())
      case .removeBehavior: .removeBehavior(number())
      case .addChild: .addChild(number(), child: number())
      case .removeChild: .removeChild(number(), child: number())
      case .addItem: .addItem(number(), item: number())
      case .removeItem: .removeItem(number(), item: number())
      case .setBoundary: .setBoundary(number(), boundary: boundary())
      case .removeBoundary: .removeBoundary(number(), identifier: "a")
      case .set:
        .set(number(), property: property(), value: random.next() % 4 == 0 ? nil : value())
      case .setTargetOffset: .setTargetOffset(number(), item: number(), offset: vector())
      case .setAttachmentOffset: .setAttachmentOffset(number(), offset: vector())
      case .addVelocity:
        .addVelocity(number(), item: number(), linear: vector(), angular: value())
      case .setRegion: .setRegion(number(), region: nodes())
      case .setSeed: .setSeed(number(), seed: random.next())
      case .updateItem: .updateItem(number())
      case .setReferenceBounds: .setReferenceBounds(nil)
      case .setProperty:
        .setProperty(
          AnimatorProperty.allCases[Int(random.next() % UInt64(AnimatorProperty.allCases.count))],
          value: random.next() % 2 == 0 ? 1 : value())
      case .declare: .declare(number())
      case .setGrid: .setGrid(value())
      case .elapse: .elapse(Int64(bitPattern: random.next()))
      case .move: .move(number(), pose: pose())
      case .force: .force(number(), forces: [value(), value()])
      case .rest: .rest
      case .stayAway: .stayAway
      }
    let places: [Int32] = [0, 0, 0, -3, 2, 9, .max, .min]
    self.init(change, at: places[Int(random.next() % UInt64(places.count))])
  }
}

extension Path2D {
  fileprivate static var kite: Path2D {
    Path2D(
      points: [
        Point(x: 0, y: -20), Point(x: 15, y: 0), Point(x: 0, y: 30), Point(x: -15, y: 0),
      ], isClosed: true)
  }
}
