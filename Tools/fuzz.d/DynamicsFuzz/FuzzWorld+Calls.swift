import Dynamics
import Simulation

extension FuzzWorld {
  /// One random call of the public interface.
  func perform() {
    switch random.below(20) {
    case 0, 1, 2: someAnimator().addBehavior(someBehavior())
    case 3: someAnimator().removeBehavior(someBehavior())
    case 4, 5: someBehavior().addChildBehavior(someBehavior())
    case 6: someBehavior().removeChildBehavior(someBehavior())
    case 7: (someBehavior() as? MultiItemBehavior)?.addItem(someItem())
    case 8: (someBehavior() as? MultiItemBehavior)?.removeItem(someItem())
    case 9: exchange()
    case 10, 11: callAnimator(someAnimator())
    case 12: changeItem()
    case 13: strict()
    default: tune(someBehavior())
    }
  }

  /// New objects in the place of old ones, which may still be in a tree.
  private func exchange() {
    switch random.below(5) {
    case 0: items[random.below(items.count)] = makeItem()
    case 1: if items.count < 12 { items.append(makeItem()) }
    case 2: if behaviors.count < 24 { behaviors.append(makeBehavior()) }
    default: behaviors[random.below(behaviors.count)] = makeBehavior()
    }
  }

  private func callAnimator(_ animator: DynamicAnimator) {
    switch random.below(14) {
    case 0: animator.referenceBounds = random.chance(oneIn: 4) ? nil : random.rect()
    case 1: animator.timeScale = random.value(0, 2)
    case 2: animator.step()
    case 3: fold(UInt64(animator.items(in: random.rect()).count))
    case 4: random.chance(oneIn: 2) ? animator.suspend() : animator.resume()
    case 5: if random.chance(oneIn: 8) { animator.removeAllBehaviors() }
    case 6:
      animator.advance(by: random.value(0, 0.05).magnitude < 1 ? random.between(0, 0.05) : .nan)
    case 7: animator.updateItem(usingCurrentState: someItem())
    case 8: animator.writeBackGrid = random.chance(oneIn: 2) ? nil : random.value(0.25, 2)
    case 9: fold(UInt64(animator.drawing().layers.reduce(0) { $0 + $1.shapes.count }))
    case 10: animator.declare(someBehavior())
    case 11: fold(UInt64(animator.behaviors.count) &+ animator.elapsedTime.bitPattern)
    case 12: if random.chance(oneIn: 30) { replaceAnimator() }
    default: animator.delegate = random.chance(oneIn: 3) ? nil : self
    }
  }

  /// The second animator goes away, with whatever it holds, and another takes its place. Not from
  /// within a step of its own: the step is still running then.
  private func replaceAnimator() {
    guard isOutside else { return }
    // Its last remark is told while it goes: not in the middle of the assignment.
    let old = animators[1]
    animators[1] = makeAnimator()
    withExtendedLifetime(old) {}
  }

  /// What an app may do to an item behind the engine's back.
  private func changeItem() {
    let item = someItem()
    let old = (item.center, item.transform)
    item.center = random.point()
    if random.chance(oneIn: 2) {
      item.transform = AffineTransform2D(rotation: random.between(-7, 7))
        .concatenating(AffineTransform2D(scaleX: random.value(0.1, 3), y: random.value(0.1, 3)))
    }
    if let plain = item as? Item, random.chance(oneIn: 3) { plain.bounds = random.rect() }
    someAnimator().updateItem(usingCurrentState: item)
    // The engine ignores such numbers; the app would keep them.
    if !item.center.isFinite { item.center = old.0 }
    if !item.transform.isFinite { item.transform = old.1 }
  }

  private func strict() {
    do throws(DynamicsError) {
      switch random.below(4) {
      case 0: try someAnimator().add(someBehavior())
      case 1: try someBehavior().add(child: someBehavior())
      case 2: try (someBehavior() as? MultiItemBehavior)?.add(item: someItem())
      default: try (someBehavior() as? CollisionBehavior)?.add(boundary: "s", path: random.path())
      }
    } catch {
      fold(UInt64(error.description.utf8.count))
    }
  }

  private func tune(_ behavior: DynamicBehavior) {
    switch behavior {
    case let gravity as GravityBehavior:
      switch random.below(4) {
      case 0: gravity.gravityDirection = random.vector(2)
      case 1: gravity.angle = random.value(-4, 4)
      case 2: gravity.magnitude = random.value(-2, 2)
      default: gravity.setAngle(random.value(-4, 4), magnitude: random.value(-2, 2))
      }
    case let push as PushBehavior: tune(push)
    case let snap as SnapBehavior:
      if random.chance(oneIn: 2) { snap.snapPoint = random.point() }
      snap.damping = random.value(0, 2)
    case let attachment as AttachmentBehavior: tune(attachment)
    case let collision as CollisionBehavior: tune(collision)
    case let properties as ItemBehavior: tune(properties)
    case let field as FieldBehavior: tune(field)
    default:
      behavior.action =
        random.chance(oneIn: 2) ? nil : { [unowned self] in self.callback(oneIn: 3) }
    }
  }

  private func tune(_ push: PushBehavior) {
    switch random.below(6) {
    case 0: push.pushDirection = random.vector(3)
    case 1: push.angle = random.value(-4, 4)
    case 2: push.magnitude = random.value(-3, 3)
    case 3: push.setTargetOffsetFromCenter(random.vector(20), for: someItem())
    case 4: push.removeWhenSpent = random.chance(oneIn: 2)
    default: push.active = !random.chance(oneIn: 4)
    }
  }

  private func tune(_ attachment: AttachmentBehavior) {
    switch random.below(7) {
    case 0: attachment.anchorPoint = random.point()
    case 1: attachment.length = random.value(0, 200)
    case 2: attachment.frequency = random.value(0, 8)
    case 3: attachment.damping = random.value(0, 2)
    case 4: attachment.frictionTorque = random.value(0, 20)
    case 5:
      attachment.attachmentRange = FloatRange(
        minimum: random.value(-100, 5), maximum: random.value(-5, 100))
    default: attachment.allowsCollision = random.chance(oneIn: 2)
    }
  }

  private func tune(_ collision: CollisionBehavior) {
    let name: BoundaryIdentifier = random.chance(oneIn: 2) ? "a" : "b"
    switch random.below(8) {
    case 0: collision.collisionMode = CollisionMode(rawValue: UInt32(random.below(4)))
    case 1: collision.translatesReferenceBoundsIntoBoundary = random.chance(oneIn: 2)
    case 2: collision.setTranslatesReferenceBoundsIntoBoundary(with: random.insets())
    case 3: collision.addBoundary(withIdentifier: name, for: random.path())
    case 4: collision.addBoundary(withIdentifier: name, from: random.point(), to: random.point())
    case 5: collision.removeBoundary(withIdentifier: name)
    case 6: collision.removeAllBoundaries()
    default: fold(UInt64(collision.boundaryIdentifiers?.count ?? 9))
    }
  }

  private func tune(_ properties: ItemBehavior) {
    switch random.below(12) {
    case 0: properties.density = random.value(0.01, 5)
    case 1: properties.elasticity = random.value(0, 1)
    case 2: properties.friction = random.value(0, 2)
    case 3: properties.resistance = random.value(0, 10)
    case 4: properties.angularResistance = random.value(0, 10)
    case 5: properties.charge = random.value(-2, 2)
    case 6: properties.isAnchored = random.chance(oneIn: 3)
    case 7: properties.allowsRotation = random.chance(oneIn: 2)
    case 8, 9: properties.addLinearVelocity(random.vector(900), for: someItem())
    case 10: properties.addAngularVelocity(random.value(-20, 20), for: someItem())
    default:
      let velocity = properties.linearVelocity(for: someItem())
      fold(velocity.dx.bitPattern ^ properties.angularVelocity(for: someItem()).bitPattern)
    }
  }

  private func tune(_ field: FieldBehavior) {
    switch random.below(12) {
    case 0, 1: field.strength = random.value(-3, 3)
    case 2: field.falloff = random.value(-2, 4)
    case 3: field.minimumRadius = random.value(0.1, 50)
    case 4: field.position = random.point()
    case 5: field.isEnabled = !random.chance(oneIn: 4)
    case 6: field.region = random.region()
    case 7: field.direction = random.vector(2)
    case 8: field.smoothness = random.value(0, 1)
    case 9: field.animationSpeed = random.value(-2, 2)
    case 10: field.attenuation = random.element(FieldBehavior.Attenuation.allCases)
    default: field.seed = random.chance(oneIn: 3) ? nil : random.next()
    }
  }
}
