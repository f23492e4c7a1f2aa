#if !canImport(UIKit)
  import Dynamics

  /// An outline with UIKit's calls. It holds a ``path``, which is what the engine reads.
  public final class UIBezierPath {
    /// The outline as the engine knows it.
    public private(set) var path: Path2D

    private var start: Point?
    /// Where the next line or curve begins; zero before there is one.
    public private(set) var currentPoint = Point.zero

    /// No outline yet.
    public init() { path = Path2D() }

    /// The outline of an engine's path.
    public init(path: Path2D) { self.path = path }

    /// An upright rectangle.
    public convenience init(rect: Rect) { self.init(path: Path2D(rect: rect)) }

    /// The ellipse inscribed in a rectangle.
    public convenience init(ovalIn rect: Rect) { self.init(path: Path2D(ellipseIn: rect)) }

    /// A rectangle with rounded corners; a radius of more than half a side counts as that.
    public convenience init(roundedRect rect: Rect, cornerRadius: Double) {
      self.init()
      let most = (rect.width < rect.height ? rect.width : rect.height) / 2
      let r = cornerRadius < 0 ? 0 : (cornerRadius > most ? most : cornerRadius)
      let quarter = Double.pi / 2
      let corners = [
        Point(x: rect.maxX - r, y: rect.minY + r), Point(x: rect.maxX - r, y: rect.maxY - r),
        Point(x: rect.minX + r, y: rect.maxY - r), Point(x: rect.minX + r, y: rect.minY + r),
      ]
      for (index, corner) in corners.enumerated() {
        let angle = Double(index - 1) * quarter
        addArc(
          withCenter: corner, radius: r, startAngle: angle, endAngle: angle + quarter,
          clockwise: true)
      }
      close()
    }

    /// A piece of a circle.
    public convenience init(
      arcCenter center: Point, radius: Double, startAngle: Double, endAngle: Double,
      clockwise: Bool
    ) {
      self.init()
      addArc(
        withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
        clockwise: clockwise)
    }

    /// No line has been drawn.
    public var isEmpty: Bool { path.elements.isEmpty }

    /// The box around the outline; zero without one.
    public var bounds: Rect { path.boundingBox ?? .zero }

    /// Begins a new run of lines at a point.
    public func move(to point: Point) {
      path.move(to: point)
      currentPoint = point
      start = point
    }

    /// Draws a straight line.
    public func addLine(to point: Point) {
      path.addLine(to: point)
      currentPoint = point
    }

    /// Draws a curve with one control point.
    public func addQuadCurve(to end: Point, controlPoint: Point) {
      path.addQuadraticCurve(control: controlPoint, to: end)
      currentPoint = end
    }

    /// Draws a curve with two control points.
    public func addCurve(to end: Point, controlPoint1: Point, controlPoint2: Point) {
      path.addCurve(control1: controlPoint1, control2: controlPoint2, to: end)
      currentPoint = end
    }

    /// Draws a straight line back to where the run of lines began.
    public func close() {
      path.close()
      if let start { currentPoint = start }
    }

    /// A piece of a circle, joined to the outline so far by a line. Angles are in radians, clockwise
    /// on screen from +x.
    public func addArc(
      withCenter center: Point, radius: Double, startAngle: Double, endAngle: Double,
      clockwise: Bool
    ) {
      let turn = 2 * Double.pi
      var sweep = (endAngle - startAngle).truncatingRemainder(dividingBy: turn)
      if abs(endAngle - startAngle) >= turn { sweep = clockwise ? turn : -turn }
      if clockwise, sweep < 0 { sweep += turn }
      if !clockwise, sweep > 0 { sweep -= turn }
      func place(_ angle: Double, _ distance: Double) -> Point {
        center + Vector(angle: angle, magnitude: distance)
      }
      let first = place(startAngle, radius)
      if isEmpty { move(to: first) } else { addLine(to: first) }
      let count = Int((abs(sweep) / (Double.pi / 2)).rounded(.up))
      guard count > 0 else { return }
      let step = sweep / Double(count)
      // The control distance of a cubic that follows an arc.
      let reach = 4 / 3 * Vector(angle: step / 4, magnitude: 1).slope * radius
      for index in 0..<count {
        let from = startAngle + Double(index) * step
        let to = from + step
        addCurve(
          to: place(to, radius),
          controlPoint1: place(from, radius) + Vector(angle: from + .pi / 2, magnitude: reach),
          controlPoint2: place(to, radius) - Vector(angle: to + .pi / 2, magnitude: reach))
      }
    }
  }

  extension Vector {
    fileprivate var slope: Double { dy / dx }
  }
#endif
