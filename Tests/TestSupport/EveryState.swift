import Simulation

/// A simulation with every type that can be state, an input, an event or a parameter.
///
/// A test of `Tools/engine` also compiles this file by itself, for WebAssembly: it is public and imports
/// only `Simulation`.
public struct EveryState: Simulation {
  public struct Parameters: SimulationParameters {
    var count = 3
    var title = "é"

    public init() {}
    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("count", &count, in: .between(0, 9))
      visitor.field("title", &title)
    }
  }

  enum Suit: UInt8, StateEnum, CaseIterable { case red, black }
  enum Rank: String, StateEnum, CaseIterable {
    case jack
    case queen = "Königin"
    case king
  }

  struct Cell: StateRow, Hashable {
    var x: Int16 = 0
    var y: Int16 = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("x", &x)
      visitor.field("y", &y)
    }
  }

  public enum Order: StateCases, Equatable, Sendable {
    case wait
    case go(to: [UInt8])
    case say(text: String, times: Int)

    public static var kinds: [StaticString] { ["wait", "go", "say"] }
    public init(kind: Int) { self = [.wait, .go(to: []), .say(text: "", times: 0)][kind] }
    public var kind: Int {
      switch self {
      case .wait: 0
      case .go: 1
      case .say: 2
      }
    }
    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      switch self {
      case .wait: break
      case .go(var to):
        visitor.field("to", &to)
        self = .go(to: to)
      case .say(var text, var times):
        visitor.field("text", &text)
        visitor.field("times", &times)
        self = .say(text: text, times: times)
      }
    }
  }

  struct Unit: StateRow {
    var id: UInt32 = 0
    var name = ""
    var suit = Suit.red
    var rank = Rank.jack
    var place = Cell()
    var order = Order.wait
    var target: String?
    var path: [Cell] = []
    var bag: [String: Int] = [:]
    var speed = SIMD3<Float>(0, 0, 0)

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("id", &id, role: .key)
      visitor.field("name", &name)
      visitor.field("suit", &suit)
      visitor.field("rank", &rank)
      visitor.field("place", &place, .everyStep, role: .position)
      visitor.field("order", &order)
      visitor.field("target", &target)
      visitor.field("path", &path)
      visitor.field("bag", &bag)
      visitor.field("speed", &speed)
    }
  }

  public struct Input: SimulationRecord {
    var word = ""
    var order = Order.wait
    var prices: [String: Int] = [:]

    public static var kinds: [StaticString] { ["talk"] }
    public init(kind: Int) {}
    public init(_ word: String, _ order: Order, _ prices: [String: Int]) {
      (self.word, self.order, self.prices) = (word, order, prices)
    }
    public var kind: Int { 0 }
    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("word", &word)
      visitor.field("order", &order)
      visitor.field("prices", &prices)
    }
  }

  public struct Event: SimulationRecord {
    var word = ""

    public static var kinds: [StaticString] { ["heard"] }
    public init(kind: Int) {}
    init(_ word: String) { self.word = word }
    public var kind: Int { 0 }
    public mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("word", &word)
    }
  }

  public static var name: StaticString { "every-state" }
  public static var stepDuration: StepDuration { StepDuration(1, 60) }
  public static var derivedFields: [DerivedField] {
    [DerivedField("events", "the last step reports them")]
  }

  var numbers: (Int8, UInt8, Int16, UInt16) = (0, 0, 0, 0)
  var wide: (Int32, UInt32, Int64, UInt64, Int, UInt) = (0, 0, 0, 0, 0, 0)
  var reals: (Float, Double, Bool) = (1, 1, false)
  var flat = SIMD2<Double>(0, 1)
  var four = SIMD4<Int32>(1, 2, 3, 4)
  var weights: InlineArray<3, Float> = [1, 2, 3]
  var units: [Unit] = []
  var gold: [String: Int] = [:]
  var bySuit: [Suit: String] = [:]
  var byCell: [Cell: Double] = [:]
  var words: Set<String> = []
  var seen: Set<Int32> = []
  var message = ""
  var bytes: [UInt8] = []
  var lines: [String] = []
  public var events: [Event] = []

  public init(parameters: Parameters, seed: UInt64) {
    message = parameters.title
    for id in 0..<UInt32(parameters.count) {
      var unit = Unit()
      (unit.id, unit.name) = (id, id % 2 == 0 ? "blue" : "ro\u{301}t")
      units.append(unit)
    }
    wide.3 = seed
  }

  public mutating func step(_ inputs: [Input]) {
    events = []
    for input in inputs {
      words.insert(input.word)
      for (name, price) in input.prices { gold[name, default: 0] += price }
      if !units.isEmpty { units[0].order = input.order }
      if case .say(let text, let times) = input.order { message = text + " \(times)" }
      events.append(Event(input.word.uppercased()))
    }
    let n = wide.4
    numbers = (
      numbers.0 &+ 1, numbers.1 &+ 3, numbers.2 &- 5, numbers.3 &+ UInt16(truncatingIfNeeded: n)
    )
    wide.0 &+= Int32(numbers.0)
    wide.1 &+= 7
    wide.2 &-= 11
    wide.4 += 1
    wide.5 &+= 13
    reals = (reals.0 * 1.0625, reals.1 / 1.0625, !reals.2)
    (flat, four) = (flat + SIMD2(0.5, reals.1), four &+ SIMD4(1, 0, -1, 2))
    weights[n % 3] += 0.125
    for index in units.indices {
      units[index].place.x &+= Int16(index) + 1
      units[index].speed.y += 0.25
      units[index].suit = Suit.allCases[(n + index) % 2]
      units[index].rank = Rank.allCases[(n + index) % 3]
      units[index].target = n % 4 == 0 ? nil : units[index].rank.rawValue
      units[index].path = units[index].path.suffix(3) + [units[index].place]
      units[index].bag["step \(n % 5)", default: 0] += index
    }
    for unit in units { gold[unit.name, default: 0] += 1 }
    bySuit[Suit.allCases[n % 2]] = message
    byCell[Cell()] = reals.1
    if let first = units.first { byCell[first.place] = Double(n) }
    if byCell.count > 8 { byCell = [:] }
    seen.insert(Int32(n % 50))
    bytes = Array(message.utf8)
    lines = (lines + [message]).suffix(4)
    message = gold.keys.sorted().joined(separator: ", ")
  }

  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("i8", &numbers.0)
    visitor.field("u8", &numbers.1)
    visitor.field("i16", &numbers.2)
    visitor.field("u16", &numbers.3)
    visitor.field("i32", &wide.0)
    visitor.field("u32", &wide.1)
    visitor.field("i64", &wide.2)
    visitor.field("u64", &wide.3)
    visitor.field("int", &wide.4)
    visitor.field("uint", &wide.5)
    visitor.field("f32", &reals.0)
    visitor.field("f64", &reals.1)
    visitor.field("flag", &reals.2)
    visitor.field("flat", &flat, .everyStep)
    visitor.field("four", &four)
    visitor.field("weights", &weights)
    visitor.field("units", &units)
    visitor.field("gold", &gold)
    visitor.field("bySuit", &bySuit)
    visitor.field("byCell", &byCell)
    visitor.field("words", &words)
    visitor.field("seen", &seen)
    visitor.field("message", &message)
    visitor.field("bytes", &bytes)
    visitor.field("lines", &lines)
  }
}
