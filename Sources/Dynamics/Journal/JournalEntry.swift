import Simulation

/// One change of an animator, with its place among the others of a frame: an input of
/// ``JournalSimulation``.
package struct JournalEntry: SimulationRecord {
  /// 0: a call from outside a frame. In a frame, how many places had been passed; 2³¹ − 1: its end.
  /// Within a call from outside, how many had been passed there, as a negative number. See
  /// ``AnimatorJournal``.
  package var place: Int32
  package var change: JournalChange

  package init(_ change: JournalChange, at place: Int32) {
    self.change = change
    self.place = place
  }

  package static var kinds: [StaticString] { JournalChange.kinds }

  package init(kind: Int) { self.init(JournalChange(kind: kind), at: 0) }

  package var kind: Int { change.kind }

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("place", &place)
    change.visitFields(&visitor)
  }

  /// Whether both have the same words.
  package static func == (a: JournalEntry, b: JournalEntry) -> Bool {
    a.recordWords == b.recordWords
  }
}

/// A rectangle, in points.
package struct JournalRect: StateRow, Sendable {
  package var rect = Rect.zero

  package init() {}

  init(_ rect: Rect) { self.rect = rect }

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("x", &rect.origin.x)
    visitor.field("y", &rect.origin.y)
    visitor.field("width", &rect.size.width)
    visitor.field("height", &rect.size.height)
  }
}

/// What a ``Command`` does, by value: behaviours and items are numbers.
package enum JournalChange: StateCases, Sendable {
  /// What the item is now, or a new one.
  case item(Int32, item: JournalItem)
  /// What a behaviour outside the tree is now, or a new one.
  case behavior(Int32, behavior: JournalBehavior)
  case addBehavior(Int32)
  case removeBehavior(Int32)
  case addChild(Int32, child: Int32)
  case removeChild(Int32, child: Int32)
  case addItem(Int32, item: Int32)
  case removeItem(Int32, item: Int32)
  case setBoundary(Int32, boundary: JournalBoundary)
  case removeBoundary(Int32, identifier: String)
  case setParameter(Int32, index: Int32, value: Double)
  case setTargetOffset(Int32, item: Int32, offset: Vector)
  case setAttachmentOffset(Int32, offset: Vector)
  case addVelocity(Int32, item: Int32, linear: Vector, angular: Double)
  case setRegion(Int32, region: [JournalNode])
  case setSeed(Int32, seed: UInt64?)
  /// The animator reads the item again.
  case updateItem(Int32)
  case setReferenceBounds(JournalRect?)
  case setTimeScale(Double)
  case setSuspended(Bool)
  case declare(Int32)
  /// The grid of written centres.
  case setGrid(Double?)
  /// Ticks of time that wait for the next frame: what `advance(by:)` brings, less what frames take.
  case elapse(Int64)
  /// The app has written to an item, and has not told the animator.
  case move(Int32, pose: JournalPose)
  /// What the block of a custom field answers in the coming frame, x and y in turn.
  case force(Int32, forces: [Double])
  /// No frame follows: the last changes of a recording.
  case rest
  /// The behaviour that is about to join does not: a callback has put it elsewhere.
  case stayAway

  package static var kinds: [StaticString] {
    [
      "item", "behavior", "addBehavior", "removeBehavior", "addChild", "removeChild", "addItem",
      "removeItem", "setBoundary", "removeBoundary", "setParameter", "setTargetOffset",
      "setAttachmentOffset", "addVelocity", "setRegion", "setSeed", "updateItem",
      "setReferenceBounds", "setTimeScale", "setSuspended", "declare", "setGrid", "elapse", "move",
      "force", "rest", "stayAway",
    ]
  }

  package init(kind: Int) {
    switch kind {
    case 0: self = .item(0, item: JournalItem())
    case 1: self = .behavior(0, behavior: JournalBehavior())
    case 2: self = .addBehavior(0)
    case 3: self = .removeBehavior(0)
    case 4: self = .addChild(0, child: 0)
    case 5: self = .removeChild(0, child: 0)
    case 6: self = .addItem(0, item: 0)
    case 7: self = .removeItem(0, item: 0)
    case 8: self = .setBoundary(0, boundary: JournalBoundary())
    case 9: self = .removeBoundary(0, identifier: "")
    case 10: self = .setParameter(0, index: 0, value: 0)
    case 11: self = .setTargetOffset(0, item: 0, offset: .zero)
    case 12: self = .setAttachmentOffset(0, offset: .zero)
    case 13: self = .addVelocity(0, item: 0, linear: .zero, angular: 0)
    case 14: self = .setRegion(0, region: [])
    case 15: self = .setSeed(0, seed: nil)
    case 16: self = .updateItem(0)
    case 17: self = .setReferenceBounds(nil)
    case 18: self = .setTimeScale(0)
    case 19: self = .setSuspended(false)
    case 20: self = .declare(0)
    case 21: self = .setGrid(nil)
    case 22: self = .elapse(0)
    case 23: self = .move(0, pose: JournalPose())
    case 24: self = .force(0, forces: [])
    case 25: self = .rest
    default: self = .stayAway
    }
  }

  package var kind: Int {
    switch self {
    case .item: 0
    case .behavior: 1
    case .addBehavior: 2
    case .removeBehavior: 3
    case .addChild: 4
    case .removeChild: 5
    case .addItem: 6
    case .removeItem: 7
    case .setBoundary: 8
    case .removeBoundary: 9
    case .setParameter: 10
    case .setTargetOffset: 11
    case .setAttachmentOffset: 12
    case .addVelocity: 13
    case .setRegion: 14
    case .setSeed: 15
    case .updateItem: 16
    case .setReferenceBounds: 17
    case .setTimeScale: 18
    case .setSuspended: 19
    case .declare: 20
    case .setGrid: 21
    case .elapse: 22
    case .move: 23
    case .force: 24
    case .rest: 25
    case .stayAway: 26
    }
  }

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .item(var number, var item):
      visitor.field("number", &number)
      visitor.field("item", &item)
      self = .item(number, item: item)
    case .behavior(var number, var behavior):
      visitor.field("number", &number)
      visitor.field("behavior", &behavior)
      self = .behavior(number, behavior: behavior)
    case .addBehavior(var behavior):
      visitor.field("behavior", &behavior)
      self = .addBehavior(behavior)
    case .removeBehavior(var behavior):
      visitor.field("behavior", &behavior)
      self = .removeBehavior(behavior)
    case .addChild(var behavior, var child):
      visitor.field("behavior", &behavior)
      visitor.field("child", &child)
      self = .addChild(behavior, child: child)
    case .removeChild(var behavior, var child):
      visitor.field("behavior", &behavior)
      visitor.field("child", &child)
      self = .removeChild(behavior, child: child)
    case .addItem(var behavior, var item):
      visitor.field("behavior", &behavior)
      visitor.field("item", &item)
      self = .addItem(behavior, item: item)
    case .removeItem(var behavior, var item):
      visitor.field("behavior", &behavior)
      visitor.field("item", &item)
      self = .removeItem(behavior, item: item)
    case .setBoundary(var behavior, var boundary):
      visitor.field("behavior", &behavior)
      visitor.field("boundary", &boundary)
      self = .setBoundary(behavior, boundary: boundary)
    case .removeBoundary(var behavior, var identifier):
      visitor.field("behavior", &behavior)
      visitor.field("identifier", &identifier)
      self = .removeBoundary(behavior, identifier: identifier)
    case .setParameter(var behavior, var index, var value):
      visitor.field("behavior", &behavior)
      visitor.field("index", &index)
      visitor.field("value", &value)
      self = .setParameter(behavior, index: index, value: value)
    case .setTargetOffset(var behavior, var item, var offset):
      visitor.field("behavior", &behavior)
      visitor.field("item", &item)
      visitor.field("dx", &offset.dx)
      visitor.field("dy", &offset.dy)
      self = .setTargetOffset(behavior, item: item, offset: offset)
    case .setAttachmentOffset(var behavior, var offset):
      visitor.field("behavior", &behavior)
      visitor.field("dx", &offset.dx)
      visitor.field("dy", &offset.dy)
      self = .setAttachmentOffset(behavior, offset: offset)
    case .addVelocity(var behavior, var item, var linear, var angular):
      visitor.field("behavior", &behavior)
      visitor.field("item", &item)
      visitor.field("dx", &linear.dx)
      visitor.field("dy", &linear.dy)
      visitor.field("angular", &angular)
      self = .addVelocity(behavior, item: item, linear: linear, angular: angular)
    case .setRegion(var behavior, var region):
      visitor.field("behavior", &behavior)
      visitor.field("region", &region)
      self = .setRegion(behavior, region: region)
    case .setSeed(var behavior, var seed):
      visitor.field("behavior", &behavior)
      visitor.field("seed", &seed)
      self = .setSeed(behavior, seed: seed)
    case .updateItem(var item):
      visitor.field("item", &item)
      self = .updateItem(item)
    case .setReferenceBounds(var bounds):
      visitor.field("bounds", &bounds)
      self = .setReferenceBounds(bounds)
    case .setTimeScale(var scale):
      visitor.field("scale", &scale)
      self = .setTimeScale(scale)
    case .setSuspended(var isSuspended):
      visitor.field("isSuspended", &isSuspended)
      self = .setSuspended(isSuspended)
    case .declare(var behavior):
      visitor.field("behavior", &behavior)
      self = .declare(behavior)
    case .setGrid(var grid):
      visitor.field("grid", &grid)
      self = .setGrid(grid)
    case .elapse(var ticks):
      visitor.field("ticks", &ticks)
      self = .elapse(ticks)
    case .move(var item, var pose):
      visitor.field("item", &item)
      visitor.field("pose", &pose)
      self = .move(item, pose: pose)
    case .force(var behavior, var forces):
      visitor.field("behavior", &behavior)
      visitor.field("forces", &forces)
      self = .force(behavior, forces: forces)
    case .rest, .stayAway: break
    }
  }
}
