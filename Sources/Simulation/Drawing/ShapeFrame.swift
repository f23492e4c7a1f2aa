/// The frame of a shape, in which its outlines stay the same while it moves.
struct ShapeFrame {
  private let center: DrawingPoint
  private let heading: DrawingPoint

  init(_ shape: DrawingShape, _ isTurned: Bool) {
    center = shape.center
    heading = isTurned ? shape.heading : DrawingPoint(1, 0)
  }

  private func local(_ point: DrawingPoint) -> DrawingPoint {
    let x = point.x - center.x
    let y = point.y - center.y
    return DrawingPoint(x * heading.x + y * heading.y, y * heading.x - x * heading.y)
  }

  /// An outline in this frame, its numbers rounded to multiples of a quantum; 0 for what is not finite.
  func local(_ outline: DrawingOutline, _ quantum: Double) -> DrawingOutline {
    func round(_ value: Double) -> Double {
      let rounded = (value / quantum).rounded(.toNearestOrEven) * quantum
      return rounded.isFinite ? rounded : 0
    }
    func round(_ point: DrawingPoint) -> DrawingPoint {
      let own = local(point)
      return DrawingPoint(round(own.x), round(own.y))
    }
    func round(_ points: [DrawingPoint]) -> [DrawingPoint] {
      var rounded: [DrawingPoint] = []
      for point in points { rounded.append(round(point)) }
      return rounded
    }
    switch outline {
    case .circle(let center, let radius):
      return .circle(center: round(center), radius: round(radius))
    case .capsule(let a, let b, let radius):
      return .capsule(round(a), round(b), radius: round(radius))
    case .polygon(let points, let radius): return .polygon(round(points), radius: round(radius))
    case .line(let points): return .line(round(points))
    }
  }

  /// Whether an outline in this frame differs from one in the plane by at most `most` in any number.
  func isNear(_ own: DrawingOutline, _ outline: DrawingOutline, within most: Double) -> Bool {
    func near(_ a: DrawingPoint, _ b: DrawingPoint) -> Bool {
      let b = local(b)
      return (a.x - b.x).magnitude <= most && (a.y - b.y).magnitude <= most
    }
    func near(_ a: [DrawingPoint], _ b: [DrawingPoint]) -> Bool {
      if a.count != b.count { return false }
      for index in a.indices where !near(a[index], b[index]) { return false }
      return true
    }
    switch (own, outline) {
    case (.circle(let a, let r), .circle(let b, let s)):
      return near(a, b) && (r - s).magnitude <= most
    case (.capsule(let a, let b, let r), .capsule(let c, let d, let s)):
      return near(a, c) && near(b, d) && (r - s).magnitude <= most
    case (.polygon(let a, let r), .polygon(let b, let s)):
      return near(a, b) && (r - s).magnitude <= most
    case (.line(let a), .line(let b)): return near(a, b)
    default: return false
    }
  }
}

extension DrawingOutline {
  /// Mixes all its numbers into a hash. Outlines that are equal have the same.
  func mix(into hash: inout UInt64) {
    // 0 and −0 are equal.
    func mix(_ value: Double) { hash = NumberTable.mix(hash, (value + 0).bitPattern) }
    func mix(_ points: [DrawingPoint]) {
      for point in points {
        mix(point.x)
        mix(point.y)
      }
    }
    switch self {
    case .circle(let center, let radius):
      mix([center])
      mix(radius)
    case .capsule(let a, let b, let radius):
      mix([a, b])
      mix(radius)
    case .polygon(let points, let radius):
      mix(points)
      mix(radius)
    case .line(let points): mix(points)
    }
  }
}
