import Simulation

/// A simulation whose inputs, events and parameters have every type that a field can have.
package struct Errands: Simulation, Equatable {
  package static var name: StaticString { "errands" }
  package static var stepDuration: StepDuration { StepDuration(1, 10) }

  /// Stored as its raw value.
  package enum Weather: UInt8, CaseIterable, StateEnum, Sendable {
    case sun = 1
    case rain = 2
    case storm = 9
  }

  /// Stored as the index of the case.
  package enum Craft: String, CaseIterable, StateEnum, Sendable {
    case smith, baker
  }

  package enum Mood: Int32, CaseIterable, StateEnum, Sendable {
    case glum = -3
    case merry = 3
  }

  package struct Cell: StateRow, Hashable, Sendable {
    package var x: Int32 = 0
    package var y: Int32 = 0

    package init() {}
    package init(_ x: Int32, _ y: Int32) { (self.x, self.y) = (x, y) }

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("x", &x)
      visitor.field("y", &y)
    }
  }

  package enum Order: StateCases, Hashable, Sendable {
    case idle
    case move(to: Cell, via: [Cell])
    case sing(verses: [String])

    package static var kinds: [StaticString] { ["idle", "move", "sing"] }
    package init(kind: Int) {
      self = [.idle, .move(to: Cell(), via: []), .sing(verses: [])][kind]
    }
    package var kind: Int {
      switch self {
      case .idle: 0
      case .move: 1
      case .sing: 2
      }
    }
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      switch self {
      case .idle: break
      case .move(var to, var via):
        visitor.field("to", &to)
        visitor.field("via", &via)
        self = .move(to: to, via: via)
      case .sing(var verses):
        visitor.field("verses", &verses)
        self = .sing(verses: verses)
      }
    }
  }

  /// Every type at once.
  package struct Load: StateRow, Equatable, Sendable {
    package var int8: Int8 = 0
    package var int16: Int16 = 0
    package var int32: Int32 = 0
    package var int64: Int64 = 0
    package var int = 0
    package var uint8: UInt8 = 0
    package var uint16: UInt16 = 0
    package var uint32: UInt32 = 0
    package var uint64: UInt64 = 0
    package var float: Float = 0
    package var double = 0.0
    package var flag = false
    package var text = ""
    package var weather = Weather.sun
    package var craft = Craft.smith
    package var mood = Mood.glum
    package var point = SIMD2<Float>(0, 0)
    package var left: Float = 0
    package var right: Float = 0
    package var bytes: [UInt8] = []
    package var points: [SIMD2<Double>] = []
    package var grid: [[Int16]] = []
    package var crafts: [Craft] = []
    package var order = Order.idle
    package var orders: [Order] = []
    package var target: UInt32?
    package var title: String?
    package var home: Cell?
    package var oath: String??
    package var path: [Cell]?
    package var plan: Order?
    package var gold: [String: Int64] = [:]
    package var fields: [Cell: Order] = [:]
    package var counts: [Int32: String] = [:]
    package var weights: [Float: Float] = [:]
    package var names: Set<String> = []
    package var cells: Set<Cell> = []
    package var maybes: Set<Int32?> = []
    package var nested: [String: [String: [UInt64]]] = [:]

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("int8", &int8)
      visitor.field("int16", &int16)
      visitor.field("int32", &int32)
      visitor.field("int64", &int64)
      visitor.field("int", &int)
      visitor.field("uint8", &uint8)
      visitor.field("uint16", &uint16)
      visitor.field("uint32", &uint32)
      visitor.field("uint64", &uint64)
      visitor.field("float", &float)
      visitor.field("double", &double)
      visitor.field("flag", &flag)
      visitor.field("text", &text)
      visitor.field("weather", &weather)
      visitor.field("craft", &craft)
      visitor.field("mood", &mood)
      visitor.field("point", &point)
      // As an array of fixed length names its elements.
      visitor.field("ears.0", &left)
      visitor.field("ears.1", &right)
      visitor.field("bytes", &bytes)
      visitor.field("points", &points)
      visitor.field("grid", &grid)
      visitor.field("crafts", &crafts)
      visitor.field("order", &order)
      visitor.field("orders", &orders)
      visitor.field("target", &target)
      visitor.field("title", &title)
      visitor.field("home", &home)
      visitor.field("oath", &oath)
      visitor.field("path", &path)
      visitor.field("plan", &plan)
      visitor.field("gold", &gold)
      visitor.field("fields", &fields)
      visitor.field("counts", &counts)
      visitor.field("weights", &weights)
      visitor.field("names", &names)
      visitor.field("cells", &cells)
      visitor.field("maybes", &maybes)
      visitor.field("nested", &nested)
    }
  }

  package enum Input: SimulationRecord {
    case say(text: String)
    case order(unit: UInt32, order: Order, target: UInt32?, units: [UInt32])
    case carry(Load)
    case pay(gold: [String: Int64])

    package static var kinds: [StaticString] { ["say", "order", "carry", "pay"] }
    package init(kind: Int) {
      self =
        [
          .say(text: ""), .order(unit: 0, order: .idle, target: nil, units: []), .carry(Load()),
          .pay(gold: [:]),
        ][kind]
    }
    package var kind: Int {
      switch self {
      case .say: 0
      case .order: 1
      case .carry: 2
      case .pay: 3
      }
    }
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      switch self {
      case .say(var text):
        visitor.field("text", &text)
        self = .say(text: text)
      case .order(var unit, var order, var target, var units):
        visitor.field("unit", &unit)
        visitor.field("order", &order)
        visitor.field("target", &target)
        visitor.field("units", &units)
        self = .order(unit: unit, order: order, target: target, units: units)
      case .carry(var load):
        visitor.field("load", &load)
        self = .carry(load)
      case .pay(var gold):
        visitor.field("gold", &gold)
        self = .pay(gold: gold)
      }
    }
  }

  package struct Parameters: SimulationParameters {
    package var title = "errands"
    package var craft = Craft.smith
    package var weather = Weather.sun
    package var start = Cell(1, 2)
    package var speeds: [Float] = [1, 2.5]
    package var limit: UInt32? = 5
    package var motto: String?
    package var first = Order.idle
    package var gold: [String: Int64] = ["iron": 3]
    package var wild = false

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("title", &title)
      visitor.field("craft", &craft)
      visitor.field("weather", &weather)
      visitor.field("start", &start)
      visitor.field("speeds", &speeds)
      visitor.field("limit", &limit)
      visitor.field("motto", &motto)
      visitor.field("first", &first)
      visitor.field("gold", &gold)
      visitor.field("wild", &wild)
    }
  }

  package var parameters = Parameters()
  package var message = ""
  package var order = Order.idle
  package var weather = Weather.sun
  package var crafts: [Craft] = [.smith, .baker]
  package var day = 0
  package var events: [Input] = []

  package init(parameters: Parameters, seed: UInt64) {
    self.parameters = parameters
    order = parameters.first
    weather = parameters.weather
  }

  package mutating func step(_ inputs: [Input]) {
    day += 1
    events = inputs
    for input in inputs {
      switch input {
      case .say(let text): message = text
      case .order(_, let order, _, _): self.order = order
      case .carry(let load): weather = load.weather
      case .pay(let gold): day += gold.count
      }
    }
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("day", &day, .everyStep)
    visitor.field("message", &message)
    visitor.field("order", &order)
    visitor.field("weather", &weather, .everyStep)
    visitor.field("crafts", &crafts)
  }
}

extension Errands.Input {
  /// A random input of any kind.
  package static func random(_ random: inout SplitMix) -> Errands.Input {
    switch random.next() % 8 {
    case 0: .say(text: random.text())
    case 1:
      .order(
        unit: UInt32(truncatingIfNeeded: random.next()), order: random.order(),
        target: random.maybe { UInt32(truncatingIfNeeded: $0.next()) },
        units: random.list(5) { UInt32(truncatingIfNeeded: $0.next()) })
    case 2:
      .pay(
        gold: random.dictionary(6) { ($0.text(), Int64(bitPattern: $0.next())) })
    default: .carry(random.load())
    }
  }
}

extension SplitMix {
  package mutating func below(_ end: UInt64) -> Int { Int(next() % end) }

  package mutating func text() -> String {
    let parts = ["a", "é", "e\u{301}", "∞", "\"", "\\", "\n", "\u{0}", "\u{1F}", "👩‍🌾", " ", "null"]
    return (0..<below(6)).map { _ in parts[below(12)] }.joined()
  }

  fileprivate mutating func list<T>(_ most: UInt64, _ make: (inout SplitMix) -> T) -> [T] {
    (0..<below(most + 1)).map { _ in make(&self) }
  }

  fileprivate mutating func maybe<T>(_ make: (inout SplitMix) -> T) -> T? {
    below(2) == 0 ? nil : make(&self)
  }

  fileprivate mutating func dictionary<K, V>(
    _ most: UInt64, _ make: (inout SplitMix) -> (K, V)
  ) -> [K: V] {
    Dictionary(list(most, make)) { first, _ in first }
  }

  fileprivate mutating func cell() -> Errands.Cell {
    Errands.Cell(Int32(truncatingIfNeeded: next()), Int32(below(9)) - 4)
  }

  fileprivate mutating func order() -> Errands.Order {
    switch below(3) {
    case 0: .idle
    case 1: .move(to: cell(), via: list(3) { $0.cell() })
    default: .sing(verses: list(3) { $0.text() })
    }
  }

  /// Any finite number, also -0 and subnormal ones.
  fileprivate mutating func float() -> Float {
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: next()))
    return value.isFinite ? value : -0
  }

  fileprivate mutating func double() -> Double {
    let value = Double(bitPattern: next())
    return value.isFinite ? value : -0
  }

  package mutating func load() -> Errands.Load {
    var load = Errands.Load()
    load.int8 = Int8(truncatingIfNeeded: next())
    load.int16 = Int16(truncatingIfNeeded: next())
    load.int32 = Int32(truncatingIfNeeded: next())
    load.int64 = Int64(bitPattern: next())
    load.int = Int(truncatingIfNeeded: next())
    load.uint8 = UInt8(truncatingIfNeeded: next())
    load.uint16 = UInt16(truncatingIfNeeded: next())
    load.uint32 = UInt32(truncatingIfNeeded: next())
    load.uint64 = next()
    load.float = float()
    load.double = double()
    load.flag = below(2) == 0
    load.text = text()
    load.weather = Errands.Weather.allCases[below(3)]
    load.craft = Errands.Craft.allCases[below(2)]
    load.mood = Errands.Mood.allCases[below(2)]
    load.point = SIMD2(float(), float())
    (load.left, load.right) = (float(), float())
    load.bytes = list(4) { UInt8(truncatingIfNeeded: $0.next()) }
    load.points = list(3) { SIMD2($0.double(), $0.double()) }
    load.grid = list(3) { $0.list(3) { Int16(truncatingIfNeeded: $0.next()) } }
    load.crafts = list(3) { Errands.Craft.allCases[$0.below(2)] }
    load.order = order()
    load.orders = list(3) { $0.order() }
    load.target = maybe { UInt32(truncatingIfNeeded: $0.next()) }
    load.title = maybe { $0.text() }
    load.home = maybe { $0.cell() }
    load.oath = maybe { $0.maybe { $0.text() } }
    load.path = maybe { $0.list(3) { $0.cell() } }
    load.plan = maybe { $0.order() }
    load.gold = dictionary(5) { ($0.text(), Int64(bitPattern: $0.next())) }
    load.fields = dictionary(3) { ($0.cell(), $0.order()) }
    load.counts = dictionary(5) { (Int32(truncatingIfNeeded: $0.next()), $0.text()) }
    load.weights = dictionary(5) { ($0.float(), $0.float()) }
    load.names = Set(list(5) { $0.text() })
    load.cells = Set(list(5) { $0.cell() })
    load.maybes = Set(list(5) { $0.maybe { Int32($0.below(9)) - 4 } })
    load.nested = dictionary(3) {
      ($0.text(), $0.dictionary(3) { ($0.text(), $0.list(2) { $0.next() }) })
    }
    return load
  }
}

/// The catalogue of the errands alone.
package let errandsCatalogue = [
  CatalogueEntry(Errands.self, summary: "errands of every kind", defaultStepCount: 60)
]
