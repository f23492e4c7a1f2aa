import DeterministicMath

/// A run of straight lines.
public struct Polyline: Hashable, Sendable {
  /// At least two points, none equal to its predecessor.
  public var points: [Point]
  /// The last point is joined to the first (which is not repeated).
  public var isClosed: Bool

  /// Makes a run of lines through `points`, which are taken as they are.
  public init(points: [Point], isClosed: Bool) {
    self.points = points
    self.isClosed = isClosed
  }
}

extension Path2D {
  /// The outline as straight lines that stay within `tolerance` of it.
  ///
  /// A curve is cut into equal parameter steps: a chord over a step of length `1/n` leaves the
  /// curve by at most `max|B''| / (8n²)`, which gives `n`. Runs that end where they began count as
  /// closed. Runs of a single point vanish.
  ///
  /// - Parameter tolerance: in points, positive.
  public func polylines(tolerance: Double = 0.25) -> [Polyline] {
    var flattener = PathFlattener(tolerance: tolerance > 1e-6 ? tolerance : 1e-6)
    for element in elements { flattener.add(element) }
    flattener.finish(isClosed: false)
    return flattener.runs
  }
}

private struct PathFlattener {
  let tolerance: Double
  var runs: [Polyline] = []
  var points: [Point] = []
  var current = Point.zero

  init(tolerance: Double) { self.tolerance = tolerance }

  mutating func add(_ element: Path2D.Element) {
    switch element {
    case .move(let p):
      finish(isClosed: false)
      begin(p)
    case .line(let p):
      beginIfNeeded()
      append(p)
    case .quadratic(let c, let p):
      beginIfNeeded()
      let p0 = current
      let count = stepCount(bend: 2 * bend(p0, c, p))
      for i in 1...count {
        let t = Double(i) / Double(count)
        let u = 1 - t
        append(
          i == count
            ? p
            : Point(
              x: u * u * p0.x + 2 * u * t * c.x + t * t * p.x,
              y: u * u * p0.y + 2 * u * t * c.y + t * t * p.y))
      }
    case .cubic(let c1, let c2, let p):
      beginIfNeeded()
      let p0 = current
      let first = bend(p0, c1, c2)
      let second = bend(c1, c2, p)
      let count = stepCount(bend: 6 * (first > second ? first : second))
      for i in 1...count {
        let t = Double(i) / Double(count)
        append(i == count ? p : Self.cubic(p0, c1, c2, p, t))
      }
    case .close:
      finish(isClosed: true)
    }
  }

  private static func cubic(_ p0: Point, _ c1: Point, _ c2: Point, _ p: Point, _ t: Double)
    -> Point
  {
    let u = 1 - t
    let b0 = u * u * u
    let b1 = 3 * u * u * t
    let b2 = 3 * u * t * t
    let b3 = t * t * t
    return Point(
      x: (b0 * p0.x + b1 * c1.x) + (b2 * c2.x + b3 * p.x),
      y: (b0 * p0.y + b1 * c1.y) + (b2 * c2.y + b3 * p.y))
  }

  /// |p₀ − 2c + p|: a sixth (cubic) or a half (quadratic) of the second derivative.
  private func bend(_ p0: Point, _ c: Point, _ p: Point) -> Double {
    Vector(dx: p0.x - 2 * c.x + p.x, dy: p0.y - 2 * c.y + p.y).length
  }

  private func stepCount(bend: Double) -> Int {
    let exact = squareRoot(bend / (8 * tolerance))
    guard exact < 1024 else { return 1024 }
    let whole = Int(exact)
    let up = Double(whole) < exact ? whole + 1 : whole
    return up < 1 ? 1 : up
  }

  private mutating func begin(_ p: Point) {
    points = [p]
    current = p
  }

  private mutating func beginIfNeeded() {
    if points.isEmpty { begin(current) }
  }

  private mutating func append(_ p: Point) {
    current = p
    if points[points.count - 1] != p { points.append(p) }
  }

  mutating func finish(isClosed: Bool) {
    guard let start = points.first else { return }
    var run = points
    points = []
    var closed = isClosed
    if run.count > 2, run[run.count - 1] == start {
      run.removeLast()
      closed = true
    }
    if run.count >= 2 {
      runs.append(Polyline(points: run, isClosed: closed && run.count > 2))
    }
    if isClosed { current = start }
  }
}
