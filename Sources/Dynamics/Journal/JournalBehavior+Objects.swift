extension JournalBehavior {
  /// The fixed properties of a behaviour: all that the tables of an animator's state do not hold.
  init(being behavior: DynamicBehavior) {
    kind = behavior.kind.rawValue
    switch behavior {
    case let attachment as AttachmentBehavior:
      (variant, secondVariant) = (
        attachment.form.rawValue, attachment.attachedBehaviorType.rawValue
      )
      (place, axis) = (attachment.joinPoint, attachment.joinAxis)
    case let push as PushBehavior: variant = push.mode.rawValue
    case let field as FieldBehavior: variant = field.fieldKind.rawValue
    case let collision as CollisionBehavior:
      boundaries = collision.boundaries.map {
        JournalBoundary(identifier: $0.identifier?.name ?? "", path: $0.path)
      }
    default: break
    }
  }

  /// All that a behaviour is and holds.
  ///
  /// - Parameters:
  ///   - item: the number of a member.
  ///   - child: the number of a child.
  init(
    _ behavior: DynamicBehavior, item: (any DynamicItem) -> Int32,
    child: (DynamicBehavior) -> Int32
  ) {
    self.init(being: behavior)
    parameters = behavior.parameters
    members = behavior.members.map {
      var member = JournalMember()
      (member.item, member.vector, member.angular) = (item($0.item), $0.vector, $0.angular)
      return member
    }
    children = behavior.childBehaviors.map(child)
    guard let field = behavior as? FieldBehavior else { return }
    region = field.regionStore.nodes
    seed = field.seedStore
  }
}

// MARK: Making

extension JournalBehavior {
  /// A new behaviour of this kind, without items, children and boundaries; `nil` for an unknown
  /// kind.
  func make() -> DynamicBehavior? {
    switch BehaviorKind(rawValue: kind) {
    case .composite: return DynamicBehavior()
    case .item: return ItemBehavior()
    case .gravity: return GravityBehavior()
    case .collision: return CollisionBehavior()
    case .attachment:
      guard let form = AttachmentBehavior.JointForm(rawValue: variant),
        let type = AttachmentBehavior.AttachmentType(rawValue: secondVariant)
      else { return nil }
      return AttachmentBehavior(form, type, at: place, axis: axis)
    case .push:
      guard let mode = PushBehavior.Mode(rawValue: variant) else { return nil }
      return PushBehavior(mode: mode)
    case .field:
      guard let kind = FieldKind(rawValue: variant) else { return nil }
      return FieldBehavior(kind)
    case .snap: return SnapBehavior(ofSnapshot: ())
    case nil: return nil
    }
  }

  /// Gives all that is described to a behaviour in no tree; skips numbers that name nothing.
  func fill(
    _ behavior: DynamicBehavior, item: (Int32) -> (any DynamicItem)?,
    child: (Int32) -> DynamicBehavior?
  ) {
    guard behavior.kind.rawValue == kind, behavior.animatorReference == nil else { return }
    for index in behavior.parameters.indices where index < parameters.count {
      behavior.parameters[index] = parameters[index]
    }
    behavior.removeAllMembers()
    for row in members {
      guard let item = item(row.item), behavior.memberIndex(of: item) == nil else { continue }
      var member = Member(item)
      (member.vector, member.angular) = (row.vector, row.angular)
      behavior.appendMember(member)
    }
    behavior.restoreChildren([])
    if behavior.kind == .composite {
      for number in children {
        guard let child = child(number), child.animatorReference == nil, child !== behavior,
          !child.isAncestor(of: behavior)
        else { continue }
        // Its parent before is described after this one, perhaps.
        child.parent?.dropChild(child)
        behavior.insertChild(child)
      }
    }
    (behavior as? CollisionBehavior)?.replaceBoundaries(boundaries.compactMap { $0.boundary })
    guard let field = behavior as? FieldBehavior else { return }
    if let region = Region(program: region) { field.regionStore = region }
    field.seedStore = seed
  }
}
