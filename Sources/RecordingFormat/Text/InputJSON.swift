import Simulation

/// Records as lines of JSON and back, by the schema of their kinds.
package struct InputJSON {
  private let kinds: [FieldShape.Kind]
  private static let stepKey = Array(#"{"step":"#.utf8)
  private static let kindKey = Array(#","kind":"#.utf8)

  package init(_ kinds: [KindSchema]) { self.kinds = FieldShape.kinds(kinds) }

  /// Why records of these kinds cannot be lines; `nil` when they can.
  package var problem: String? { FieldShape.problem(of: kinds) }

  // MARK: Writing

  /// `{"step":12,"kind":"panChanged","x":1.5,"y":2.0}`, if kinds have no ``problem``.
  ///
  /// - Returns: `nil` if the line would not read back as the same words.
  package func line(step: Int64, _ record: RecordWords) -> [UInt8]? {
    guard kinds.indices.contains(record.kind) else { return nil }
    let writing = write(step, record)
    return writing.isExact ? writing.bytes : nil
  }

  /// The line of any words.
  package func text(step: Int64, _ record: RecordWords) -> String {
    String(decoding: write(step, record).bytes, as: UTF8.self)
  }

  private func write(_ step: Int64, _ record: RecordWords) -> FieldWriting {
    var writing = FieldWriting(record.words)
    writing.bytes.reserveCapacity(96)
    writing.bytes += InputJSON.stepKey
    writing.bytes.append(decimal: step)
    writing.bytes += InputJSON.kindKey
    if kinds.indices.contains(record.kind) {
      writing.bytes += kinds[record.kind].label
      writing.write(kinds[record.kind].members, isFirst: false)
    } else {
      writing.bytes.append(decimal: Int64(record.kind))
    }
    writing.bytes.append("}")
    return writing
  }

  // MARK: Reading

  /// Reads a line, whose members may come in any order.
  ///
  /// - Parameters:
  ///   - reader: at the line's first byte.
  ///   - besides: members that belong to the caller.
  func read(_ reader: JSONReader, besides: [String]) throws(FieldProblem) -> RecordWords {
    do throws(FieldProblem) {
      var reading = FieldReading(reader)
      let head = readHead(&reading.reader)
      let kind: Int
      if let head {
        kind = head
      } else {
        reading.reader = reader
        guard reading.reader.take(UInt8(ascii: "{")) else { throw .notAnObject }
        guard let name = reader.member("kind")?.stringValue else { throw .kindMissing }
        guard let found = kinds.firstIndex(where: { $0.name.isSame(as: name) }) else {
          throw .kindUnknown(name)
        }
        kind = found
      }
      try reading.readMembers(
        kinds[kind].members, besides: head == nil ? besides + ["kind"] : [], isFirst: head == nil)
      guard reading.reader.isAtEnd else { throw .notAnObject }
      return RecordWords(kind: kind, words: reading.words)
    } catch {
      // If the text is not JSON, that is the error.
      throw reader.isOneValue ? error : .notAnObject
    }
  }

  /// Reads the beginning that this project's own lines have, up to the kind.
  private func readHead(_ reader: inout JSONReader) -> Int? {
    guard reader.skip(InputJSON.stepKey), reader.number() != nil, reader.skip(InputJSON.kindKey)
    else { return nil }
    return kinds.indices.first { reader.skip(kinds[$0].label) }
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
