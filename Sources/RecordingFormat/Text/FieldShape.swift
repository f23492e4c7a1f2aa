import Simulation

/// Fields as people and JSON nest them. Made from their schema; whatever is written and read walks it.
package indirect enum FieldShape {
  case number(FieldType, [CaseName])
  case flag
  case text
  case list(FieldShape)
  /// A dictionary by its keys; without values a set.
  case keyed(FieldShape, values: FieldShape?)
  case optional(FieldShape)
  case cases([Kind])
  /// A structure.
  case members([Member])
  /// A list of fixed length: members called 0, 1, 2 and so on.
  case row([FieldShape])

  package struct Member {
    package let name: String
    package let shape: FieldShape
    /// The name in JSON, with its colon.
    let key: [UInt8]

    package init(name: String, shape: FieldShape) {
      (self.name, self.shape) = (name, shape)
      var key: [UInt8] = []
      key.append(quoted: name)
      key.append(":")
      self.key = key
    }
  }

  package struct Kind {
    package let name: String
    package let members: [Member]
    /// The name in JSON.
    let label: [UInt8]

    init(name: String, members: [Member]) {
      (self.name, self.members) = (name, members)
      var label: [UInt8] = []
      label.append(quoted: name)
      self.label = label
    }
  }

  /// The kinds of inputs, events or values.
  package static func kinds(_ kinds: [KindSchema]) -> [Kind] {
    kinds.map { Kind(name: $0.name, members: members($0.fields)) }
  }

  /// The fields of a record or a parameter set.
  package static func members(_ fields: [FieldSchema]) -> [Member] {
    fields.map { Member(name: $0.name, shape: FieldShape($0)) }
  }

  /// The shape of one field, without its name.
  package init(_ field: FieldSchema) {
    // No reader takes a schema that lacks what a type needs.
    func shape(_ index: Int) -> FieldShape? {
      index < field.fields.count ? FieldShape(field.fields[index]) : nil
    }
    switch field.type {
    case .bool: self = .flag
    case .text: self = .text
    case .list: self = .list(shape(0) ?? .row([]))
    case .optional: self = .optional(shape(0) ?? .row([]))
    case .keyed: self = .keyed(shape(0) ?? .row([]), values: shape(1))
    case .structure: self = .members(FieldShape.members(field.fields))
    case .tuple: self = .row(field.fields.map { FieldShape($0) })
    case .cases: self = .cases(FieldShape.kinds(field.kinds))
    case .float32, .float64, .int64, .int32, .uint8, .uint32, .uint64:
      self = .number(field.type, FieldShape.distinct(field.cases))
    }
  }

  /// Names that say which case is meant: one that stands twice does not.
  private static func distinct(_ cases: [CaseName]) -> [CaseName] {
    cases.filter { one in
      cases.filter { $0.name.isSame(as: one.name) || $0.word == one.word }.count == 1
    }
  }
}

extension FieldShape {
  /// Why inputs of these kinds cannot be lines of JSON; `nil` when they can.
  static func problem(of kinds: [Kind]) -> String? {
    problem(of: kinds, reserved: ["step", "time", "kind"], depth: 1)
  }

  private static func problem(of kinds: [Kind], reserved: [String], depth: Int) -> String? {
    var names: Set<[UInt8]> = []
    for kind in kinds {
      if !names.insert(kind.label).inserted {
        return "an input has two kinds '\(kind.name)': rename one"
      }
      if let problem = problem(of: kind.members, reserved: reserved, depth: depth) {
        return problem
      }
    }
    return nil
  }

  private static func problem(
    of members: [Member], reserved: [String], depth: Int
  ) -> String? {
    var names: Set<[UInt8]> = []
    for member in members {
      if reserved.contains(where: { member.name.isSame(as: $0) }) {
        return "an input has a field '\(member.name)', which a line of input needs for itself: "
          + "rename it"
      }
      if !names.insert(member.key).inserted {
        return "an input has two fields '\(member.name)': rename one"
      }
      if let problem = member.shape.problem(depth: depth + 1) { return problem }
    }
    return nil
  }

  private func problem(depth: Int) -> String? {
    if depth > JSONReader.depthMax - 2 {
      return "an input has values within values within values, more than JSON's readers take"
    }
    switch self {
    case .number, .flag, .text: return nil
    case .list(let element), .optional(let element): return element.problem(depth: depth + 1)
    case .keyed(let key, let value):
      return key.problem(depth: depth + 2) ?? value?.problem(depth: depth + 2)
    case .cases(let kinds):
      return FieldShape.problem(of: kinds, reserved: ["kind"], depth: depth)
    case .members(let members): return FieldShape.problem(of: members, reserved: [], depth: depth)
    case .row(let shapes): return shapes.lazy.compactMap { $0.problem(depth: depth + 1) }.first
    }
  }

  /// Whether a JSON `null` may stand for the value that an optional of this shape holds: then the
  /// value stands in brackets.
  var isOptional: Bool {
    if case .optional = self { return true }
    return false
  }

  /// A dictionary whose keys are texts is a JSON object.
  var isText: Bool {
    if case .text = self { return true }
    return false
  }
}

/// Hands out the words of a record one after another. What is missing is 0, and remembered.
package struct WordCursor {
  private let words: [UInt64]
  package private(set) var index = 0
  package private(set) var isShort = false

  package init(_ words: [UInt64]) { self.words = words }

  package var isAtEnd: Bool { index == words.count && !isShort }

  package mutating func next() -> UInt64 {
    guard index < words.count else {
      isShort = true
      return 0
    }
    defer { index += 1 }
    return words[index]
  }

  /// How many elements follow: each takes a word at least.
  package mutating func nextCount() -> Int {
    let word = next()
    if word <= UInt64(words.count - index) { return Int(word) }
    isShort = true
    index = words.count
    return 0
  }

  /// The words from `start` to the next one.
  package func words(from start: Int) -> ArraySlice<UInt64> { words[start..<index] }
}
