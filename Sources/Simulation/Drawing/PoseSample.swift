/// One drawing of a ``PoseTrack``: its numbers are those of the track, its places whole quanta, or parts of them.
public struct PoseSample: Equatable, Sendable {
  /// Where a shape is.
  @frozen
  public struct Pose: Equatable, Sendable {
    /// An index of ``PoseTrack/shapes``.
    public var shape: Int32
    /// An index of ``PoseTrack/looks``.
    public var look: Int32
    /// To the right, in parts of a quantum: see ``partsPerQuantum``.
    public var x: Int32
    /// Up or down, in parts of a quantum.
    public var y: Int32
    /// In 8,192nds of a turn, continuous from drawing to drawing; 0 for shapes that are not turned.
    public var angle: Int32

    package init(shape: Int32, look: Int32, x: Int32, y: Int32, angle: Int32) {
      (self.shape, self.look, self.x, self.y, self.angle) = (shape, look, x, y, angle)
    }

    /// What moves slowly moves smoothly, and nobody takes the rounding for a difference.
    public static let partsPerQuantum = 16

    static func angle(_ turns: Double) -> Int32 {
      let parts = (turns * 8192).rounded(.toNearestOrEven)
      return parts.magnitude < 1e9 ? Int32(parts) : 0
    }
  }

  /// A point with a sign.
  @frozen
  public struct Mark: Equatable, Sendable {
    /// An index of ``PoseTrack/styles``.
    public var style: Int32
    /// To the right, in eight quanta.
    public var x: Int32
    /// Up or down, in eight quanta.
    public var y: Int32
    /// The direction of its line, in 32nds of a turn; −1 for none.
    public var turn: Int32

    package init(style: Int32, x: Int32, y: Int32, turn: Int32) {
      (self.style, self.x, self.y, self.turn) = (style, x, y, turn)
    }

    /// The nearest of 32 directions. By comparisons: there are tens of thousands of marks.
    static func turn(_ direction: DrawingPoint) -> Int32 {
      let (x, y) = (direction.x, direction.y)
      if !x.isFinite || !y.isFinite || x == 0 && y == 0 { return -1 }
      let (across, along) = (y.magnitude, x.magnitude)
      let (low, high) = across < along ? (across, along) : (along, across)
      var turn: Int32 = 0
      // The tangents of the angles half way between the directions of an eighth of a turn.
      if low > 0.09849140335716425 * high { turn += 1 }
      if low > 0.3033466836073424 * high { turn += 1 }
      if low > 0.5345111359507917 * high { turn += 1 }
      if low > 0.8206787908286603 * high { turn += 1 }
      if across > along { turn = 8 - turn }
      if x < 0 { turn = 16 - turn }
      if y < 0 { turn = 32 - turn }
      return turn & 31
    }
  }

  /// What ties two places.
  @frozen
  public struct Link: Equatable, Sendable {
    /// An index of ``PoseTrack/styles``.
    public var style: Int32
    /// The first end, in quanta.
    public var fromX: Int32
    /// The first end, in quanta.
    public var fromY: Int32
    /// The second end, in quanta.
    public var toX: Int32
    /// The second end, in quanta.
    public var toY: Int32

    package init(style: Int32, fromX: Int32, fromY: Int32, toX: Int32, toY: Int32) {
      self.style = style
      (self.fromX, self.fromY, self.toX, self.toY) = (fromX, fromY, toX, toY)
    }
  }

  /// From the back to the front.
  public package(set) var poses: [Pose] = []
  /// From the back to the front.
  public package(set) var marks: [Mark] = []
  /// From the back to the front.
  public package(set) var links: [Link] = []
  /// As they are drawn; ``DrawingArrow/style`` is an index of ``PoseTrack/styles``.
  public package(set) var arrows: [DrawingArrow] = []
}

/// A ``PoseSample``, and what its track did not have before.
public struct PoseUpdate: Equatable, Sendable {
  /// More of ``PoseTrack/styles``.
  public var styles: [DrawingStyle] = []
  /// More of ``PoseTrack/layers``.
  public var layers: [PoseTrack.Layer] = []
  /// More of ``PoseTrack/looks``.
  public var looks: [PoseTrack.Look] = []
  /// More of ``PoseTrack/shapes``.
  public var shapes: [PoseTrack.Shape] = []
  /// Where everything is.
  public var sample = PoseSample()

  /// Makes an update without anything.
  public init() {}
}
