import Simulation

/// Which part of the plane a picture shows, and where it lies in the picture.
///
/// The part is chosen from all steps that the picture shows: the frame that the simulation names,
/// or whatever holds the bodies that can move; bodies far from all others do not count. Then a
/// margin of 4 %.
struct PictureView {
  /// In the simulation's units.
  var low: DrawingPoint
  var high: DrawingPoint
  var isYUp: Bool
  /// Pixels per unit.
  var scale = 1.0
  /// The picture's part for it.
  var box = PictureBox(x: 0, y: 0, width: 1, height: 1)

  init(_ drawings: [StepDrawing]) {
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

  /// Without a frame: the bodies that move, but for the outermost 0.5 % on each side where they are
  /// many, and of what stands still the part that is near them.
  private static func usual(_ drawings: [StepDrawing]) -> Bounds {
    var moving = Bounds()
    for drawing in drawings {
      let free = drawing.bodies.filter { $0.motion != .still }
      let xs = free.map(\.center.x).sorted()
      let ys = free.map(\.center.y).sorted()
      let skipped = free.count / 200
      for body in free {
        let isUsual =
          body.center.x >= xs[skipped] && body.center.x <= xs[xs.count - 1 - skipped]
          && body.center.y >= ys[skipped] && body.center.y <= ys[ys.count - 1 - skipped]
        if isUsual { for outline in body.outlines { moving.add(outline) } }
      }
    }
    var bounds = moving
    let reach =
      moving.isEmpty
      ? 1e7
      : 0.25 * Swift.max(moving.high.x - moving.low.x, moving.high.y - moving.low.y)
    guard let drawing = drawings.first else { return bounds }
    for body in drawing.bodies where body.motion == .still {
      for outline in body.outlines {
        var box = Bounds()
        box.add(outline)
        let lowX = Swift.max(box.low.x, moving.low.x - reach)
        let lowY = Swift.max(box.low.y, moving.low.y - reach)
        let highX = Swift.min(box.high.x, moving.high.x + reach)
        let highY = Swift.min(box.high.y, moving.high.y + reach)
        guard lowX <= highX, lowY <= highY else { continue }
        // A long floor does not widen the picture; what stands near the bodies does.
        let isLong = highX - lowX > 1.4 * (moving.high.x - moving.low.x)
        bounds.add(DrawingPoint(isLong ? moving.low.x : lowX, lowY))
        bounds.add(DrawingPoint(isLong ? moving.high.x : highX, highY))
      }
    }
    return bounds
  }

  /// Height over width.
  var proportion: Double { (high.y - low.y) / (high.x - low.x) }

  /// This part in another place of the picture: as large as fits, in the middle.
  func fitted(into box: PictureBox) -> PictureView {
    var view = self
    view.scale = Swift.min(box.width / (high.x - low.x), box.height / (high.y - low.y))
    let width = (high.x - low.x) * view.scale
    let height = (high.y - low.y) * view.scale
    view.box = PictureBox(
      x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width: width,
      height: height)
    return view
  }

  func place(_ p: DrawingPoint) -> PicturePoint {
    PicturePoint(
      x: box.x + (p.x - low.x) * scale,
      y: box.y + (isYUp ? high.y - p.y : p.y - low.y) * scale)
  }

  /// A direction with a length, in pixels.
  func turn(_ v: DrawingPoint) -> PicturePoint {
    PicturePoint(x: v.x * scale, y: (isYUp ? -v.y : v.y) * scale)
  }
}

/// Finds room for labels; one that finds none is left out.
struct LabelPlacer {
  private var taken: [PictureBox] = []
  private let limits: PictureBox

  init(in limits: PictureBox) { self.limits = limits }

  mutating func block(_ box: PictureBox) { taken.append(box) }

  func isTaken(around p: PicturePoint) -> Bool { taken.contains { $0.contains(p) } }

  /// The middle of a free place at `point`, or near it.
  mutating func place(
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
