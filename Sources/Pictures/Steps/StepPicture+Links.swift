import Simulation

extension StepPicture {
  package mutating func drawLinks(_ layer: DrawingLayer) {
    if layer.links.count > 400 { return drawManyLinks(layer) }
    for link in layer.links { draw(link, drawing.style(at: link.style)) }
  }

  /// One path for the links of a style.
  private mutating func drawManyLinks(_ layer: DrawingLayer) {
    for (index, links) in grouped(layer.links, by: \.style) {
      var d = ""
      for link in links {
        let (a, b) = (view.place(link.from), view.place(link.to))
        d += (b - a).length > 1 ? SVG.run([a, b], closed: false) : SVG.circle(a, 0.8)
      }
      add(
        "<path d=\"\(d)\" fill=\"none\" stroke=\"\(theme.color(drawing.style(at: index).color))\" "
          + "stroke-width=\"0.5\" stroke-opacity=\"0.7\"/>")
    }
  }

  private mutating func draw(_ link: DrawingLink, _ style: DrawingStyle) {
    let a = view.place(link.from)
    let b = view.place(link.to)
    let color = theme.color(style.color)
    let width = style.width * lineWidth
    if link.axis != DrawingPoint(0, 0) {
      let way = view.turn(link.axis).unit
      let reach = Swift.max(24, (b - a).length + 16)
      let axis = SVG.run([a - reach * way, a + reach * way], closed: false)
      stroke(axis, color, width: 0.6 * lineWidth, dashes: "6 3")
    }
    switch style.line {
    case .solid: stroke(SVG.run([a, b], closed: false), color, width: width)
    case .dashed: stroke(SVG.run([a, b], closed: false), color, width: width, dashes: "4 3")
    case .zigzag: stroke(zigzag(a, b), color, width: width)
    case .slack: stroke(slack(a, b, link.length * view.scale), color, width: width)
    case .none: break
    }
    if style.symbol == .square {
      stroke(SVG.square(a, isSmall ? 3 : 4.5), color, width: lineWidth)
    }
    if style.symbol == .cross { stroke(SVG.cross(a, isSmall ? 3.5 : 5), color, width: lineWidth) }
    guard style.symbol != .none else { return }
    dot(a, color, isHollow: style.symbol == .ring)
    if style.line != .none { dot(b, color, isHollow: false) }
  }

  private mutating func stroke(
    _ d: String, _ color: String, width: Double, dashes: String = ""
  ) {
    let dashing = dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\""
    add(
      "<path d=\"\(d)\" fill=\"none\" stroke=\"\(color)\" "
        + "stroke-width=\"\(SVG.number(width))\" stroke-linejoin=\"round\" "
        + "stroke-linecap=\"round\"\(dashing)/>")
  }

  private mutating func dot(_ p: PicturePoint, _ color: String, isHollow: Bool) {
    let radius = isSmall ? 2 : 3.2
    add(
      "<circle cx=\"\(SVG.number(p.x))\" cy=\"\(SVG.number(p.y))\" "
        + "r=\"\(SVG.number(isHollow ? radius + 0.8 : radius))\" "
        + "fill=\"\(isHollow ? theme.stage : color)\" stroke=\"\(color)\" "
        + "stroke-width=\"\(SVG.number(isHollow ? lineWidth : 0))\"/>")
    block(PictureBox(x: p.x - radius, y: p.y - radius, width: 2 * radius, height: 2 * radius))
  }

  /// A zigzag with straight ends: the same number of turns however long it is.
  private func zigzag(_ a: PicturePoint, _ b: PicturePoint) -> String {
    let way = b - a
    guard way.length > 6 else { return SVG.run([a, b], closed: false) }
    let side = (isSmall ? 3 : 5) * way.unit.across
    var points = [a, a + 0.12 * way]
    for turn in 0..<12 {
      let t = 0.12 + 0.76 * (Double(turn) + 0.5) / 12
      points.append(a + t * way + (turn % 2 == 0 ? 1 : -1) * side)
    }
    points.append(a + 0.88 * way)
    points.append(b)
    return SVG.run(points, closed: false)
  }

  /// Sags by what the link is longer than the distance: a parabola's approximation.
  private func slack(_ a: PicturePoint, _ b: PicturePoint, _ length: Double) -> String {
    let way = b - a
    let surplus = length - way.length
    guard surplus > 0.5 else { return SVG.run([a, b], closed: false) }
    // A parabola of span s and sag d is about s + 8d²/(3s) long.
    let sag = (surplus * Swift.max(way.length, 1) * 3 / 8).squareRoot()
    let middle = a + 0.5 * way + PicturePoint(x: 0, y: 2 * Swift.min(sag, length))
    return "M\(SVG.pair(a))Q\(SVG.pair(middle)) \(SVG.pair(b))"
  }
}
