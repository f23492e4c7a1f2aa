/// When a group of columns is stored in a recording. Everything is digested after each step.
public enum StateCadence: UInt8, BitwiseCopyable, Sendable {
  /// Stored after every step: poses, velocities, sleep state.
  case everyStep = 0
  /// Needed to go on, stored at key frames only: impulses, timers, counters.
  case keyFrame = 1
}

/// How a field's bits are to be read.
public enum ScalarType: UInt8, BitwiseCopyable, Sendable {
  /// One byte without a sign; also truth values.
  case uint8 = 0
  /// Four bytes without a sign.
  case uint32 = 1
  /// Four bytes in two's complement.
  case int32 = 2
  /// Eight bytes without a sign.
  case uint64 = 3
  /// Eight bytes in two's complement.
  case int64 = 4
  /// IEEE 754 binary32.
  case float32 = 5
  /// IEEE 754 binary64.
  case float64 = 6

  /// Size in bytes: 1, 4 or 8.
  @inlinable
  public var size: Int {
    switch self {
    case .uint8: 1
    case .uint32, .int32, .float32: 4
    case .uint64, .int64, .float64: 8
    }
  }
}

/// What a field means to tools that know nothing of the simulation.
public enum FieldRole: UInt8, BitwiseCopyable, Sendable {
  /// Nothing that tools know.
  case none = 0
  /// Identifies the row; a diff matches rows by their key fields instead of by their index.
  case key = 1
  /// The x coordinate of a place, which ``MotionModel`` predicts.
  case positionX = 2
  /// The y coordinate of a place, which ``MotionModel`` predicts.
  case positionY = 3
  /// Cosine of an angle.
  case rotationCosine = 4
  /// Sine of an angle.
  case rotationSine = 5
  /// Velocity along x, in length units per second.
  case velocityX = 6
  /// Velocity along y, in length units per second.
  case velocityY = 7
  /// Angular velocity, in radians per second.
  case angularVelocity = 8

  /// A point of two numbers: ``positionX`` and ``positionY``.
  @inlinable public static var position: FieldRole { .positionX }
  /// A direction of two numbers: ``rotationCosine`` and ``rotationSine``.
  @inlinable public static var rotation: FieldRole { .rotationCosine }
  /// A velocity of two numbers: ``velocityX`` and ``velocityY``.
  @inlinable public static var velocity: FieldRole { .velocityX }
}
