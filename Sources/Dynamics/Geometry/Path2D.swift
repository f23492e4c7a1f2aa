/// An outline of straight lines and Bézier curves, in points.
public struct Path2D: Hashable, Sendable {
  /// One step of the pen that draws an outline.
  public enum Element: Hashable, Sendable {
    /// Begins a new run of lines at a point.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A Bézier curve with one control point.
    case quadratic(control: Point, end: Point)
    /// A Bézier curve with two control points.
    case cubic(control1: Point, control2: Point, end: Point)
    /// A straight line to the start of the run, which ends it.
    case close
  }

  /// The elements in the order in which they were added.
  public private(set) var elements: [Element] = []

  /// Makes an empty outline.
  public init() {}

  /// Straight lines through `points`, in order.
  public init(points: [Point], isClosed: Bool) {
    for (index, point) in points.enumerated() {
      elements.append(index == 0 ? .move(point) : .line(point))
    }
    if isClosed && !points.isEmpty { elements.append(.close) }
  }

  /// A closed outline of the rectangle's four sides.
  public init(rect: Rect) {
    self.init(
      points: [
        Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
        Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
      ], isClosed: true)
  }

  /// The ellipse inscribed in `rect`, as four cubic curves.
  public init(ellipseIn rect: Rect) {
    // 4/3·(√2 − 1): the control distance with which a cubic follows a quarter circle to 0.03 %.
    let kappa = 0.552_284_749_830_793_4
    let c = rect.center
    let rx = rect.width / 2
    let ry = rect.height / 2
    func at(_ x: Double, _ y: Double) -> Point { Point(x: c.x + x * rx, y: c.y + y * ry) }
    elements = [
      .move(at(1, 0)),
      .cubic(control1: at(1, kappa), control2: at(kappa, 1), end: at(0, 1)),
      .cubic(control1: at(-kappa, 1), control2: at(-1, kappa), end: at(-1, 0)),
      .cubic(control1: at(-1, -kappa), control2: at(-kappa, -1), end: at(0, -1)),
      .cubic(control1: at(kappa, -1), control2: at(1, -kappa), end: at(1, 0)),
      .close,
    ]
  }

  /// Begins a new run of lines at `p`.
  public mutating func move(to p: Point) { elements.append(.move(p)) }
  /// Adds a straight line to `p`.
  public mutating func addLine(to p: Point) { elements.append(.line(p)) }
  /// Adds a quadratic Bézier curve to `p`.
  public mutating func addQuadraticCurve(control: Point, to p: Point) {
    elements.append(.quadratic(control: control, end: p))
  }
  /// Adds a cubic Bézier curve to `p`.
  public mutating func addCurve(control1: Point, control2: Point, to p: Point) {
    elements.append(.cubic(control1: control1, control2: control2, end: p))
  }
  /// Joins the end of the current run to its start.
  public mutating func close() { elements.append(.close) }

  /// This outline moved by `offset`.
  public func translated(by offset: Vector) -> Path2D {
    var moved = Path2D()
    for element in elements {
      switch element {
      case .move(let p): moved.elements.append(.move(p + offset))
      case .line(let p): moved.elements.append(.line(p + offset))
      case .quadratic(let c, let p):
        moved.elements.append(.quadratic(control: c + offset, end: p + offset))
      case .cubic(let c1, let c2, let p):
        moved.elements.append(
          .cubic(control1: c1 + offset, control2: c2 + offset, end: p + offset))
      case .close: moved.elements.append(.close)
      }
    }
    return moved
  }

  /// This outline moved so that the centre of its bounding box is the origin: what an item's
  /// collision path has to be.
  public var recentered: Path2D {
    guard let box = boundingBox else { return self }
    return translated(by: Point.zero - box.center)
  }

  /// The bounds of the flattened outline; `nil` when there is no point.
  public var boundingBox: Rect? { Dynamics.boundingBox(of: polylines().flatMap { $0.points }) }
}

/// The smallest upright rectangle around the points; `nil` when there are none.
package func boundingBox(of points: [Point]) -> Rect? {
  guard let first = points.first else { return nil }
  var low = first
  var high = first
  for p in points {
    if p.x < low.x { low.x = p.x }
    if p.y < low.y { low.y = p.y }
    if p.x > high.x { high.x = p.x }
    if p.y > high.y { high.y = p.y }
  }
  return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
}
