import Sessions
import Simulation

extension Divergence {
  /// One place where two states differ, as reports write it.
  public struct Place: Equatable, Codable, Sendable {
    /// A row that the place lies in.
    package struct Row: Equatable, Codable, Sendable {
      package var table: String
      package var row: Int
      package var key: [PlainKey]
      /// Its index in its parent's list.
      package var index: Int
    }

    /// The table's name in the schema.
    public var table: String
    /// The row's index in the expected state; in the actual one for a surplus row.
    public var row: Int
    /// The row's index in the actual state, if both states have it.
    public var actualRow: Int?
    package var key: [PlainKey]
    /// The row and those that it belongs to, outermost first.
    package var rows: [Row]
    /// The field's name; empty for whole rows and for single values.
    public var field: String
    /// Table, row and field as people write them: `bodies[3].position.x`.
    public var place: String
    /// The expected value, in decimal or in words; `nil` if there is none.
    public var expected: String?
    package var expectedBits: String?
    /// The actual value, in decimal or in words; `nil` if there is none.
    public var actual: String?
    package var actualBits: String?
    /// The distance of the two numbers.
    public var distance: Double?
    /// The distance of the two numbers, in units in the last place.
    public var ulpDistance: UInt64?
    /// `value`, `presence`, `text`, `row count`, `row missing`, `row surplus`, `row moved to 3`.
    public var problem: String
    /// The place and both values, in one line for people.
    public var text: String
  }
}

extension Divergence.Place {
  package init(_ difference: StateDifference) {
    table = difference.table
    row = difference.row
    actualRow = difference.actualRow
    key = difference.key.map(PlainKey.init)
    rows = difference.rows.map {
      Row(table: $0.table, row: $0.row, key: ($0.key ?? []).map(PlainKey.init), index: $0.index)
    }
    field = difference.field
    place = difference.place
    text = difference.description
    switch difference.values {
    case .field(let expected, let actual):
      (self.expected, expectedBits) = (expected.decimal, expected.hexadecimal)
      (self.actual, actualBits) = (actual.decimal, actual.hexadecimal)
      distance = expected.distance(to: actual)
      ulpDistance = expected.ulpDistance(to: actual)
      problem = "value"
    case .content(let expected, let actual):
      (self.expected, expectedBits) = Divergence.Place.texts(expected)
      (self.actual, actualBits) = Divergence.Place.texts(actual)
      switch (expected, actual) {
      case (.none, _), (_, .none): problem = "presence"
      case (.text, _): problem = "text"
      default: problem = "value"
      }
    case .rowCount(let expected, let actual):
      (self.expected, self.actual) = ("\(expected)", "\(actual)")
      problem = "row count"
    case .rowMissing: problem = "row missing"
    case .rowSurplus: problem = "row surplus"
    case .rowMoved(let other): problem = "row moved to \(other)"
    }
  }

  /// The value and its bits; `nil` for an empty optional.
  private static func texts(_ content: StateDifference.Content) -> (String?, String?) {
    switch content {
    case .none: return (nil, nil)
    case .words(let words): return (words, nil)
    case .scalar(let value): return (value.decimal, value.hexadecimal)
    case .text(let text):
      let bytes = text.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      return (text.string, "0x" + bytes.joined())
    }
  }
}

extension Divergence.Place: CustomStringConvertible {
  public var description: String { text }
}

/// A row's key as a plain number or a plain string.
package struct PlainKey: Equatable, Codable, Sendable {
  package let key: StateKey

  package init(_ key: StateKey) { self.key = key }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      key = .number(ScalarValue(type: .int64, bits: UInt64(bitPattern: number)))
    } else if let number = try? container.decode(UInt64.self) {
      key = .number(ScalarValue(type: .uint64, bits: number))
    } else {
      key = .text(StateText(bytes: Array(try container.decode(String.self).utf8)))
    }
  }

  package func encode(to encoder: any Encoder) throws {
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
