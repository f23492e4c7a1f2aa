import Recording
import Replay

/// Lines of plans and results: one JSON object each.
enum UnitLines {
  /// Reads a line.
  ///
  /// - Parameters:
  ///   - what: what the line should be: `a line of a plan`.
  ///   - place: file and line.
  ///   - advice: what to do next.
  static func read<T: Decodable>(
    _ type: T.Type, _ line: some StringProtocol, what: String, place: String, advice: String
  ) throws -> T {
    do {
      return try decoded(type, line.utf8)
    } catch let error as DecodingError {
      throw CommandFailure(
        .trouble, "\(place): is not \(what): \(BuildManifest.words(error))", advice: advice)
    }
  }

  /// The lines of a file, each with its number. What follows the last end of line was cut off while
  /// it was written: it is handed over as well, marked.
  static func each(
    of path: String, advice: String,
    _ visit: (_ line: String, _ number: Int, _ isCut: Bool) throws -> Void
  ) throws {
    guard let bytes = try? Files.read(path) else {
      throw CommandFailure(
        .trouble, "\(path): no such file, or it cannot be read", advice: advice)
    }
    let lines = String(decoding: bytes.afterMark, as: UTF8.self).lines
    for (index, line) in lines.enumerated() where !line.isEmpty {
      try visit(line, index + 1, index == lines.count - 1)
    }
  }
}

extension PlanLine: SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema {
    .any([
      deriver.line("plan", Head.self), deriver.line("build", ListedBuild.self),
      deriver.line("recording", Recording.self), deriver.line("unit", PlannedUnit.self),
    ])
  }

  static var sample: PlanLine { .plan(Head(options: [], pieces: 1)) }
}

extension ResultLine: SchemaStating {
  static func schema(_ deriver: SchemaDeriver) -> JSONSchema {
    .any([
      deriver.line("results", Head.self), deriver.line("result", UnitOutcome.self),
      deriver.line("trouble", Trouble.self),
    ])
  }

  static var sample: ResultLine { .results(Head(plan: "")) }
}

extension SchemaDeriver {
  /// An object of the type with a further key, which says what it is.
  fileprivate func line(_ kind: String, _ type: any Decodable.Type) -> JSONSchema {
    let own = schema(of: type)
    guard case .reference(let name) = own,
      case .object(var properties, let required)? = definitions[name]
    else { return own }
    properties[PlanLine.CodingKeys.kind.rawValue] = .word(kind)
    return .object(properties, required: required + [PlanLine.CodingKeys.kind.rawValue])
  }
}
