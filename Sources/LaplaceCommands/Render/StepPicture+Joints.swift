import Simulation

extension StepPicture {
  mutating func drawJoints() {
    guard content.contains(.joints), !drawing.joints.isEmpty else { return }
    if drawing.joints.count > 400 { return drawManyJoints() }
    for joint in drawing.joints { draw(joint) }
  }

  /// One path for the links of them all.
  private mutating func drawManyJoints() {
    var d = ""
    for joint in drawing.joints {
      let (a, b) = (view.place(joint.anchorA), view.place(joint.anchorB))
      d += (b - a).length > 1 ? SVG.run([a, b], closed: false) : SVG.circle(a, 0.8)
    }
    add(
      "<path d=\"\(d)\" fill=\"none\" stroke=\"\(theme.joint)\" stroke-width=\"0.5\" "
        + "stroke-opacity=\"0.7\"/>")
  }

  private mutating func draw(_ joint: StepDrawing.Joint) {
    let a = view.place(joint.anchorA)
    let b = view.place(joint.anchorB)
    switch joint.kind {
    case .rod: stroke(SVG.run([a, b], closed: false), width: 1.4 * lineWidth)
    case .spring: stroke(spring(a, b), width: lineWidth)
    case .rope: stroke(rope(a, b, joint.length * view.scale), width: lineWidth)
    case .pin: break
    case .weld: drawWeld(a, b)
    case .slider, .wheel: drawAxis(joint, a, b)
    case .target: stroke(SVG.run([a, b], closed: false), width: lineWidth, dashes: "4 3")
    }
    dot(a, isHollow: joint.kind == .pin)
    if joint.kind != .pin { dot(b, isHollow: false) }
  }

  private mutating func stroke(_ d: String, width: Double, dashes: String = "") {
    let dashing = dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\""
    add(
      "<path d=\"\(d)\" fill=\"none\" stroke=\"\(theme.joint)\" "
        + "stroke-width=\"\(SVG.number(width))\" stroke-linejoin=\"round\" "
        + "stroke-linecap=\"round\"\(dashing)/>")
  }

  private mutating func dot(_ p: PicturePoint, isHollow: Bool) {
    let radius = isSmall ? 2 : 3.2
    add(
      "<circle cx=\"\(SVG.number(p.x))\" cy=\"\(SVG.number(p.y))\" "
        + "r=\"\(SVG.number(isHollow ? radius + 0.8 : radius))\" "
        + "fill=\"\(isHollow ? theme.stage : theme.joint)\" stroke=\"\(theme.joint)\" "
        + "stroke-width=\"\(SVG.number(isHollow ? lineWidth : 0))\"/>")
    block(PictureBox(x: p.x - radius, y: p.y - radius, width: 2 * radius, height: 2 * radius))
  }

  /// A zigzag with straight ends: the same number of turns however long it is.
  private func spring(_ a: PicturePoint, _ b: PicturePoint) -> String {
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

  /// Sags by what the rope is longer than the distance: a parabola's approximation.
  private func rope(_ a: PicturePoint, _ b: PicturePoint, _ length: Double) -> String {
    let way = b - a
    let slack = length - way.length
    guard slack > 0.5 else { return SVG.run([a, b], closed: false) }
    // A parabola of span s and sag d is about s + 8d²/(3s) long.
    let sag = (slack * Swift.max(way.length, 1) * 3 / 8).squareRoot()
    let middle = a + 0.5 * way + PicturePoint(x: 0, y: 2 * Swift.min(sag, length))
    return "M\(SVG.pair(a))Q\(SVG.pair(middle)) \(SVG.pair(b))"
  }

  private mutating func drawWeld(_ a: PicturePoint, _ b: PicturePoint) {
    let size = isSmall ? 3.0 : 4.5
    let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map {
      PicturePoint(x: a.x + $0.0 * size, y: a.y + $0.1 * size)
    }
    stroke(SVG.run(corners, closed: true), width: lineWidth)
    if (b - a).length > 1 { stroke(SVG.run([a, b], closed: false), width: lineWidth) }
  }

  /// The axis as a thin line through A's anchor, and the way along it as a thick one.
  private mutating func drawAxis(
    _ joint: StepDrawing.Joint, _ a: PicturePoint, _ b: PicturePoint
  ) {
    let way = view.turn(joint.axis).unit
    let reach = Swift.max(24, (b - a).length + 16)
    stroke(
      SVG.run([a - reach * way, a + reach * way], closed: false), width: 0.6 * lineWidth,
      dashes: "6 3")
    stroke(SVG.run([a, b], closed: false), width: 1.4 * lineWidth)
  }
}
