import RigidBodies
import Simulation

/// A row of the table `behaviors`: one that the animator knows, or a place that has become free.
struct BehaviorRow: StateRow {
  var behavior: Int64 = 0
  /// `nil`: a free place.
  var kind: BehaviorKind?
  /// The joint of an attachment.
  var joint: JointID?
  /// The class of a collision behaviour.
  var collisionClass: Int32?

  static let layout = RowLayout(BehaviorRow.self)

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("behavior", &behavior, role: .key)
    visitor.field("kind", &kind)
    visitor.field("joint", &joint)
    visitor.field("collisionClass", &collisionClass, in: .between(0, 30))
  }
}

/// A row of the table of one kind of behaviour.
package struct BehaviorValuesRow<Values: BehaviorValues>: StateRow {
  var behavior: Int64 = 0
  var values = Values()

  package init() {}

  init(_ behavior: Int64, _ values: Values) { (self.behavior, self.values) = (behavior, values) }

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("behavior", &behavior, role: .key)
    // The name of each field is its own.
    visitor.field("", &values, in: .finite)
  }
}

/// A table for each kind of behaviour that holds something.
struct BehaviorTables {
  typealias Rows<Values: BehaviorValues> = PackedRows<BehaviorValuesRow<Values>>

  private let items = Rows<ItemBehavior.Values>("itemBehaviors", ItemBehavior.Values.layout)
  private let gravities = Rows<GravityBehavior.Values>("gravities", GravityBehavior.Values.layout)
  private let collisions = Rows<CollisionBehavior.Values>(
    "collisions", CollisionBehavior.Values.layout)
  private let attachments = Rows<AttachmentBehavior.Values>(
    "attachments", AttachmentBehavior.Values.layout)
  private let pushes = Rows<PushBehavior.Values>("pushes", PushBehavior.Values.layout)
  private let fields = Rows<FieldBehavior.Values>("fields", FieldBehavior.Values.layout)
  private let snaps = Rows<SnapBehavior.Values>("snaps", SnapBehavior.Values.layout)

  /// In the order of a visit.
  var all: [PackedTable] { [items, gravities, collisions, attachments, pushes, fields, snaps] }

  // Table by table in both: see `PackedRows.pack()`.

  func removeAll() {
    items.removeAll()
    gravities.removeAll()
    collisions.removeAll()
    attachments.removeAll()
    pushes.removeAll()
    fields.removeAll()
    snaps.removeAll()
  }

  func pack() {
    items.pack()
    gravities.pack()
    collisions.pack()
    attachments.pack()
    pushes.pack()
    fields.pack()
    snaps.pack()
  }

  func append(_ values: AnyBehaviorValues, _ behavior: Int64) {
    switch values {
    case .composite: break
    case .item(let values): items.rows.append(BehaviorValuesRow(behavior, values))
    case .gravity(let values): gravities.rows.append(BehaviorValuesRow(behavior, values))
    case .collision(let values): collisions.rows.append(BehaviorValuesRow(behavior, values))
    case .attachment(let values): attachments.rows.append(BehaviorValuesRow(behavior, values))
    case .push(let values): pushes.rows.append(BehaviorValuesRow(behavior, values))
    case .field(let values): fields.rows.append(BehaviorValuesRow(behavior, values))
    case .snap(let values): snaps.rows.append(BehaviorValuesRow(behavior, values))
    }
  }

  /// Passes the values of each behaviour.
  func pass(to body: (Int64, AnyBehaviorValues) -> Void) {
    for row in items.rows { body(row.behavior, .item(row.values)) }
    for row in gravities.rows { body(row.behavior, .gravity(row.values)) }
    for row in collisions.rows { body(row.behavior, .collision(row.values)) }
    for row in attachments.rows { body(row.behavior, .attachment(row.values)) }
    for row in pushes.rows { body(row.behavior, .push(row.values)) }
    for row in fields.rows { body(row.behavior, .field(row.values)) }
    for row in snaps.rows { body(row.behavior, .snap(row.values)) }
  }
}

extension DynamicAnimator {
  func row(of behavior: DynamicBehavior?, _ ordinal: Int) -> BehaviorRow {
    var row = BehaviorRow()
    row.behavior = Int64(ordinal)
    guard let behavior else { return row }
    row.kind = behavior.kind
    let place = collisionClass[ordinal]
    row.collisionClass = place < 0 ? nil : place
    // In another animator's tree it has another one's joint.
    if behavior.animatorReference === self { row.joint = (behavior as? AttachmentBehavior)?.joint }
    return row
  }

  func scatterBehaviorRows() {
    for ordinal in collisionClass.indices { collisionClass[ordinal] = -1 }
    for row in rows.behaviors.rows where row.kind != nil {
      guard let behavior = knownBehavior(row.behavior), behavior.kind == row.kind else { continue }
      collisionClass[Int(row.behavior)] = row.collisionClass ?? -1
      (behavior as? AttachmentBehavior)?.joint = row.joint
    }
  }

  func scatterValues() {
    rows.values.pass { behavior, values in knownBehavior(behavior)?.values = values }
  }
}
