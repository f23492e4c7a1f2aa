@_exported import CoreGraphics

@MainActor open class NSView {
  public init() {}
  public var frame: CGRect { fatalError() }
  public func setFrameOrigin(_ place: CGPoint) {}
  public var frameCenterRotation: CGFloat {
    get { 0 }
    set {}
  }
}
