import DeterministicMath
import Replay
import Sessions
import Simulation

// Types that write themselves in a way of their own.

extension StateDigest: SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema { .string(pattern: "^[0-9a-f]{32}$") }

  static var sample: StateDigest { StateDigest(hexadecimal: String(repeating: "0", count: 32))! }
}

extension Difference: SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema {
    .opaque(because: "What `merge` reads; its report says it in words.")
  }

  static var sample: Difference { fatalError("no document holds one that cannot be missing") }
}
