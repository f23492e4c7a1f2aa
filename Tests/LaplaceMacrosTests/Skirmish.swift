import LaplaceMacros
import Simulation

/// A lockstep game as a stranger writes it: one line for each type says that it is recorded.
@Recorded struct Skirmish: Simulation, Equatable {
  static var name: StaticString { "skirmish" }
  static var stepDuration: StepDuration { StepDuration(1, 20) }

  @Recorded enum Kind: UInt8 {
    case soldier = 1
    case archer = 2
    case wall = 9
  }

  @Recorded enum Mood { case calm, angry }

  @Recorded struct Cell: Hashable {
    var x: Int32
    var y: Int32
  }

  @Recorded enum Order: Equatable {
    case idle
    case move(to: Cell)
    case attack(UInt32)
    case patrol(Cell, Cell)
    case sing(verses: [String], loudness: Float)
  }

  @Recorded struct Unit: Equatable {
    @Key var id: UInt32
    @EveryStep @Role(.position) var position: SIMD2<Float>
    @Allowed(.between(0, 100)) var health: Float = 100
    var kind: Kind
    var mood = Mood.calm
    var order: Order = .idle
    var target: UInt32?
    var path: [Cell] = []
    let legs = 2
    @Derived("the first of the path") var next: Cell? = nil
  }

  @EveryStep @Recorded struct Wind: Equatable {
    var x, y: Float
    var isStrong = false
    var `repeat`: Int
  }

  @Recorded struct Parameters: SimulationParameters {
    var unitCount = 4
    @Allowed(.finiteNotNegative) var speed: Float = 1
    init() {}
  }

  @Recorded enum Input: SimulationRecord {
    case order(unit: UInt32, x: Int32, y: Int32)
    case say(String)
    case calm
  }

  @Recorded enum Event: SimulationRecord { case died(UInt32) }

  var tick = 0
  var units: [Unit] = []
  var gold: [UInt32: Int64] = [:]
  var wind = Wind(x: 0, y: 0, repeat: 1)
  var message = ""
  var seen: Set<Cell> = []
  @Derived("reported by every step") var events: [Event] = []

  init(parameters: Parameters, seed: UInt64) {
    for index in 0..<parameters.unitCount {
      units.append(
        Unit(
          id: UInt32(index) * 3, position: SIMD2(Float(index), parameters.speed),
          kind: [.soldier, .archer, .wall][index % 3]))
    }
    wind.x = Float(seed % 8)
  }

  mutating func step(_ inputs: [Input]) {
    events = []
    for input in inputs {
      switch input {
      case .order(let unit, let x, let y):
        for index in units.indices where units[index].id == unit {
          units[index].order = .move(to: Cell(x: x, y: y))
        }
      case .say(let words): message = words
      case .calm: for index in units.indices { units[index].mood = .calm }
      }
    }
    for index in units.indices {
      let cell = Cell(x: Int32(tick), y: Int32(index))
      switch (tick + index) % 5 {
      case 0: units[index].order = .attack(UInt32(index))
      case 1: units[index].order = .patrol(cell, cell)
      case 2: units[index].order = .sing(verses: ["la", message], loudness: 0.5)
      case 3: units[index].order = .idle
      default: break
      }
      units[index].position.x += wind.x / 8
      units[index].mood = tick % 2 == 0 ? .angry : .calm
      units[index].target = tick % 3 == 0 ? nil : UInt32(tick)
      units[index].path = Array(repeating: cell, count: (tick + index) % 4)
      units[index].next = units[index].path.first
      gold[UInt32(index)] = Int64(tick)
      seen.insert(cell)
    }
    wind.isStrong.toggle()
    // Lists grow and shrink.
    if tick % 4 == 3, let last = units.popLast() { events.append(.died(last.id)) }
    if tick % 6 == 5 {
      units.append(Unit(id: UInt32(100 + tick), position: SIMD2(0, 0), kind: .wall))
    }
    tick += 1
  }

  mutating func stateWasRestored() {
    for index in units.indices { units[index].next = units[index].path.first }
    events = []
  }
}
