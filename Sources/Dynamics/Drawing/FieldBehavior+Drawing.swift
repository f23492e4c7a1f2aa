import DeterministicMath
import Simulation

extension FieldBehavior {
  /// The region's primitives, and arrows: over the grid for what a place alone decides, at the
  /// items for what their motion and charge decide.
  func drawField(into picture: inout BehaviorPicture, _ animator: DynamicAnimator) {
    let traits = fieldKind.traits
    var look = DrawingStyle(
      traits.name, traits.color, fill: 0.07, width: 0.7, opacity: 0.55, line: .dashed,
      symbol: .cross)
    if case .plane = traits.sampling { look.spacing = picture.grid.spacing }
    let style = picture.drawing.style(look)
    let center = DrawingPoint(position.x, position.y)
    let outlines = drawnRegion
    if !outlines.isEmpty {
      picture.fields.shapes.append(
        DrawingShape(
          id: UInt32(picture.fields.shapes.count), style: style, center: center,
          outlines: outlines))
    }
    if traits.isCentral || !outlines.isEmpty {
      picture.fields.marks.append(DrawingMark(center, style: style))
    }
    guard isEnabled, strength != 0, !members.isEmpty else { return }
    switch traits.sampling {
    case .plane:
      for row in 0..<picture.grid.rows {
        for column in 0..<picture.grid.columns {
          // A test item of mass 1.
          let subject = FieldSubject(
            center: picture.grid.point(column, row), velocity: .zero, mass: 1, charge: 1)
          drawArrow(subject, into: &picture, style, animator)
        }
      }
    case .items:
      for member in members {
        guard let subject = animator.drawnSubject(slot: member.slot) else { continue }
        drawArrow(subject, into: &picture, style, animator)
      }
    case .nowhere: break
    }
  }

  private func drawArrow(
    _ subject: FieldSubject, into picture: inout BehaviorPicture, _ style: Int,
    _ animator: DynamicAnimator
  ) {
    let vector: Vector
    switch effect(on: subject, time: animator.elapsedTime, substep: 0) {
    case .nothing: return
    case .force(let force): vector = (100 / subject.mass) * force
    case .drag(let rate): vector = -rate * subject.velocity
    case .turn(let rate):
      vector = Vector(dx: -rate * subject.velocity.dy, dy: rate * subject.velocity.dx)
    case .velocity(let velocity): vector = velocity
    }
    guard vector.isFinite, vector != .zero else { return }
    picture.fields.arrows.append(
      DrawingArrow(
        at: DrawingPoint(subject.center.x, subject.center.y),
        vector: DrawingPoint(vector.dx, vector.dy), style: style))
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
