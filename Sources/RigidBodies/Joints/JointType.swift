import DeterministicMath
import Simulation

/// What a kind of joint brings: each kind meets this in a file of its own, which also holds its
/// definition, the public call that makes it, and its part of the solver.
///
/// What the solver calls is named by the exhaustive switches of `JointKinds.swift`, so that hot
/// loops are specialised for each kind.
protocol JointType {
  /// What is set, with the kind's own names.
  associatedtype Settings: JointOverlay
  /// What it exerts, with the kind's own names.
  associatedtype Impulses: JointOverlay

  /// What can be changed while the world runs, beside what all joints have.
  static var properties: JointProperties { get }

  /// How a joint is solved.
  static func jointClass(_ joint: UnsafePointer<JointRecord>) -> JointClass

  /// The axis in the world: a unit vector, or zero where there is none.
  static func axis(_ joint: JointView) -> Vec2

  /// What the joint exerted in the last substep.
  static func exerted(_ joint: JointView) -> ExertedImpulses

  /// How a picture shows it.
  static func drawing(_ joint: JointView) -> JointDrawing
}

/// The answers of a ``JointType``, for callers that learn the kind only from the joint.
struct JointTraits {
  let properties: JointProperties
  let axis: (JointView) -> Vec2
  let exerted: (JointView) -> ExertedImpulses
  let drawing: (JointView) -> JointDrawing
  let settingsLayout: () -> RowLayout
  let impulsesLayout: () -> RowLayout
  let rowsFitUnions: () -> Bool

  init<Kind: JointType>(_ kind: Kind.Type) {
    properties = Kind.properties
    axis = Kind.axis
    exerted = Kind.exerted
    drawing = Kind.drawing
    settingsLayout = { RowLayout(Kind.Settings.self) }
    impulsesLayout = { RowLayout(Kind.Impulses.self) }
    rowsFitUnions = {
      // What no kind sets keeps the union's own value, which a restore asks for.
      let blank = JointSettings()
      var settings = blank
      settings[as: Kind.Settings.self] = Kind.Settings.blank
      return MemoryLayout<Kind.Settings>.size <= MemoryLayout<JointSettings>.size
        && MemoryLayout<Kind.Impulses>.size <= MemoryLayout<JointImpulse>.size
        && settings.axis == blank.axis && settings.reference == blank.reference
    }
  }
}

/// A joint and where it is, between two steps.
struct JointView {
  var record: JointRecord
  var impulse: JointImpulse
  /// The anchors in the world.
  var anchorA: Vec2
  var anchorB: Vec2
  var rotationA: Rotation

  /// The axis of settings that have one, in the world.
  var settingsAxis: Vec2 { rotationA.rotate(record.settings.axis) }
  /// From A's anchor to B's; zero where they are too close to have a direction.
  var direction: Vec2 { (anchorB - anchorA).normalized }
}

/// What a joint exerted on B in the last substep; A got the opposite.
struct ExertedImpulses {
  /// At the anchor, in the world's directions.
  var linear = Vec2(0, 0)
  /// Besides what the linear impulse turns.
  var angular: Float = 0
  /// Parts of those.
  var motor: Float = 0
  var limit: Float = 0
  var spring: Float = 0
}

/// How a picture shows a joint, and what it calls it.
struct JointDrawing {
  var style: DrawingStyle
  /// The length that a rod keeps, that a spring tends to, or that a rope allows.
  var length: Float = 0
  var showsAxis = false
}

/// Properties that only some kinds of joints have.
struct JointProperties: OptionSet {
  let rawValue: UInt32

  /// A spring that can be switched.
  static let switchedSpring = JointProperties(rawValue: 1)
  static let targetAngle = JointProperties(rawValue: 2)
  static let targetTranslation = JointProperties(rawValue: 4)
  static let motorTorque = JointProperties(rawValue: 8)
  static let motorForce = JointProperties(rawValue: 16)
  static let friction = JointProperties(rawValue: 32)
  static let limits = JointProperties(rawValue: 64)
  static let length = JointProperties(rawValue: 128)
  static let angularSpring = JointProperties(rawValue: 256)
  static let targetPlace = JointProperties(rawValue: 512)
}
