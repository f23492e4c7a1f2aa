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

  /// Turned some way.
  private func shape(
    _ id: UInt32, _ style: Int, _ x: Double, _ y: Double, _ outlines: [DrawingOutline],
    _ label: String? = nil
  ) -> DrawingShape {
    var shape = DrawingShape(
      id: id, label ?? "\(id)", style: style, center: DrawingPoint(x, y), outlines: outlines)
    shape.heading = DrawingPoint(0.8, 0.6)
    return shape
  }

  private func box(_ x: Double, _ y: Double, _ half: Double) -> DrawingOutline {
    .polygon(
      [
        DrawingPoint(x - half, y - half), DrawingPoint(x + half, y - half),
        DrawingPoint(x + half, y + half), DrawingPoint(x - half, y + half),
      ], radius: 0)
  }

  private func everything(_ request: DrawingRequest) -> StepDrawing {
    var drawing = StepDrawing(unit: "pt")
    drawing.frame = DrawingFrame(x: 0, y: 0, width: 400, height: 200)
    let moving = drawing.style(DrawingStyle("moving"))
    let still = drawing.style(DrawingStyle("does not move", .slate))
    let driven = drawing.style(DrawingStyle("driven", fill: 0.3))
    let resting = drawing.style(DrawingStyle("at rest", .gray, fill: 0.26))
    var background = DrawingLayer("ground", role: .background)
    background.shapes = [
      DrawingShape(
        id: 0, style: still, center: DrawingPoint(0, 0),
        outlines: [.line([DrawingPoint(0, 200), DrawingPoint(400, 200)])])
    ]
    let shift = Double(count)
    var bodies = DrawingLayer("bodies")
    bodies.shapes = [
      shape(1, moving, 60 + shift, 160, [box(60 + shift, 160, 30)], "<frog & \"dragon\">\u{1}"),
      shape(
        3, driven, 240, 170,
        [.capsule(DrawingPoint(220, 170), DrawingPoint(260, 170), radius: 12)]),
      shape(
        4, moving, 330, 160,
        [box(330, 160, 20), .circle(center: DrawingPoint(330, 130), radius: 12)]),
      shape(5, moving, 900, 90, [box(900, 90, 10)]),
      shape(
        6, moving, 60, 60,
        [
          .polygon(
            [DrawingPoint(50, 50), DrawingPoint(80, 55), DrawingPoint(55, 80)], radius: 6)
        ]),
    ]
    bodies.shapes[0].velocity = DrawingPoint(120, -60)
    var rest = DrawingLayer("rest")
    let ball = shape(
      2, request.wants("rest") ? resting : moving, 150, 170,
      [.circle(center: DrawingPoint(150, 170), radius: 25)])
    if request.wants("rest") { rest.shapes.append(ball) } else { bodies.shapes.append(ball) }
    drawing.layers = [fields(&drawing), background, bodies, rest]
    drawing.layers += [joints(&drawing), contacts(&drawing), forces(&drawing), notes()]
    return drawing
  }

  private func contacts(_ drawing: inout StepDrawing) -> DrawingLayer {
    let style = drawing.style(DrawingStyle("contact, with its impulse", .red))
    var layer = DrawingLayer("contacts", role: .annotation)
    for (x, impulse) in [(36.0, 4.0), (84, 1), (150, 0)] {
      layer.marks.append(
        DrawingMark(
          DrawingPoint(x, 195), style: style, direction: DrawingPoint(0, -1), weight: impulse))
    }
    return layer
  }

  /// Every line with its dots, every other symbol with a line, and an axis.
  private func joints(_ drawing: inout StepDrawing) -> DrawingLayer {
    var layer = DrawingLayer("joints", role: .annotation)
    var styles = [
      DrawingStyle("rod", .brown, width: 1.4), DrawingStyle("spring", .brown, line: .zigzag),
      DrawingStyle("rope", .brown, line: .slack),
      DrawingStyle("pin", .brown, line: .none, symbol: .ring),
      DrawingStyle("weld", .brown, symbol: .square), DrawingStyle("slider", .brown, width: 1.4),
      DrawingStyle("thread", .brown, symbol: .none),
    ]
    styles.append(DrawingStyle("snap", .brown, line: .dashed))
    for (index, style) in styles.enumerated() {
      let x = 120 + 34 * Double(index)
      var link = DrawingLink(
        from: DrawingPoint(x, 20), to: DrawingPoint(x + 20, 60), style: drawing.style(style))
      if style.name == "slider" { link.axis = DrawingPoint(0, 1) }
      link.length = 60
      layer.links.append(link)
    }
    return layer
  }

  /// A region, a sample and a centre in every colour.
  private func fields(_ drawing: inout StepDrawing) -> DrawingLayer {
    var layer = DrawingLayer("fields", role: .annotation)
    for (index, color) in DrawingColor.allCases.enumerated() {
      let symbol = DrawingSymbol.allCases[index % DrawingSymbol.allCases.count]
      let style = drawing.style(
        DrawingStyle(
          index == 0 ? "vortex" : "\(color) field", color, fill: 0.07, width: 0.7, opacity: 0.55,
          line: .dashed, symbol: symbol, spacing: 25))
      let center = DrawingPoint(20 + 18 * Double(index), 100)
      layer.shapes.append(
        DrawingShape(
          id: UInt32(index), style: style, center: center,
          outlines: [.circle(center: center, radius: 10)]))
      layer.arrows.append(DrawingArrow(at: center, vector: DrawingPoint(50, 20), style: style))
      layer.marks.append(DrawingMark(center, style: style))
    }
    return layer
  }

  private func forces(_ drawing: inout StepDrawing) -> DrawingLayer {
    var layer = DrawingLayer("forces", role: .annotation)
    layer.arrows = [
      DrawingArrow(
        at: DrawingPoint(330, 160), vector: DrawingPoint(-100, 0),
        style: drawing.style(DrawingStyle("push", .fuchsia, width: 1.4)))
    ]
    return layer
  }

  private func notes() -> DrawingLayer {
    var layer = DrawingLayer("notes", role: .annotation)
    layer.labels = [DrawingLabel("over here", at: DrawingPoint(360, 120), style: -1)]
    return layer
  }

  private func nonsense() -> StepDrawing {
    var drawing = StepDrawing(unit: "<\u{2}")
    drawing.frame = DrawingFrame(x: .nan, y: 0, width: .infinity, height: -1)
    let far = DrawingPoint(1e300, -.infinity)
    let nan = DrawingPoint(.nan, .nan)
    let style = drawing.style(
      DrawingStyle("a & b", fill: .nan, width: -3, opacity: .infinity, spacing: .nan))
    var layer = DrawingLayer("\"&\"")
    layer.shapes = [
      shape(0, 99, .nan, 1e300, [.circle(center: nan, radius: -1), .line([])]),
      shape(0, -1, 1e30, 0, [.polygon([], radius: 3), .polygon([far], radius: 2)]),
      shape(
        2, style, 0, 0, [.capsule(DrawingPoint(0, 0), DrawingPoint(0, 0), radius: 0)]),
    ]
    layer.shapes[0].velocity = far
    layer.marks = [DrawingMark(nan, style: 7, direction: nan, weight: .infinity)]
    layer.links = [DrawingLink(from: far, to: nan, style: .max)]
    layer.links[0].axis = nan
    layer.arrows = [
      DrawingArrow(at: DrawingPoint(0, 0), vector: far, style: style),
      DrawingArrow(at: nan, vector: nan, style: .min),
    ]
    layer.labels = [DrawingLabel("<", at: nan), DrawingLabel("", at: far)]
    drawing.layers = [layer, layer, DrawingLayer("", role: .background)]
    return drawing
  }

  private func crowd() -> StepDrawing {
    var drawing = StepDrawing(isYUp: true)
    let moving = drawing.style(DrawingStyle("moving"))
    let resting = drawing.style(DrawingStyle("at rest", .gray))
    let tie = drawing.style(DrawingStyle("tie", .brown))
    var layer = DrawingLayer("bodies")
    for index in 0..<400 {
      let (x, y) = (Double(index % 20) * 3, Double(index / 20) * 3)
      layer.shapes.append(
        shape(UInt32(index), index % 3 == 0 ? resting : moving, x, y, [box(x, y, 1)]))
      layer.links.append(
        DrawingLink(from: DrawingPoint(x, y), to: DrawingPoint(x + 3, y), style: tie))
    }
    // One that flew away does not shrink the others.
    layer.shapes.append(shape(400, moving, 1e6, 1e6, [box(1e6, 1e6, 1)]))
    layer.links.append(
      DrawingLink(from: DrawingPoint(0, 0), to: DrawingPoint(0, 0), style: tie))
    drawing.layers = [layer]
    return drawing
  }
}

let zooCatalogue = [
  CatalogueEntry(DrawingZoo.self, summary: "one of everything", defaultStepCount: 20)
]
