import Simulation

/// Records as JSON and back, by the schema of their kinds.
package struct InputJSON {
  private let kinds: [FieldShape.Kind]

  package init(_ kinds: [KindSchema]) { self.kinds = FieldShape.kinds(kinds) }

  /// `{"step":12,"kind":"panChanged","x":1.5,"y":2.0}`; `nil` for words that would not read back.
  func line(step: Int64, _ record: RecordWords) -> [UInt8]? {
    isExact(record) ? value(step: step, record).bytes : nil
  }

  /// The line of any words.
  package func text(step: Int64, _ record: RecordWords) -> String {
    value(step: step, record).text
  }

  private func value(step: Int64, _ record: RecordWords) -> JSONValue {
    var members = [FieldShape.member("step", .number("\(step)"))]
    guard kinds.indices.contains(record.kind) else {
      return .object(members + [FieldShape.member("kind", .number("\(record.kind)"))])
    }
    let kind = kinds[record.kind]
    var words = WordCursor(record.words)
    members.append(FieldShape.member("kind", .string(kind.name)))
    return .object(members + FieldShape.json(kind.members, &words))
  }

  /// Whether the line of a record reads back as the same words: numbers are finite (JSON knows no
  /// others), texts are UTF-8, keys ascend, no word holds more than its type, and none is missing
  /// or left over.
  package func isExact(_ record: RecordWords) -> Bool {
    guard kinds.indices.contains(record.kind) else { return false }
    let again = try? self.record(value(step: 0, record), besides: ["step"])
    return again == record
  }

  /// Why records of these kinds cannot be lines; `nil` when they can.
  package var problem: String? { FieldShape.problem(of: kinds) }

  /// The record in an object; members named in `besides` belong to the caller.
  func record(_ object: JSONValue, besides: [String]) throws(FieldProblem) -> RecordWords {
    guard case .object(let members) = object else { throw .notAnObject }
    guard case .string(let name)? = object["kind"] else { throw .kindMissing }
    guard let kind = kinds.firstIndex(where: { $0.name == name }) else { throw .kindUnknown(name) }
    var reading = FieldReading()
    try reading.read(members, kinds[kind].members, besides: ["kind"] + besides)
    return RecordWords(kind: kind, words: reading.words)
  }

  /// The JSON schema of `/inputs` for these kinds.
  package var schemaText: String {
    JSONValue.object([
      FieldShape.member("type", .string("object")),
      FieldShape.member(
        "properties",
        .object([
          FieldShape.member("step", FieldShape.number(.int64, []).schema),
          FieldShape.member("kind", FieldShape.text.schema),
        ])),
      FieldShape.member("required", .array([.string("step"), .string("kind")])),
      FieldShape.member(
        "oneOf", .array(kinds.map { .object(FieldShape.schema(kind: $0)) })),
    ]).text
  }
}

extension FieldProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .notAnObject: "is no JSON object"
    case .kindMissing: "has no 'kind'"
    case .kindUnknown(let name): "no input of kind '\(name)'"
    case .fieldMissing(let name): "field '\(name)' is missing"
    case .fieldUnknown(let name): "has a field '\(name)' that the kind does not know"
    case .fieldWrong(let name, let wanted): "field '\(name)' needs \(wanted)"
    case .keyTwice("", let key): "has the key \(key) twice"
    case .keyTwice(let name, let key): "field '\(name)' has the key \(key) twice"
    case .memberTwice("", let member): "has '\(member)' twice"
    case .memberTwice(let name, let member): "field '\(name)' has '\(member)' twice"
    }
  }
}
