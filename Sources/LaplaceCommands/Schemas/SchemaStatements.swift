import DeterministicMath
import Replay
import Sessions
import Simulation

// Types that write themselves in a way of their own.

extension StateDigest: SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema { .string(pattern: "^[0-9a-f]{32}$") }

  static var sample: StateDigest { StateDigest(hexadecimal: String(repeating: "0", count: 32))! }
}

extension ClosedRange: SchemaStating where Bound == Int64 {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema { .array(.integer(least: nil)) }

  static var sample: ClosedRange<Int64> { 0...0 }
}

extension StateKey: SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema {
    .any([.integer(least: nil), .string(pattern: nil)])
  }

  static var sample: StateKey { .text(StateText(bytes: [])) }
}
