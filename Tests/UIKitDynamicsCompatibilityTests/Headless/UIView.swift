import UIKitDynamicsCompatibility

// The part of UIKit that the demos use, without a screen.

/// A rectangle in a tree of rectangles.
class UIView: NSObject, UIDynamicItem, ReferenceView {
  var bounds: CGRect
  var center: CGPoint
  var transform = CGAffineTransform.identity
  var tag = 0
  private(set) var subviews: [UIView] = []
  private(set) weak var superview: UIView?

  init(frame: CGRect) {
    bounds = CGRect(origin: .zero, size: frame.size)
    center = frame.center
    super.init()
  }

  /// Of a view that is not turned.
  var frame: CGRect {
    get {
      CGRect(
        x: center.x - bounds.width / 2, y: center.y - bounds.height / 2, width: bounds.width,
        height: bounds.height)
    }
    set {
      bounds.size = newValue.size
      center = newValue.center
    }
  }

  var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }
  var collisionBoundingPath: UIBezierPath { UIBezierPath() }

  func addSubview(_ view: UIView) {
    subviews.append(view)
    view.superview = self
  }
}

/// A line of text.
final class UILabel: UIView {
  var text: String?
}

/// Owns a view, and fills it.
class UIViewController: NSObject {
  let view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 568))

  override init() {
    super.init()
    viewDidLoad()
  }

  func viewDidLoad() {}
}
