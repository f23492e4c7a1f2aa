import Simulation

/// Which part of the plane a picture shows, and where it lies in the picture.
///
/// The part is chosen from all steps that the picture shows: the frame that the simulation names,
/// or whatever holds its subjects; shapes far from all others do not count. Then a margin of 4 %.
package struct PictureView {
  /// In the simulation's units.
  package var low: DrawingPoint
  package var high: DrawingPoint
  package var isYUp: Bool
  /// Pixels per unit.
  package var scale = 1.0
  /// The picture's part for it.
  package var box = PictureBox(x: 0, y: 0, width: 1, height: 1)

  package init(_ drawings: [StepDrawing]) {
    isYUp = drawings.first?.isYUp ?? false
    var bounds = Bounds()
    if let frame = drawings.first?.frame, frame.width > 0, frame.height > 0 {
      for drawing in drawings {
        guard let frame = drawing.frame else { continue }
        bounds.add(DrawingPoint(frame.x, frame.y))
        bounds.add(DrawingPoint(frame.x + frame.width, frame.y + frame.height))
      }
    } else {
      bounds = PictureView.usual(drawings)
    }
    if bounds.isEmpty {
      bounds.add(DrawingPoint(-1, -1))
      bounds.add(DrawingPoint(1, 1))
    }
    let size = Swift.max(bounds.high.x - bounds.low.x, bounds.high.y - bounds.low.y, 1e-3)
    // Never so narrow that nothing can be seen.
    let missingX = Swift.max(0, size * 0.3 - (bounds.high.x - bounds.low.x)) / 2
    let missingY = Swift.max(0, size * 0.3 - (bounds.high.y - bounds.low.y)) / 2
    let margin = 0.04 * size
    low = DrawingPoint(
      bounds.low.x - missingX - margin, bounds.low.y - missingY - margin)
    high = DrawingPoint(
      bounds.high.x + missingX + margin, bounds.high.y + missingY + margin)
  }

  private struct Bounds {
    var low = DrawingPoint(.infinity, .infinity)
    var high = DrawingPoint(-.infinity, -.infinity)

    var isEmpty: Bool { !(low.x <= high.x && low.y <= high.y) }

    mutating func add(_ p: DrawingPoint, radius: Double = 0) {
      guard p.x.magnitude < 1e7, p.y.magnitude < 1e7, radius < 1e7 else { return }
      low = DrawingPoint(Swift.min(low.x, p.x - radius), Swift.min(low.y, p.y - radius))
      high = DrawingPoint(Swift.max(high.x, p.x + radius), Swift.max(high.y, p.y + radius))
    }

    mutating func add(_ outline: DrawingOutline) {
      switch outline {
      case .circle(let center, let radius): add(center, radius: radius)
      case .capsule(let a, let b, let radius):
        add(a, radius: radius)
        add(b, radius: radius)
      case .polygon(let points, let radius): for p in points { add(p, radius: radius) }
      case .line(let points): for p in points { add(p) }
      }
    }
  }

  /// Without a frame: the subjects, but for the outermost 0.5 % on each side where they are many,
  /// and of the background the part that is near them.
  private static func usual(_ drawings: [StepDrawing]) -> Bounds {
    var subjects = Bounds()
    for drawing in drawings {
      let layers = drawing.layers.filter { $0.role == .subject }
      let shapes = layers.flatMap(\.shapes)
      let xs = shapes.map(\.center.x).sorted()
      let ys = shapes.map(\.center.y).sorted()
      let skipped = shapes.count / 200
      for shape in shapes {
        let isUsual =
          shape.center.x >= xs[skipped] && shape.center.x <= xs[xs.count - 1 - skipped]
          && shape.center.y >= ys[skipped] && shape.center.y <= ys[ys.count - 1 - skipped]
        guard isUsual else { continue }
        if shape.outlines.isEmpty { subjects.add(shape.center) }
        for outline in shape.outlines { subjects.add(outline) }
      }
      for layer in layers {
        for mark in layer.marks { subjects.add(mark.point) }
        for link in layer.links {
          subjects.add(link.from)
          subjects.add(link.to)
        }
        for label in layer.labels { subjects.add(label.point) }
      }
    }
    var bounds = subjects
    let reach =
      subjects.isEmpty
      ? 1e7
      : 0.25 * Swift.max(subjects.high.x - subjects.low.x, subjects.high.y - subjects.low.y)
    for layer in drawings.first?.layers ?? [] where layer.role == .background {
      for outline in layer.shapes.flatMap(\.outlines) {
        var box = Bounds()
        box.add(outline)
        let lowX = Swift.max(box.low.x, subjects.low.x - reach)
        let lowY = Swift.max(box.low.y, subjects.low.y - reach)
        let highX = Swift.min(box.high.x, subjects.high.x + reach)
        let highY = Swift.min(box.high.y, subjects.high.y + reach)
        guard lowX <= highX, lowY <= highY else { continue }
        // A long floor does not widen the picture; what stands near the subjects does.
        let isLong = highX - lowX > 1.4 * (subjects.high.x - subjects.low.x)
        bounds.add(DrawingPoint(isLong ? subjects.low.x : lowX, lowY))
        bounds.add(DrawingPoint(isLong ? subjects.high.x : highX, highY))
      }
    }
    return bounds
  }

  /// Height over width.
  package var proportion: Double { (high.y - low.y) / (high.x - low.x) }

  /// This part in another place of the picture: as large as fits, in the middle.
  package func fitted(into box: PictureBox) -> PictureView {
    var view = self
    view.scale = Swift.min(box.width / (high.x - low.x), box.height / (high.y - low.y))
    let width = (high.x - low.x) * view.scale
    let height = (high.y - low.y) * view.scale
    view.box = PictureBox(
      x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width: width,
      height: height)
    return view
  }

  package func place(_ p: DrawingPoint) -> PicturePoint {
    PicturePoint(
      x: box.x + (p.x - low.x) * scale,
      y: box.y + (isYUp ? high.y - p.y : p.y - low.y) * scale)
  }

  /// A direction with a length, in pixels.
  package func turn(_ v: DrawingPoint) -> PicturePoint {
    PicturePoint(x: v.x * scale, y: (isYUp ? -v.y : v.y) * scale)
  }
}

/// Finds room for labels; one that finds none is left out.
package struct LabelPlacer {
  private var taken: [PictureBox] = []
  private let limits: PictureBox

  package init(in limits: PictureBox) { self.limits = limits }

  package mutating func block(_ box: PictureBox) { taken.append(box) }

  package func isTaken(around p: PicturePoint) -> Bool { taken.contains { $0.contains(p) } }

  /// The middle of a free place at `point`, or near it.
  package mutating func place(
    width: Double, height: Double, at point: PicturePoint, reach: Double
  ) -> PicturePoint? {
    let offsets: [(Double, Double)] = [
      (0, 0), (0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1),
    ]
    for (x, y) in offsets {
      let middle = PicturePoint(
        x: point.x + x * (reach + width / 2), y: point.y + y * (reach + height / 2))
      let box = PictureBox(
        x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
      if limits.contains(box), !taken.contains(where: { $0.intersects(box) }) {
        taken.append(box)
        return middle
      }
    }
    return nil
  }
}
