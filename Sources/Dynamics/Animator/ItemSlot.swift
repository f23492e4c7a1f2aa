import DeterministicMath
import RigidBodies

/// What an animator keeps of one item.
///
/// A slot outlives the item's registration when the item was known before the first step, so that a
/// state that was taken earlier can be restored; otherwise it is freed for another item.
package struct ItemSlot {
  package var item: (any DynamicItem)? {
    didSet { plain = item?.asPlain }
  }
  /// ``item``, where it is a plain one: it is read and written without a call of a protocol's
  /// witness, and without counting references.
  private(set) var plain: Unmanaged<Item>?
  /// Known before the first step.
  package var isFounding: Bool
  package var isRegistered = false
  /// Whether ``row`` may differ from what was last gathered of it.
  var rowIsNew = true
  /// What is state of the slot itself. Where the item is, is read when the state is visited.
  var row = ItemRow() {
    didSet { rowIsNew = true }
  }
  package var outline = CollisionShape.rectangle(Size(width: 1, height: 1))
  package var properties: ItemProperties
  package var propertiesAreDirty = false
  /// UIKit kilograms.
  package var mass = 1.0
  /// Kilograms · pt² about the centre of mass.
  package var inertia = 1.0

  init(item: (any DynamicItem)?, isFounding: Bool, properties: ItemProperties) {
    self.item = item
    plain = item?.asPlain
    self.isFounding = isFounding
    self.properties = properties
  }
}

extension DynamicItem {
  /// The item as one of the class that reads and writes nothing but memory; `nil` for any other.
  fileprivate var asPlain: Unmanaged<Item>? {
    #if hasFeature(Embedded)
      // There no type is known at run time.
      nil
    #else
      type(of: self) == Item.self ? .passUnretained(unsafeDowncast(self, to: Item.self)) : nil
    #endif
  }
}

/// A body while a substep is being prepared: what forces read and what they add up to.
package struct Motion {
  /// Awake and not anchored: forces act.
  var isActive = false
  var transform = Transform.identity
  var velocity = Vec2.zero
  var angularVelocity: Float = 0
  /// pt/s² and rad/s².
  var ax = 0.0
  var ay = 0.0
  var alpha = 0.0
  /// Product of the drag fields' factors.
  var drag = 1.0
  /// Sum of the magnetic fields' angles, in radians.
  var turn = 0.0
  var override: Vector?
  /// What snaps take away of the velocities, and what part they leave of them before that.
  var snap = Vector.zero
  var snapTurn = 0.0
  var snapKept = 1.0
  var isSnapped = false
  /// The item's, for fields.
  var mass = 1.0
  var charge = 0.0
}
