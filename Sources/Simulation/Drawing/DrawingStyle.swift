/// What marks of one meaning look like, and what that meaning is called.
///
/// A style comes with the drawing: its name stands in the legend beside its sign. The same name in
/// several steps is the same style, so that lengths of arrows can be compared from step to step.
public struct DrawingStyle: Equatable, Sendable {
  /// For the legend; a style without a name has no entry there.
  public var name: String
  /// The colour of lines, fillings, arrows and letters.
  public var color: DrawingColor
  /// How opaque the inside of closed outlines is, 0 … 1.
  public var fill: Double
  /// The width of lines, as a multiple of the usual width.
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
  /// Another colour for each shape, by its ``DrawingShape/id``; blue for what has none.
  case varied = 0
  /// A light grey: what rests, or matters less.
  case gray = 1
  /// A bluish grey: what does not move.
  case slate = 2
  /// A brownish grey.
  case stone = 3
  /// A pure red.
  case red = 4
  /// Between red and amber.
  case orange = 5
  /// A yellow that tends to orange.
  case amber = 6
  /// A dark orange.
  case brown = 7
  /// A yellowish green.
  case lime = 8
  /// A pure green.
  case green = 9
  /// A green that tends to blue.
  case emerald = 10
  /// A dark colour between green and blue.
  case teal = 11
  /// Between green and blue, light.
  case cyan = 12
  /// A light blue.
  case sky = 13
  /// A pure blue.
  case blue = 14
  /// A blue that tends to violet.
  case indigo = 15
  /// Between blue and purple.
  case violet = 16
  /// Between violet and fuchsia.
  case purple = 17
  /// A bright purplish red.
  case fuchsia = 18
  /// A red that tends to purple.
  case pink = 19
  /// A red that tends to pink.
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
