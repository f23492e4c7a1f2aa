import Simulation

/// One step's drawing as SVG: its layers from the back to the front, then velocities and labels.
struct StepPicture {
  /// Without the layers that are not shown.
  let drawing: StepDrawing
  let view: PictureView
  let theme: PictureTheme
  let content: PictureContent
  let scales: PictureScales
  /// In a strip: everything a little smaller.
  let isSmall: Bool
  /// How many shapes the subject has.
  let subjectCount: Int
  private(set) var text = ""
  private(set) var labels: LabelPlacer

  init(
    _ drawing: StepDrawing, _ view: PictureView, _ theme: PictureTheme, _ content: PictureContent,
    _ scales: PictureScales, isSmall: Bool
  ) {
    self.drawing = content.part(of: drawing)
    subjectCount = drawing.layers.reduce(0) { $0 + ($1.role == .subject ? $1.shapes.count : 0) }
    self.view = view
    self.theme = theme
    self.content = content
    self.scales = scales
    self.isSmall = isSmall
    labels = LabelPlacer(in: view.box)
    let width = edgeWidth
    for layer in self.drawing.layers {
      drawShapes(layer, width)
      drawLinks(layer)
      drawMarks(layer)
      drawArrows(layer)
    }
    drawVelocities()
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

  /// A label with a halo of the background.
  mutating func addLabel(
    _ label: String, at p: PicturePoint, size: Double, color: String, weight: String = "500"
  ) {
    add(
      "<text x=\"\(SVG.number(p.x))\" y=\"\(SVG.number(p.y + 0.35 * size))\" "
        + "font-size=\"\(SVG.number(size))\" font-weight=\"\(weight)\" text-anchor=\"middle\" "
        + "fill=\"\(color)\" stroke=\"\(theme.halo)\" stroke-width=\"\(SVG.number(size / 4))\" "
        + "stroke-linejoin=\"round\" paint-order=\"stroke\">\(SVG.escaped(label))</text>")
  }
}
