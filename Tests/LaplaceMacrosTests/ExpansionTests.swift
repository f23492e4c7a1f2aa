import Simulation
import SwiftSyntax
import Testing

/// What is written for each kind of type.
@Suite struct ExpansionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var source: String
    var knows: [String] = []
    var written: String
    var testDescription: String { source }
  }

  static let cases = [
    Case(
      source: """
        @Recorded public struct Unit {
          @Key public var id: UInt32
          @EveryStep @Role(.position) var position: SIMD2<Float>
          @Allowed(.between(0, 1)) var `default`: Float = 1
          var x, y: Int?
          let legs = 2
          @Derived("the path") var next = 0
        }
        """,
      written: """
        extension Unit: StateFields {
          public static var blank: Self {
            Self(blank: ())
          }

          private init(blank: Void) {
            self.id = RecordedBlank.value()
            self.position = RecordedBlank.value()
          }

          public mutating func visitFields(_ visitor: inout some FieldVisitor) {
            visitor.field("id", &self.id, role: .key)
            visitor.field("position", &self.position, .everyStep, role: .position)
            visitor.field("default", &self.`default`, in: .between(0, 1))
            visitor.field("x", &self.x)
            visitor.field("y", &self.y)
          }

          public static var derivedFields: [DerivedField] {
            [
              DerivedField("legs", "the same in every run"),
              DerivedField("next", "the path"),
            ]
          }
        }
        """),
    Case(
      source: "@EveryStep @Recorded struct Game: Simulation { var tick = 0 }",
      knows: ["Simulation"],
      written: """
        extension Game {
          mutating func visitState(_ visitor: inout some StateVisitor) {
            visitor.field("tick", &self.tick, .everyStep)
          }
        }
        """),
    Case(
      source: "@Recorded struct Options: SimulationParameters { var size = 3; init() {} }",
      knows: ["SimulationParameters"],
      written: """
        extension Options: StateFields {
          mutating func visitFields(_ visitor: inout some FieldVisitor) {
            visitor.field("size", &self.size)
          }
        }
        """),
    Case(
      source: "@Recorded package enum Kind: UInt8 { case a = 1, `in` = 4 }",
      written: """
        extension Kind: CaseIterable, StateEnum {
          package static var allCases: [Self] {
            [.a, .`in`]
          }
        }
        """),
    Case(
      source: "@Recorded enum Kind: String, CaseIterable { case a }", knows: ["CaseIterable"],
      written: """
        extension Kind: StateEnum {
        }
        """),
    Case(
      source: "@Recorded enum Order { case idle, move(to: Cell), attack(UInt32), swap(Int, Int) }",
      written: """
        extension Order: StateCases {
          static var kinds: [StaticString] {
            ["idle", "move", "attack", "swap"]
          }

          init(kind: Int) {
            switch kind {
            case 0:
              self = .idle
            case 1:
              self = .move(to: RecordedBlank.value())
            case 2:
              self = .attack(RecordedBlank.value())
            case 3:
              self = .swap(RecordedBlank.value(), RecordedBlank.value())
            default:
              preconditionFailure("no kind has this index")
            }
          }

          var kind: Int {
            switch self {
            case .idle:
              0
            case .move:
              1
            case .attack:
              2
            case .swap:
              3
            }
          }

          mutating func visitFields(_ visitor: inout some FieldVisitor) {
            switch self {
            case .idle:
              break
            case .move(var value0):
              visitor.field("to", &value0)
              self = .move(to: value0)
            case .attack(var value0):
              visitor.field("attack", &value0)
              self = .attack(value0)
            case .swap(var value0, var value1):
              visitor.field("0", &value0)
              visitor.field("1", &value1)
              self = .swap(value0, value1)
            }
          }
        }
        """),
    // With an error, a compiler has no second thing to say of the same type.
    Case(
      source: "@Recorded struct Unit { var size: (Int, Int); var x: Int }",
      written: """
        extension Unit: StateFields {
          static var blank: Self {
            Self(blank: ())
          }

          private init(blank: Void) {
            preconditionFailure("the row cannot be recorded")
          }

          mutating func visitFields(_ visitor: inout some FieldVisitor) {
            visitor.field("x", &self.x)
          }
        }
        """),
  ]

  @Test("what is written", arguments: cases)
  func written(_ one: Case) throws {
    let lacking = Expansion.all.filter { !one.knows.contains($0.trimmedDescription) }
    let text = Expansion(one.source, lacking: lacking).text
    let start = try #require(text.firstRange(of: "\nextension "))
    #expect(String(text[start.lowerBound...].dropFirst()) == one.written)
  }

  @Test("what is left out is listed, with the reason")
  func derived() {
    func lines(_ fields: [DerivedField]) -> [String] { fields.map { "\($0.name): \($0.reason)" } }
    #expect(lines(Skirmish.derivedFields) == ["events: reported by every step"])
    #expect(
      lines(Skirmish.Unit.derivedFields)
        == ["legs: the same in every run", "next: the first of the path"])
    #expect(Skirmish.Cell.derivedFields.isEmpty)
  }

  @Test("columns of what a game does not have")
  func forms() throws {
    let run = SimulationRun<Forms>(parameters: NoParameters(), seed: 1)
    let names = run.description.state.tables.flatMap { table in
      table.groups.flatMap { $0.fields.map { "\(table.name)/\($0.name)" } }
    }
    #expect(
      names == [
        "rows/id", "rows/team", "rows/pairs", "rows/count", "rows/count", "rows.pairs/a",
        "rows.pairs/default", "rows.pairs/default", "hidden/visitor", "outcome/", "outcome/some",
        "outcome/inner", "letter/", "code/", "code/kind", "code/0", "code/visitor",
        "blanked/x", "made/x",
      ])
    #expect(Forms.Blanked.blank.x == 7)
    #expect(Forms.Made.blank.x == 3)
    #expect(Forms.Signal.kindSchemas.map(\.name) == ["on", "off"])
    #expect(Forms.NoInput.kindSchemas.isEmpty)
  }
}
