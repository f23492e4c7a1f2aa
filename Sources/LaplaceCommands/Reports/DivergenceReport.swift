import DeterministicMath
import Replay
import Sessions
import Simulation

/// A divergence as text lines and as JSON.
struct DivergenceReport: Codable {
  struct Place: Codable {
    /// A row that the place lies in.
    struct Row: Codable {
      var table: String
      var row: Int
      var key: [PlainKey]
      /// Its index in its parent's list.
      var index: Int
    }

    var table: String
    var row: Int
    var actualRow: Int?
    var key: [PlainKey]
    /// The row and those that it belongs to, outermost first.
    var rows: [Row]
    var field: String
    var place: String
    var expected: String?
    var expectedBits: String?
    var actual: String?
    var actualBits: String?
    /// How far apart the two numbers are.
    var distance: Double?
    var ulpDistance: UInt64?
    var problem: String
  }

  var step: Int64
  var seconds: Double
  var expectedDigest: String
  var actualDigest: String
  var differenceCount: Int
  var differences: [Place]
  /// The step after which the states were compared, if it is a later one: that of a key frame.
  var comparedAfter: Int64?
  var inputs: [String]
  /// The second run's, where those are other ones.
  var otherInputs: [String]?

  init(_ divergence: Divergence, _ description: SimulationDescription) {
    step = divergence.step
    seconds = Double(divergence.step) * description.stepDuration.seconds
    expectedDigest = divergence.expectedDigest.description
    actualDigest = divergence.actualDigest.description
    differenceCount = divergence.comparison?.count ?? 0
    differences = (divergence.comparison?.differences ?? []).map(Place.init)
    comparedAfter = divergence.comparedAfter
    inputs = divergence.inputs.map { describe($0, description.inputs) }
    otherInputs = divergence.otherInputs?.map { describe($0, description.inputs) }
  }

  /// What a person reads, one line each.
  static func lines(
    _ divergence: Divergence, _ description: SimulationDescription, stepCount: Int64,
    limit: Int = 6, stateMissing: String = DivergenceText.stateMissing
  ) -> [String] {
    DivergenceText.lines(
      divergence, description, stepCount: stepCount, limit: limit, stateMissing: stateMissing
    ) { describe($0, description.inputs) }
  }
}

extension DivergenceReport.Place {
  init(_ difference: StateDifference) {
    table = difference.table
    row = difference.row
    actualRow = difference.actualRow
    key = difference.key.map(PlainKey.init)
    rows = difference.rows.map {
      Row(table: $0.table, row: $0.row, key: ($0.key ?? []).map(PlainKey.init), index: $0.index)
    }
    field = difference.field
    place = difference.place
    switch difference.values {
    case .field(let expected, let actual):
      (self.expected, expectedBits) = (expected.decimal, expected.hexadecimal)
      (self.actual, actualBits) = (actual.decimal, actual.hexadecimal)
      distance = expected.distance(to: actual)
      ulpDistance = expected.ulpDistance(to: actual)
      problem = "value"
    case .content(let expected, let actual):
      (self.expected, expectedBits) = DivergenceReport.Place.texts(expected)
      (self.actual, actualBits) = DivergenceReport.Place.texts(actual)
      problem = expected == .none || actual == .none ? "presence" : "text"
    case .rowCount(let expected, let actual):
      (self.expected, self.actual) = ("\(expected)", "\(actual)")
      problem = "row count"
    case .rowMissing: problem = "row missing"
    case .rowSurplus: problem = "row surplus"
    case .rowMoved(let other): problem = "row moved to \(other)"
    }
  }

  /// What is there, and its bits; nothing for an optional that is empty.
  private static func texts(_ content: StateDifference.Content) -> (String?, String?) {
    switch content {
    case .none: (nil, nil)
    case .present: ("present", nil)
    case .scalar(let value): (value.decimal, value.hexadecimal)
    case .text(let text):
      (
        text.string,
        "0x"
          + text.bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
          }.joined()
      )
    }
  }
}

/// A row's key as a plain number or a plain string.
struct PlainKey: Codable {
  let key: StateKey

  init(_ key: StateKey) { self.key = key }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      key = .number(ScalarValue(type: .int64, bits: UInt64(bitPattern: number)))
    } else {
      key = .text(StateText(bytes: Array(try container.decode(String.self).utf8)))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch key {
    case .number(let value):
      switch value.type {
      case .uint8, .uint32, .uint64: try container.encode(value.bits)
      case .int32, .int64: try container.encode(Int64(value.decimal) ?? 0)
      case .float32, .float64: try container.encode(value.decimal)
      }
    case .text(let text): try container.encode(text.string)
    }
  }
}

extension PlainKey: SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema {
    .any([.integer(least: nil), .string(pattern: nil)])
  }

  static var sample: PlainKey { PlainKey(.text(StateText(bytes: []))) }
}
