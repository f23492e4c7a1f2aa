import Simulation

// What people read.

extension FieldShape {
  /// The next value on one line: `5`, `smith`, `"hi"`, `[3, 4]`, `move(to: {x: 1, y: 2})`, `nil`.
  package func text(_ words: inout WordCursor) -> String {
    switch self {
    case .number(let type, let cases):
      let word = words.next()
      return cases.first { $0.word == word }?.name ?? FieldShape.decimal(word, type)
    case .flag: return words.next() == 1 ? "true" : "false"
    case .text: return jsonString(FieldShape.text(&words))
    case .list(let element):
      return FieldShape.listed("[", (0..<words.nextCount()).map { _ in element.text(&words) }, "]")
    case .keyed(let key, let value):
      let rows = (0..<words.nextCount()).map { _ in
        let key = key.text(&words)
        return value.map { "\(key): \($0.text(&words))" } ?? key
      }
      return FieldShape.listed("{", rows, "}")
    case .optional(let wrapped):
      guard words.next() == 1 else { return "nil" }
      let text = wrapped.text(&words)
      return wrapped.isOptional ? "(\(text))" : text
    case .cases(let kinds):
      let word = words.next()
      guard word < UInt64(kinds.count) else { return "kind \(word)" }
      let kind = kinds[Int(word)]
      if kind.members.isEmpty { return kind.name }
      return kind.name + FieldShape.listed("(", FieldShape.texts(kind.members, &words), ")")
    case .members(let members):
      return FieldShape.listed("{", FieldShape.texts(members, &words), "}")
    case .row(let shapes): return FieldShape.listed("[", shapes.map { $0.text(&words) }, "]")
    }
  }

  private static func texts(_ members: [Member], _ words: inout WordCursor) -> [String] {
    members.map { "\($0.name): \($0.shape.text(&words))" }
  }

  private static func listed(_ start: String, _ parts: [String], _ end: String) -> String {
    start + parts.joined(separator: ", ") + end
  }

  /// Skips the next value.
  func skip(_ words: inout WordCursor) { _ = text(&words) }

  /// Whether there are as many words as the fields take.
  static func fits(_ words: [UInt64], _ fields: [FieldSchema]) -> Bool {
    var cursor = WordCursor(words)
    for field in fields { FieldShape(field).skip(&cursor) }
    return cursor.isAtEnd
  }

  /// The next values as `name=value`; the members of structures have dotted names.
  package static func settings(
    _ members: [Member], _ words: inout WordCursor, within outer: String = ""
  ) -> [String] {
    members.flatMap { member in
      if case .members(let inner) = member.shape {
        return settings(inner, &words, within: outer + member.name + ".")
      }
      return ["\(outer)\(member.name)=\(member.shape.text(&words))"]
    }
  }

  /// An input or event on one line: `order unit=7 order=move(to: {x: 1, y: 2})`.
  package static func text(_ record: RecordWords, _ kinds: [KindSchema]) -> String {
    guard kinds.indices.contains(record.kind) else { return "kind \(record.kind)" }
    var words = WordCursor(record.words)
    let members = FieldShape.members(kinds[record.kind].fields)
    return ([kinds[record.kind].name] + settings(members, &words)).joined(separator: " ")
  }
}

// What people may write.

extension FieldShape {
  /// What a value is: `a whole number`, `a list of texts`, `one of smith, baker`.
  package var title: String {
    switch self {
    case .number(_, let cases) where !cases.isEmpty:
      "one of " + cases.map { $0.name }.joined(separator: ", ")
    case .number(.float32, _), .number(.float64, _): "a number"
    case .number: "a whole number"
    case .flag: "true or false"
    case .text: "a text"
    case .list(let element): "a list of \(element.plural)"
    case .keyed(let key, .none): "a set of \(key.plural)"
    case .keyed(let key, let value?): "a dictionary from \(key.plural) to \(value.plural)"
    case .optional(let wrapped): "\(wrapped.title), or nil"
    case .cases(let kinds):
      kinds.map { kind in
        kind.members.isEmpty ? kind.name : "\(kind.name) {\(FieldShape.titles(kind.members))}"
      }.joined(separator: " or ")
    case .members(let members): "{\(FieldShape.titles(members))}"
    case .row(let shapes):
      "\(shapes.count) \(shapes.first?.plural ?? "values")"
    }
  }

  private var plural: String {
    switch self {
    case .number(_, let cases) where !cases.isEmpty: cases.map { $0.name }.joined(separator: " or ")
    case .number(.float32, _), .number(.float64, _): "numbers"
    case .number: "whole numbers"
    case .text: "texts"
    case .list(let element): "lists of \(element.plural)"
    case .keyed(let key, .none): "sets of \(key.plural)"
    case .keyed(let key, let value?): "dictionaries from \(key.plural) to \(value.plural)"
    case .optional(let wrapped): "\(wrapped.plural), or nil"
    case .flag, .cases, .members, .row: title
    }
  }

  /// Names and what they are: `x (a number), to {x (a whole number), y (a whole number)}`.
  package static func titles(_ members: [Member]) -> String {
    members.map { member in
      if case .members = member.shape { return "\(member.name) \(member.shape.title)" }
      return "\(member.name) (\(member.shape.title))"
    }.joined(separator: ", ")
  }

  /// What a value must be, to the number: `a whole number from 0 to 255`.
  var wanted: String {
    switch self {
    case .number(_, let cases) where !cases.isEmpty: title
    case .number(let type, _):
      switch type {
      case .uint8: "a whole number from 0 to \(UInt8.max)"
      case .uint32: "a whole number from 0 to \(UInt32.max)"
      case .uint64: "a whole number from 0 to \(UInt64.max)"
      case .int32: "a whole number from \(Int32.min) to \(Int32.max)"
      case .int64: "a whole number from \(Int64.min) to \(Int64.max)"
      default: "a finite number"
      }
    case .optional(let wrapped):
      wrapped.isOptional ? "null, or in brackets \(wrapped.wanted)" : "\(wrapped.wanted), or null"
    case .cases(let kinds):
      "'kind' to be one of " + kinds.map { $0.name }.joined(separator: ", ")
    default: title
    }
  }
}

/// Why a value cannot be set.
package enum SettingProblem: Error, Equatable {
  case nameUnknown
  /// What the value must be.
  case valueWrong(wanted: String)
  /// What is wrong within the value.
  case partWrong(String)
}

extension FieldShape {
  /// Sets a value of a parameter set by name; `to.x` names a member of a structure.
  ///
  /// Numbers, texts and names of cases are written as they are, all else as JSON. Where a value may
  /// be missing, `nil` takes it away; a text in quotes is then that text, whatever it says.
  package static func set(
    _ name: String, to text: String, of members: [Member], in words: inout [UInt64]
  ) throws(SettingProblem) {
    guard let (range, shape) = find(name, of: members, in: words) else { throw .nameUnknown }
    words.replaceSubrange(range, with: try shape.words(of: text))
  }

  private static func find(
    _ name: String, of members: [Member], in words: [UInt64]
  ) -> (Range<Int>, FieldShape)? {
    var cursor = WordCursor(words)
    return find(name, of: members, &cursor)
  }

  private static func find(
    _ name: String, of members: [Member], _ words: inout WordCursor
  ) -> (Range<Int>, FieldShape)? {
    for member in members {
      if name.hasPrefix(member.name + ".") {
        let rest = String(name.dropFirst(member.name.count + 1))
        switch member.shape {
        case .members(let inner): return find(rest, of: inner, &words)
        case .row(let shapes):
          let inner = shapes.enumerated().map { Member(name: "\($0)", shape: $1) }
          return find(rest, of: inner, &words)
        default: break
        }
      }
      let start = words.index
      member.shape.skip(&words)
      if member.name.isSame(as: name) { return (start..<words.index, member.shape) }
    }
    return nil
  }

  /// Every name that ``set(_:to:of:in:)`` knows, but for structures as a whole.
  package static func names(_ members: [Member]) -> [String] {
    members.flatMap { member in
      if case .members(let inner) = member.shape {
        return names(inner).map { "\(member.name).\($0)" }
      }
      return [member.name]
    }
  }

  private func words(of text: String) throws(SettingProblem) -> [UInt64] {
    switch self {
    case .number(let type, let cases):
      guard
        let word = cases.first(where: { $0.name.isSame(as: text) })?.word
          ?? FieldReading.word(text, type)
      else { throw .valueWrong(wanted: settable) }
      return [word]
    case .flag:
      switch text {
      case "true", "1", "yes": return [1]
      case "false", "0", "no": return [0]
      default: throw .valueWrong(wanted: settable)
      }
    case .text: return [UInt64(text.utf8.count)] + text.utf8.map { UInt64($0) }
    case .optional(let wrapped) where !wrapped.isOptional:
      if text == "nil" || text == "null" { return [0] }
      if wrapped.isText, let inner = try? wrapped.words(ofJSON: text) { return [1] + inner }
      do throws(SettingProblem) {
        return [1] + (try wrapped.words(of: text))
      } catch {
        guard case .valueWrong = error else { throw error }
        throw .valueWrong(wanted: settable)
      }
    case .cases(let kinds) where kinds.contains { $0.name.isSame(as: text) && $0.members.isEmpty }:
      return try words(ofSetting: jsonString(text))
    case .list, .keyed, .optional, .cases, .members, .row:
      return try words(ofSetting: text)
    }
  }

  private func words(ofSetting json: String) throws(SettingProblem) -> [UInt64] {
    do throws(FieldProblem) {
      return try words(ofJSON: json)
    } catch {
      // What is wrong with the whole value has no place within it.
      if case .fieldWrong("", _) = error { throw .valueWrong(wanted: settable) }
      throw .partWrong(error.description)
    }
  }

  /// What a setting must be.
  private var settable: String {
    switch self {
    case .number(.float32, _), .number(.float64, _), .flag, .text: title
    case .number: wanted
    case .optional(let wrapped) where !wrapped.isOptional: "\(wrapped.settable), or nil"
    default: "\(title), as JSON"
    }
  }
}
