// What the adapters and conversions use of Apple's frameworks, without bodies: for the type checker.
public struct CGFloat: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, Sendable {
  public init(_ x: Double) {}
  public init(floatLiteral x: Double) {}
  public init(integerLiteral x: Int) {}
}
extension Double { public init(_ x: CGFloat) { self = 0 } }
public struct CGPoint: Sendable {
  public var x: CGFloat, y: CGFloat
  public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
  public init(x: Double, y: Double) { self.init(x: CGFloat(x), y: CGFloat(y)) }
}
public struct CGVector: Sendable {
  public var dx: CGFloat, dy: CGFloat
  public init(dx: Double, dy: Double) { (self.dx, self.dy) = (CGFloat(dx), CGFloat(dy)) }
}
public struct CGSize: Sendable {
  public var width: CGFloat, height: CGFloat
  public init(width: Double, height: Double) {
    (self.width, self.height) = (CGFloat(width), CGFloat(height))
  }
}
public struct CGRect: Sendable {
  public var origin: CGPoint, size: CGSize
  public init(origin: CGPoint, size: CGSize) { (self.origin, self.size) = (origin, size) }
}
public struct CGAffineTransform: Sendable {
  public var a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c) = (CGFloat(a), CGFloat(b), CGFloat(c))
    (self.d, self.tx, self.ty) = (CGFloat(d), CGFloat(tx), CGFloat(ty))
  }
}
public enum CGPathElementType {
  case moveToPoint, addLineToPoint, addQuadCurveToPoint, addCurveToPoint, closeSubpath
}
public struct CGPathElement {
  public var type: CGPathElementType
  public var points: UnsafeMutablePointer<CGPoint>
}
public final class CGPath {
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {}
}
