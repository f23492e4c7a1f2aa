import DeterministicMath
import Simulation

/// A simulation with everything a description can hold: every scalar type, a padded array of
/// structures, plain columns, two tables whose rows come and go, single values, both cadences.
struct ToySimulation: Simulation {
  struct Input: SimulationRecord {
    static let kinds: [StaticString] = ["spawn", "clear"]
    var kind: Int
    var x: Float = 0
    var weight: Double = 1
    var count: Int64 = 1
    var heavy = false

    init(kind: Int) { self.kind = kind }

    static func spawn(x: Float, weight: Double = 1, count: Int64 = 1, heavy: Bool = false) -> Input
    {
      var input = Input(kind: 0)
      (input.x, input.weight, input.count, input.heavy) = (x, weight, count, heavy)
      return input
    }

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      guard kind == 0 else { return }
      visitor.field("x", &x)
      visitor.field("weight", &weight)
      visitor.field("count", &count)
      visitor.field("heavy", &heavy)
    }
  }

  struct Event: SimulationRecord {
    static let kinds: [StaticString] = ["spawned"]
    let kind: Int
    var id: Int64 = 0

    init(kind: Int) { self.kind = kind }

    mutating func visitFields(_ visitor: inout some FieldVisitor) { visitor.field("id", &id) }
  }

  struct Parameters: SimulationParameters {
    var gravity: Float = 10
    var limit: Int64 = 8

    init() {}

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("gravity", &gravity)
      visitor.field("limit", &limit)
    }
  }

  /// 21 bytes of state in a stride of 24.
  struct Particle: BitwiseCopyable, StateRow {
    static let layout = RowLayout(Particle.self)
    var x: Float = 0
    var y: Float = 0
    var vx: Float = 0
    var vy: Float = 0
    var id: UInt32 = 0
    var flags: UInt8 = 0

    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("x", &x, .everyStep, role: .positionX)
      visitor.field("y", &y, .everyStep, role: .positionY)
      visitor.field("vx", &vx, .everyStep, role: .velocityX)
      visitor.field("vy", &vy, .everyStep, role: .velocityY)
      visitor.field("id", &id, .everyStep, role: .key)
      visitor.field("flags", &flags, .everyStep)
    }
  }

  static let name: StaticString = "toy"
  static let stepDuration = StepDuration(1, 60)

  var particles: [Particle] = []
  var weights: [Double] = []
  var births: [Int64] = []
  var marks: [UInt64] = []
  var edges: [Int32] = []
  var nextID: UInt32 = 1
  var time = 0.0
  var phase: UInt8 = 3
  var events: [Event] = []
  var restoreCount = 0
  let parameters: Parameters
  let random: RandomStream

  init(parameters: Parameters, seed: UInt64) {
    self.parameters = parameters
    random = RandomStream(seed: seed, stream: "toy")
  }

  private var stepIndex: Int64 { Int64(time * 60 + 0.5) }

  mutating func step(_ inputs: [Input]) {
    events = []
    var draws = random.draws(step: stepIndex)
    for input in inputs {
      if input.kind == 1 {
        particles = []
        weights = []
        births = []
        marks = []
        edges = []
      } else {
        var left = input.count
        while left > 0 && particles.count < Int(parameters.limit) {
          spawn(input, &draws)
          left -= 1
        }
      }
    }
    let h: Float = 1 / 60
    for index in particles.indices {
      particles[index].vy = particles[index].vy + h * parameters.gravity
      particles[index].x = particles[index].x + h * particles[index].vx
      particles[index].y = particles[index].y + h * particles[index].vy
      particles[index].flags = particles[index].flags &+ phase
      marks[index] = marks[index] &* 3 &+ draws.word()
    }
    time += 1.0 / 60
    phase = phase &* 5 &+ 1
  }

  private mutating func spawn(_ input: Input, _ draws: inout RandomDraws) {
    let direction = draws.unitVector()
    particles.append(
      Particle(
        x: input.x, y: 0, vx: direction.x, vy: direction.y, id: nextID,
        flags: input.heavy ? 1 : 0))
    weights.append(input.weight)
    births.append(stepIndex)
    marks.append(draws.word())
    if particles.count > 1 { edges.append(Int32(particles.count) - 2) }
    var event = Event(kind: 0)
    event.id = Int64(nextID)
    events.append(event)
    nextID &+= 1
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    var rows = particles.count
    visitor.table("particles", rowCount: &rows)
    particles.resize(to: rows)
    particles.withUnsafeMutableBytes {
      visitor.group(Particle.layout.groups[0], of: $0.baseAddress)
    }
    visitor.column("weight", &weights, .everyStep)
    visitor.column("birth", &births)
    visitor.column("mark", &marks)

    rows = edges.count
    visitor.table("edges", rowCount: &rows)
    visitor.column("first", &edges)

    visitor.field("nextID", &nextID)
    visitor.field("time", &time, .everyStep)
    visitor.field("phase", &phase)
  }

  mutating func stateWasRestored() { restoreCount += 1 }
}

/// A toy run after some steps with spawns, a clear and more spawns.
func runToy(steps: Int = 40, seed: UInt64 = 1) throws -> SimulationRun<ToySimulation> {
  let run = SimulationRun<ToySimulation>(parameters: .init(), seed: seed)
  for step in 0..<steps { try run.step(toyInputs(step)) }
  return run
}

func toyInputs(_ step: Int) -> [RecordWords] {
  switch step % 30 {
  case 2: [ToySimulation.Input.spawn(x: 1.5, weight: 2, count: 3).recordWords]
  case 5: [ToySimulation.Input.spawn(x: -4, heavy: true).recordWords]
  case 20:
    [ToySimulation.Input(kind: 1).recordWords, ToySimulation.Input.spawn(x: 9).recordWords]
  default: []
  }
}
