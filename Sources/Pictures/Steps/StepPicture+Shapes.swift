import Simulation

extension StepPicture {
  /// Beyond this many shapes, those of one look share a path, and only the largest get labels.
  package static let fewShapes = 150

  package var isCrowded: Bool { subjectCount > StepPicture.fewShapes }

  /// The subject's shapes.
  package var subjects: [DrawingShape] {
    drawing.layers.filter { $0.role == .subject }.flatMap(\.shapes)
  }

  package func path(_ outline: DrawingOutline) -> String {
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

  /// Where a shape lies in the picture, with the reach of its outlines.
  package func extent(_ shape: DrawingShape) -> (box: PictureBox, radius: Double) {
    var low = PicturePoint(x: .infinity, y: .infinity)
    var high = PicturePoint(x: -.infinity, y: -.infinity)
    func add(_ p: DrawingPoint, _ radius: Double) {
      let q = view.place(p)
      let r = radius * view.scale
      low = PicturePoint(x: Swift.min(low.x, q.x - r), y: Swift.min(low.y, q.y - r))
      high = PicturePoint(x: Swift.max(high.x, q.x + r), y: Swift.max(high.y, q.y + r))
    }
    for outline in shape.outlines {
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
      low = view.place(shape.center)
      high = low
    }
    return (
      PictureBox(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y),
      Swift.max(high.x - low.x, high.y - low.y) / 2
    )
  }

  /// A style in the colour of a shape.
  package struct Look: Equatable {
    package var color: String
    package var style: DrawingStyle

    package func stroke(_ width: Double) -> String {
      "stroke=\"\(color)\"" + opacity("stroke-opacity", style.opacity)
        + " stroke-width=\"\(SVG.number(width * style.width))\""
        + (style.line == .dashed ? " stroke-dasharray=\"5 4\"" : "")
    }

    /// - Parameter strength: makes fillings stronger than the style has them.
    package func fill(_ strength: Double = 1) -> String {
      "fill=\"\(color)\""
        + opacity("fill-opacity", Swift.min(strength * style.fill * style.opacity, 1))
    }

    private func opacity(_ name: String, _ value: Double) -> String {
      value < 1 ? " \(name)=\"\(SVG.number(Swift.max(value, 0)))\"" : ""
    }
  }

  package func look(_ shape: DrawingShape) -> Look {
    let style = drawing.style(at: shape.style)
    return Look(color: theme.color(style.color, shape.id), style: style)
  }

  package mutating func drawShapes(_ layer: DrawingLayer, _ width: Double) {
    if isCrowded { return drawCrowd(layer, width) }
    for shape in layer.shapes where !shape.outlines.isEmpty {
      draw(shape, layer, look(shape), width)
    }
  }

  /// Thinner where shapes are small.
  package var edgeWidth: Double {
    var sizes = subjects.prefix(200).map { extent($0).radius }
    sizes.sort()
    let usual = sizes.isEmpty ? 20 : sizes[sizes.count / 2]
    return Swift.min(Swift.max(0.09 * usual, 0.35), lineWidth)
  }

  private mutating func draw(
    _ shape: DrawingShape, _ layer: DrawingLayer, _ look: Look, _ width: Double
  ) {
    let (closed, open) = paths(shape)
    add("<g>")
    add("<title>\(SVG.escaped(describe(shape, layer)))</title>")
    if !closed.isEmpty {
      add(
        "<path d=\"\(closed)\" \(look.fill()) \(look.stroke(width)) "
          + "stroke-linejoin=\"round\"/>")
    }
    if !open.isEmpty {
      add(
        "<path d=\"\(open)\" fill=\"none\" \(look.stroke(1.6 * width)) "
          + "stroke-linecap=\"round\"/>")
    }
    drawHeading(shape, look, width)
    add("</g>")
  }

  private func paths(_ shape: DrawingShape) -> (closed: String, open: String) {
    var paths = (closed: "", open: "")
    for outline in shape.outlines {
      if case .line = outline { paths.open += path(outline) } else { paths.closed += path(outline) }
    }
    return paths
  }

  /// A short line from the centre along the first axis of the shape's own frame.
  private mutating func drawHeading(_ shape: DrawingShape, _ look: Look, _ width: Double) {
    let reach = Swift.min(0.5 * extent(shape).radius, 14)
    guard reach > 2, shape.heading.x != 0 || shape.heading.y != 0 else { return }
    let center = view.place(shape.center)
    let way = view.turn(shape.heading).unit
    add(
      "<path d=\"\(SVG.run([center, center + reach * way], closed: false))\" fill=\"none\" "
        + "stroke=\"\(look.color)\" stroke-width=\"\(SVG.number(width))\" "
        + "stroke-linecap=\"round\" stroke-opacity=\"0.6\"/>")
    add(
      "<circle cx=\"\(SVG.number(center.x))\" cy=\"\(SVG.number(center.y))\" "
        + "r=\"\(SVG.number(1.1 * width))\" fill=\"\(look.color)\"/>")
  }

  private mutating func drawCrowd(_ layer: DrawingLayer, _ width: Double) {
    var looks: [Look] = []
    var groups: [(closed: String, open: String)] = []
    let visible = PictureBox(
      x: view.box.x - 2, y: view.box.y - 2, width: view.box.width + 4, height: view.box.height + 4)
    for shape in layer.shapes where extent(shape).box.intersects(visible) {
      let look = look(shape)
      let index = looks.firstIndex(of: look) ?? looks.count
      if index == looks.count {
        looks.append(look)
        groups.append(("", ""))
      }
      let (closed, open) = paths(shape)
      groups[index].closed += closed
      groups[index].open += open
    }
    for (look, group) in zip(looks, groups) {
      if !group.closed.isEmpty {
        add("<path d=\"\(group.closed)\" \(look.fill(1.5)) \(look.stroke(width))/>")
      }
      if !group.open.isEmpty {
        add("<path d=\"\(group.open)\" fill=\"none\" \(look.stroke(Swift.max(1, width)))/>")
      }
    }
  }

  /// What a viewer shows when the pointer rests on a shape.
  private func describe(_ shape: DrawingShape, _ layer: DrawingLayer) -> String {
    var parts = shape.label.isEmpty ? [] : [shape.label]
    parts.append("\(layer.name) \(shape.id)")
    parts.append("at (\(SVG.number(shape.center.x)), \(SVG.number(shape.center.y)))")
    let style = drawing.style(at: shape.style)
    if layer.role == .subject {
      parts.append("velocity (\(SVG.number(shape.velocity.x)), \(SVG.number(shape.velocity.y)))")
      parts.append("\(SVG.number(shape.angularVelocity)) rad/s")
    }
    if !style.name.isEmpty { parts.append(style.name) }
    return parts.joined(separator: ", ")
  }
}
