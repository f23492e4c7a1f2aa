import Simulation

/// `Skirmish` described by hand: what the macro is measured against.
struct SkirmishByHand: Simulation {
  static var name: StaticString { "skirmish" }
  static var stepDuration: StepDuration { StepDuration(1, 20) }

  enum Kind: UInt8, CaseIterable, StateEnum {
    case soldier = 1
    case archer = 2
    case wall = 9
  }

  enum Mood: StateCases {
    case calm, angry
    static var kinds: [StaticString] { ["calm", "angry"] }
    init(kind: Int) { self = kind == 0 ? .calm : .angry }
    var kind: Int { self == .calm ? 0 : 1 }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {}
  }

  struct Cell: StateRow, Hashable {
    var x: Int32 = 0
    var y: Int32 = 0
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("x", &x)
      visitor.field("y", &y)
    }
  }

  enum Order: StateCases {
    case idle
    case move(Cell)
    case attack(UInt32)
    case patrol(Cell, Cell)
    case sing([String], Float)

    static var kinds: [StaticString] { ["idle", "move", "attack", "patrol", "sing"] }
    init(kind: Int) {
      self =
        switch kind {
        case 1: .move(Cell())
        case 2: .attack(0)
        case 3: .patrol(Cell(), Cell())
        case 4: .sing([], 0)
        default: .idle
        }
    }
    var kind: Int {
      switch self {
      case .idle: 0
      case .move: 1
      case .attack: 2
      case .patrol: 3
      case .sing: 4
      }
    }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      switch self {
      case .idle: break
      case .move(var cell):
        visitor.field("to", &cell)
        self = .move(cell)
      case .attack(var unit):
        visitor.field("attack", &unit)
        self = .attack(unit)
      case .patrol(var a, var b):
        visitor.field("0", &a)
        visitor.field("1", &b)
        self = .patrol(a, b)
      case .sing(var verses, var loudness):
        visitor.field("verses", &verses)
        visitor.field("loudness", &loudness)
        self = .sing(verses, loudness)
      }
    }
  }

  struct Unit: StateRow {
    var id: UInt32 = 0
    var position = SIMD2<Float>(0, 0)
    var health: Float = 100
    var kind = Kind.soldier
    var mood = Mood.calm
    var order = Order.idle
    var target: UInt32?
    var path: [Cell] = []
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("id", &id, role: .key)
      visitor.field("position", &position, .everyStep, role: .position)
      visitor.field("health", &health, in: .between(0, 100))
      visitor.field("kind", &kind)
      visitor.field("mood", &mood)
      visitor.field("order", &order)
      visitor.field("target", &target)
      visitor.field("path", &path)
    }
  }

  struct Wind: StateRow {
    var x: Float = 0
    var y: Float = 0
    var isStrong = false
    var times = 0
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("x", &x, .everyStep)
      visitor.field("y", &y, .everyStep)
      visitor.field("isStrong", &isStrong, .everyStep)
      visitor.field("repeat", &times, .everyStep)
    }
  }

  var tick = 0
  var units: [Unit] = []
  var gold: [UInt32: Int64] = [:]
  var wind = Wind()
  var message = ""
  var seen: Set<Cell> = []

  init(parameters: NoParameters, seed: UInt64) {}

  init(_ game: Skirmish) {
    func cell(_ cell: Skirmish.Cell) -> Cell { Cell(x: cell.x, y: cell.y) }
    tick = game.tick
    units = game.units.map { unit in
      var copy = Unit()
      copy.id = unit.id
      copy.position = unit.position
      copy.health = unit.health
      copy.kind = Kind(rawValue: unit.kind.rawValue)!
      copy.mood = unit.mood == .calm ? .calm : .angry
      copy.order =
        switch unit.order {
        case .idle: .idle
        case .move(let to): .move(cell(to))
        case .attack(let unit): .attack(unit)
        case .patrol(let a, let b): .patrol(cell(a), cell(b))
        case .sing(let verses, let loudness): .sing(verses, loudness)
        }
      copy.target = unit.target
      copy.path = unit.path.map(cell)
      return copy
    }
    gold = game.gold
    wind = Wind(
      x: game.wind.x, y: game.wind.y, isStrong: game.wind.isStrong, times: game.wind.repeat)
    message = game.message
    seen = Set(game.seen.map(cell))
  }

  mutating func step(_ inputs: [NoEvent]) {}

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("tick", &tick)
    visitor.field("units", &units)
    visitor.field("gold", &gold)
    visitor.field("wind", &wind)
    visitor.field("message", &message)
    visitor.field("seen", &seen)
  }
}
