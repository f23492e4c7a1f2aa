/// What marks of one meaning look like, and what that meaning is called.
///
/// A style comes with the drawing: its name stands in the legend beside its sign. The same name in
/// several steps is the same style, so that lengths of arrows can be compared from step to step.
public struct DrawingStyle: Equatable, Sendable {
  /// For the legend; a style without a name has no entry there.
  public var name: String
  /// Of lines, fillings, arrows and letters.
  public var color: DrawingColor
  /// How opaque the inside of closed outlines is, 0 … 1.
  public var fill: Double
  /// Of lines, in usual widths.
  public var width: Double
  /// How opaque lines, arrows and fillings are, 0 … 1.
  public var opacity: Double
  /// How links, and the edges of shapes, are drawn; edges are solid or dashed.
  public var line: DrawingLine
  /// The sign of a mark, and at the ends of a link.
  public var symbol: DrawingSymbol
  /// How far samples of a field lie apart, for arrows that are such samples: they are centred on
  /// their places, fit between their neighbours, and weak ones stay visible. 0: arrows start at
  /// their places.
  public var spacing: Double

  /// Makes a style; all but its name has usual values.
  public init(
    _ name: String, _ color: DrawingColor = .varied, fill: Double = 0.18, width: Double = 1,
    opacity: Double = 1, line: DrawingLine = .solid, symbol: DrawingSymbol = .dot,
    spacing: Double = 0
  ) {
    self.name = name
    self.color = color
    self.fill = fill
    self.width = width
    self.opacity = opacity
    self.line = line
    self.symbol = symbol
    self.spacing = spacing
  }

  /// How marks look whose style is not in the drawing's list.
  public static var plain: DrawingStyle { DrawingStyle("") }
}

/// A colour by name: a picture has a tone of it for bright pages and one for dark pages.
///
/// The raw values are those of the agent protocol.
public enum DrawingColor: UInt8, CaseIterable, Sendable {
  /// Another colour for each shape, by its number.
  case varied = 0
  case gray = 1
  case slate = 2
  case stone = 3
  case red = 4
  case orange = 5
  case amber = 6
  case brown = 7
  case lime = 8
  case green = 9
  case emerald = 10
  case teal = 11
  case cyan = 12
  case sky = 13
  case blue = 14
  case indigo = 15
  case violet = 16
  case purple = 17
  case fuchsia = 18
  case pink = 19
  case rose = 20
}

/// How a line runs from one end to the other.
///
/// The raw values are those of the agent protocol.
public enum DrawingLine: UInt8, CaseIterable, Sendable {
  /// Without gaps.
  case solid = 0
  /// With gaps.
  case dashed = 1
  /// As a coiled spring.
  case zigzag = 2
  /// Hangs down by what the link's length exceeds the distance of its ends.
  case slack = 3
  /// No line: only the sign at the first end.
  case none = 4
}

/// The sign of a mark.
///
/// The raw values are those of the agent protocol.
public enum DrawingSymbol: UInt8, CaseIterable, Sendable {
  /// A filled circle.
  case dot = 0
  /// A hollow circle.
  case ring = 1
  /// A hollow square.
  case square = 2
  /// Cross hairs, for a centre.
  case cross = 3
  /// No sign.
  case none = 4
}
