import UIKitDynamicsCompatibility

/// Tells a handler of what a finger does; tests move the finger.
class UIGestureRecognizer: NSObject {
  enum State { case possible, began, changed, ended, cancelled }

  private(set) var state = State.possible
  private var place = CGPoint.zero
  private let handler: (UIGestureRecognizer) -> Void

  init(_ handler: @escaping (UIGestureRecognizer) -> Void) { self.handler = handler }

  func location(in view: UIView?) -> CGPoint { place }

  func move(_ state: State, to place: CGPoint) {
    self.state = state
    self.place = place
    handler(self)
  }
}

/// A finger that moves.
final class UIPanGestureRecognizer: UIGestureRecognizer {
  var speed = CGPoint.zero
  func velocity(in view: UIView?) -> CGPoint { speed }
}

/// A finger that comes and goes.
final class UITapGestureRecognizer: UIGestureRecognizer {}
