@_exported import CoreGraphics

public struct Angle: Sendable { public static func radians(_ x: Double) -> Angle { Angle() } }
@MainActor public protocol View {}
public struct Placed: View {}
extension View {
  public func frame(width: CGFloat?, height: CGFloat?) -> some View { Placed() }
  public func rotationEffect(_ angle: Angle) -> some View { Placed() }
  public func position(x: CGFloat, y: CGFloat) -> some View { Placed() }
}
