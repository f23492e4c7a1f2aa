import DeterministicMath
import RigidBodies
import Simulation

/// A row of the table `items`: what a slot keeps of its item, and where the item is.
struct ItemRow: TableRow {
  var slot: Int64 = 0
  var serial: UInt64 = 0
  var holderCount: Int64 = 0
  var body = BodyID.blank
  var shape = ShapeID.blank
  var categories: UInt64 = 0
  var mask: UInt64 = 0
  var sleepEnabled: UInt64 = 1
  var center = Point.zero
  var transform = AffineTransform2D.identity
  var initialTransform = AffineTransform2D.identity
  var initialCosine = 1.0
  var initialSine = 0.0

  static var title: FieldName { "items" }
  static let layout = RowLayout(ItemRow.self)
  static let group = layout.groups[0]
  /// The bytes of ``center`` and ``transform``.
  static let poseBytes: Range<Int> = {
    // Ten fields before it, eight in it.
    let fields = group.fields
    return fields[10].offset..<fields[18].offset
  }()

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("slot", &slot, role: .key)
    visitor.field("serial", &serial)
    visitor.field("holderCount", &holderCount)
    visitor.field("body", &body)
    visitor.field("shape", &shape)
    visitor.field("categories", &categories)
    visitor.field("mask", &mask)
    visitor.flag("sleepEnabled", &sleepEnabled)
    visitor.field("center.x", &center.x)
    visitor.field("center.y", &center.y)
    visitor.field("transform.a", &transform.a)
    visitor.field("transform.b", &transform.b)
    visitor.field("transform.c", &transform.c)
    visitor.field("transform.d", &transform.d)
    visitor.field("transform.tx", &transform.tx)
    visitor.field("transform.ty", &transform.ty)
    visitor.field("initialTransform.a", &initialTransform.a)
    visitor.field("initialTransform.b", &initialTransform.b)
    visitor.field("initialTransform.c", &initialTransform.c)
    visitor.field("initialTransform.d", &initialTransform.d)
    visitor.field("initialTransform.tx", &initialTransform.tx)
    visitor.field("initialTransform.ty", &initialTransform.ty)
    visitor.field("initialRotation.cosine", &initialCosine)
    visitor.field("initialRotation.sine", &initialSine)
  }

  /// The row as a slot may keep it: a file may say anything.
  var usable: ItemRow {
    var row = self
    row.serial = UInt64(UInt32(truncatingIfNeeded: serial))
    row.holderCount = Int64(Int32(truncatingIfNeeded: holderCount))
    row.sleepEnabled = UInt64(sleepEnabled != 0)
    row.initialCosine = Double(Float(initialCosine))
    row.initialSine = Double(Float(initialSine))
    return row
  }

  /// What a slot keeps of the row: where it is among the slots, and where the item is, is read when
  /// the state is visited.
  var kept: ItemRow {
    var row = self
    (row.slot, row.center, row.transform) = (0, .zero, .identity)
    return row
  }

  /// Takes over all but where it is among the slots, and where the item is. Field by field: the row
  /// is so large that the compiler would call a function to copy it.
  @inline(__always)
  mutating func takeWhatIsKept(of row: borrowing ItemRow) {
    (serial, holderCount, body, shape) = (row.serial, row.holderCount, row.body, row.shape)
    (categories, mask, sleepEnabled) = (row.categories, row.mask, row.sleepEnabled)
    initialTransform = row.initialTransform
    (initialCosine, initialSine) = (row.initialCosine, row.initialSine)
  }

  /// Keeps where an item is. An app may have written numbers that are not finite into one that is
  /// not registered; a digest must not see them.
  @inline(__always)
  mutating func store(_ place: Point, _ t: AffineTransform2D) {
    if isFinite(place.x, place.y, t.tx, t.ty) && isFinite(t.a, t.b, t.c, t.d) {
      (center, transform) = (place, t)
    } else {
      storeFinite(place, t)
    }
  }

  @inline(never)
  private mutating func storeFinite(_ place: Point, _ t: AffineTransform2D) {
    center = Point(x: storable(place.x), y: storable(place.y))
    transform = AffineTransform2D(
      a: storable(t.a), b: storable(t.b), c: storable(t.c), d: storable(t.d), tx: storable(t.tx),
      ty: storable(t.ty))
  }
}

extension ItemRow {
  /// The rotation of ``initialTransform``.
  var initialRotation: Rotation {
    get { Rotation(cosine: Float(initialCosine), sine: Float(initialSine)) }
    set { (initialCosine, initialSine) = (Double(newValue.cosine), Double(newValue.sine)) }
  }
}

/// Whether all four are finite.
@inline(__always)
func isFinite(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Bool {
  // A finite number less itself is 0; any other is NaN, and so is the sum then.
  ((a - a) + (b - b)) + ((c - c) + (d - d)) == 0
}

@inline(__always)
private func storable(_ x: Double) -> Double {
  if x != x { return 0 }
  let most = Double.greatestFiniteMagnitude
  return x > most ? most : (x < -most ? -most : x)
}

extension ItemSlot {
  /// How many behaviours in the tree hold the item; without one it is dropped at the step's end.
  package var holderCount: Int64 {
    get { row.holderCount }
    set { row.holderCount = newValue }
  }

  /// Number of the registration: item order, and the tag of its shape. 0: not registered.
  package var serial: UInt64 {
    get { row.serial }
    set { row.serial = newValue }
  }

  package var body: BodyID {
    get { row.body }
    set { row.body = newValue }
  }

  package var shapeID: ShapeID {
    get { row.shape }
    set { row.shape = newValue }
  }

  package var filter: CollisionFilter {
    get { CollisionFilter(categories: row.categories, mask: row.mask) }
    set { (row.categories, row.mask) = (newValue.categories, newValue.mask) }
  }

  package var isSleepEnabled: Bool {
    get { row.sleepEnabled != 0 }
    set { row.sleepEnabled = UInt64(newValue) }
  }

  /// At registration: the item's transform and its rotation.
  package var initialTransform: AffineTransform2D {
    get { row.initialTransform }
    set { row.initialTransform = newValue }
  }

  package var initialRotation: Rotation {
    get { row.initialRotation }
    set { row.initialRotation = newValue }
  }
}

extension DynamicAnimator {
  /// Brings the rows of items up to date.
  ///
  /// Items of an app's own classes come first: their getters are code of the app.
  ///
  /// - Parameter see: gets each slot's row; it must not touch slots or rows.
  @inline(__always)
  func gatherItems(into all: inout AnimatorRows, _ see: (Int, borrowing ItemRow) -> Void) {
    all.items.resize(to: slots.count)
    gatherOthers(into: &all, see)
    all.items.resize(to: slots.count)
    var hasNew = false
    all.items.withUnsafeMutableBufferPointer { rows in
      slots.withUnsafeMutableBufferPointer { slots in
        for index in slots.indices {
          if slots[index].rowIsNew {
            slots[index].rowIsNew = false
            hasNew = true
            rows[index].takeWhatIsKept(of: slots[index].row)
            rows[index].slot = Int64(index)
          }
          if let item = slots[index].plain {
            item._withUnsafeGuaranteedRef { rows[index].store($0.center, $0.transform) }
            see(index, rows[index])
          }
        }
      }
    }
    if hasNew { all.log.noteKept() }
  }

  /// Reads items of an app's own classes, and clears the rows of slots without an item.
  @inline(never)
  private func gatherOthers(
    into all: inout AnimatorRows, _ see: (Int, borrowing ItemRow) -> Void
  ) {
    for index in all.items.indices where slots[index].plain == nil {
      if let item = slots[index].item {
        let (center, transform) = (item.center, item.transform)
        all.items[index].store(center, transform)
      } else {
        all.items[index].store(.zero, .identity)
      }
      see(index, all.items[index])
    }
  }

  func scatterItems() {
    for index in slots.indices where slots[index].isRegistered {
      slots[index].item?.registeredAnimator = nil
      slots[index].isRegistered = false
      slots[index].serial = 0
    }
    for stored in rows.items {
      let row = stored.usable
      let index = DynamicAnimator.index(row.slot, below: slots.count)
      guard index >= 0, let item = slots[index].item else {
        if row.serial != 0 {
          note(Diagnostic(.objectUnknown))
        } else if index >= 0 {
          // A slot that is free keeps what the item left there.
          slots[index].row = row.kept
        }
        continue
      }
      slots[index].row = row.kept
      slots[index].isRegistered = row.serial != 0 && ownsBody(slots[index])
      if row.serial != 0 && !slots[index].isRegistered {
        slots[index].serial = 0
        note(Diagnostic(.objectUnknown))
      }
      item.center = row.center
      item.transform = row.transform
      if slots[index].isRegistered {
        item.registeredAnimator = self
        if let outline = try? CollisionShape(of: item) { slots[index].outline = outline }
      }
    }
  }

  /// Whether the world has the body that the item's row names, with the item's shape: a file may say
  /// anything.
  private func ownsBody(_ slot: ItemSlot) -> Bool {
    world.isValid(slot.body) && world.isValid(slot.shapeID)
      && world.body(of: slot.shapeID) == slot.body
  }
}
