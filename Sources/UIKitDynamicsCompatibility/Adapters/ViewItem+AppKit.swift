#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import Dynamics

  /// A view of AppKit as an item: the animator writes its frame's origin and its rotation.
  ///
  /// The view's superview must be flipped, so that y points down.
  @MainActor public final class ViewItem: @MainActor DynamicItem {
    public let view: NSView
    public let collisionBoundsType: CollisionBoundsType
    public weak var registeredAnimator: DynamicAnimator?

    private let size: Size
    private var place: Point
    private var turn = AffineTransform2D.identity

    /// - Parameters:
    ///   - view: what moves; kept. Its frame is read now, while it is not turned.
    ///   - collisionBoundsType: the outline with which it collides.
    public init(_ view: NSView, collisionBoundsType: CollisionBoundsType = .rectangle) {
      self.view = view
      self.collisionBoundsType = collisionBoundsType
      let frame = Rect(view.frame)
      size = frame.size
      place = frame.center
    }

    public var center: Point {
      get { place }
      set {
        place = newValue
        view.setFrameOrigin(
          CGPoint(x: newValue.x - size.width / 2, y: newValue.y - size.height / 2))
      }
    }

    public var bounds: Rect { Rect(origin: .zero, size: size) }

    public var transform: AffineTransform2D {
      get { turn }
      set {
        turn = newValue
        view.frameCenterRotation = CGFloat(newValue.rotation * 180 / .pi)
      }
    }
  }
#endif
