import Simulation

/// One step's drawing as SVG: layers from the fields at the back to the labels in front.
struct StepPicture {
  let drawing: StepDrawing
  let view: PictureView
  let theme: PictureTheme
  let content: PictureContent
  let scales: PictureScales
  /// In a strip: everything a little smaller.
  let isSmall: Bool
  private(set) var text = ""
  private(set) var labels: LabelPlacer

  init(
    _ drawing: StepDrawing, _ view: PictureView, _ theme: PictureTheme, _ content: PictureContent,
    _ scales: PictureScales, isSmall: Bool
  ) {
    self.drawing = drawing
    self.view = view
    self.theme = theme
    self.content = content
    self.scales = scales
    self.isSmall = isSmall
    labels = LabelPlacer(in: view.box)
    drawFields()
    drawBodies()
    drawJoints()
    drawContacts()
    drawVelocities()
    drawForces()
    drawOutsiders()
    drawLabels()
  }

  mutating func add(_ line: String) { text += line + "\n" }

  mutating func block(_ box: PictureBox) { labels.block(box) }

  mutating func room(
    _ width: Double, _ height: Double, at point: PicturePoint, reach: Double
  ) -> PicturePoint? {
    labels.place(width: width, height: height, at: point, reach: reach)
  }

  var fontSize: Double { isSmall ? 9 : 12 }
  var lineWidth: Double { isSmall ? 1 : 1.6 }

  /// An arrow as two paths' `d`: its shaft, and its filled head.
  func arrow(
    _ from: PicturePoint, _ way: PicturePoint, head: Double
  ) -> (shaft: String, head: String) {
    let tip = from + way
    let size = Swift.min(head, 0.7 * way.length)
    let back = tip - size * way.unit
    let side = 0.42 * size * way.unit.across
    return (
      SVG.run([from, back], closed: false),
      SVG.run([tip, back + side, back - side], closed: true)
    )
  }

  /// Both parts of an arrow, in one colour.
  mutating func addArrow(
    _ from: PicturePoint, _ way: PicturePoint, head: Double, colour: String, width: Double
  ) {
    guard way.length > 1 else { return }
    let parts = arrow(from, way, head: head)
    add(
      "<path d=\"\(parts.shaft)\" fill=\"none\" stroke=\"\(colour)\" "
        + "stroke-width=\"\(SVG.number(width))\" stroke-linecap=\"round\"/>"
        + "<path d=\"\(parts.head)\" fill=\"\(colour)\"/>")
  }

  /// A label with a halo of the background.
  mutating func addLabel(
    _ label: String, at p: PicturePoint, size: Double, colour: String, weight: String = "500"
  ) {
    add(
      "<text x=\"\(SVG.number(p.x))\" y=\"\(SVG.number(p.y + 0.35 * size))\" "
        + "font-size=\"\(SVG.number(size))\" font-weight=\"\(weight)\" text-anchor=\"middle\" "
        + "fill=\"\(colour)\" stroke=\"\(theme.halo)\" stroke-width=\"\(SVG.number(size / 4))\" "
        + "stroke-linejoin=\"round\" paint-order=\"stroke\">\(SVG.escaped(label))</text>")
  }
}
