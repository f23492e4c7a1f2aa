extension PageDrawings {
  package struct Style: Encodable {
    package var name: String
    /// The tone on bright and on dark pages; one for each shape in turn where it varies.
    package var colors: [[String]]
    package var fill: Double
    package var width: Double
    package var opacity: Double
    package var line: String
    package var symbol: String
  }

  package struct Shape: Encodable {
    package var id: UInt32
    package var label: String
    package var isTurned: Bool
  }

  /// A shape's look: its layer and style, and its outlines in its own frame.
  package struct Look: Encodable {
    package var layer: Int
    package var style: Int
    /// Kind (circle, capsule, polygon, line), radius, and then coordinates.
    package var outlines: [[Double]]
  }

  package struct Layer: Encodable {
    package var name: String
    package var role: String
  }

  package struct Facts: Encodable {
    package var unit = ""
    package var isYUp = false
    /// Nothing but positions was known.
    package var isFromPositions = false
    /// What holds the subjects: least x, least y, width, height.
    package var frame: [Double] = []
    /// A unit of the track's coordinates, in the simulation's unit of length.
    package var quantum = 1.0
    package var layers: [Layer] = []
    package var styles: [Style] = []
    package var looks: [Look] = []
    package var shapes: [Shape] = []
    /// The greatest number of marks, and of links, in a step.
    package var marks = 0
    package var links = 0
    /// Versions of the arrows: x, y, both parts of the vector, and the style, one after the other.
    package var arrows: [[Double]] = []
    /// What was left out for its size.
    package var leftOut: [String] = []
  }
}
