#if canImport(UIKit) && !os(watchOS)
  import Dynamics
  import UIKit

  /// A view of UIKit as an item: the animator writes its centre and transform.
  @MainActor public final class ViewItem: @MainActor DynamicItem {
    public let view: UIView
    public let collisionBoundsType: CollisionBoundsType
    public let collisionBoundingPath: Path2D?
    public weak var registeredAnimator: DynamicAnimator?

    /// - Parameters:
    ///   - view: what moves; kept.
    ///   - collisionBoundsType: the outline with which it collides.
    ///   - collisionBoundingPath: that outline, where it is a path; from the view's centre.
    public init(
      _ view: UIView, collisionBoundsType: CollisionBoundsType = .rectangle,
      collisionBoundingPath: UIBezierPath? = nil
    ) {
      self.view = view
      self.collisionBoundsType = collisionBoundsType
      self.collisionBoundingPath = collisionBoundingPath.map { Path2D($0.cgPath) }
    }

    public var center: Point {
      get { Point(view.center) }
      set { view.center = CGPoint(newValue) }
    }

    public var bounds: Rect { Rect(view.bounds) }

    public var transform: AffineTransform2D {
      get { AffineTransform2D(view.transform) }
      set { view.transform = CGAffineTransform(newValue) }
    }
  }

  /// Gives an animator the time of a display, and the bounds of a view.
  @available(iOS 18, tvOS 18, visionOS 2, *)
  @MainActor public final class DisplayDriver {
    public let animator: DynamicAnimator
    private weak var view: UIView?
    private let link: UIUpdateLink
    private var last: Double?

    /// - Parameters:
    ///   - animator: what is driven.
    ///   - view: on the display; its bounds are the animator's reference bounds. Kept weakly.
    public init(_ animator: DynamicAnimator, in view: UIView) {
      self.animator = animator
      self.view = view
      link = UIUpdateLink(view: view)
      animator.referenceBounds = Rect(view.bounds)
      link.requiresContinuousUpdates = true
      link.addAction { [weak self] _, info in self?.tick(info.modelTime) }
    }

    /// Whether time passes; `false` at first.
    public var isRunning: Bool {
      get { link.isEnabled }
      set {
        last = nil
        link.isEnabled = newValue
      }
    }

    private func tick(_ time: Double) {
      if let view { animator.referenceBounds = Rect(view.bounds) }
      // What a stall may add, so that a paused app does not catch up.
      if let last { animator.advance(by: time - last < 0.25 ? time - last : 0.25) }
      last = time
    }
  }
#endif
