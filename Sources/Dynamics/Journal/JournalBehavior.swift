import Simulation

/// What a behaviour is and holds, by value.
package struct JournalBehavior: StateRow, Sendable {
  /// The raw value of a ``BehaviorKind``.
  package var kind: UInt8 = 0
  /// Attachment: its form and its type. Push: its mode. Field: its kind.
  package var variant: UInt8 = 0
  package var secondVariant: UInt8 = 0
  /// Attachment: where its items are joined, and along which axis.
  package var place = Point.zero
  package var axis = Vector.zero
  package var parameters: [Double] = []
  package var members: [JournalMember] = []
  /// The numbers of behaviours.
  package var children: [Int32] = []
  package var boundaries: [JournalBoundary] = []
  package var region: [JournalNode] = []
  package var seed: UInt64?

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind, in: .between(0, 7))
    visitor.field("variant", &variant)
    visitor.field("secondVariant", &secondVariant)
    visitor.field("placeX", &place.x)
    visitor.field("placeY", &place.y)
    visitor.field("axisX", &axis.dx)
    visitor.field("axisY", &axis.dy)
    visitor.field("parameters", &parameters)
    visitor.field("members", &members)
    visitor.field("children", &children)
    visitor.field("boundaries", &boundaries)
    visitor.field("region", &region)
    visitor.field("seed", &seed)
  }
}

/// An item of a behaviour.
package struct JournalMember: StateRow, Sendable {
  /// The item's number.
  package var item: Int32 = 0
  package var vector = Vector.zero
  package var angular = 0.0

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("item", &item)
    visitor.field("dx", &vector.dx)
    visitor.field("dy", &vector.dy)
    visitor.field("angular", &angular)
  }
}

/// A boundary of a collision behaviour.
package struct JournalBoundary: StateRow, Sendable {
  package var identifier = ""
  /// See `Path2D.numbers`.
  package var path: [Double] = []

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("identifier", &identifier)
    visitor.field("path", &path)
  }
}

/// An operation of the program of a field's region.
package struct JournalNode: StateRow, Sendable {
  /// The raw value of a `Region.Operation`.
  package var operation: UInt8 = 0
  package var a = 0.0
  package var b = 0.0

  package init() {}

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("operation", &operation, in: .between(0, 7))
    visitor.field("a", &a)
    visitor.field("b", &b)
  }
}

extension Region {
  var journalNodes: [JournalNode] {
    nodes.map {
      var node = JournalNode()
      (node.operation, node.a, node.b) = ($0.operation.rawValue, $0.a, $0.b)
      return node
    }
  }

  /// `nil` for nodes that are no program.
  init?(_ nodes: [JournalNode]) {
    self.init(
      program: nodes.map {
        Node(operation: Operation(rawValue: $0.operation) ?? .empty, a: $0.a, b: $0.b)
      })
  }
}

// MARK: Reading

extension JournalBehavior {
  /// What a behaviour is, without what the tables of an animator's state tell of it.
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
    region = field.regionStore.journalNodes
    seed = field.seedStore
  }
}

extension JournalBoundary {
  init(identifier: String, path: Path2D) {
    self.identifier = identifier
    // A run of one point makes no line, whatever the point.
    self.path = path.numbers.map(recordable)
  }

  /// Without shapes; `nil` for numbers that are no path.
  var boundary: Boundary? {
    guard let path = Path2D(numbers: path) else { return nil }
    return Boundary(
      identifier: BoundaryIdentifier(identifier), path: path, lines: path.polylines())
  }
}

// MARK: Making

extension JournalBehavior {
  /// A new behaviour of this kind, without items, children and boundaries; `nil` where there is no
  /// such kind.
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

  /// Gives a behaviour that is in no tree what is described; numbers that name nothing are left out.
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
    if let region = Region(region) { field.regionStore = region }
    field.seedStore = seed
  }
}
