#if canImport(CoreGraphics)
  import CoreGraphics

  // Both ways, number by number: on Apple's platforms a CGFloat is a Double.

  extension Point {
    public init(_ p: CGPoint) { self.init(x: Double(p.x), y: Double(p.y)) }
  }

  extension CGPoint {
    public init(_ p: Point) { self.init(x: p.x, y: p.y) }
  }

  extension Vector {
    public init(_ v: CGVector) { self.init(dx: Double(v.dx), dy: Double(v.dy)) }
  }

  extension CGVector {
    public init(_ v: Vector) { self.init(dx: v.dx, dy: v.dy) }
  }

  extension Size {
    public init(_ s: CGSize) { self.init(width: Double(s.width), height: Double(s.height)) }
  }

  extension CGSize {
    public init(_ s: Size) { self.init(width: s.width, height: s.height) }
  }

  extension Rect {
    public init(_ r: CGRect) { self.init(origin: Point(r.origin), size: Size(r.size)) }
  }

  extension CGRect {
    public init(_ r: Rect) { self.init(origin: CGPoint(r.origin), size: CGSize(r.size)) }
  }

  extension AffineTransform2D {
    public init(_ t: CGAffineTransform) {
      self.init(
        a: Double(t.a), b: Double(t.b), c: Double(t.c), d: Double(t.d), tx: Double(t.tx),
        ty: Double(t.ty))
    }
  }

  extension CGAffineTransform {
    public init(_ t: AffineTransform2D) {
      self.init(a: t.a, b: t.b, c: t.c, d: t.d, tx: t.tx, ty: t.ty)
    }
  }

  extension Path2D {
    /// The outline of a `CGPath`; a `UIBezierPath` has one.
    public init(_ path: CGPath) {
      self.init()
      var made = Path2D()
      path.applyWithBlock { element in
        let points = element.pointee.points
        switch element.pointee.type {
        case .moveToPoint: made.move(to: Point(points[0]))
        case .addLineToPoint: made.addLine(to: Point(points[0]))
        case .addQuadCurveToPoint:
          made.addQuadraticCurve(control: Point(points[0]), to: Point(points[1]))
        case .addCurveToPoint:
          made.addCurve(
            control1: Point(points[0]), control2: Point(points[1]), to: Point(points[2]))
        case .closeSubpath: made.close()
        @unknown default: break
        }
      }
      self = made
    }
  }
#endif
