import Simulation

/// The store of a behaviour's properties, and the columns of the table of its kind.
package protocol BehaviorValues: StateRow, Equatable, Sendable {
  /// The columns of the kind's table.
  static var layout: RowLayout { get }
}

/// The kind of a behaviour. Raw values are recorded: append only.
public enum BehaviorKind: UInt8, CaseIterable, StateEnum, Sendable {
  /// A ``DynamicBehavior`` that holds others, or nothing.
  case composite
  /// An ``ItemBehavior``.
  case item
  /// A ``GravityBehavior``.
  case gravity
  /// A ``CollisionBehavior``.
  case collision
  /// An ``AttachmentBehavior``.
  case attachment
  /// A ``PushBehavior``.
  case push
  /// A ``FieldBehavior``.
  case field
  /// A ``SnapBehavior``.
  case snap
}

#if !hasFeature(Embedded)
  extension BehaviorKind: Codable {}
#endif

/// The properties of a behaviour of any kind.
package enum AnyBehaviorValues: SimulationRecord {
  case composite
  case item(ItemBehavior.Values)
  case gravity(GravityBehavior.Values)
  case collision(CollisionBehavior.Values)
  case attachment(AttachmentBehavior.Values)
  case push(PushBehavior.Values)
  case field(FieldBehavior.Values)
  case snap(SnapBehavior.Values)

  package static var kinds: [StaticString] {
    ["composite", "item", "gravity", "collision", "attachment", "push", "field", "snap"]
  }

  private static let blanks: [AnyBehaviorValues] = [
    .composite, .item(.init()), .gravity(.init()), .collision(.init()), .attachment(.init()),
    .push(.init()), .field(.init()), .snap(.init()),
  ]

  package init(kind: Int) { self = AnyBehaviorValues.blanks[kind] }

  package var kind: Int {
    switch self {
    case .composite: 0
    case .item: 1
    case .gravity: 2
    case .collision: 3
    case .attachment: 4
    case .push: 5
    case .field: 6
    case .snap: 7
    }
  }

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .composite: break
    case .item(let values): self = .item(visited(values, &visitor))
    case .gravity(let values): self = .gravity(visited(values, &visitor))
    case .collision(let values): self = .collision(visited(values, &visitor))
    case .attachment(let values): self = .attachment(visited(values, &visitor))
    case .push(let values): self = .push(visited(values, &visitor))
    case .field(let values): self = .field(visited(values, &visitor))
    case .snap(let values): self = .snap(visited(values, &visitor))
    }
  }

  private func visited<Values: BehaviorValues>(
    _ values: Values, _ visitor: inout some FieldVisitor
  ) -> Values {
    var values = values
    values.visitFields(&visitor)
    return values
  }

  /// The values of a new behaviour with the same fixed properties.
  var fixed: AnyBehaviorValues {
    switch self {
    case .attachment(let values): .attachment(values.fixed)
    case .push(let values): .push(.init(values.mode))
    case .field(let values): .field(.init(values.fieldKind))
    default: AnyBehaviorValues(kind: kind)
    }
  }

  /// A new behaviour of this kind, without items.
  func make() -> DynamicBehavior {
    switch self {
    case .composite: DynamicBehavior()
    case .item: ItemBehavior()
    case .gravity: GravityBehavior()
    case .collision: CollisionBehavior()
    case .attachment(let values): AttachmentBehavior(values.fixed)
    case .push(let values): PushBehavior(mode: values.mode)
    case .field(let values): FieldBehavior(values.fieldKind)
    case .snap: SnapBehavior(ofSnapshot: ())
    }
  }

  /// The same values except for one number; `nil` if the number is not there or does not change.
  package func setting(_ property: BehaviorProperty, to value: Double?) -> AnyBehaviorValues? {
    var values = self
    var setter = PropertySetter(property.rawValue, value)
    values.visitFields(&setter)
    return setter.hasChanged ? values : nil
  }
}
