import Sessions
import Simulation
import Testing

/// The names of real rows, as the fields of a simulation describe themselves.
@Suite struct RowNamesTests {
  struct Cell: StateRow, Equatable {
    var x: Int32 = 0
    var y: Int32 = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("x", &x)
      visitor.field("y", &y)
    }
  }

  struct Camp: StateRow {
    var fires: [Cell] = []
    var name = ""
    var chief: UInt32?
    var gold: [String: Int] = [:]

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("fires", &fires)
      visitor.field("name", &name)
      visitor.field("chief", &chief)
      visitor.field("gold", &gold)
    }
  }

  enum Order: StateCases {
    case idle
    case attack(target: UInt32)
    case sing(verses: [String])

    static var kinds: [StaticString] { ["idle", "attack", "sing"] }
    init(kind: Int) {
      self = kind == 0 ? .idle : kind == 1 ? .attack(target: 0) : .sing(verses: [])
    }
    var kind: Int {
      switch self {
      case .idle: 0
      case .attack: 1
      case .sing: 2
      }
    }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      switch self {
      case .idle: break
      case .attack(var target):
        visitor.field("target", &target)
        self = .attack(target: target)
      case .sing(var verses):
        visitor.field("verses", &verses)
        self = .sing(verses: verses)
      }
    }
  }

  struct Unit: StateRow {
    var id: UInt32 = 0
    var position = SIMD2<Float>(0, 0)
    var order = Order.idle
    var target: UInt32?
    var home: Cell?
    var oath: String?
    var path: [Cell] = []
    var songs: [[Int16]] = []
    var tools: [String: Int] = [:]
    var friends: Set<UInt32> = []
    var name = ""

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("id", &id, role: .key)
      visitor.field("position", &position, .everyStep, role: .position)
      visitor.field("order", &order)
      visitor.field("target", &target)
      visitor.field("home", &home)
      visitor.field("oath", &oath)
      visitor.field("path", &path)
      visitor.field("songs", &songs)
      visitor.field("tools", &tools)
      visitor.field("friends", &friends)
      visitor.field("name", &name)
    }
  }

  struct Skirmish: Simulation {
    typealias Input = NoEvent
    static var name: StaticString { "skirmish" }
    static var stepDuration: StepDuration { StepDuration(1, 60) }
    var units: [Unit] = []
    var gold: [String: Int64] = [:]
    var owners: [Int32: Cell] = [:]
    var letters: [String: [String]] = [:]
    var message = ""
    var leader: UInt32?
    var corner = Cell()
    var tags: Set<String> = []
    var scores: [Double] = []
    var lines: [String] = []
    var motto: String?
    var camp = Camp()
    var retreat: Camp?
    var order = Order.idle
    var aims: [String]?
    var depth: UInt8??
    var grid: [[Int32]] = [[1], [2]]
    var wishes: [UInt32?] = [1, 2]
    var words: [String?] = ["a", nil]
    var plan: [Order] = [.attack(target: 1)]
    var cells: [Cell?] = [Cell(), nil]

    init(parameters: NoParameters, seed: UInt64) {}
    mutating func step(_ inputs: [NoEvent]) {}
    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field("units", &units)
      visitor.field("gold", &gold)
      visitor.field("owners", &owners)
      visitor.field("letters", &letters)
      visitor.field("message", &message)
      visitor.field("leader", &leader)
      visitor.field("corner", &corner)
      visitor.field("tags", &tags)
      visitor.field("scores", &scores)
      visitor.field("lines", &lines)
      visitor.field("motto", &motto)
      visitor.field("camp", &camp)
      visitor.field("retreat", &retreat)
      visitor.field("order", &order)
      visitor.field("aims", &aims)
      visitor.field("depth", &depth)
      visitor.field("grid", &grid)
      visitor.field("wishes", &wishes)
      visitor.field("words", &words)
      visitor.field("plan", &plan)
      visitor.field("cells", &cells)
    }

    static var usual: Skirmish {
      var game = Skirmish(parameters: NoParameters(), seed: 0)
      game.units = [
        Unit(id: 3, path: [Cell(), Cell()], tools: ["saw": 1], friends: [7], name: "ann"),
        Unit(
          id: 7, order: .attack(target: 3), target: 3, home: Cell(x: 1, y: 2),
          path: [Cell(x: 1), Cell(x: 2), Cell(x: 3)], songs: [[1, 2], [], [3]],
          tools: ["axe": 2, "saw": 3], friends: [3], name: "bob"),
        Unit(id: 9, order: .sing(verses: ["la", "le"]), path: [Cell(y: 5)]),
      ]
      game.gold = ["iron": 3, "gold": 5]
      game.owners = [-1: Cell(), 1: Cell(x: 4)]
      game.letters = ["ann": ["a", "b"], "bob": []]
      game.message = "a"
      game.tags = ["red", "blue"]
      game.scores = [1, 2]
      game.lines = ["x", "y"]
      return game
    }
  }

  static func view(_ game: Skirmish) throws -> StateView {
    var (copy, schema) = (game, SchemaVisitor())
    copy.visitState(&schema)
    var visitor = SaveVisitor(.everything)
    copy.visitState(&visitor)
    return try #require(
      StateView(schema: schema.schema, selection: .everything, image: visitor.finish()))
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var says: [String]
    var change: @Sendable (inout Skirmish) -> Void
    var testDescription: String { says.joined(separator: "; ") }

    init(_ says: String..., change: @escaping @Sendable (inout Skirmish) -> Void) {
      (self.says, self.change) = (says, change)
    }
  }

  static let changes = [
    Change("units[7].order.target  0x00000003 (3)  ->  0x00000009 (9)") {
      $0.units[1].order = .attack(target: 9)
    },
    Change("units[7].path[2].x  0x00000003 (3)  ->  0x00000004 (4)") {
      $0.units[1].path[2].x = 4
    },
    Change("units[7].name  \"bob\"  ->  \"eve\"") { $0.units[1].name = "eve" },
    Change("units[7].target  0x00000003 (3)  ->  nil") { $0.units[1].target = nil },
    Change("units[7].home.y  0x00000002 (2)  ->  0x00000003 (3)") { $0.units[1].home?.y = 3 },
    Change("units[3].home  nil  ->  (x: 0, y: 0)") { $0.units[0].home = Cell() },
    Change("units[3].oath  nil  ->  \"\"") { $0.units[0].oath = "" },
    Change("units[7].songs[2][0]  ") { $0.units[1].songs[2][0] = 4 },
    Change("units[7].songs[0][1]  is missing") { $0.units[1].songs[0].removeLast() },
    Change("units[7].tools[\"saw\"]  ") { $0.units[1].tools["saw"] = 4 },
    Change("units[7].tools[\"axe\"]  is missing") { $0.units[1].tools["axe"] = nil },
    Change("units[7].friends[5]  is only in the second state") { $0.units[1].friends.insert(5) },
    Change("units[9].order.verses[1]  \"le\"  ->  \"lo\"") {
      $0.units[2].order = .sing(verses: ["la", "lo"])
    },
    Change("units[3]  is missing") { $0.units.removeFirst() },
    Change("units[5]  is only in the second state") {
      $0.units.insert(Unit(id: 5, name: "x"), at: 1)
    },
    Change("gold[\"iron\"]  0x0000000000000003 (3)  ->  0x0000000000000004 (4)") {
      $0.gold["iron"] = 4
    },
    Change("gold[\"copper\"]  is only in the second state") { $0.gold["copper"] = 1 },
    Change("owners[-1].x  0x00000000 (0)  ->  0x00000001 (1)") { $0.owners[-1]?.x = 1 },
    Change("letters[\"ann\"][1]  \"b\"  ->  \"c\"") { $0.letters["ann"]?[1] = "c" },
    Change("letters[\"bob\"][0]  is only in the second state") { $0.letters["bob"] = ["d"] },
    Change("message  \"a\"  ->  \"b\"") { $0.message = "b" },
    Change("leader  nil  ->  0x00000000 (0)") { $0.leader = 0 },
    Change("corner.y  0x00000000 (0)  ->  0x00000001 (1)") { $0.corner.y = 1 },
    Change("tags[\"red\"]  is missing") { $0.tags.remove("red") },
    Change("scores[1]  ") { $0.scores[1] = 3 },
    Change("lines[1]  \"y\"  ->  \"z\"") { $0.lines[1] = "z" },
    Change("lines[1]  is missing") { $0.lines.removeLast() },
    Change("motto  nil  ->  \"\"") { $0.motto = "" },
    Change("camp.fires[0]  is only in the second state") { $0.camp.fires = [Cell()] },
    Change("camp.name  \"\"  ->  \"x\"") { $0.camp.name = "x" },
    Change("camp.chief  nil  ->  0x00000005 (5)") { $0.camp.chief = 5 },
    Change("camp.gold[\"a\"]  is only in the second state") { $0.camp.gold["a"] = 1 },
    Change("retreat  nil  ->  (fires.count: ") { $0.retreat = Camp() },
    Change("retreat  nil  ->  (fires.count: ", "retreat.fires[0]  is only") {
      $0.retreat = Camp(fires: [Cell()], name: "x", chief: 4)
    },
    Change("order  idle  ->  attack(target: 1)") { $0.order = .attack(target: 1) },
    Change("aims  nil  ->  (count: 0)") { $0.aims = [] },
    Change("aims  nil  ->  (count: 1)", "aims[0]  is only in the second state") { $0.aims = ["x"] },
    Change("depth  nil  ->  some(nil)") { $0.depth = .some(nil) },
    Change("depth  nil  ->  0x00 (0)") { $0.depth = 0 },
    Change("grid[1][0]  ") { $0.grid[1][0] = 4 },
    Change("wishes[1]  0x00000002 (2)  ->  nil") { $0.wishes[1] = nil },
    Change("words[0]  \"a\"  ->  nil") { $0.words[0] = nil },
    Change("plan[0].target  0x00000001 (1)  ->  0x00000002 (2)") {
      $0.plan[0] = .attack(target: 2)
    },
    Change("cells[1]  is missing") { $0.cells.removeLast() },
    Change("cells[0].x  ") { $0.cells[0]?.x = 3 },
    Change("cells[0]  (x: 0, y: 0)  ->  nil") { $0.cells[0] = nil },
  ]

  @Test(arguments: changes) func placeIsNamed(change: Change) throws {
    var other = Skirmish.usual
    change.change(&other)
    let comparison = StateComparison(
      expected: try Self.view(Skirmish.usual), actual: try Self.view(other))
    let found = comparison.differences.map(\.description)
    #expect(comparison.count == change.says.count, "\(found)")
    for (line, says) in zip(found, change.says) { #expect(line.hasPrefix(says), "\(line)") }
  }
}
