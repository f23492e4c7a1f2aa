import Pictures

/// What a page knows of a recording beside its track: names, texts, and how to read the track.
///
/// Steps are those of `diff` and `render`: −1 is the state before step 0.
package struct PageFacts: Encodable {
  struct Event: Encodable {
    var step: Int64
    var text: String
  }

  package var file: String
  package var name: String
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
  package var drawing: PageDrawings.Facts?
  var tables: [PageTables.TableFacts]
  var rows: PageTables.Rows?
  /// What rows are called.
  var labels: [String]
  /// Bytes of a digest that `digests` holds for each step from −1 on.
  var digestBytes: Int
  var digests: String
  /// How many steps the track holds.
  var samples: Int
  /// For the page's engine, where the page has one.
  package var replay: PageReplay?
  /// The track's bytes, which stand beside the facts.
  var track = TrackBytes()

  /// Bytes that are no part of the facts' JSON.
  struct TrackBytes: Encodable {
    var bytes: [UInt8] = []

    private enum CodingKeys: CodingKey {}
  }
}
