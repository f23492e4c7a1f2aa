@_exported import CoreGraphics

@MainActor open class UIView {
  public init() {}
  public var center: CGPoint {
    get { fatalError() }
    set {}
  }
  public var bounds: CGRect {
    get { fatalError() }
    set {}
  }
  public var transform: CGAffineTransform {
    get { fatalError() }
    set {}
  }
}
@MainActor public final class UIBezierPath { public var cgPath: CGPath { fatalError() } }
public final class UIUpdateInfo { public var modelTime: Double { 0 } }
@MainActor public final class UIUpdateLink {
  public init(view: UIView) {}
  public func addAction(handler: @escaping (UIUpdateLink, UIUpdateInfo) -> Void) {}
  public var requiresContinuousUpdates = false
  public var isEnabled = false
}
