#if canImport(SwiftUI)
  import Dynamics
  import Observation
  import SwiftUI

  /// An item whose place a view of SwiftUI reads: see `View.placed(by:)`.
  @MainActor @Observable public final class ObservedItem: @MainActor DynamicItem {
    public var center: Point
    public var transform = AffineTransform2D.identity
    public let bounds: Rect
    public let collisionBoundsType: CollisionBoundsType
    @ObservationIgnored public weak var registeredAnimator: DynamicAnimator?

    /// - Parameters:
    ///   - center: in the space of the view that holds the item's.
    ///   - size: of the item's view.
    ///   - collisionBoundsType: the outline with which it collides.
    public init(center: Point, size: Size, collisionBoundsType: CollisionBoundsType = .rectangle) {
      self.center = center
      bounds = Rect(origin: .zero, size: size)
      self.collisionBoundsType = collisionBoundsType
    }
  }

  extension View {
    /// This view in the size of an item, where the item is, turned as it is.
    @MainActor public func placed(by item: ObservedItem) -> some View {
      frame(width: CGFloat(item.bounds.width), height: CGFloat(item.bounds.height))
        .rotationEffect(.radians(item.transform.rotation))
        .position(x: CGFloat(item.center.x), y: CGFloat(item.center.y))
    }
  }
#endif
