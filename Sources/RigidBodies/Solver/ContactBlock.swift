import DeterministicMath

/// Eight contacts of one colour, column by column: raw memory of ``stride`` bytes.
///
/// A column is eight 32-bit lanes. Lanes without a contact have zero masses and name the spare body
/// behind the last one. A contact with one point has a second one without mass.
struct ContactBlock {
  static let laneCount = 8
  static let columnSize = 32
  static let columnCount = 34
  static let stride = columnCount * columnSize

  // Integers.
  static let bodyA = 0
  static let bodyB = 1
  // Floats.
  static let inverseMassA = 2
  static let inverseMassB = 3
  static let inverseInertiaA = 4
  static let inverseInertiaB = 5
  static let normalX = 6
  static let normalY = 7
  static let friction = 8
  /// First columns of both points; see the offsets below.
  static let point0 = 9
  static let point1 = 19
  /// Index of the contact's row (integer).
  static let row = 29
  static let restitution = 30
  /// Normal velocities of both points before the step.
  static let approach0 = 31
  static let approach1 = 32

  // Offsets within a point.
  static let anchorAX = 0
  static let anchorAY = 1
  static let anchorBX = 2
  static let anchorBY = 3
  static let separation = 4
  static let normalMass = 5
  static let tangentMass = 6
  static let normalImpulse = 7
  static let tangentImpulse = 8
  static let greatestImpulse = 9

  let base: UnsafeMutableRawPointer

  @inline(__always)
  init(_ base: UnsafeMutableRawPointer) { self.base = base }

  @inline(__always)
  subscript(column: Int) -> Lanes {
    get {
      Lanes(base.load(fromByteOffset: column &* ContactBlock.columnSize, as: SIMD8<Float>.self))
    }
    nonmutating set {
      base.storeBytes(
        of: newValue.simd, toByteOffset: column &* ContactBlock.columnSize,
        as: SIMD8<Float>.self)
    }
  }

  @inline(__always)
  func slots(_ column: Int) -> UnsafePointer<Int32> {
    UnsafePointer(
      (base + column &* ContactBlock.columnSize).assumingMemoryBound(to: Int32.self))
  }

  @inline(__always)
  func set(_ column: Int, _ lane: Int, _ value: Float) {
    base.storeBytes(
      of: value, toByteOffset: column &* ContactBlock.columnSize &+ lane &* 4, as: Float.self)
  }

  @inline(__always)
  func set(_ column: Int, _ lane: Int, _ value: Int32) {
    base.storeBytes(
      of: value, toByteOffset: column &* ContactBlock.columnSize &+ lane &* 4, as: Int32.self)
  }

  @inline(__always)
  func float(_ column: Int, _ lane: Int) -> Float {
    base.load(
      fromByteOffset: column &* ContactBlock.columnSize &+ lane &* 4, as: Float.self)
  }

  @inline(__always)
  func integer(_ column: Int, _ lane: Int) -> Int32 {
    base.load(
      fromByteOffset: column &* ContactBlock.columnSize &+ lane &* 4, as: Int32.self)
  }
}

/// Bits of a block's flag byte.
enum ContactBlockFlag {
  /// An immovable body takes part in every contact.
  static let stiff: UInt8 = 1
  /// Some contact overlaps by several slops: push-out will be fast.
  static let deep: UInt8 = 2
  static let bouncing: UInt8 = 4
  /// Some contact closes several times faster than push-out opens.
  static let fast: UInt8 = 8
}

/// What the contact solver needs beside blocks and bodies.
struct ContactSolverParameters {
  var softness: Softness
  var staticSoftness: Softness
  var maximumPushOutSpeed: Float
  var inverseSubstep: Float
  var restitutionThreshold: Float
}
