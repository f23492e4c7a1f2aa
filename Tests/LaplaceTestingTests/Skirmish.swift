import Simulation

/// A mistake that a simulation can be made with.
protocol Mistake: SendableMetatype {
  static var kind: MistakeKind { get }
}

enum MistakeKind: Equatable {
  case none
  case forgottenField
  case forgottenPayload
  case lateField
  case payloadNotWrittenBack
  case dictionaryOrder
  case notANumber
  case sharedStatic
  case repeatedKey
  case changedColumns
  case drawing
  /// No mistake, but another game: as after a change of the program.
  case otherBits
  case hashSeed
}

enum NoMistake: Mistake { static var kind: MistakeKind { .none } }
enum ForgottenField: Mistake { static var kind: MistakeKind { .forgottenField } }
enum ForgottenPayload: Mistake { static var kind: MistakeKind { .forgottenPayload } }
enum LateField: Mistake { static var kind: MistakeKind { .lateField } }
enum PayloadNotWrittenBack: Mistake { static var kind: MistakeKind { .payloadNotWrittenBack } }
enum DictionaryOrder: Mistake { static var kind: MistakeKind { .dictionaryOrder } }
enum NotANumber: Mistake { static var kind: MistakeKind { .notANumber } }
enum SharedStatic: Mistake { static var kind: MistakeKind { .sharedStatic } }
enum RepeatedKey: Mistake { static var kind: MistakeKind { .repeatedKey } }
enum ChangedColumns: Mistake { static var kind: MistakeKind { .changedColumns } }
enum OtherBits: Mistake { static var kind: MistakeKind { .otherBits } }
enum HashSeed: Mistake { static var kind: MistakeKind { .hashSeed } }
enum DrawingWrites: Mistake { static var kind: MistakeKind { .drawing } }

/// A small game described by hand, with one mistake or none.
struct Skirmish<M: Mistake>: Simulation {
  enum Kind: UInt8, CaseIterable, StateEnum { case scout, knight }

  struct Cell: StateRow, Hashable {
    var x: Int32 = 0
    var y: Int32 = 0
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("x", &x)
      visitor.field("y", &y)
    }
  }

  enum Order: StateCases, Equatable {
    case idle
    case move(to: Cell)
    case attack(target: UInt32, force: Float)

    static var kinds: [StaticString] { ["idle", "move", "attack"] }
    init(kind: Int) {
      self = kind == 0 ? .idle : kind == 1 ? .move(to: Cell()) : .attack(target: 0, force: 0)
    }
    var kind: Int {
      switch self {
      case .idle: 0
      case .move: 1
      case .attack: 2
      }
    }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      switch self {
      case .idle: break
      case .move(var to):
        visitor.field("to", &to)
        self = .move(to: to)
      case .attack(var target, var force):
        visitor.field("target", &target)
        if M.kind != .forgottenPayload { visitor.field("force", &force) }
        if M.kind != .payloadNotWrittenBack { self = .attack(target: target, force: force) }
      }
    }
  }

  struct Unit: StateRow {
    var id: UInt32 = 0
    var kind = Kind.scout
    var position = SIMD2<Float>(0, 0)
    var velocity = SIMD2<Float>(0, 0)
    var order = Order.idle
    var target: UInt32?
    var path: [Cell] = []
    var name = ""
    var isAwake = false
    var cooldown = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("id", &id, role: .key)
      visitor.field("kind", &kind)
      visitor.field("position", &position, .everyStep, role: .position)
      // One by one, and under names of their own.
      visitor.field("vx", &velocity.x)
      visitor.field("vy", &velocity.y)
      visitor.field("order", &order)
      visitor.field("target", &target)
      if M.kind == .changedColumns && path.count > 2 { return visitor.field("awake", &isAwake) }
      visitor.field("path", &path)
      visitor.field("label", &name)
      visitor.field("awake", &isAwake)
      if M.kind != .forgottenField { visitor.field("cooldown", &cooldown) }
    }
  }

  struct Bonus: StateRow {
    var value = 0
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("value", &value)
    }
  }

  enum Input: SimulationRecord {
    case push(Float)
    static var kinds: [StaticString] { ["push"] }
    init(kind: Int) { self = .push(0) }
    var kind: Int { 0 }
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard case .push(var force) = self else { return }
      visitor.field("force", &force)
      self = .push(force)
    }
  }

  /// What a drawing may reach although the simulation is a value.
  final class Ink { var drawn = 0 }

  static var name: StaticString { "skirmish" }
  static var stepDuration: StepDuration { StepDuration(1, 10) }
  static var derivedFields: [DerivedField] {
    [
      DerivedField("seed", "of the run, never changed"),
      DerivedField("ink", "holds what is visited"),
    ]
  }

  private let seed: UInt64
  private let ink = Ink()
  var turn = 0
  var _gold: [Int32: Int] = [:]
  var units: [Unit] = []
  var total = 0
  var bonus = Bonus()
  var late = 0

  init(parameters: NoParameters, seed: UInt64) {
    self.seed = seed
    for index in 0..<4 {
      var unit = Unit()
      unit.id = M.kind == .repeatedKey ? UInt32(index / 2) : UInt32(index)
      unit.velocity = SIMD2(Float(index) + Float(seed % 5), 1)
      unit.name = "unit \(index)"
      units.append(unit)
    }
    for key in 0..<40 { _gold[Int32(key * 7)] = key }
  }

  mutating func step(_ inputs: [Input]) {
    turn += 1
    for case .push(let force) in inputs { units[0].velocity.x += force }
    for index in units.indices {
      units[index].position += units[index].velocity * 0.1
      units[index].cooldown = (turn + index) % 9
      units[index].isAwake = turn % 3 == 0
      units[index].target = turn % 4 == 0 ? nil : UInt32(turn % 4)
      units[index].kind = turn % 5 == 0 ? .knight : .scout
      units[index].path = (0..<(turn % 4)).map { Cell(x: Int32($0), y: 1) }
      switch turn % 3 {
      case 0: units[index].order = .idle
      case 1: units[index].order = .move(to: Cell(x: Int32(turn), y: 2))
      default: units[index].order = .attack(target: UInt32(turn % 7), force: 2)
      }
    }
    if turn % 20 == 19 { total += units[0].cooldown }
    addUp()
  }

  private mutating func addUp() {
    switch M.kind {
    case .lateField:
      // Nothing depends on it for a thousand steps.
      late += 1
      if turn >= 1000 { total += late }
    case .dictionaryOrder: for (key, value) in _gold { total = total &* 31 &+ Int(key) &+ value }
    case .notANumber: if turn == 8 { units[2].position.y = .infinity - .infinity }
    case .sharedStatic:
      sharedCount += 1
      total += sharedCount
    case .otherBits: if turn == 21 { units[1].position.x = units[1].position.x.nextUp }
    case .hashSeed: if turn == 15 { total = "a".hashValue }
    default: break
    }
    if M.kind != .dictionaryOrder { _gold[Int32(turn % 5)] = turn }
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("turn", &turn)
    visitor.field("gold", &_gold)
    visitor.field("units", &units)
    visitor.field("total", &total)
    visitor.field("bonus", &bonus)
    visitor.field("drawn", &ink.drawn)
    if M.kind != .lateField { visitor.field("late", &late) }
  }

  func drawing(_ request: DrawingRequest) -> StepDrawing? {
    if M.kind == .drawing { ink.drawn += 1 }
    return StepDrawing()
  }
}

private nonisolated(unsafe) var sharedCount = 0
