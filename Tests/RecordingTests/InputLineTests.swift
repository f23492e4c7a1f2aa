import Foundation
import Recording
import Simulation
import TestSupport
import Testing

/// Lines of inputs are written and read in one pass; their twin goes by way of a tree.
@Suite struct InputLineTests {
  /// Draws schemas, words and lines.
  struct Source {
    var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private static let names = [
      "x", "y", "to.x", "to.y", "unit", "é", "e\u{301}", "##[a]", "\u{202e}b", "a\"b", "key",
      "value",
      "a.b.c", "", "\u{85}", "tab\t", "0", "1",
    ]
    private static let texts = [
      "", "a", "hi \"you\"\n", "##[error]", "##vso[x]", "###[", "#", "\u{2028}", "\u{2066}x",
      "\u{7f}",
      "\u{9f}\u{a0}", "é", "e\u{301}", "\0\u{1f}", "😀\u{fffd}", "\\", "::error", "\u{2065}\u{2027}",
    ]

    mutating func pick<Value>(_ values: [Value]) -> Value {
      values[random.below(UInt64(values.count))]
    }

    mutating func fields(_ count: Int, depth: Int) -> [FieldSchema] {
      var names: [String] = []
      while names.count < count {
        let name = pick(Self.names)
        if !names.contains(name), !name.isEmpty { names.append(name) }
      }
      return names.map { field($0, depth) }
    }

    private static let nesting: [FieldType] = [
      .list, .optional, .cases, .keyed, .keyed, .structure, .tuple,
    ]

    private mutating func field(_ name: String, _ depth: Int) -> FieldSchema {
      let simple: [FieldType] = [
        .float32, .float64, .int64, .bool, .uint8, .uint32, .int32, .uint64, .text,
      ]
      let type = pick(depth == 0 ? simple : simple + Self.nesting)
      var field = FieldSchema(name: name, type: type)
      switch type {
      case .list, .optional: field.fields = [self.field("", depth - 1)]
      case .structure: field.fields = fields(random.below(3) + 1, depth: depth - 1)
      case .tuple:
        field.fields = (0..<random.below(3) + 1).map { self.field("\($0)", depth - 1) }
      case .keyed:
        field.fields = [self.field("key", random.below(2) == 0 ? 0 : depth - 1)]
        if random.below(2) == 0 { field.fields.append(self.field("value", depth - 1)) }
      case .cases: field.kinds = kinds(random.below(3) + 1, depth: depth - 1)
      case .uint8,
        .int64 where random.below(2) == 0:
        field.cases = (0..<4).map { CaseName(word: UInt64($0 * 7), name: pick(Self.names)) }
      default: break
      }
      return field
    }

    mutating func kinds(_ count: Int, depth: Int) -> [KindSchema] {
      (0..<count).map { index in
        KindSchema(
          name: "k\(index)" + pick(Self.texts), fields: fields(random.below(5), depth: depth))
      }
    }

    mutating func words(_ fields: [FieldSchema]) -> [UInt64] { fields.flatMap { words($0) } }

    private mutating func words(_ field: FieldSchema) -> [UInt64] {
      let bits = random.next()
      if !field.cases.isEmpty, bits & 1 == 0 { return [pick(field.cases).word] }
      switch field.type {
      case .float32:
        return [
          UInt64(pick([Float(bitPattern: UInt32(bits >> 32)), 0, -0.0, 1.5, 1e-42]).bitPattern)
        ]
      case .float64: return [pick([Double(bitPattern: bits), 0.1, -0.0, 5e-324, 1e22]).bitPattern]
      case .int64, .uint64: return [bits >> UInt64(random.below(64))]
      case .int32: return [UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: bits)))]
      case .uint8: return [bits & 255]
      case .uint32: return [bits >> 32]
      case .bool: return [bits & 1]
      case .text:
        let text = pick(Self.texts)
        return [UInt64(text.utf8.count)] + text.utf8.map { UInt64($0) }
      case .list, .keyed:
        let count = random.below(4)
        return [UInt64(count)] + (0..<count).flatMap { _ in words(field.fields) }
      case .structure, .tuple: return words(field.fields)
      case .optional: return bits & 1 == 0 ? [0] : [1] + words(field.fields)
      case .cases:
        let kind = random.below(UInt64(field.kinds.count))
        return [UInt64(kind)] + words(field.kinds[kind].fields)
      }
    }

    /// The words with a mistake.
    mutating func spoiled(_ words: [UInt64]) -> [UInt64] {
      var words = words
      guard !words.isEmpty else { return [1] }
      let index = random.below(UInt64(words.count))
      switch random.below(4) {
      case 0: words.removeLast()
      case 1: words.append(random.next())
      case 2:
        words[index] = pick([0, 1, 2, 255, 256, 1 << 31, 1 << 32, 1 << 63, .max, 0x7F80_0000])
      default: words[index] = random.next() >> UInt64(random.below(64))
      }
      return words
    }

    /// The same value as another person would write it.
    mutating func rewritten(_ tree: JSONTree) -> String {
      let space = pick(["", "", " ", "\t", " \r "])
      switch tree {
      case .array(let values):
        return "[" + values.map { space + rewritten($0) }.joined(separator: ",") + space + "]"
      case .object(let members):
        var members = members
        if random.below(2) == 0 { members.shuffle(using: &random) }
        switch random.below(12) {
        case 0: members.append(JSONTree.Member(key: "more", value: .array([.null, .bool(true)])))
        case 1 where !members.isEmpty: members.append(pick(members))
        case 2 where !members.isEmpty: members.remove(at: random.below(UInt64(members.count)))
        default: break
        }
        return "{"
          + members.map { jsonString($0.key) + space + ":" + space + rewritten($0.value) }
          .joined(separator: ",") + "}"
      case .number("0"): return pick(["0", "-0", "0.0", "0e5", "00"])
      default: return tree.text
      }
    }

    /// The bytes with one changed, removed or added.
    mutating func spoiled(_ bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      let index = random.below(UInt64(bytes.count))
      let byte = pick(Array(#"{}[]",:\0159.eE+-ntfu "#.utf8) + [0x80, 0xFF, 0])
      switch random.below(3) {
      case 0: bytes[index] = byte
      case 1: bytes.remove(at: index)
      default: bytes.insert(byte, at: index)
      }
      return bytes
    }
  }

  /// The record that a script's line gives; `nil` for a line that is refused.
  private func parse(_ text: String, _ kinds: [KindSchema]) -> RecordWords? {
    try? InputScript.parse(text, kinds: kinds, stepDuration: StepDuration(1, 60)).first?.input
  }

  @Test("lines are the twin's, and read back as the twin reads", arguments: Sample.of(0..<120))
  func linesOfAnyWords(seed: Int) throws {
    var source = Source(seed: UInt64(seed))
    let kinds = source.kinds(3, depth: 3)
    let (json, twin) = (InputJSON(kinds), InputTwin(kinds))
    guard json.problem == nil else { return }
    var exact = 0
    for round in 0..<60 {
      let kind = source.random.below(3)
      var record = RecordWords(kind: kind, words: source.words(kinds[kind].fields))
      if round % 3 == 0 { record.words = source.spoiled(record.words) }
      let tree = twin.line(step: Int64(round), record)
      let line = json.line(step: Int64(round), record)
      let isExact = twin.isExact(record)
      if isExact { exact += 1 }
      #expect(line == (isExact ? Array(tree.text.utf8) : nil), "seed \(seed): \(tree.text)")
      // JSON has no word for a NaN: what is written for it is of no consequence.
      if !tree.text.contains("nan") {
        #expect(json.text(step: Int64(round), record) == tree.text, "seed \(seed)")
      }
      #expect(parse(tree.text, kinds) == twin.record(tree), "seed \(seed): \(tree.text)")
      let other = source.rewritten(tree)
      #expect(
        parse(other, kinds) == JSONTree(parsing: other.utf8).flatMap { read($0, twin) },
        "seed \(seed): \(other)")
      let bytes = source.spoiled(Array(tree.text.utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("\n") { continue }
      #expect(
        parse(text, kinds) == JSONTree(parsing: text.utf8).flatMap { read($0, twin) },
        "seed \(seed): \(text)")
    }
    #expect(exact > 0, "seed \(seed)")
  }

  /// The record of a line whose step is one that a script takes.
  private func read(_ tree: JSONTree, _ twin: InputTwin) -> RecordWords? {
    switch (tree["step"], tree["time"]) {
    case (.number(let text)?, nil):
      guard let step = Int64(text), step >= 0 else { return nil }
    default: return nil
    }
    return twin.record(tree)
  }

  @Test func twoKindsOfOneNameAreRefused() {
    let kinds = [KindSchema(name: "a", fields: []), KindSchema(name: "a", fields: [])]
    #expect(InputJSON(kinds).problem == "an input has two kinds 'a': rename one")
  }

  /// Members out of order at every level cost no more than their bytes.
  @Test(.timeLimit(.minutes(1))) func nestedMembersOutOfOrder() {
    var field = FieldSchema(name: "a", type: .bool)
    var text = "true"
    for _ in 0..<14 {
      let kind = KindSchema(name: "k", fields: [FieldSchema(name: "b", type: .bool), field])
      field = FieldSchema(name: "a", type: .cases, kinds: [kind])
      text = #"{"a":"# + text + #","b":false,"kind":"k"}"#
    }
    let kinds = [KindSchema(name: "top", fields: [field])]
    let words = parse(#"{"a":"# + text + #","kind":"top","step":0}"#, kinds)?.words
    #expect(words?.count == 29)
  }
}
