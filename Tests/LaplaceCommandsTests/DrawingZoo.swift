import Simulation

/// A simulation that shows one of everything a picture can show, and nonsense on request.
struct DrawingZoo: Simulation {
  struct Parameters: SimulationParameters {
    /// 0: one of everything; 1: nothing; 2: numbers that no picture can hold; 3: many bodies.
    var mode: Int64 = 0
    init() {}
    mutating func visitFields(_ visitor: inout some FieldVisitor) { visitor.field("mode", &mode) }
  }

  static var name: StaticString { "zoo" }
  static var stepDuration: StepDuration { StepDuration(1, 10) }
  private let mode: Int64
  private var count: Int64 = 0

  init(parameters: Parameters, seed: UInt64) { mode = parameters.mode }
  mutating func step(_ inputs: [NoEvent]) { count += 1 }
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("count", &count, .everyStep)
  }

  func drawing(_ request: DrawingRequest) -> StepDrawing? {
    switch mode {
    case 0: return everything(request)
    case 1: return StepDrawing()
    case 2: return nonsense()
    default: return crowd()
    }
  }

  private func body(
    _ id: UInt32, _ x: Double, _ y: Double, _ outlines: [DrawingOutline],
    _ motion: StepDrawing.Body.Motion = .free, resting: Bool = false
  ) -> StepDrawing.Body {
    var body = StepDrawing.Body(
      id: id, motion: motion, isResting: resting, center: DrawingPoint(x, y), cosine: 0.8,
      sine: 0.6)
    body.outlines = outlines
    return body
  }

  private func box(_ x: Double, _ y: Double, _ half: Double) -> DrawingOutline {
    .polygon(
      [
        DrawingPoint(x - half, y - half), DrawingPoint(x + half, y - half),
        DrawingPoint(x + half, y + half), DrawingPoint(x - half, y + half),
      ], radius: 0)
  }

  private func everything(_ request: DrawingRequest) -> StepDrawing {
    var drawing = StepDrawing()
    drawing.frame = DrawingFrame(x: 0, y: 0, width: 400, height: 200)
    drawing.unitsPerMeter = 100
    let shift = Double(count)
    drawing.bodies = [
      body(
        0, 0, 0, [.line([DrawingPoint(0, 200), DrawingPoint(400, 200)])], .still, resting: true),
      body(1, 60 + shift, 160, [box(60 + shift, 160, 30)]),
      body(2, 150, 170, [.circle(center: DrawingPoint(150, 170), radius: 25)], resting: true),
      body(
        3, 240, 170,
        [.capsule(DrawingPoint(220, 170), DrawingPoint(260, 170), radius: 12)], .driven),
      body(4, 330, 160, [box(330, 160, 20), .circle(center: DrawingPoint(330, 130), radius: 12)]),
      body(5, 900, 90, [box(900, 90, 10)]),
      body(
        6, 60, 60,
        [
          .polygon(
            [DrawingPoint(50, 50), DrawingPoint(80, 55), DrawingPoint(55, 80)], radius: 6)
        ]),
    ]
    drawing.bodies[1].item = 0
    drawing.bodies[1].label = "<frog & \"dragon\">\u{1}"
    drawing.bodies[1].velocity = DrawingPoint(120, -60)
    if request.contacts {
      for (x, impulse) in [(36.0, 4.0), (84, 1), (150, 0)] {
        drawing.contacts.append(
          StepDrawing.Contact(
            bodyA: 0, bodyB: 1, point: DrawingPoint(x, 195), normal: DrawingPoint(0, -1),
            normalImpulse: impulse, tangentImpulse: 0))
      }
    }
    if request.joints {
      for kind in UInt8(0)..<8 {
        let x = 120 + 34 * Double(kind)
        var joint = StepDrawing.Joint(
          id: UInt32(kind), kind: StepDrawing.Joint.Kind(rawValue: kind) ?? .rod, bodyA: 0,
          bodyB: 1, anchorA: DrawingPoint(x, 20), anchorB: DrawingPoint(x + 20, 60))
        joint.axis = DrawingPoint(0, 1)
        joint.length = 60
        drawing.joints.append(joint)
      }
    }
    if request.fields {
      for kind in UInt8(0)..<11 {
        var field = StepDrawing.Field(
          kind: kind, position: DrawingPoint(30 + 34 * Double(kind), 100), isEnabled: true)
        field.region = [.circle(center: field.position, radius: 16)]
        field.arrows = [StepDrawing.Arrow(at: field.position, vector: DrawingPoint(50, 20))]
        drawing.fields.append(field)
      }
      drawing.forces = [
        StepDrawing.Arrow(at: DrawingPoint(330, 160), vector: DrawingPoint(-100, 0))
      ]
    }
    return drawing
  }

  private func nonsense() -> StepDrawing {
    var drawing = StepDrawing()
    drawing.frame = DrawingFrame(x: .nan, y: 0, width: .infinity, height: -1)
    let far = DrawingPoint(1e300, -.infinity)
    let nan = DrawingPoint(.nan, .nan)
    drawing.bodies = [
      body(0, .nan, 1e300, [.circle(center: nan, radius: -1), .line([])]),
      body(1, 1e30, 0, [.polygon([], radius: 3), .polygon([far], radius: 2)]),
      body(2, 0, 0, [.capsule(DrawingPoint(0, 0), DrawingPoint(0, 0), radius: 0)]),
    ]
    drawing.bodies[0].velocity = far
    drawing.contacts = [
      StepDrawing.Contact(
        bodyA: 7, bodyB: 9, point: nan, normal: nan, normalImpulse: .infinity, tangentImpulse: 0)
    ]
    drawing.joints = [
      StepDrawing.Joint(id: 0, kind: .rope, bodyA: 5, bodyB: 6, anchorA: far, anchorB: nan)
    ]
    var field = StepDrawing.Field(kind: 255, position: nan, isEnabled: true)
    field.spacing = .nan
    field.arrows = [StepDrawing.Arrow(at: DrawingPoint(0, 0), vector: far)]
    drawing.fields = [field]
    drawing.forces = [StepDrawing.Arrow(at: nan, vector: nan)]
    return drawing
  }

  private func crowd() -> StepDrawing {
    var drawing = StepDrawing()
    drawing.isYUp = true
    for index in 0..<400 {
      let (x, y) = (Double(index % 20) * 3, Double(index / 20) * 3)
      drawing.bodies.append(body(UInt32(index), x, y, [box(x, y, 1)], resting: index % 3 == 0))
    }
    // One that flew away does not shrink the others.
    drawing.bodies.append(body(400, 1e6, 1e6, [box(1e6, 1e6, 1)]))
    return drawing
  }
}

let zooCatalogue = [
  CatalogueEntry(DrawingZoo.self, summary: "one of everything", defaultStepCount: 20)
]
