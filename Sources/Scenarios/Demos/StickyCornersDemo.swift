import Dynamics
import Simulation

/// An item that sticks to the nearest corner of the stage, and that a finger can throw.
///
/// One spring field for each corner acts in a quarter of the stage. While a finger holds the item,
/// no behaviour does; on release it comes back with the finger's velocity.
package struct StickyCornersDemo: StageScenario {
  package static let name: StaticString = "sticky_corners"

  package static var derivedFields: [DerivedField] { animatorFields(andSettings: "parameters") }

  package struct Parameters: SimulationParameters {
    /// A noise field over the whole stage: the only thing here that depends on the seed.
    package var hasNoise = false
    package var noiseStrength = 0.05
    /// Distance of a resting item from the stage's edges, in points.
    package var cornerInset = 10.0

    package init() {}
    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("hasNoise", &hasNoise)
      visitor.field("noiseStrength", &noiseStrength)
      visitor.field("cornerInset", &cornerInset)
    }
  }

  package let stage: Stage
  package let item: Item
  private let parameters: Parameters
  private let composite = DynamicBehavior()
  private let collision: CollisionBehavior
  private let properties: ItemBehavior
  /// Top left, top right, bottom left, bottom right.
  package let corners: [FieldBehavior]
  private let noise: FieldBehavior?

  private var drag = Drag()

  private struct Drag {
    var isActive: UInt8 = 0
    /// From the finger to the item's centre.
    var offsetX = 0.0
    var offsetY = 0.0
  }

  package init(parameters: Parameters, seed: UInt64) {
    self.parameters = parameters
    item = Stage.dragon(at: Point(x: 100, y: 150))
    stage = Stage(items: [item], seed: seed)

    collision = CollisionBehavior(items: [item])
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.collisionDelegate = stage
    composite.addChildBehavior(collision)

    properties = ItemBehavior(items: [item])
    properties.density = 0.01
    properties.resistance = 10
    properties.friction = 0
    properties.allowsRotation = false
    composite.addChildBehavior(properties)

    corners = (0..<4).map { _ in FieldBehavior.springField() }
    for corner in corners {
      corner.addItem(item)
      composite.addChildBehavior(corner)
    }
    if parameters.hasNoise {
      let field = FieldBehavior.noiseField(smoothness: 0.5, animationSpeed: 1)
      field.strength = parameters.noiseStrength
      field.addItem(item)
      composite.addChildBehavior(field)
      noise = field
    } else {
      noise = nil
    }
    layOutCorners()
    stage.animator.addBehavior(composite)
  }

  /// Where the item rests in each corner.
  private func layOutCorners() {
    guard let bounds = stage.animator.referenceBounds else { return }
    let dx = parameters.cornerInset + item.bounds.width / 2
    let dy = parameters.cornerInset + item.bounds.height / 2
    let region = Region(
      size: Size(width: bounds.width - 2 * dx, height: bounds.height - 2 * dy))
    for (index, corner) in corners.enumerated() {
      corner.position = Point(
        x: index & 1 == 0 ? bounds.minX + dx : bounds.maxX - dx,
        y: index & 2 == 0 ? bounds.minY + dy : bounds.maxY - dy)
      corner.region = region
    }
  }

  package mutating func handle(_ gesture: Gesture) {
    switch gesture {
    case .panBegan(let x, let y): grab(Point(x: x, y: y))
    case .panChanged(let x, let y): move(Point(x: x, y: y))
    case .panEnded(let x, let y, let velocityX, let velocityY):
      move(Point(x: x, y: y))
      release(Vector(dx: velocityX, dy: velocityY))
    case .panCancelled: release(.zero)
    case .resize(let x, let y, let width, let height):
      stage.animator.referenceBounds = Rect(x: x, y: y, width: width, height: height)
      layOutCorners()
    default: break
    }
  }

  private var behaviors: [MultiItemBehavior] {
    var all: [MultiItemBehavior] = [collision, properties]
    for corner in corners { all.append(corner) }
    if let noise { all.append(noise) }
    return all
  }

  private mutating func grab(_ p: Point) {
    let half = Vector(dx: item.bounds.width / 2, dy: item.bounds.height / 2)
    let frame = Rect(origin: item.center - half, size: item.bounds.size)
    guard drag.isActive == 0, frame.contains(p) else { return }
    drag = Drag(isActive: 1, offsetX: item.center.x - p.x, offsetY: item.center.y - p.y)
    for behavior in behaviors { behavior.removeItem(item) }
  }

  private func move(_ p: Point) {
    guard drag.isActive == 1 else { return }
    item.center = p + Vector(dx: drag.offsetX, dy: drag.offsetY)
  }

  private mutating func release(_ velocity: Vector) {
    guard drag.isActive == 1 else { return }
    drag.isActive = 0
    for behavior in behaviors { behavior.addItem(item) }
    // Grabbed and released between two frames, the item was never dropped: read it again.
    stage.animator.updateItem(usingCurrentState: item)
    properties.addLinearVelocity(velocity, for: item)
  }

  package mutating func visitOwnState(_ visitor: inout some StateVisitor) {
    visitor.field("dragIsActive", &drag.isActive, .keyFrame)
    visitor.field("dragOffsetX", &drag.offsetX, .keyFrame)
    visitor.field("dragOffsetY", &drag.offsetY, .keyFrame)
  }
}
