import Dynamics
import Testing

@Suite("Geometry")
struct GeometryTests {
  @Test("UD-CORE-12 y down, clockwise positive, angle 0 = +x")
  func angles() {
    #expect(Vector(dx: 1, dy: 0).angle == 0)
    #expect(abs(Vector(dx: 0, dy: 1).angle - pi / 2) < 1e-15)
    let down = AffineTransform2D(rotation: pi / 2).apply(to: Point(x: 1, y: 0))
    #expect(abs(down.x) < 1e-15)
    #expect(abs(down.y - 1) < 1e-15)
    #expect(abs(AffineTransform2D(rotation: 0.7).rotation - 0.7) < 1e-15)
    #expect(Vector.zero.angle == 0)
  }

  @Test("transforms compose: self first, then the next")
  func concatenation() {
    let scaled = AffineTransform2D(scaleX: 2, y: 3)
    let moved = AffineTransform2D(translationX: 10, y: 20)
    let p = scaled.concatenating(moved).apply(to: Point(x: 1, y: 1))
    #expect(p == Point(x: 12, y: 23))
  }

  @Test("UD-COL-04 flattened curves stay within 0.25 pt")
  func flattening() {
    let lines = Path2D(ellipseIn: Rect(x: -100, y: -50, width: 200, height: 100)).polylines()
    #expect(lines.count == 1)
    #expect(lines[0].isClosed)
    // Distances of chord midpoints from the ellipse, along the gradient to first order.
    let points = lines[0].points
    for i in points.indices {
      let a = points[i]
      let b = points[(i + 1) % points.count]
      let m = Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
      let f = m.x * m.x / 1e4 + m.y * m.y / 2500 - 1
      let gradient = Vector(dx: 2 * m.x / 1e4, dy: 2 * m.y / 2500).length
      #expect(abs(f / gradient) < 0.25 + 0.03)  // the cubic itself errs by 0.03 pt
    }
    #expect(points.count < 60)
    var quadratic = Path2D()
    quadratic.move(to: .zero)
    quadratic.addQuadraticCurve(control: Point(x: 50, y: 100), to: Point(x: 100, y: 0))
    let run = quadratic.polylines()[0]
    #expect(!run.isClosed)
    #expect(run.points.last == Point(x: 100, y: 0))
    #expect(run.points.count >= 8)
  }

  @Test("runs: open, closed, several, single points vanish")
  func runs() {
    var path = Path2D()
    path.move(to: .zero)
    path.addLine(to: Point(x: 1, y: 0))
    path.move(to: Point(x: 5, y: 5))
    path.move(to: Point(x: 10, y: 0))
    path.addLine(to: Point(x: 20, y: 0))
    path.addLine(to: Point(x: 20, y: 10))
    path.addLine(to: Point(x: 10, y: 0))
    path.close()
    path.addLine(to: Point(x: 0, y: 0))
    let lines = path.polylines()
    #expect(lines.map { $0.points.count } == [2, 3, 2])
    #expect(lines.map { $0.isClosed } == [false, true, false])
    #expect(lines[2].points[0] == Point(x: 10, y: 0))
  }

  struct ConvexCase: Sendable {
    var name: String
    var points: [(Double, Double)]
    var isConvex: Bool
  }

  @Test(
    "UD-ITEM-05 convexity",
    arguments: [
      ConvexCase(name: "square", points: [(0, 0), (1, 0), (1, 1), (0, 1)], isConvex: true),
      ConvexCase(name: "other way", points: [(0, 0), (0, 1), (1, 1), (1, 0)], isConvex: true),
      ConvexCase(
        name: "collinear corner", points: [(0, 0), (1, 0), (2, 0), (2, 2), (0, 2)], isConvex: true),
      ConvexCase(name: "arrow", points: [(0, 0), (4, 0), (1, 1), (0, 4)], isConvex: false),
      ConvexCase(name: "bow", points: [(0, 0), (2, 2), (2, 0), (0, 2)], isConvex: false),
      ConvexCase(
        name: "star",
        points: (0..<5).map { k in
          let v = Vector(angle: 4 * pi * Double(k) / 5, magnitude: 10)
          return (v.dx, v.dy)
        }, isConvex: false),
      ConvexCase(name: "line", points: [(0, 0), (1, 1), (2, 2)], isConvex: false),
      ConvexCase(name: "spike", points: [(0, 0), (4, 0), (2, 0), (2, 3)], isConvex: false),
    ])
  func convexity(test: ConvexCase) {
    #expect(
      isConvex(test.points.map { Point(x: $0.0, y: $0.1) }) == test.isConvex,
      "\(test.name)")
  }

  @Test("UD-CORE-13 area, centroid and second moment of polygons")
  func measures() {
    let rectangle = [
      Point(x: 10, y: 20), Point(x: 40, y: 20), Point(x: 40, y: 60), Point(x: 10, y: 60),
    ]
    for points in [rectangle, rectangle.reversed()] {
      let m = PolygonMeasure(points)
      #expect(abs(abs(m.signedArea) - 1200) < 1e-9)
      #expect(m.centroid.distance(to: Point(x: 25, y: 40)) < 1e-9)
      #expect(abs(m.secondMoment - 1200 * (900 + 1600) / 12) < 1e-6)
    }
  }
}
