/// A place or a vector of a ``StepDrawing``, in the simulation's length unit.
@frozen
public struct DrawingPoint: Equatable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// An upright rectangle of a ``StepDrawing``.
public struct DrawingFrame: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// The edge of a shape, in the plane's own coordinates.
public enum DrawingOutline: Equatable, Sendable {
  case circle(center: DrawingPoint, radius: Double)
  /// A line with round ends: everything within `radius` of it.
  case capsule(DrawingPoint, DrawingPoint, radius: Double)
  /// Closed; `radius` is added around the corners.
  case polygon([DrawingPoint], radius: Double)
  /// Open, without an inside.
  case line([DrawingPoint])
}

/// What a step shows, for people who debug: shapes, contacts, joints, fields, velocities, rest.
///
/// A pure function of the state, made when it is asked for and at no cost otherwise. Lengths are in
/// the simulation's own unit, times in seconds. Order is deterministic: bodies and joints by slot,
/// contacts by their shapes, fields in tree order.
public struct StepDrawing: Equatable, Sendable {
  /// A body with its shapes.
  public struct Body: Equatable, Sendable {
    public enum Motion: UInt8, Sendable {
      case still = 0
      case driven = 1
      case free = 2
    }

    /// Names the body in tools and diffs: its slot in the state's table of bodies.
    public var id: UInt32
    /// Slot of the item in the state's table of items; −1 where there is none.
    public var item: Int32 = -1
    /// What people call it; empty when it has no name.
    public var label = ""
    public var motion: Motion
    /// Asleep, or without motion of its own.
    public var isResting: Bool
    /// Where the body's frame lies: an item's centre.
    public var center: DrawingPoint
    /// Which way the body's frame is turned; both are zero for a body that is not turned any way.
    public var cosine: Double
    public var sine: Double
    /// Units per second; radians per second.
    public var velocity = DrawingPoint(0, 0)
    public var angularVelocity = 0.0
    public var outlines: [DrawingOutline] = []

    public init(
      id: UInt32, motion: Motion, isResting: Bool, center: DrawingPoint, cosine: Double,
      sine: Double
    ) {
      self.id = id
      self.motion = motion
      self.isResting = isResting
      self.center = center
      self.cosine = cosine
      self.sine = sine
    }
  }

  /// One point at which two shapes touch or nearly touch.
  public struct Contact: Equatable, Sendable {
    public var bodyA: UInt32
    public var bodyB: UInt32
    public var point: DrawingPoint
    /// A unit vector, from A to B.
    public var normal: DrawingPoint
    /// Mass times speed, in the last substep; never negative.
    public var normalImpulse: Double
    public var tangentImpulse: Double

    public init(
      bodyA: UInt32, bodyB: UInt32, point: DrawingPoint, normal: DrawingPoint,
      normalImpulse: Double, tangentImpulse: Double
    ) {
      self.bodyA = bodyA
      self.bodyB = bodyB
      self.point = point
      self.normal = normal
      self.normalImpulse = normalImpulse
      self.tangentImpulse = tangentImpulse
    }
  }

  /// What ties two bodies, or a body to a point.
  public struct Joint: Equatable, Sendable {
    public enum Kind: UInt8, Sendable {
      case rod = 0
      case spring = 1
      case rope = 2
      case pin = 3
      case weld = 4
      case slider = 5
      case wheel = 6
      case target = 7
    }

    public var id: UInt32
    public var kind: Kind
    public var bodyA: UInt32
    public var bodyB: UInt32
    public var anchorA: DrawingPoint
    public var anchorB: DrawingPoint
    /// The axis of sliders and wheels, a unit vector; zero for others.
    public var axis = DrawingPoint(0, 0)
    /// The length that a rod keeps, that a spring tends to, or that a rope allows; else 0.
    public var length = 0.0
    /// The impulse on B at its anchor in the last substep.
    public var impulse = DrawingPoint(0, 0)

    public init(
      id: UInt32, kind: Kind, bodyA: UInt32, bodyB: UInt32, anchorA: DrawingPoint,
      anchorB: DrawingPoint
    ) {
      self.id = id
      self.kind = kind
      self.bodyA = bodyA
      self.bodyB = bodyB
      self.anchorA = anchorA
      self.anchorB = anchorB
    }
  }

  /// An arrow: a field, a push or gravity at a place.
  public struct Arrow: Equatable, Sendable {
    public var at: DrawingPoint
    /// An acceleration, in units/s² (velocity fields: a velocity, in units/s).
    public var vector: DrawingPoint

    public init(at: DrawingPoint, vector: DrawingPoint) {
      self.at = at
      self.vector = vector
    }
  }

  /// A field: where it acts, and how.
  public struct Field: Equatable, Sendable {
    /// The kind's raw value, see `FieldKind`.
    public var kind: UInt8
    public var position: DrawingPoint
    public var isEnabled: Bool
    /// The primitives that the region is made of; empty for the whole plane.
    public var region: [DrawingOutline] = []
    public var arrows: [Arrow] = []
    /// The distance of the arrows' grid; 0 when they stand at the bodies that the field acts on.
    public var spacing = 0.0

    public init(kind: UInt8, position: DrawingPoint, isEnabled: Bool) {
      self.kind = kind
      self.position = position
      self.isEnabled = isEnabled
    }
  }

  /// What the picture should show; `nil`: whatever holds all that is drawn.
  public var frame: DrawingFrame?
  /// The y axis points up; the default is down, as on a screen.
  public var isYUp = false
  /// How many units make a metre: 100 for points, 1 for metres.
  public var unitsPerMeter = 1.0
  public var bodies: [Body] = []
  public var contacts: [Contact] = []
  public var joints: [Joint] = []
  public var fields: [Field] = []
  /// Pushes and gravity on single items.
  public var forces: [Arrow] = []

  public init() {}
}

/// What a ``StepDrawing`` is wanted to hold. Shapes are always there.
public struct DrawingRequest: Equatable, Sendable {
  public var contacts = true
  public var joints = true
  public var fields = true
  /// Field arrows stand on a grid of so many columns over the frame, 2 … 64.
  public var fieldColumns = 16

  public init() {}
}
