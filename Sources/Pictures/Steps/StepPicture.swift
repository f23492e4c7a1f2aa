import Simulation

/// One step's drawing as SVG: its layers from the back to the front, then velocities and labels.
package struct StepPicture {
  /// Without the layers that are not shown.
  package let drawing: StepDrawing
  package let view: PictureView
  package let theme: PictureTheme
  package let content: PictureContent
  package let scales: PictureScales
  /// In a strip: everything a little smaller.
  package let isSmall: Bool
  /// How many shapes the subject has.
  package let subjectCount: Int
  package private(set) var text = ""
  package private(set) var labels: LabelPlacer

  package init(
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
  }

  package mutating func add(_ line: String) { text += line + "\n" }

  package mutating func block(_ box: PictureBox) { labels.block(box) }

  package mutating func room(
    _ width: Double, _ height: Double, at point: PicturePoint, reach: Double
  ) -> PicturePoint? {
    labels.place(width: width, height: height, at: point, reach: reach)
  }

  package var fontSize: Double { isSmall ? 9 : 12 }
  package var lineWidth: Double { isSmall ? 1 : 1.6 }

  /// A label with a halo of the background.
  package mutating func addLabel(
    _ label: String, at p: PicturePoint, size: Double, color: String, weight: String = "500"
  ) {
    add(
      "<text x=\"\(SVG.number(p.x))\" y=\"\(SVG.number(p.y + 0.35 * size))\" "
        + "font-size=\"\(SVG.number(size))\" font-weight=\"\(weight)\" text-anchor=\"middle\" "
        + "fill=\"\(color)\" stroke=\"\(theme.halo)\" stroke-width=\"\(SVG.number(size / 4))\" "
        + "stroke-linejoin=\"round\" paint-order=\"stroke\">\(SVG.escaped(label))</text>")
  }
}
