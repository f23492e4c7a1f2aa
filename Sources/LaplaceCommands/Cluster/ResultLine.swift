import Replay

/// A line of results: one JSON object whose `kind` says what it is.
enum ResultLine {
  /// The first line: of which plan the results are.
  struct Head: VersionedDocument {
    static var documentVersion: Int { PlanLine.Head.documentVersion }

    var version = documentVersion
    var plan: String
  }

  /// A unit that could not be run here, which says nothing of the build.
  struct Trouble: Codable {
    var unit: String
    var message: String
  }

  case results(Head)
  case result(UnitOutcome)
  case trouble(Trouble)
}

extension ResultLine: Codable {
  enum Kind: String, Codable {
    case results, result, trouble
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PlanLine.CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .results: self = .results(try Head(from: decoder))
    case .result: self = .result(try UnitOutcome(from: decoder))
    case .trouble: self = .trouble(try Trouble(from: decoder))
    }
  }

  func encode(to encoder: any Encoder) throws {
    let (kind, line): (Kind, any Encodable) =
      switch self {
      case .results(let head): (.results, head)
      case .result(let outcome): (.result, outcome)
      case .trouble(let trouble): (.trouble, trouble)
      }
    var keys = encoder.container(keyedBy: PlanLine.CodingKeys.self)
    try keys.encode(kind, forKey: .kind)
    try line.encode(to: encoder)
  }
}

extension ResultLine {
  private static let advice = "give files that `\(toolName) unit` has written"

  /// Visits the outcomes of a file. A last line that was cut off is passed over: its unit has no
  /// result.
  static func each(
    of path: String, plan: String, _ visit: (UnitOutcome, _ place: String) throws -> Void
  ) throws {
    var hasHead = false
    try UnitLines.each(of: path, advice: advice) { line, number, isCut in
      let place = "\(path):\(number)"
      // Other text without an end of line is not a cut-off file of results.
      if isCut && (hasHead || line.hasPrefix("{")) { return }
      let line = try UnitLines.read(
        ResultLine.self, line, what: "a line of results", place: place, advice: advice)
      if case .results(let head) = line {
        hasHead = true
        try head.check(plan, place)
        return
      }
      guard hasHead else {
        throw CommandFailure(
          .trouble, "\(place): results begin with a line that names their plan", advice: advice)
      }
      if case .result(let outcome) = line { try visit(outcome, place) }
    }
  }
}

extension ResultLine.Head {
  fileprivate func check(_ id: String, _ place: String) throws {
    guard version == PlanLine.Head.documentVersion else {
      throw CommandFailure(
        .refused,
        "\(place): results of version \(version); this tool reads version "
          + "\(PlanLine.Head.documentVersion)", advice: "run the units with this tool")
    }
    guard plan == id else {
      throw CommandFailure(
        .refused, "\(place): results of plan \(plan), not of \(id)",
        advice: "give the plan that they were made by")
    }
  }
}

extension UnitMerge {
  /// Takes in the results of files.
  mutating func read(_ paths: [String], plan: String) throws {
    for path in paths {
      try ResultLine.each(of: path, plan: plan) { outcome, place in
        if let fault = note(outcome) {
          throw CommandFailure(
            .trouble, "\(place): \(fault)", advice: "give results that belong to the plan")
        }
      }
    }
  }
}
