import Simulation

extension StepPicture {
  /// Beyond this many bodies, those of one look share a path, and only the largest get labels.
  static let fewBodies = 150

  var isCrowded: Bool { drawing.bodies.count > StepPicture.fewBodies }

  /// A body's number for people: its item's, where it has one.
  func number(_ body: StepDrawing.Body) -> Int { body.item >= 0 ? Int(body.item) : Int(body.id) }

  func path(_ outline: DrawingOutline) -> String {
    switch outline {
    case .circle(let center, let radius):
      return SVG.circle(view.place(center), radius * view.scale)
    case .line(let points): return SVG.run(points.map { view.place($0) }, closed: false)
    case .polygon(let points, let radius):
      let corners = points.map { view.place($0) }
      return radius > 0 ? rounded(corners, radius * view.scale) : SVG.run(corners, closed: true)
    case .capsule(let a, let b, let radius):
      return rounded([view.place(a), view.place(b)], radius * view.scale)
    }
  }

  /// A run of corners grown by `radius`: edges moved outwards, joined by arcs.
  private func rounded(_ corners: [PicturePoint], _ radius: Double) -> String {
    guard corners.count > 1 else {
      return corners.first.map { SVG.circle($0, radius) } ?? ""
    }
    var area = 0.0
    for (index, p) in corners.enumerated() {
      let q = corners[(index + 1) % corners.count]
      area += p.x * q.y - p.y * q.x
    }
    let clockwise = area >= 0 ? corners : corners.reversed()
    var d = ""
    let r = SVG.number(radius)
    for (index, p) in clockwise.enumerated() {
      let q = clockwise[(index + 1) % clockwise.count]
      let out = -radius * (q - p).unit.across
      d += index == 0 ? "M\(SVG.pair(p + out))" : "A\(r) \(r) 0 0 1 \(SVG.pair(p + out))"
      d += "L\(SVG.pair(q + out))"
    }
    let first = clockwise[0]
    let out = -radius * (clockwise[1] - first).unit.across
    return d + "A\(r) \(r) 0 0 1 \(SVG.pair(first + out))Z"
  }

  /// Where a body lies in the picture, with the reach of its outlines.
  func extent(_ body: StepDrawing.Body) -> (box: PictureBox, radius: Double) {
    var low = PicturePoint(x: .infinity, y: .infinity)
    var high = PicturePoint(x: -.infinity, y: -.infinity)
    func add(_ p: DrawingPoint, _ radius: Double) {
      let q = view.place(p)
      let r = radius * view.scale
      low = PicturePoint(x: Swift.min(low.x, q.x - r), y: Swift.min(low.y, q.y - r))
      high = PicturePoint(x: Swift.max(high.x, q.x + r), y: Swift.max(high.y, q.y + r))
    }
    for outline in body.outlines {
      switch outline {
      case .circle(let center, let radius): add(center, radius)
      case .capsule(let a, let b, let radius):
        add(a, radius)
        add(b, radius)
      case .polygon(let points, let radius): for p in points { add(p, radius) }
      case .line(let points): for p in points { add(p, 0) }
      }
    }
    if !(low.x <= high.x) {
      low = view.place(body.center)
      high = low
    }
    return (
      PictureBox(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y),
      Swift.max(high.x - low.x, high.y - low.y) / 2
    )
  }

  struct Look: Equatable {
    var fill: String
    var opacity: Double
    var edge: String
    var dashes: String
  }

  func look(_ body: StepDrawing.Body) -> Look {
    if body.motion == .still {
      return Look(fill: theme.still, opacity: 0.35, edge: theme.stillEdge, dashes: "")
    }
    let colour = theme.body(number(body))
    if body.motion == .driven {
      return Look(fill: colour, opacity: 0.3, edge: colour, dashes: "")
    }
    if body.isResting && content.contains(.rest) {
      return Look(fill: theme.resting, opacity: 0.9, edge: theme.restingEdge, dashes: "")
    }
    return Look(fill: colour, opacity: 0.18, edge: colour, dashes: "")
  }

  mutating func drawBodies() {
    let outlineWidth = edgeWidth
    if isCrowded { return drawCrowd(outlineWidth) }
    // What stands still lies behind what moves.
    for isStill in [true, false] {
      for body in drawing.bodies where (body.motion == .still) == isStill && !body.outlines.isEmpty
      {
        draw(body, look(body), outlineWidth)
      }
    }
  }

  /// Thinner where bodies are small.
  private var edgeWidth: Double {
    var sizes: [Double] = []
    for body in drawing.bodies where body.motion != .still {
      sizes.append(extent(body).radius)
      if sizes.count == 200 { break }
    }
    sizes.sort()
    let usual = sizes.isEmpty ? 20 : sizes[sizes.count / 2]
    return Swift.min(Swift.max(0.09 * usual, 0.35), lineWidth)
  }

  private mutating func draw(_ body: StepDrawing.Body, _ look: Look, _ width: Double) {
    var closed = ""
    var open = ""
    for outline in body.outlines {
      if case .line = outline { open += path(outline) } else { closed += path(outline) }
    }
    add("<g>")
    add("<title>\(SVG.escaped(describe(body)))</title>")
    if !closed.isEmpty {
      add(
        "<path d=\"\(closed)\" fill=\"\(look.fill)\" fill-opacity=\"\(SVG.number(look.opacity))\" "
          + "stroke=\"\(look.edge)\" stroke-width=\"\(SVG.number(width))\" "
          + "stroke-linejoin=\"round\"/>")
    }
    if !open.isEmpty {
      add(
        "<path d=\"\(open)\" fill=\"none\" stroke=\"\(look.edge)\" "
          + "stroke-width=\"\(SVG.number(1.6 * width))\" stroke-linecap=\"round\"/>")
    }
    if body.motion != .still { drawRotation(body, look, width) }
    add("</g>")
  }

  /// A short line from the centre to the right of the body's own frame.
  private mutating func drawRotation(_ body: StepDrawing.Body, _ look: Look, _ width: Double) {
    let reach = Swift.min(0.5 * extent(body).radius, 14)
    guard reach > 2, body.cosine != 0 || body.sine != 0 else { return }
    let center = view.place(body.center)
    let way = view.turn(DrawingPoint(body.cosine, body.sine)).unit
    add(
      "<path d=\"\(SVG.run([center, center + reach * way], closed: false))\" fill=\"none\" "
        + "stroke=\"\(look.edge)\" stroke-width=\"\(SVG.number(width))\" "
        + "stroke-linecap=\"round\" stroke-opacity=\"0.6\"/>")
    add(
      "<circle cx=\"\(SVG.number(center.x))\" cy=\"\(SVG.number(center.y))\" "
        + "r=\"\(SVG.number(1.1 * width))\" fill=\"\(look.edge)\"/>")
  }

  private mutating func drawCrowd(_ width: Double) {
    var looks: [Look] = []
    var paths: [(closed: String, open: String)] = []
    let visible = PictureBox(
      x: view.box.x - 2, y: view.box.y - 2, width: view.box.width + 4, height: view.box.height + 4)
    for body in drawing.bodies where extent(body).box.intersects(visible) {
      let look = look(body)
      let index = looks.firstIndex(of: look) ?? looks.count
      if index == looks.count {
        looks.append(look)
        paths.append(("", ""))
      }
      for outline in body.outlines {
        if case .line = outline {
          paths[index].open += path(outline)
        } else {
          paths[index].closed += path(outline)
        }
      }
    }
    for (look, path) in zip(looks, paths) {
      if !path.closed.isEmpty {
        add(
          "<path d=\"\(path.closed)\" fill=\"\(look.fill)\" "
            + "fill-opacity=\"\(SVG.number(1.5 * look.opacity))\" stroke=\"\(look.edge)\" "
            + "stroke-width=\"\(SVG.number(width))\"/>")
      }
      if !path.open.isEmpty {
        add(
          "<path d=\"\(path.open)\" fill=\"none\" stroke=\"\(look.edge)\" "
            + "stroke-width=\"\(SVG.number(Swift.max(1, width)))\"/>")
      }
    }
  }

  /// What a viewer shows when the pointer rests on a body.
  private func describe(_ body: StepDrawing.Body) -> String {
    var name = body.label.isEmpty ? "" : "\(body.label), "
    name += body.item >= 0 ? "item \(body.item), body \(body.id)" : "body \(body.id)"
    let place = "at (\(SVG.number(body.center.x)), \(SVG.number(body.center.y)))"
    if body.motion == .still { return "\(name), \(place), does not move" }
    let speed = "velocity (\(SVG.number(body.velocity.x)), \(SVG.number(body.velocity.y)))"
    let rest = body.isResting ? ", at rest" : ""
    return "\(name), \(place), \(speed), \(SVG.number(body.angularVelocity)) rad/s\(rest)"
  }
}
