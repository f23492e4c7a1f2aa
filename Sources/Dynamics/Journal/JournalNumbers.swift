/// Objects by number, numbers by object. Numbers are given out anew.
struct JournalNumbers<Object> {
  private(set) var objects: [Object?] = []
  /// What was last written of each object.
  var words: [[UInt64]] = []
  /// What a restore makes each object of: what the animator last took it for.
  var taken: [[UInt64]] = []
  private var free: [Int32] = []
  private var index = ObjectIndex()
  /// How many objects have had each number.
  private var generations: [UInt64] = []

  subscript(_ number: Int32) -> Object? {
    number >= 0 && number < Int32(objects.count) ? objects[Int(number)] : nil
  }

  func number(of object: AnyObject) -> Int32? { index.place(of: object) }

  /// Numbers an object that has no number.
  ///
  /// - Parameter key: the object.
  mutating func add(_ object: Object, _ key: AnyObject) -> Int32 {
    let number = free.popLast() ?? Int32(objects.count)
    set(number, object, key)
    return number
  }

  /// Whether an object may have this number: a file may say any.
  func canSet(_ number: Int64) -> Bool {
    guard number >= 0, number < JournalNumbers.limit else { return false }
    return self[Int32(number)] == nil
  }

  /// Objects at a time.
  private static var limit: Int64 { 1 << 20 }

  /// Gives an object that has no number this one, which no other has.
  ///
  /// - Parameter key: the object.
  mutating func set(_ number: Int32, _ object: Object, _ key: AnyObject) {
    while objects.count <= Int(number) {
      objects.append(nil)
      words.append([])
      taken.append([])
      generations.append(0)
    }
    generations[Int(number)] += 1
    objects[Int(number)] = object
    index.set(number, for: key)
  }

  func generation(of number: Int32) -> UInt64 {
    number >= 0 && number < Int32(generations.count) ? generations[Int(number)] : 0
  }

  /// - Parameter key: the object of this number.
  mutating func remove(_ number: Int32, _ key: AnyObject) {
    index.remove(key)
    objects[Int(number)] = nil
    words[Int(number)] = []
    taken[Int(number)] = []
    free.append(number)
  }
}

/// Where items are, by number: one of them is written for each item in each frame. In raw memory,
/// which nobody else can hold: the checks of an array would take as long as the rest.
final class JournalPoses {
  // Nothing is called while these change.
  @exclusivity(unchecked) private var base: UnsafeMutablePointer<JournalPose>
  @exclusivity(unchecked) private(set) var count = 0
  private var capacity = 64

  init() { base = .allocate(capacity: capacity) }

  deinit { base.deallocate() }

  func append(_ pose: JournalPose) {
    if count == capacity {
      let room = UnsafeMutablePointer<JournalPose>.allocate(capacity: 2 * capacity)
      room.moveInitialize(from: base, count: count)
      base.deallocate()
      base = room
      capacity *= 2
    }
    (base + count).initialize(to: pose)
    count += 1
  }

  /// Whether an item is known to be there, to the bit.
  @inline(__always)
  func isSame(_ number: Int32, _ center: Point, _ transform: AffineTransform2D) -> Bool {
    precondition(number >= 0 && Int(number) < count, "the item has a number")
    return base[Int(number)].isSame(as: center, transform)
  }

  /// Keeps where the animator puts an item.
  @inline(__always)
  func set(_ number: Int32, _ center: Point, _ transform: AffineTransform2D) {
    precondition(number >= 0 && Int(number) < count, "the item has a number")
    let t = transform
    if isFinite(center.x, center.y, t.tx, t.ty) && isFinite(t.a, t.b, t.c, t.d) {
      base[Int(number)].center = center
      base[Int(number)].transform = transform
    } else {
      base[Int(number)] = JournalPose(center, transform)
    }
  }

  subscript(_ number: Int32) -> JournalPose {
    get {
      precondition(number >= 0 && Int(number) < count, "the item has a number")
      return base[Int(number)]
    }
    set {
      precondition(number >= 0 && Int(number) < count, "the item has a number")
      base[Int(number)] = newValue
    }
  }
}

/// The answers of a custom field's block.
struct JournalForces {
  /// The field's number.
  var field: Int32
  var values: [Double]
  /// Replay: how many have been taken.
  var taken = 0
}
