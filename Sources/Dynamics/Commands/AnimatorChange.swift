import Simulation

/// A call of an app that changes an animator, as a value. Every setter and every structural call
/// makes one and nothing else changes anything, so that changes can be put off to the end of a step.
package typealias Command = AnimatorChange<DynamicBehavior, any DynamicItem>

/// A change as a journal records it: behaviours and items are numbers.
package typealias JournalChange = AnimatorChange<Int32, Int32>

/// Every change of an animator: the calls of an app, and what a journal notes between them.
///
/// This is the only list of them: a recording, a replay and the text of a difference derive from it.
/// For a new setter, append a case here and to ``ChangeKind``. The compiler then asks for its name,
/// its fields and, in ``carryOut(in:)``, for its effect.
package enum AnimatorChange<Behavior, Item> {
  // What a journal notes of an object that the animator is about to know, or that has changed
  // while it was in no tree.
  case item(Item, item: JournalItem)
  case behavior(Behavior, behavior: JournalBehavior)

  // Structure: put off to the end of the step when a callback asks for it.
  case addBehavior(Behavior)
  case removeBehavior(Behavior)
  case addChild(Behavior, child: Behavior)
  case removeChild(Behavior, child: Behavior)
  case addItem(Behavior, item: Item)
  case removeItem(Behavior, item: Item)
  case setBoundary(Behavior, boundary: JournalBoundary)
  case removeBoundary(Behavior, identifier: String)

  // Values: at once, except while the world is being stepped.
  case set(Behavior, property: BehaviorProperty, value: Double?)
  case setTargetOffset(Behavior, item: Item, offset: Vector)
  case setAttachmentOffset(Behavior, offset: Vector)
  case addVelocity(Behavior, item: Item, linear: Vector, angular: Double)
  case setRegion(Behavior, region: [Region.Node])
  case setSeed(Behavior, seed: UInt64?)
  case updateItem(Item)
  case setReferenceBounds(JournalRect?)
  case setProperty(AnimatorProperty, value: Double)

  // Further notes of a journal.
  case declare(Behavior)
  /// The grid of written centres.
  case setGrid(Double?)
  /// Ticks added to the time that waits for the next frame; frames use it up.
  case elapse(Int64)
  /// The app wrote to an item and did not tell the animator.
  case move(Item, pose: JournalPose)
  /// The answers of a custom field's block in the coming frame, x and y by turns.
  case force(Behavior, forces: [Double])
  /// No frame follows: the last changes of a recording.
  case rest
  /// The behaviour that is about to join does not: a callback put it elsewhere.
  case stayAway
}

extension AnimatorChange: Sendable where Behavior: Sendable, Item: Sendable {}

/// The number of each change in a recording: append only.
package enum ChangeKind: UInt8, CaseIterable {
  case item, behavior
  case addBehavior, removeBehavior, addChild, removeChild, addItem, removeItem
  case setBoundary, removeBoundary
  case set, setTargetOffset, setAttachmentOffset, addVelocity, setRegion, setSeed
  case updateItem, setReferenceBounds, setProperty
  case declare, setGrid, elapse, move, force, rest, stayAway

  fileprivate static let names = allCases.map { $0.recorded.name }

  /// The name in a recording, and a blank change.
  fileprivate var recorded: (name: StaticString, blank: JournalChange) {
    switch self {
    case .item: ("item", .item(0, item: JournalItem()))
    case .behavior: ("behavior", .behavior(0, behavior: JournalBehavior()))
    case .addBehavior: ("addBehavior", .addBehavior(0))
    case .removeBehavior: ("removeBehavior", .removeBehavior(0))
    case .addChild: ("addChild", .addChild(0, child: 0))
    case .removeChild: ("removeChild", .removeChild(0, child: 0))
    case .addItem: ("addItem", .addItem(0, item: 0))
    case .removeItem: ("removeItem", .removeItem(0, item: 0))
    case .setBoundary: ("setBoundary", .setBoundary(0, boundary: JournalBoundary()))
    case .removeBoundary: ("removeBoundary", .removeBoundary(0, identifier: ""))
    case .set: ("set", .set(0, property: .elasticity, value: nil))
    case .setTargetOffset: ("setTargetOffset", .setTargetOffset(0, item: 0, offset: .zero))
    case .setAttachmentOffset: ("setAttachmentOffset", .setAttachmentOffset(0, offset: .zero))
    case .addVelocity: ("addVelocity", .addVelocity(0, item: 0, linear: .zero, angular: 0))
    case .setRegion: ("setRegion", .setRegion(0, region: []))
    case .setSeed: ("setSeed", .setSeed(0, seed: nil))
    case .updateItem: ("updateItem", .updateItem(0))
    case .setReferenceBounds: ("setReferenceBounds", .setReferenceBounds(nil))
    case .setProperty: ("setProperty", .setProperty(.timeScale, value: 0))
    case .declare: ("declare", .declare(0))
    case .setGrid: ("setGrid", .setGrid(nil))
    case .elapse: ("elapse", .elapse(0))
    case .move: ("move", .move(0, pose: JournalPose()))
    case .force: ("force", .force(0, forces: []))
    case .rest: ("rest", .rest)
    case .stayAway: ("stayAway", .stayAway)
    }
  }
}

// MARK: Fields

/// Visits the fields of a change, in the order of a recording, and replaces each of them.
protocol ChangeVisitor {
  associatedtype Behavior
  associatedtype Item
  associatedtype NewBehavior
  associatedtype NewItem
  associatedtype Failure: Error = Never

  mutating func behavior(
    _ behavior: Behavior, _ name: StaticString
  ) throws(Failure) -> NewBehavior
  mutating func item(_ item: Item, _ name: StaticString) throws(Failure) -> NewItem
  mutating func field<Value: StateValue>(_ name: StaticString, _ value: Value) -> Value
  /// The change, whose fields have been visited.
  mutating func change(
    _ kind: ChangeKind, _ change: AnimatorChange<NewBehavior, NewItem>
  ) -> AnimatorChange<NewBehavior, NewItem>
}

extension ChangeVisitor {
  mutating func field<Value: StateValue>(_ name: StaticString, _ value: Value) -> Value { value }

  mutating func change(
    _ kind: ChangeKind, _ change: AnimatorChange<NewBehavior, NewItem>
  ) -> AnimatorChange<NewBehavior, NewItem> { change }

  fileprivate mutating func behavior(_ behavior: Behavior) throws(Failure) -> NewBehavior {
    try self.behavior(behavior, "behavior")
  }

  fileprivate mutating func item(_ item: Item) throws(Failure) -> NewItem {
    try self.item(item, "item")
  }

  fileprivate mutating func vector(_ vector: Vector) -> Vector {
    Vector(dx: field("dx", vector.dx), dy: field("dy", vector.dy))
  }
}

extension AnimatorChange {
  /// The same change with the fields that `v` returns.
  func visited<Visitor: ChangeVisitor>(
    by v: inout Visitor
  ) throws(Visitor.Failure) -> AnimatorChange<Visitor.NewBehavior, Visitor.NewItem>
  where Visitor.Behavior == Behavior, Visitor.Item == Item {
    switch self {
    case .item(let i, let value):
      try v.change(.item, .item(v.item(i, "number"), item: v.field("item", value)))
    case .behavior(let b, let value):
      try v.change(
        .behavior, .behavior(v.behavior(b, "number"), behavior: v.field("behavior", value)))
    case .addBehavior(let b): try v.change(.addBehavior, .addBehavior(v.behavior(b)))
    case .removeBehavior(let b): try v.change(.removeBehavior, .removeBehavior(v.behavior(b)))
    case .addChild(let b, let c):
      try v.change(.addChild, .addChild(v.behavior(b), child: v.behavior(c, "child")))
    case .removeChild(let b, let c):
      try v.change(.removeChild, .removeChild(v.behavior(b), child: v.behavior(c, "child")))
    case .addItem(let b, let i):
      try v.change(.addItem, .addItem(v.behavior(b), item: v.item(i)))
    case .removeItem(let b, let i):
      try v.change(.removeItem, .removeItem(v.behavior(b), item: v.item(i)))
    case .setBoundary(let b, let boundary):
      try v.change(
        .setBoundary, .setBoundary(v.behavior(b), boundary: v.field("boundary", boundary)))
    case .removeBoundary(let b, let identifier):
      try v.change(
        .removeBoundary,
        .removeBoundary(v.behavior(b), identifier: v.field("identifier", identifier)))
    case .set(let b, let property, let value):
      try v.change(
        .set,
        .set(
          v.behavior(b), property: v.field("property", property), value: v.field("value", value)))
    case .setTargetOffset(let b, let i, let offset):
      try v.change(
        .setTargetOffset,
        .setTargetOffset(v.behavior(b), item: v.item(i), offset: v.vector(offset)))
    case .setAttachmentOffset(let b, let offset):
      try v.change(
        .setAttachmentOffset, .setAttachmentOffset(v.behavior(b), offset: v.vector(offset)))
    case .addVelocity(let b, let i, let linear, let angular):
      try v.change(
        .addVelocity,
        .addVelocity(
          v.behavior(b), item: v.item(i), linear: v.vector(linear),
          angular: v.field("angular", angular)))
    case .setRegion(let b, let region):
      try v.change(.setRegion, .setRegion(v.behavior(b), region: v.field("region", region)))
    case .setSeed(let b, let seed):
      try v.change(.setSeed, .setSeed(v.behavior(b), seed: v.field("seed", seed)))
    case .updateItem(let i): try v.change(.updateItem, .updateItem(v.item(i)))
    case .setReferenceBounds(let bounds):
      v.change(.setReferenceBounds, .setReferenceBounds(v.field("bounds", bounds)))
    case .setProperty(let property, let value):
      v.change(
        .setProperty, .setProperty(v.field("property", property), value: v.field("value", value)))
    case .declare(let b): try v.change(.declare, .declare(v.behavior(b)))
    case .setGrid(let grid): v.change(.setGrid, .setGrid(v.field("grid", grid)))
    case .elapse(let ticks): v.change(.elapse, .elapse(v.field("ticks", ticks)))
    case .move(let i, let pose):
      try v.change(.move, .move(v.item(i), pose: v.field("pose", pose)))
    case .force(let b, let forces):
      try v.change(.force, .force(v.behavior(b), forces: v.field("forces", forces)))
    case .rest: v.change(.rest, .rest)
    case .stayAway: v.change(.stayAway, .stayAway)
    }
  }

  var changeKind: ChangeKind { inspection.kind }

  /// The behaviour that the change names first.
  var firstBehavior: Behavior? { inspection.behavior }

  private var inspection: Inspection<Behavior, Item> {
    var inspection = Inspection<Behavior, Item>()
    _ = visited(by: &inspection)
    return inspection
  }
}

/// Notes what a change is.
private struct Inspection<Behavior, Item>: ChangeVisitor {
  var kind = ChangeKind.rest
  var behavior: Behavior?

  mutating func behavior(_ behavior: Behavior, _ name: StaticString) -> Behavior {
    self.behavior = self.behavior ?? behavior
    return behavior
  }

  func item(_ item: Item, _ name: StaticString) -> Item { item }

  mutating func change(
    _ kind: ChangeKind, _ change: AnimatorChange<Behavior, Item>
  ) -> AnimatorChange<Behavior, Item> {
    self.kind = kind
    return change
  }
}

// MARK: Recording

extension AnimatorChange: StateValue, StateCases where Behavior == Int32, Item == Int32 {
  package static var kinds: [StaticString] { ChangeKind.names }

  package init(kind: Int) { self = ChangeKind.allCases[kind].recorded.blank }

  package var kind: Int { Int(changeKind.rawValue) }

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    // Moved: a copy would share its words with the original, and the first write would copy them.
    var fields = RecordedFields(visitor: consume visitor)
    self = visited(by: &fields)
    visitor = fields.visitor
  }
}

/// Passes the fields of a recorded change to a visitor of records.
private struct RecordedFields<Visitor: FieldVisitor>: ChangeVisitor {
  var visitor: Visitor

  mutating func behavior(_ number: Int32, _ name: StaticString) -> Int32 { field(name, number) }
  mutating func item(_ number: Int32, _ name: StaticString) -> Int32 { field(name, number) }

  mutating func field<Value: StateValue>(_ name: StaticString, _ value: Value) -> Value {
    var value = value
    visitor.field(name, &value)
    return value
  }
}
