/// Marks that belong together and can be left out together.
///
/// List every layer in every drawing, also one that is empty or not asked for: its name is what
/// people switch it by.
public struct DrawingLayer: Equatable, Sendable {
  /// What a layer is to the picture.
  ///
  /// The raw values are those of the agent protocol.
  public enum Role: UInt8, CaseIterable, Sendable {
    /// What the picture is about. It decides which part of the plane is shown, and is always there.
    case subject = 0
    /// What lies around the subject. It is always there.
    case background = 1
    /// What explains the subject. It is there when it is asked for.
    case annotation = 2
  }

  /// What people call it, such as `units` or `contacts`.
  public var name: String
  /// Whether it can be left out, and whether it decides what part of the plane is shown.
  public var role: Role
  /// Things with outlines, the first at the back.
  public var shapes: [DrawingShape] = []
  /// Points with signs.
  public var marks: [DrawingMark] = []
  /// What ties two places.
  public var links: [DrawingLink] = []
  /// Vectors at places.
  public var arrows: [DrawingArrow] = []
  /// Texts at places.
  public var labels: [DrawingLabel] = []

  /// Makes an empty layer.
  public init(_ name: String, role: Role = .subject) {
    self.name = name
    self.role = role
  }
}

/// Something with outlines: a unit of a game, a body, a wall, a region.
public struct DrawingShape: Equatable, Sendable {
  /// Names the shape from step to step; no two shapes of a layer have the same.
  public var id: UInt32
  /// What people call it; empty when it has no name.
  public var label: String
  /// An index of ``StepDrawing/styles``.
  public var style: Int
  /// Where its own frame lies.
  public var center: DrawingPoint
  /// A unit vector along the first axis of its own frame; zero for what is not turned any way.
  public var heading: DrawingPoint
  /// Units per second.
  public var velocity: DrawingPoint
  /// Radians per second.
  public var angularVelocity: Double
  /// Its edges, in the plane's coordinates; a shape may have several.
  public var outlines: [DrawingOutline]

  /// Makes a shape that does not move.
  public init(
    id: UInt32, _ label: String = "", style: Int = 0, center: DrawingPoint,
    outlines: [DrawingOutline] = []
  ) {
    self.id = id
    self.label = label
    self.style = style
    self.center = center
    heading = DrawingPoint(0, 0)
    velocity = DrawingPoint(0, 0)
    angularVelocity = 0
    self.outlines = outlines
  }
}

/// A point with a sign.
public struct DrawingMark: Equatable, Sendable {
  /// Where the sign stands.
  public var point: DrawingPoint
  /// A unit vector along which a line runs through the point; zero for none.
  public var direction: DrawingPoint
  /// Makes the line longer, compared with the greatest weight of the style; never negative.
  public var weight: Double
  /// An index of ``StepDrawing/styles``.
  public var style: Int

  /// Makes a mark.
  public init(
    _ point: DrawingPoint, style: Int = 0, direction: DrawingPoint = DrawingPoint(0, 0),
    weight: Double = 0
  ) {
    self.point = point
    self.direction = direction
    self.weight = weight
    self.style = style
  }
}

/// What ties two places.
public struct DrawingLink: Equatable, Sendable {
  /// The first end, which has the style's sign.
  public var from: DrawingPoint
  /// The second end.
  public var to: DrawingPoint
  /// The direction in which the second end slides past the first, a unit vector; zero for none.
  public var axis: DrawingPoint
  /// How long the link is by itself; 0 when that means nothing.
  public var length: Double
  /// An index of ``StepDrawing/styles``.
  public var style: Int

  /// Makes a link.
  public init(from: DrawingPoint, to: DrawingPoint, style: Int = 0) {
    self.from = from
    self.to = to
    axis = DrawingPoint(0, 0)
    length = 0
    self.style = style
  }
}

/// A vector at a place: a force, a wind, an intention.
///
/// Its length in the picture is by comparison with the greatest of the same style.
public struct DrawingArrow: Equatable, Sendable {
  /// Where it starts; the middle of an arrow that is a sample of a field.
  public var at: DrawingPoint
  /// Where it points, and how much it is.
  public var vector: DrawingPoint
  /// An index of ``StepDrawing/styles``.
  public var style: Int

  /// Makes an arrow.
  public init(at: DrawingPoint, vector: DrawingPoint, style: Int = 0) {
    self.at = at
    self.vector = vector
    self.style = style
  }
}

/// A text at a place; left out where there is no room for it.
public struct DrawingLabel: Equatable, Sendable {
  /// The middle of the text.
  public var point: DrawingPoint
  /// What it says.
  public var text: String
  /// An index of ``StepDrawing/styles``.
  public var style: Int

  /// Makes a label.
  public init(_ text: String, at point: DrawingPoint, style: Int = 0) {
    self.point = point
    self.text = text
    self.style = style
  }
}
