import Simulation

extension StepPicture {
  /// Draws everything, from the back to the front.
  package mutating func draw() {
    let width = edgeWidth
    for layer in drawing.layers {
      drawShapes(layer, width)
      drawLinks(layer)
      drawMarks(layer)
      drawArrows(layer)
    }
    drawVelocities()
    drawOutsiders()
    drawLabels()
  }
}
