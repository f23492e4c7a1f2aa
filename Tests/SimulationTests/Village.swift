import Simulation
import TestSupport

/// A simulation whose state has every type that can be recorded, described by hand.
struct Village: Simulation, Equatable {
  static var name: StaticString { "village" }
  static var stepDuration: StepDuration { StepDuration(1, 10) }

  enum Weather: UInt8, CaseIterable, StateEnum {
    case sun = 1
    case rain = 2
    case storm = 9
  }

  enum Craft: String, CaseIterable, StateEnum {
    case smith, baker
  }

  struct Cell: StateRow, Hashable {
    var x: Int32 = 0
    var y: Int32 = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("x", &x)
      visitor.field("y", &y)
    }
  }

  enum Order: StateCases, Hashable {
    case idle
    case move(to: Cell)
    case sing(verses: [String])

    static var kinds: [StaticString] { ["idle", "move", "sing"] }
    init(kind: Int) { self = kind == 0 ? .idle : kind == 1 ? .move(to: Cell()) : .sing(verses: []) }
    var kind: Int {
      switch self {
      case .idle: 0
      case .move: 1
      case .sing: 2
      }
    }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      switch self {
      case .idle: break
      case .move(var to):
        visitor.field("to", &to)
        self = .move(to: to)
      case .sing(var verses):
        visitor.field("verses", &verses)
        self = .sing(verses: verses)
      }
    }
  }

  struct Villager: StateRow, Equatable {
    var id: UInt32 = 0
    var position = SIMD2<Float>(0, 0)
    var name = ""
    var isAwake = false
    var craft = Craft.smith
    var order = Order.idle
    var home: Cell?
    var target: UInt32?
    var oath: String??
    var path: [Cell] = []
    var songs: [[Int16]] = []
    var tools: [String: Int] = [:]
    var friends: Set<UInt32> = []

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("id", &id, role: .key)
      visitor.field("position", &position, .everyStep, role: .position)
      visitor.field("name", &name)
      visitor.field("isAwake", &isAwake)
      visitor.field("craft", &craft)
      visitor.field("order", &order)
      visitor.field("home", &home)
      visitor.field("target", &target)
      visitor.field("oath", &oath)
      visitor.field("path", &path)
      visitor.field("songs", &songs)
      visitor.field("tools", &tools)
      visitor.field("friends", &friends)
    }
  }

  /// Plain numbers: handed over as they lie.
  struct Stone: StateRow, Equatable, BitwiseCopyable {
    var x: Float = 0
    var y: Float = 0
    var weight: Double = 1
    var count = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("x", &x, .everyStep, role: .positionX)
      visitor.field("y", &y, .everyStep, role: .positionY)
      visitor.field("weight", &weight, in: .finiteNotNegative)
      visitor.field("count", &count)
    }
  }

  struct Sizes: StateRow, Equatable {
    var tiny: Int8 = 0
    var small: Int16 = 0
    var half: UInt16 = 0
    var word: UInt = 0
    var wind = SIMD3<Double>(0, 0, 0)
    var gusts: [Float] = []

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("tiny", &tiny)
      visitor.field("small", &small)
      visitor.field("half", &half)
      visitor.field("word", &word)
      visitor.field("wind", &wind)
      visitor.field("gusts", &gusts)
    }
  }

  var day = 0
  var weather = Weather.sun
  var mayor: UInt32?
  var villagers: [Villager] = []
  var stones: [Stone] = []
  var sizes = Sizes()
  var gold: [String: Int64] = [:]
  var fields: [Cell: Order] = [:]
  var names: Set<String> = []
  var scores: [Int32] = []
  var grid: [[UInt8]] = []
  var message = ""
  var motto: [String]?

  init(parameters: NoParameters, seed: UInt64) {}
  init() {}

  mutating func step(_ inputs: [NoEvent]) { day += 1 }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("day", &day)
    visitor.field("weather", &weather)
    visitor.field("mayor", &mayor)
    visitor.field("villagers", &villagers)
    visitor.field("stones", &stones)
    visitor.field("sizes", &sizes, .everyStep)
    visitor.field("gold", &gold)
    visitor.field("fields", &fields)
    visitor.field("names", &names)
    visitor.field("scores", &scores)
    visitor.field("grid", &grid)
    visitor.field("message", &message)
    visitor.field("motto", &motto)
  }
}

extension Village {
  /// A random state.
  init(using random: inout SplitMix) {
    self.init()
    func below(_ end: UInt64) -> Int { Int(random.next() % end) }
    func text() -> String {
      String((0..<below(6)).map { _ in ["a", "é", "∞", "z", "👩‍🌾"][below(5)] }.joined())
    }
    func list<Element>(_ most: UInt64, _ make: () -> Element) -> [Element] {
      (0..<below(most + 1)).map { _ in make() }
    }
    func cell() -> Cell { Cell(x: Int32(below(9)) - 4, y: Int32(below(9)) - 4) }
    func float() -> Float { Float(below(2001)) / 8 - 125 }
    func order() -> Order {
      [.idle, .move(to: cell()), .sing(verses: list(3, text))][below(3)]
    }
    day = below(1 << 40) - (1 << 39)
    weather = Weather.allCases[below(3)]
    mayor = below(2) == 0 ? nil : UInt32(below(9))
    for index in 0..<below(5) {
      var one = Villager()
      one.id = UInt32(index * 3)
      one.position = SIMD2(float(), float())
      one.name = text()
      one.isAwake = below(2) == 0
      one.craft = Craft.allCases[below(2)]
      one.order = order()
      one.home = below(2) == 0 ? nil : cell()
      one.target = below(2) == 0 ? nil : UInt32(below(9))
      one.oath = [.none, .some(nil), .some(text())][below(3)]
      one.path = list(3, cell)
      one.songs = list(2) { list(3) { Int16(truncatingIfNeeded: below(65536)) } }
      for _ in 0..<below(4) { one.tools[text()] = below(100) - 50 }
      for _ in 0..<below(4) { one.friends.insert(UInt32(below(30))) }
      villagers.append(one)
    }
    stones = list(70) {
      Stone(x: float(), y: float(), weight: Double(below(99)), count: below(9) - 4)
    }
    sizes.tiny = Int8(below(256) - 128)
    sizes.small = Int16(below(65536) - 32768)
    sizes.half = UInt16(below(65536))
    sizes.word = UInt(truncatingIfNeeded: random.next())
    sizes.wind = SIMD3(Double(float()), Double(float()), 0)
    sizes.gusts = list(3, float)
    for _ in 0..<below(5) { gold[text()] = Int64(below(999)) }
    for _ in 0..<below(5) { fields[cell()] = order() }
    for _ in 0..<below(5) { names.insert(text()) }
    scores = list(4) { Int32(below(99)) - 50 }
    grid = list(3) { list(4) { UInt8(below(256)) } }
    message = text()
    motto = below(2) == 0 ? nil : list(3, text)
  }
}
