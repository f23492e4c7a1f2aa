import Dynamics
import Simulation

/// What a person does to a scenario: the input of every UIKit scenario.
///
/// Coordinates are points of the stage (x right, y down), velocities pt/s. A scenario ignores the
/// kinds it has no use for.
package enum Gesture: SimulationRecord {
  case tap(x: Double, y: Double)
  case panBegan(x: Double, y: Double)
  case panChanged(x: Double, y: Double)
  /// The finger leaves with a velocity.
  case panEnded(x: Double, y: Double, velocityX: Double, velocityY: Double)
  case panCancelled
  case longPress(x: Double, y: Double)
  /// The device's gravity vector in g: x right, **y up**, z towards the viewer.
  case tilt(x: Double, y: Double, z: Double)
  /// The stage gets new bounds.
  case resize(x: Double, y: Double, width: Double, height: Double)
  case button(id: Int64)

  package static var kinds: [StaticString] {
    [
      "tap", "panBegan", "panChanged", "panEnded", "panCancelled", "longPress", "tilt", "resize",
      "button",
    ]
  }

  package init(kind: Int) {
    switch kind {
    case 0: self = .tap(x: 0, y: 0)
    case 1: self = .panBegan(x: 0, y: 0)
    case 2: self = .panChanged(x: 0, y: 0)
    case 3: self = .panEnded(x: 0, y: 0, velocityX: 0, velocityY: 0)
    case 4: self = .panCancelled
    case 5: self = .longPress(x: 0, y: 0)
    case 6: self = .tilt(x: 0, y: 0, z: 0)
    case 7: self = .resize(x: 0, y: 0, width: 0, height: 0)
    default: self = .button(id: 0)
    }
  }

  package var kind: Int {
    switch self {
    case .tap: 0
    case .panBegan: 1
    case .panChanged: 2
    case .panEnded: 3
    case .panCancelled: 4
    case .longPress: 5
    case .tilt: 6
    case .resize: 7
    case .button: 8
    }
  }

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .tap(var x, var y):
      Gesture.visitPoint(&visitor, &x, &y)
      self = .tap(x: x, y: y)
    case .panBegan(var x, var y):
      Gesture.visitPoint(&visitor, &x, &y)
      self = .panBegan(x: x, y: y)
    case .panChanged(var x, var y):
      Gesture.visitPoint(&visitor, &x, &y)
      self = .panChanged(x: x, y: y)
    case .panEnded(var x, var y, var velocityX, var velocityY):
      Gesture.visitPoint(&visitor, &x, &y)
      visitor.field("velocityX", &velocityX)
      visitor.field("velocityY", &velocityY)
      self = .panEnded(x: x, y: y, velocityX: velocityX, velocityY: velocityY)
    case .panCancelled: break
    case .longPress(var x, var y):
      Gesture.visitPoint(&visitor, &x, &y)
      self = .longPress(x: x, y: y)
    case .tilt(var x, var y, var z):
      Gesture.visitPoint(&visitor, &x, &y)
      visitor.field("z", &z)
      self = .tilt(x: x, y: y, z: z)
    case .resize(var x, var y, var width, var height):
      Gesture.visitPoint(&visitor, &x, &y)
      visitor.field("width", &width)
      visitor.field("height", &height)
      self = .resize(x: x, y: y, width: width, height: height)
    case .button(var id):
      visitor.field("id", &id)
      self = .button(id: id)
    }
  }

  private static func visitPoint(
    _ visitor: inout some FieldVisitor, _ x: inout Double, _ y: inout Double
  ) {
    visitor.field("x", &x)
    visitor.field("y", &y)
  }
}

extension Vector {
  /// The gravity direction of a device held upright: Core Motion's y points up, ours down.
  package init(tiltX x: Double, y: Double) { self.init(dx: x, dy: -y) }
}
