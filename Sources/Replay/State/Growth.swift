/// How a difference goes on after its first step.
public struct Growth: Equatable, Codable, Sendable {
  /// The difference after one step.
  public struct Sample: Equatable, Codable, Sendable {
    /// The step after which it was taken.
    public var step: Int64
    /// Fields and rows that differ.
    public var fieldCount: Int
    /// The largest difference of two floating-point values.
    public var differenceMax: Double?
    /// The greatest number of representable values between two: large, and of no weight, near zero.
    public var ulpMax: UInt64?
    /// The largest distance of a position's coordinate, in the simulation's unit of length.
    public var distanceMax: Double?
    /// Rows that differ, and rows that there are: of the tables that have positions, or of all.
    package var rows = RowCounts(differing: 0, total: 0)
  }

  /// How many of a state's rows differ.
  package struct RowCounts: Equatable, Codable, Sendable {
    package var differing: Int
    package var total: Int
  }

  /// The difference after the first differing step and after steps ever farther on.
  public var samples: [Sample]
  /// The runs of steps whose digests differ, in order; the first ones when there are very many.
  public var differing: [ClosedRange<Int64>]
  /// How many steps differ in all.
  public var stepCount: Int64

  /// The first step after which the digests agree again; `nil` when they never do.
  public var healedAt: Int64?
  /// The last step that was compared.
  public var lastStep: Int64
}
