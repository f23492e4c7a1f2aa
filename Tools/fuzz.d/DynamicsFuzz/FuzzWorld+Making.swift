import Dynamics

/// An item that answers whatever it likes: other bounds and outlines at each reading.
final class LyingItem: DynamicItem {
  private var random: FuzzRandom
  var center: Point
  var transform: AffineTransform2D = .identity
  weak var registeredAnimator: DynamicAnimator?

  init(seed: UInt64, center: Point) {
    random = FuzzRandom(seed: seed)
    self.center = center
  }

  var bounds: Rect {
    Rect(
      x: random.value(-9, 9), y: random.value(-9, 9), width: random.value(5, 90),
      height: random.value(5, 90))
  }
  var collisionBoundsType: CollisionBoundsType {
    random.element(CollisionBoundsType.allCases)
  }
  var collisionBoundingPath: Path2D? { random.chance(oneIn: 2) ? random.path() : nil }
}

/// A custom behaviour whose override makes calls.
final class FuzzBehavior: DynamicBehavior {
  unowned let world: FuzzWorld

  init(_ world: FuzzWorld) {
    self.world = world
    super.init()
  }

  override func willMove(to animator: DynamicAnimator?) { world.tell(animator == nil ? 8 : 9) }
}

extension FuzzWorld {
  func makeAnimator() -> DynamicAnimator {
    let animator = DynamicAnimator(
      referenceBounds: random.chance(oneIn: 6)
        ? random.rect() : Rect(x: 0, y: 0, width: 320, height: 568),
      profile: random.chance(oneIn: 3) ? .uikitObserved : .documented, seed: random.next(),
      substepsPerFrame: random.chance(oneIn: 4) ? random.below(20) - 2 : 4,
      cullBounds: random.chance(oneIn: 4) ? random.rect() : nil)
    beginJournal(of: animator)
    animator.delegate = self
    // In a release build, too.
    animator.checkEverything()
    animator.diagnosticHandler = { [unowned self] diagnostic in
      self.fold(UInt64(diagnostic.code.rawValue))
      self.callback(oneIn: 20)
    }
    return animator
  }

  func makeItem() -> any DynamicItem {
    let center = random.point()
    switch random.below(8) {
    case 0, 1: return Item(center: center, radius: random.value(3, 30))
    case 2:
      return Item(
        center: center, ellipse: Size(width: random.value(8, 60), height: random.value(8, 60)))
    case 3:
      let corners = 3 + random.below(5)
      let size = random.value(6, 30)
      let path = Path2D(
        points: (0..<corners).map { k in
          Point.zero + Vector(angle: 6.283_185_307 * Double(k) / Double(corners), magnitude: size)
        }, isClosed: true)
      return Item(center: center, path: path)
    case 4: return Item(center: center, path: random.path())
    case 5: return LyingItem(seed: random.next(), center: center)
    case 6:
      let members = (0..<(1 + random.below(4))).map { _ in
        Item(
          center: random.point(),
          size: Size(width: random.value(5, 60), height: random.value(5, 60)))
      }
      return DynamicItemGroup(items: members)
    default:
      return Item(
        center: center, size: Size(width: random.value(5, 90), height: random.value(5, 90)))
    }
  }

  func someItem() -> any DynamicItem { items[random.below(items.count)] }

  func someItems() -> [any DynamicItem] { (0..<random.below(6)).map { _ in someItem() } }

  func someBehavior() -> DynamicBehavior { behaviors[random.below(behaviors.count)] }

  func someAnimator() -> DynamicAnimator { animators[random.chance(oneIn: 5) ? 1 : 0] }

  func makeBehavior() -> DynamicBehavior {
    let behavior = makeBareBehavior()
    if random.chance(oneIn: 3) {
      behavior.action = { [unowned self] in self.callback(oneIn: 3) }
    }
    return behavior
  }

  private func makeBareBehavior() -> DynamicBehavior {
    switch random.below(12) {
    case 0: return GravityBehavior(items: someItems())
    case 1, 2:
      let behavior = CollisionBehavior(items: someItems())
      behavior.collisionDelegate = self
      behavior.translatesReferenceBoundsIntoBoundary = !random.chance(oneIn: 4)
      return behavior
    case 3: return ItemBehavior(items: someItems())
    case 4:
      return PushBehavior(
        items: someItems(), mode: random.element(PushBehavior.Mode.allCases))
    case 5: return SnapBehavior(item: someItem(), snapTo: random.point())
    case 6, 7: return makeAttachment()
    case 8: return random.chance(oneIn: 2) ? FuzzBehavior(self) : DynamicBehavior()
    default:
      let field = makeField()
      for item in someItems() { field.addItem(item) }
      return field
    }
  }

  private func makeAttachment() -> AttachmentBehavior {
    let (a, b) = (someItem(), someItem())
    switch random.below(8) {
    case 0: return AttachmentBehavior(item: a, attachedToAnchor: random.point())
    case 1:
      return AttachmentBehavior(
        item: a, offsetFromCenter: random.vector(30), attachedToAnchor: random.point())
    case 2: return AttachmentBehavior(item: a, attachedTo: b)
    case 3:
      return .limitAttachment(
        with: a, offsetFromCenter: random.vector(20), attachedTo: b,
        offsetFromCenter: random.vector(20))
    case 4: return .fixedAttachment(with: a, attachedTo: b, attachmentAnchor: random.point())
    case 5: return .pinAttachment(with: a, attachedTo: b, attachmentAnchor: random.point())
    case 6:
      return .slidingAttachment(
        with: a, attachmentAnchor: random.point(), axisOfTranslation: random.vector(1))
    default:
      return .slidingAttachment(
        with: a, attachedTo: b, attachmentAnchor: random.point(),
        axisOfTranslation: random.vector(1))
    }
  }

  private func makeField() -> FieldBehavior {
    switch random.element(FieldKind.allCases) {
    case .linearGravity: return .linearGravityField(direction: random.vector(2))
    case .radialGravity: return .radialGravityField(position: random.point())
    case .noise:
      return .noiseField(smoothness: random.value(0, 1), animationSpeed: random.value(0, 2))
    case .turbulence:
      return .turbulenceField(smoothness: random.value(0, 1), animationSpeed: random.value(0, 2))
    case .spring: return .springField()
    case .electric: return .electricField()
    case .magnetic: return .magneticField()
    case .drag: return .dragField()
    case .velocity: return .velocityField(direction: random.vector(1))
    case .vortex: return .vortexField()
    case .custom:
      return .field { [unowned self] _, _, _, _, _, _ in
        self.callback(oneIn: 20)
        return self.random.vector(5)
      }
    }
  }
}
