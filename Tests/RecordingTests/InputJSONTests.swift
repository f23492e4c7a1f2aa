import Foundation
import Recording
import Simulation
import TestSupport
import Testing

/// Inputs of every type as lines of JSON: in scripts and in recordings, there and back, exactly.
@Suite struct InputJSONTests {
  typealias Input = Errands.Input
  static let kinds = Input.kindSchemas

  private func parse(_ text: String) throws(InputScriptError) -> [RecordWords] {
    try InputScript.parse(text, kinds: Self.kinds, stepDuration: Errands.stepDuration)
      .map(\.input)
  }

  @Test("random inputs survive the way through a script", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for _ in 0..<8 {
      let input = Input.random(&random)
      let words = input.recordWords
      let json = InputJSON(Self.kinds)
      #expect(json.line(step: 3, words) != nil, "seed \(seed)")
      let line = InputScript.line(ScriptedInput(step: 3, input: words), kinds: Self.kinds)
      #expect(!line.contains("\n"))
      #expect(try parse(line) == [words], "seed \(seed): \(line)")
      // By an independent reader too: what is written is JSON.
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
      #expect(try Input(words) == input, "seed \(seed)")
    }
  }

  @Test("random inputs survive the way through a recording")
  func recording() throws {
    let folder = try TemporaryFolder()
    let run = SimulationRun<Errands>(parameters: .init(), seed: 1)
    var image = StateImage()
    run.save(.everything, into: &image)
    var header = RecordingHeader(
      description: run.description, parameters: Errands.Parameters().words, seed: 1,
      engineVersion: "1")
    let path = folder.file("errands.mcap")
    let writer = try RecordingWriter(
      path: path, header: header, initial: image, initialDigest: run.digest())
    var random = SplitMix(seed: 4)
    var given: [[RecordWords]] = []
    for step in 0..<60 {
      let inputs = (0..<step % 3).map { _ in Input.random(&random).recordWords }
      try run.step(inputs)
      given.append(inputs)
      run.save(.everyStep, into: &image)
      try writer.append(inputs: inputs, digest: run.digest(), state: image)
    }
    try writer.finish()
    let read = try Recording(path: path)
    #expect(read.header == header)
    for (step, inputs) in given.enumerated() {
      #expect(try read.inputs(at: Int64(step)) == inputs, "step \(step)")
    }
    // Names are not compared, and so are looked at on their own.
    #expect(names(read.header.description) == names(run.description))
    #expect(names(run.description).contains("weather: 1 sun, 2 rain, 9 storm"))
    header.parameters.removeLast()
    #expect(throws: RecordingError.self) {
      try RecordingWriter(
        path: folder.file("short.mcap"), header: header, initial: image,
        initialDigest: run.digest())
    }
  }

  private func names(_ description: SimulationDescription) -> [String] {
    func line(_ name: String, _ cases: [CaseName]) -> String {
      name + ": " + cases.map { "\($0.word) \($0.name)" }.joined(separator: ", ")
    }
    let fields = description.parameters + description.inputs.flatMap(\.fields)
    let columns = description.state.tables.flatMap { table in
      table.groups.flatMap(\.fields).map { line(table.name + $0.name, $0.cases) }
    }
    return fields.map { line($0.name, $0.cases) } + columns
  }

  struct Line: Sendable, CustomTestStringConvertible {
    var input: Input
    var text: String
    var testDescription: String { text }
  }

  static let lines = [
    Line(input: .say(text: "hi \"you\"\n"), text: #""kind":"say","text":"hi \"you\"\n""#),
    Line(
      input: .order(
        unit: 7, order: .move(to: .init(1, -2), via: [.init(0, 3)]), target: 5, units: [3, 4]),
      text: #"""
        "kind":"order","unit":7,"order":{"kind":"move","to":{"x":1,"y":-2},"via":[{"x":0,"y":3}]},"target":5,"units":[3,4]
        """#),
    Line(
      input: .order(unit: 0, order: .idle, target: nil, units: []),
      text: #""kind":"order","unit":0,"order":{"kind":"idle"},"target":null,"units":[]"#),
    Line(
      input: .pay(gold: ["iron": 3, "": -1, "gold": .max]),
      text: #""kind":"pay","gold":{"":-1,"gold":9223372036854775807,"iron":3}"#),
  ]

  @Test("a line is what a person would write", arguments: lines)
  func written(line: Line) throws {
    let words = line.input.recordWords
    let text = InputScript.line(ScriptedInput(step: 1, input: words), kinds: Self.kinds)
    #expect(text == #"{"step":1,"# + line.text + "}")
  }

  @Test("every type has its form")
  func everyType() throws {
    var load = Errands.Load()
    load.uint64 = .max
    load.int64 = .min
    load.weather = .storm
    load.mood = .glum
    load.crafts = [.baker]
    load.point = SIMD2(1.5, -0.0)
    (load.left, load.right) = (0.25, 4)
    load.oath = .some(nil)
    load.counts = [5: "five", -3: "-three"]
    load.cells = [Errands.Cell(2, 0), Errands.Cell(-1, 9)]
    load.maybes = [nil, 4]
    load.fields = [Errands.Cell(1, 1): .idle]
    let text = InputScript.line(
      ScriptedInput(step: 0, input: Input.carry(load).recordWords), kinds: Self.kinds)
    for part in [
      #""uint64":18446744073709551615"#, #""int64":-9223372036854775808"#, #""weather":"storm""#,
      #""mood":"glum""#, #""crafts":["baker"]"#, #""point":{"x":1.5,"y":-0.0}"#,
      #""ears.0":0.25,"ears.1":4.0"#, #""oath":[null]"#, #""title":null"#,
      #""counts":[{"key":-3,"value":"-three"},{"key":5,"value":"five"}]"#,
      #""cells":[{"x":-1,"y":9},{"x":2,"y":0}]"#, #""maybes":[null,4]"#,
      #""fields":[{"key":{"x":1,"y":1},"value":{"kind":"idle"}}]"#,
    ] { #expect(text.contains(part), "\(part) in \(text)") }
  }

  @Test("what a person may leave out or write otherwise")
  func liberties() throws {
    let words = try parse(
      #"""
      {"step":0,"kind":"order","unit":1,"order":"idle","units":[]}
      {"step":1,"kind":"pay","gold":{"z":1,"a":2,"\u0065\u0301":3,"é":4}}
      """#)
    #expect(
      try Input(words[0]) == .order(unit: 1, order: .idle, target: nil, units: []))
    // Two keys that look alike are two for JSON; a dictionary of Swift knows one, and says so.
    #expect(throws: SimulationError.self) { try Input(words[1]) }
    let again = try parse(#"{"step":1,"kind":"pay","gold":{"z":1,"a":2,"é":4}}"#)
    #expect(try Input(again[0]) == .pay(gold: ["z": 1, "a": 2, "é": 4]))
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    var line: String
    var says: String
    var testDescription: String { says }

    init(_ line: String, _ says: String) { (self.line, self.says) = (line, says) }
  }

  static let order = #""kind":"order","unit":1,"units":[],"order":"#
  static let mistakes = [
    Mistake(#""kind":"say""#, "field 'text' is missing"),
    Mistake(#""kind":"say","text":5"#, "field 'text' needs a text"),
    Mistake(#""kind":"say","text":null"#, "field 'text' needs a text"),
    Mistake(
      #""kind":"say","text":"","volume":3"#, "has a field 'volume' that the kind does not know"),
    Mistake(
      #""kind":"shout""#, "no input of kind 'shout'; the kinds are: say, order, carry, pay"),
    Mistake(
      order + #"{"kind":"move","to":{"x":3000000000,"y":0},"via":[]}"#,
      "field 'order.to.x' needs a whole number from -2147483648 to 2147483647"),
    Mistake(
      order + #"{"kind":"move","to":{"x":1.5,"y":0},"via":[]}"#,
      "field 'order.to.x' needs a whole number from -2147483648 to 2147483647"),
    Mistake(order + #"{"kind":"move","to":{"x":1},"via":[]}"#, "field 'order.to.y' is missing"),
    Mistake(
      order + #"{"kind":"move","to":{"x":1,"y":2,"z":3},"via":[]}"#,
      "has a field 'order.to.z' that the kind does not know"),
    Mistake(
      order + #"{"kind":"move","to":{"x":1,"y":2},"via":[{"x":0,"y":0},{"x":0,"y":"a"}]}"#,
      "field 'order.via[1].y' needs a whole number from -2147483648 to 2147483647"),
    Mistake(
      order + #"{"kind":"fly"}"#, "field 'order' needs 'kind' to be one of idle, move, sing"),
    Mistake(order + #""move""#, "field 'order' needs 'kind' to be one of idle, move, sing"),
    Mistake(order + #"{"kind":"sing","verses":["a",1]}"#, "field 'order.verses[1]' needs a text"),
    Mistake(order + "[]", "field 'order' needs 'kind' to be one of idle, move, sing"),
    Mistake(
      order + #"{"kind":"idle"},"target":-1"#,
      "field 'target' needs a whole number from 0 to 4294967295"),
    Mistake(
      #""kind":"pay","gold":{"a":1,"b":2,"a":3}"#, #"field 'gold' has the key "a" twice"#),
    Mistake(
      #""kind":"pay","gold":{"a":9223372036854775808}"#,
      #"field 'gold["a"]' needs a whole number from -9223372036854775808 to 9223372036854775807"#),
    Mistake(
      #""kind":"pay","gold":[]"#, "field 'gold' needs a dictionary from texts to whole numbers"),
  ]

  @Test("a mistake is told with the member's name", arguments: mistakes)
  func mistaken(mistake: Mistake) {
    do throws(InputScriptError) {
      _ = try parse("# a script\n{\"step\":0,\(mistake.line)}")
      Issue.record("nothing is wrong with it")
    } catch {
      #expect(error.description == "line 2: " + mistake.says)
    }
  }

  @Test("words that are no input's are never a trap, and never recorded as others")
  func hostileWords() throws {
    let json = InputJSON(Self.kinds)
    var random = SplitMix(seed: 9)
    var (exact, refused) = (0, 0)
    for round in 0..<600 {
      var record = Input.random(&random).recordWords
      switch round % 4 {
      case 0:
        let count = random.below(UInt64(record.words.count + 1))
        record.words = Array(record.words.prefix(count))
      case 1: record.words.append(random.next())
      case 2 where !record.words.isEmpty:
        let index = random.below(UInt64(record.words.count))
        record.words[index] = [0, 1, 2, 3, .max, 1 << 63, 1 << 62, random.next()][random.below(8)]
      default: record.kind = random.below(6) - 1
      }
      let line = InputScript.line(ScriptedInput(step: 0, input: record), kinds: Self.kinds)
      _ = FieldShape.text(record, Self.kinds)
      if json.line(step: 0, record) != nil {
        exact += 1
        #expect(try parse(line) == [record])
      } else {
        refused += 1
        // Nor would the simulation have taken it, but for keys that look alike.
        #expect(throws: SimulationError.self) { try Input(record) }
      }
    }
    #expect(exact > 20 && refused > 200, "\(exact) exact, \(refused) refused")
  }

  struct Unfit: Sendable, CustomTestStringConvertible {
    var fields: [FieldSchema]
    var says: String
    var testDescription: String { says }
  }

  /// A truth value within so many structures.
  static func nested(_ depth: Int) -> FieldSchema {
    (0..<depth).reduce(FieldSchema(name: "b", type: .bool)) { field, _ in
      FieldSchema(name: "a", type: .structure, fields: [field])
    }
  }

  static let unfit = [
    Unfit(
      fields: [FieldSchema(name: "time", type: .text)],
      says: "an input has a field 'time', which a line of input needs for itself: rename it"),
    Unfit(
      fields: [
        FieldSchema(
          name: "order", type: .cases,
          kinds: [KindSchema(name: "a", fields: [FieldSchema(name: "kind", type: .bool)])])
      ], says: "an input has a field 'kind', which a line of input needs for itself: rename it"),
    Unfit(
      fields: [FieldSchema(name: "x", type: .bool), FieldSchema(name: "x", type: .bool)],
      says: "an input has two fields 'x': rename one"),
    Unfit(
      fields: [
        FieldSchema(name: "x", type: .bool),
        FieldSchema(
          name: "x", type: .structure, fields: [FieldSchema(name: "y", type: .bool)]),
      ], says: "an input has two fields 'x': rename one"),
    Unfit(
      fields: [nested(70)],
      says: "an input has values within values within values, more than JSON's readers take"),
  ]

  @Test("inputs that no line can say are refused when a recording begins", arguments: unfit)
  func refusedKinds(unfit: Unfit) {
    #expect(InputJSON([KindSchema(name: "k", fields: unfit.fields)]).problem == unfit.says)
  }

  @Test("inputs that nest as deep as they may are read back")
  func deepest() throws {
    #expect(InputJSON(Self.kinds).problem == nil)
    let kinds = [KindSchema(name: "k", fields: [Self.nested(60)])]
    #expect(InputJSON(kinds).problem == nil)
    let words = RecordWords(kind: 0, words: [1])
    let line = InputScript.line(ScriptedInput(step: 0, input: words), kinds: kinds)
    let read = try InputScript.parse(line, kinds: kinds, stepDuration: StepDuration(1, 60))
    #expect(read.map(\.input) == [words])
  }

  @Test("the JSON schema of inputs takes what is written")
  func schema() throws {
    let text = InputJSON(Self.kinds).schemaText
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    var random = SplitMix(seed: 2)
    for _ in 0..<60 {
      let line = InputScript.line(
        ScriptedInput(step: 5, input: Input.random(&random).recordWords), kinds: Self.kinds)
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      #expect(SchemaCheck.accepts(value, schema), "\(line)")
    }
    for line in [
      #"{"step":1,"kind":"say"}"#, #"{"step":1,"kind":"say","text":1}"#, #"{"step":1,"kind":"no"}"#,
      #"{"step":1,"kind":"order","unit":1,"order":{"kind":"fly"},"units":[]}"#,
      #"{"step":1,"kind":"order","unit":1,"order":{"kind":"idle"},"units":["a"]}"#,
    ] {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      #expect(!SchemaCheck.accepts(value, schema), "\(line)")
    }
  }
}

/// As much of JSON Schema as recordings use, apart from the code under test.
enum SchemaCheck {
  static func accepts(_ value: Any, _ schema: [String: Any]) -> Bool {
    if let type = schema["type"] as? String, !isOf(type, value) { return false }
    if let constant = schema["const"] as? String, value as? String != constant { return false }
    if let names = schema["enum"] as? [String] {
      guard let name = value as? String, names.contains(name) else { return false }
    }
    if let object = value as? [String: Any] {
      for name in schema["required"] as? [String] ?? [] where object[name] == nil { return false }
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      for (name, inner) in properties {
        if let member = object[name], !accepts(member, inner) { return false }
      }
      if let rest = schema["additionalProperties"] as? [String: Any] {
        for (name, member) in object where properties[name] == nil && !accepts(member, rest) {
          return false
        }
      }
    }
    if let array = value as? [Any] {
      if let least = schema["minItems"] as? Int, array.count < least { return false }
      if let most = schema["maxItems"] as? Int, array.count > most { return false }
      if let items = schema["items"] as? [String: Any] {
        for element in array where !accepts(element, items) { return false }
      }
      if let items = schema["prefixItems"] as? [[String: Any]] {
        for (element, item) in zip(array, items) where !accepts(element, item) { return false }
      }
    }
    if let any = schema["anyOf"] as? [[String: Any]], !any.contains(where: { accepts(value, $0) }) {
      return false
    }
    if let one = schema["oneOf"] as? [[String: Any]],
      one.filter({ accepts(value, $0) }).count != 1
    {
      return false
    }
    return true
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "number", "integer", "boolean": value is NSNumber || value is Bool
    default: false
    }
  }
}
