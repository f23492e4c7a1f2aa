import Dynamics

/// The items of `attachment` and `spring`: a frog that a finger drags, and a dragon attached to where the
/// frog is, both within the stage's edges.
struct DraggedFrog {
  let stage: Stage
  let frog: Item
  let dragon: Item
  /// For the scenario to set up and to add.
  let attachment: AttachmentBehavior

  init(seed: UInt64) {
    frog = Stage.frog(at: Point(x: 160, y: 150))
    dragon = Stage.dragon(at: Point(x: 160, y: 300))
    stage = Stage(items: [frog, dragon], seed: seed)
    let collision = CollisionBehavior(items: [frog, dragon])
    collision.collisionMode = .boundaries
    collision.translatesReferenceBoundsIntoBoundary = true
    collision.collisionDelegate = stage
    stage.animator.addBehavior(collision)
    attachment = AttachmentBehavior(item: dragon, attachedToAnchor: frog.center)
  }

  func handle(_ gesture: Gesture) {
    switch gesture {
    case .panBegan(let x, let y), .panChanged(let x, let y), .panEnded(let x, let y, _, _):
      // Moved by hand, so the animator has to be told.
      frog.center = Point(x: x, y: y)
      stage.animator.updateItem(usingCurrentState: frog)
      attachment.anchorPoint = frog.center
    default: break
    }
  }
}
