import DeterministicMath
import Replay
import Sessions
import Simulation

// Types that write themselves in a way of their own.

extension StateDigest: SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema { .string(pattern: "^[0-9a-f]{32}$") }

  static var sample: StateDigest { StateDigest(hexadecimal: String(repeating: "0", count: 32))! }
}

extension PlainKey: SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema {
    .any([.integer(least: nil), .string(pattern: nil)])
  }

  static var sample: PlainKey { PlainKey(.text(StateText(bytes: []))) }
}

extension Difference: SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema {
    .opaque(because: "What `merge` reads; its report says it in words.")
  }

  static var sample: Difference { fatalError("no document holds one that cannot be missing") }
}

extension PlanLine: SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema {
    .any([
      deriver.line(.plan, Head.self), deriver.line(.build, ListedBuild.self),
      deriver.line(.simulation, Simulation.self), deriver.line(.recording, Recording.self),
      deriver.line(.unit, PlannedUnit.self),
    ])
  }

  static var sample: PlanLine { .plan(Head(options: [], pieces: 1)) }
}

extension ResultLine: SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema {
    .any([
      deriver.line(.results, Head.self), deriver.line(.result, UnitOutcome.self),
      deriver.line(.trouble, Trouble.self),
    ])
  }

  static var sample: ResultLine { .results(Head(plan: "")) }
}

extension SchemaDeriver {
  fileprivate func line(_ kind: PlanLine.Kind, _ type: any Decodable.Type) -> JSONSchema {
    line(kind.rawValue, type)
  }

  fileprivate func line(_ kind: ResultLine.Kind, _ type: any Decodable.Type) -> JSONSchema {
    line(kind.rawValue, type)
  }

  /// An object of the type with a further key, which says what it is.
  private func line(_ kind: String, _ type: any Decodable.Type) -> JSONSchema {
    let own = schema(of: type)
    guard case .reference(let name) = own,
      case .object(var properties, let required)? = definitions[name]
    else { return own }
    properties[PlanLine.CodingKeys.kind.rawValue] = .word(kind)
    return .object(properties, required: required + [PlanLine.CodingKeys.kind.rawValue])
  }
}
