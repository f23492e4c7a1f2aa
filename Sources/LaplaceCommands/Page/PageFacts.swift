import Simulation

/// What a page knows of a recording beside its track: names, texts, and how to read the track.
///
/// Steps are those of `diff` and `render`: −1 is the state before step 0.
struct PageFacts: Encodable {
  struct Event: Encodable {
    var step: Int64
    var text: String
  }

  struct Style: Encodable {
    var name: String
    /// The tone on bright and on dark pages; one for each shape in turn where it varies.
    var colors: [[String]]
    var fill: Double
    var width: Double
    var opacity: Double
    var line: String
    var symbol: String
  }

  struct Shape: Encodable {
    var id: UInt32
    var label: String
    var isTurned: Bool
  }

  /// A shape's look: its layer and style, and its outlines in its own frame.
  struct Look: Encodable {
    var layer: Int
    var style: Int
    /// Kind (circle, capsule, polygon, line), radius, and then coordinates.
    var outlines: [[Double]]
  }

  struct Layer: Encodable {
    var name: String
    var role: String
  }

  struct Drawing: Encodable {
    var unit = ""
    var isYUp = false
    /// Nothing but positions was known.
    var isFromPositions = false
    /// What holds the subjects: least x, least y, width, height.
    var frame: [Double] = []
    /// A unit of the track's coordinates, in the simulation's unit of length.
    var quantum = 1.0
    var layers: [Layer] = []
    var styles: [Style] = []
    var looks: [Look] = []
    var shapes: [Shape] = []
    /// The greatest number of marks, and of links, in a step.
    var marks = 0
    var links = 0
    /// Versions of the arrows: x, y, both parts of the vector, and the style, one after the other.
    var arrows: [[Double]] = []
    /// What was left out for its size.
    var leftOut: [String] = []
  }

  struct Field: Encodable {
    var name: String
    var type: String
    var role: String?
    var cases: [String: String]?
    /// Where it stands in a state that the page's engine remakes: see `Rows`.
    var group: Int?
    var offset: Int?
  }

  /// How to read the states that the page's engine remakes: then the track has no fields.
  struct Rows: Encodable {
    /// What to ask the engine for: 0, the groups of every step; 1, all.
    var selection: Int
    /// For each table of the state, the sizes of a row in the groups that are asked for.
    var layout: [[Int]]
  }

  struct Table: Encodable {
    var name: String
    /// Its place in the state.
    var index: Int
    var fields: [Field]
    /// The greatest number of rows in a step.
    var rows: Int
  }

  var file: String
  var name: String
  var summary: String
  var seed: String
  var engine: String
  var build: String
  var parameters: [String]
  var stepCount: Int64
  /// The step of the run at which the recording begins.
  var firstStep: Int64
  var secondsPerStep: Double
  var inputs: [Event]
  var markers: [Event]
  var keyframes: [Int64]
  var endNote: String?
  var drawing: Drawing?
  var tables: [Table]
  var rows: Rows?
  /// What rows are called.
  var labels: [String]
  /// How many low bits of a floating-point number the track leaves out.
  var droppedBits: Int
  /// Bytes of a digest that `digests` holds for each step from −1 on.
  var digestBytes: Int
  var digests: String
  /// How many steps the track holds.
  var samples: Int
  /// For the page's engine, where the page has one.
  var replay: PageReplay?
  /// The track's bytes, which stand beside the facts.
  var track = TrackBytes()

  /// As it stands in a page.
  var trackText: [UInt16] { WideText.encode(track.bytes) }

  /// Bytes that are no part of the facts' JSON.
  struct TrackBytes: Encodable {
    var bytes: [UInt8] = []

    private enum CodingKeys: CodingKey {}
  }
}
