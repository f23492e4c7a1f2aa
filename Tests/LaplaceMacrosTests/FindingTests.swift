import SwiftSyntax
import Testing

/// What cannot be recorded is an error at its line, which says what to do.
@Suite struct FindingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var source: String
    var finding: String
    /// The source after the first fix-it.
    var fixed: String?
    var knows: [String] = []

    init(_ source: String, _ finding: String, fixed: String? = nil, knows: String...) {
      (self.source, self.finding, self.fixed, self.knows) = (source, finding, fixed, knows)
    }
    var testDescription: String { finding }
  }

  /// A structure with one member, on a line of its own.
  private static func row(_ member: String) -> String { "@Recorded struct Unit {\n  \(member)\n}" }

  private static func property(_ member: String, _ finding: String, fixed: String? = nil) -> Case {
    Case(row(member), finding, fixed: fixed.map(row))
  }

  private static let derived = #"@Derived("<#what it follows from#>") "#
  private static let derive = #" [add @Derived("…")]"#

  static let properties: [Case] = [
    property(
      "var act: (Int) -> Void = { _ in }",
      "2:12 'act' cannot be recorded: a function has no value that could be stored; use an "
        + "enumeration"
        + derive, fixed: derived + "var act: (Int) -> Void = { _ in }"),
    property(
      "var act: (@Sendable () -> Void)?",
      "2:23 'act' cannot be recorded: a function has no value that could be stored; use an "
        + "enumeration"
        + derive, fixed: derived + "var act: (@Sendable () -> Void)?"),
    property(
      "var size: (Int, Int)",
      "2:13 'size' cannot be recorded: a tuple has no description; use a structure with @Recorded"),
    property(
      "var sizes: [String: [(Int, Int)]] = [:]",
      "2:24 'sizes' cannot be recorded: a tuple has no description; use a structure with @Recorded"
        + derive, fixed: derived + "var sizes: [String: [(Int, Int)]] = [:]"),
    property(
      "var shape: any Shape",
      "2:14 'shape' cannot be recorded: 'any' hides its type; use an enumeration of the types it "
        + "may be"),
    property(
      "var shapes: Array<any Shape> = []",
      "2:21 'shapes' cannot be recorded: 'any' hides its type; use an enumeration of the types it "
        + "may be"
        + derive),
    property(
      "var shape: some Shape = Circle()",
      "2:14 'shape' cannot be recorded: 'some' hides its type; use an enumeration of the types it "
        + "may be"
        + derive),
    property(
      "var thing: Any? = nil",
      "2:14 'thing' cannot be recorded: 'Any' hides its type; use an enumeration of the types it "
        + "may be"
        + derive),
    property(
      "var type: Shape.Type",
      "2:13 'type' cannot be recorded: a type is not a value; use an enumeration"),
    property(
      "var bytes: UnsafeMutablePointer<UInt8>",
      "2:14 'bytes' cannot be recorded: an address is another one in every run; keep an index"),
    property(
      "var cell: Cell!",
      "2:13 'cell' cannot be recorded: '!' is not supported; write '?' [write '?']",
      fixed: "var cell: Cell?"),
    property(
      "let id: UInt32",
      "2:3 'id' is a constant, which a restore cannot set: make it a 'var' [make it a 'var']",
      fixed: "var id: UInt32"),
    property(
      "let table = Table()",
      "2:3 'table' is a constant, which is not recorded: make it a 'static let' if it is the same "
        + "in every run, or mark it @Derived"
        + derive, fixed: derived + "let table = Table()"),
    property(
      "let list = [1, [f()]]",
      "2:3 'list' is a constant, which is not recorded: make it a 'static let' if it is the same "
        + "in every run, or mark it @Derived"
        + derive),
    property(
      "lazy var sum = 3",
      "2:3 'sum' is lazy, and a visit would compute it: drop 'lazy', or mark it @Derived" + derive,
      fixed: derived + "lazy var sum = 3"),
    property(
      "var sum = 3 { didSet { log() } }",
      "2:17 every visit would call 'didSet' of 'sum', even one that only reads: set it where it "
        + "changes, or mark it @Derived"
        + derive, fixed: derived + "var sum = 3 { didSet { log() } }"),
    property(
      "var sum = 3 { willSet {} }",
      "2:17 every visit would call 'willSet' of 'sum', even one that only reads: set it where it "
        + "changes, or mark it @Derived"
        + derive),
    property(
      "weak var owner: Owner?",
      "2:3 'owner' is a reference, and two runs would share what it refers to: keep an index or "
        + "an identifier, or mark it @Derived"
        + derive, fixed: derived + "weak var owner: Owner?"),
    property(
      "unowned(unsafe) var owner: Owner",
      "2:3 'owner' is a reference, and two runs would share what it refers to: keep an index or "
        + "an identifier, or mark it @Derived"
    ),
    property(
      "@Clamped(0...1) var health = 1",
      "2:3 @Clamped may store 'health' in its own way: describe this type by hand, or mark the "
        + "property @Derived"
        + derive, fixed: derived + "@Clamped(0...1) var health = 1"),
    property(
      "var (a, b) = (1, 2)",
      "2:7 declare these properties one by one: a pattern cannot be recorded"),
    property(
      "/// Kept.\n  var a = 1, b: () -> Int = { 1 }",
      "3:17 'b' cannot be recorded: a function has no value that could be stored; use an "
        + "enumeration"
        + derive, fixed: "/// Kept.\n  \(derived)var a = 1, b: () -> Int = { 1 }"),
    property(
      #"@Derived("the list") var count: Int"#,
      "2:28 'count' is @Derived, so a restored row takes its initial value: write '= …' behind it"),
    property(
      #"@Derived("") var count = 0"#,
      #"2:3 say what 'count' follows from: @Derived("computed from …")"#),
    property(
      #"@Derived("the list") @Key var count = 0"#,
      "2:24 @Key says nothing of 'count', which is @Derived and not recorded [remove @Key]",
      fixed: #"@Derived("the list") var count = 0"#),
    property(
      "@Key @Role(.positionX) var x = 0",
      "2:3 'x' has one role: @Key or @Role, not both [remove @Key]",
      fixed: "@Role(.positionX) var x = 0"),
    property(
      "var children: [Unit] = []",
      "2:17 'children' holds values of its own type, and columns would never end: keep them in a "
        + "list of the simulation, and their indices or identifiers here"
    ),
    property(
      "#if DEBUG\n  var log = 0\n  #endif\n  var x = 0",
      "3:3 'log' is stored in some builds only, and builds must agree on what is state: take it "
        + "out of '#if', or mark it @Derived"
        + derive, fixed: "#if DEBUG\n  \(derived)var log = 0\n  #endif\n  var x = 0"),
    property("@Key static var x = 0\n  var y = 0", "2:3 @Key stands at a stored property"),
    property(
      "@Role(.position) var x: Int { 0 }\n  var y = 0", "2:3 @Role stands at a stored property"),
    property("@EveryStep func f() {}\n  var y = 0", "2:3 @EveryStep stands at a stored property"),
  ]

  static let types: [Case] = [
    Case(
      "@Recorded final class Unit {}",
      "1:17 a class cannot be recorded: two runs, or a run and its copy, would share it; make it "
        + "a structure"
    ),
    Case(
      "@Recorded actor Unit {}",
      "1:11 an actor cannot be recorded: two runs, or a run and its copy, would share it; make it "
        + "a structure"
    ),
    Case(
      "@Recorded struct Input: SimulationRecord {\n  var x = 0\n}",
      "1:11 a SimulationRecord has several kinds: write 'enum Input' with one case for each, "
        + "and its fields behind it", knows: "SimulationRecord"),
    Case(
      "@Recorded struct Chess: Game {\n  static var stepDuration: StepDuration { x }\n}",
      "1:18 'Chess' is a simulation by a protocol of yours, which @Recorded does not see into: "
        + "name Simulation beside it"),
    Case(
      "@Recorded protocol Unit {}", "1:1 @Recorded stands at a structure or an enumeration"),
    Case("@Recorded struct Unit {}", "1:18 'Unit' stores nothing to record"),
    Case(
      "@Recorded struct Unit { @Derived(\"x\") var y = 0 }",
      "1:18 'Unit' stores nothing to record"),
    Case("@Recorded enum Kind {}", "1:16 'Kind' has no cases, and so no value"),
    Case(
      "@Recorded struct Unit: ~Copyable { var x = 0 }",
      "1:24 a type that cannot be copied cannot be recorded"),
    Case(
      "@Recorded struct Unit {\n  var x = 0\n  mutating func visitFields() {}\n}",
      "3:17 'visitFields' is what @Recorded writes: remove it, or remove @Recorded"),
    Case(
      "@Recorded struct Pair<Value> { var a: [Value] }",
      "1:23 'Value' may be any type: write 'Value: StateValue' [write ': StateValue']",
      fixed: "@Recorded struct Pair<Value: StateValue> { var a: [Value] }"),
    Case(
      "struct Game {\n  @Recorded private struct Unit { var x = 0 }\n}",
      "2:13 a private type within another one cannot be recorded: make it 'fileprivate' [make it "
        + "'fileprivate']",
      fixed: "struct Game {\n  @Recorded fileprivate struct Unit { var x = 0 }\n}"),
    Case(
      "struct Unit {\n  @Key var id = 0\n}",
      "2:3 @Key says nothing here: the type is not @Recorded"),
    Case(
      "@EveryStep struct Unit {}",
      "1:1 @EveryStep says nothing here: the type is not @Recorded"),
    Case(
      "@Recorded struct Game: Simulation {\n  @Key var id = 0\n}",
      "2:3 @Key names the rows of a list, and a simulation is none [remove @Key]",
      fixed: "@Recorded struct Game: Simulation {\n  var id = 0\n}", knows: "Simulation"),
    // Whoever writes the initializer gives the value.
    Case(
      "@Recorded struct Game: Simulation {\n  let size: Int\n  @Derived(\"size\") var area: Int\n}",
      "2:3 'size' is a constant, which a restore cannot set: make it a 'var' [make it a 'var']"
        + derive,
      fixed:
        "@Recorded struct Game: Simulation {\n  var size: Int\n  @Derived(\"size\") var area: "
        + "Int\n}",
      knows: "Simulation"),
  ]

  static let enumerations: [Case] = [
    Case(
      "@Recorded enum Order {\n  case idle\n  indirect case then(Int)\n}",
      "3:3 columns of a value that contains itself would never end: keep the values in a list of "
        + "the simulation, and indices here"
    ),
    Case(
      "@Recorded enum Order {\n  case call(then: () -> Void)\n}",
      "2:19 'then' cannot be recorded: a function has no value that could be stored; use an "
        + "enumeration"
    ),
    Case(
      "@Recorded enum Order {\n  case at((Int, Int))\n}",
      "2:11 'at' cannot be recorded: a tuple has no description; use a structure with @Recorded"),
    Case(
      "@Recorded enum Order {\n  case idle, all([Order])\n}",
      "2:18 'all' holds values of its own type, and columns would never end: keep them in a list "
        + "of the simulation, and indices here"),
    Case(
      "@Recorded enum Order {\n  case move(x: Int, x: Int)\n}",
      "2:8 two values of 'move' have one name"),
    Case(
      "@Recorded enum Order {\n  case kinds\n}",
      "2:8 @Recorded writes a static 'kinds': give this case another name"),
    Case(
      "@Recorded enum Order {\n  case idle\n  #if DEBUG\n  case log\n  #endif\n}",
      "4:3 this case exists in some builds only, and builds must agree on what is state: take it "
        + "out of '#if'"
    ),
    Case(
      "@Recorded enum Order {\n  case \((0...256).map { "c\($0)" }.joined(separator: ", "))\n}",
      "2:1434 a recorded enumeration has at most 256 cases"),
  ]

  @Test("one finding, at its line, with its fix-it", arguments: properties + types + enumerations)
  func finding(_ one: Case) {
    let lacking = Expansion.all.filter { !one.knows.contains($0.trimmedDescription) }
    let expansion = Expansion(one.source, lacking: lacking)
    #expect(expansion.findings == [one.finding])
    if let fixed = one.fixed { #expect(expansion.fixed.first == fixed) }
    for fixed in expansion.fixed {
      let again = Expansion(fixed, lacking: lacking).findings
      #expect(!again.contains(one.finding), "after \(fixed)")
    }
  }

  @Test(
    "what can be recorded, or need not be, is no finding",
    arguments: [
      "let legs = 2, arms = -2, names = [\"a\", \"b\"], isTall = true", "static let zero = Unit()",
      "var area: Int { 3 }", "var area: Int { get { 3 } set {} }", "var x, y: Float",
      "@Derived(\"the list\") var count = 0", "@Derived(\"the list\") lazy var count = list.count",
      "@Derived(\"x\") weak var owner: Owner?", "@Derived(\"x\") let table = Table()",
      "@usableFromInline @available(macOS 15, *) var x = 0", "@Game.Key var id = 0",
      "#if DEBUG\n  var area: Int { 3 }\n  @Derived(\"x\") var log = 0\n  #endif",
      "var position: SIMD2<Float>, target: Cell?", "var wait: Swift.Duration", "var x: (Int)",
    ])
  func sound(_ member: String) {
    #expect(Expansion("@Recorded struct Unit {\n  var id = 0\n  \(member)\n}").findings == [])
  }
}
