import DeterministicMath
import Simulation

extension FieldBehavior {
  /// The region's primitives, and arrows: over the grid for what a place alone decides, at the
  /// items for what their motion and charge decide.
  package func drawn(_ grid: DrawingGrid, _ animator: DynamicAnimator) -> StepDrawing.Field {
    var field = StepDrawing.Field(
      kind: fieldKind.rawValue, position: DrawingPoint(position.x, position.y),
      isEnabled: isEnabled)
    field.region = drawnRegion
    guard isEnabled, strength != 0, !members.isEmpty else { return field }
    switch fieldKind {
    case .linearGravity, .radialGravity, .spring, .noise, .velocity, .vortex:
      sample(grid, animator, into: &field)
    case .turbulence, .electric, .magnetic, .drag: atItems(animator, into: &field)
    // The app's block is not called for a picture.
    case .custom: break
    }
    return field
  }

  private func sample(
    _ grid: DrawingGrid, _ animator: DynamicAnimator, into field: inout StepDrawing.Field
  ) {
    field.spacing = grid.spacing
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        // A test item of mass 1.
        let subject = FieldSubject(
          center: grid.point(column, row), velocity: .zero, mass: 1, charge: 1)
        append(effect(on: subject, time: animator.elapsedTime, substep: 0), subject, &field)
      }
    }
  }

  private func atItems(_ animator: DynamicAnimator, into field: inout StepDrawing.Field) {
    for member in members {
      guard let subject = animator.drawnSubject(slot: member.slot) else { continue }
      append(effect(on: subject, time: animator.elapsedTime, substep: 0), subject, &field)
    }
  }

  private func append(
    _ effect: FieldEffect, _ subject: FieldSubject, _ field: inout StepDrawing.Field
  ) {
    let vector: Vector
    switch effect {
    case .nothing: return
    case .force(let force): vector = (100 / subject.mass) * force
    case .drag(let rate): vector = -rate * subject.velocity
    case .turn(let rate):
      vector = Vector(dx: -rate * subject.velocity.dy, dy: rate * subject.velocity.dx)
    case .velocity(let velocity): vector = velocity
    }
    guard vector.isFinite, vector != .zero else { return }
    field.arrows.append(
      StepDrawing.Arrow(
        at: DrawingPoint(subject.center.x, subject.center.y),
        vector: DrawingPoint(vector.dx, vector.dy)))
  }

  private var drawnRegion: [DrawingOutline] {
    var outlines: [DrawingOutline] = []
    let at = position
    for node in region.nodes {
      switch node.operation {
      case .circle:
        outlines.append(
          .circle(center: DrawingPoint(at.x, at.y), radius: squareRoot(node.a)))
      case .rectangle:
        outlines.append(
          .polygon(
            [
              DrawingPoint(at.x - node.a, at.y - node.b),
              DrawingPoint(at.x + node.a, at.y - node.b),
              DrawingPoint(at.x + node.a, at.y + node.b),
              DrawingPoint(at.x - node.a, at.y + node.b),
            ], radius: 0))
      default: break
      }
    }
    return outlines
  }
}

extension PushBehavior {
  /// One arrow for each item while the push acts: the acceleration, or the change of velocity of an
  /// armed instantaneous push.
  package func drawArrows(into drawing: inout StepDrawing, _ animator: DynamicAnimator) {
    guard active, pushDirection != .zero else { return }
    for member in members {
      guard let subject = animator.drawnSubject(slot: member.slot) else { continue }
      let a = (100 / subject.mass) * pushDirection
      drawing.forces.append(
        StepDrawing.Arrow(
          at: DrawingPoint(subject.center.x, subject.center.y), vector: DrawingPoint(a.dx, a.dy)))
    }
  }
}
