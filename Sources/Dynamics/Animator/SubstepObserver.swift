import DeterministicMath
import Simulation

/// Is told where the phases of a substep end.
protocol SubstepObserver {
  /// A phase ends that changes bodies.
  func note(_ phase: String)
  /// A phase ends that adds to the forces.
  func noteForces(_ phase: String)
  /// A behaviour has added its forces.
  func noteForces(of behavior: DynamicBehavior)
}

/// Nobody looks: costs nothing.
struct UnobservedSubstep: SubstepObserver {
  @inline(__always) func note(_ phase: String) {}
  @inline(__always) func noteForces(_ phase: String) {}
  @inline(__always) func noteForces(of behavior: DynamicBehavior) {}
}

/// Notes the state at each border: see `StepObservation`.
struct ObservedSubstep: SubstepObserver {
  let animator: DynamicAnimator

  @inline(never)
  func note(_ phase: String) {
    var schema = SchemaVisitor()
    schema.walk { animator.visitState(&$0) }
    var image = SaveVisitor(.everything)
    image.walk { animator.visitState(&$0) }
    StepObservation.note(phase, schema, image)
  }

  @inline(never)
  func noteForces(_ phase: String) {
    var forces = Forces(animator.motion)
    var schema = SchemaVisitor()
    schema.walk { forces.visit(&$0) }
    var image = SaveVisitor(.everything)
    image.walk { forces.visit(&$0) }
    StepObservation.note(phase, schema, image)
  }

  func noteForces(of behavior: DynamicBehavior) {
    guard behavior.addsForces else { return }
    noteForces(behavior.phaseName + " " + decimal(Int(behavior.ordinal)))
  }
}

/// What forces have added up to within a substep, in a row for each slot: no state, but gone before
/// the state shows what was wrong with it.
private struct Forces {
  private var columns: [[Double]]
  private static let names: [StaticString] = [
    "accelerationX", "accelerationY", "angularAcceleration", "drag", "magneticTurn",
    "velocityFieldX", "velocityFieldY", "snapX", "snapY", "snapTurn", "snapKept", "velocityX",
    "velocityY", "angularVelocity",
  ]

  init(_ motion: [Motion]) {
    columns = Forces.names.map { _ in [] }
    for row in motion {
      // What is not moved keeps what it had: no force acts on it.
      let m = row.isActive ? row : Motion()
      let forced = m.override ?? .zero
      let values = [
        m.ax, m.ay, m.alpha, m.drag, m.turn, forced.dx, forced.dy, m.snap.dx, m.snap.dy, m.snapTurn,
        m.snapKept, Double(m.velocity.x), Double(m.velocity.y), Double(m.angularVelocity),
      ]
      for index in values.indices { columns[index].append(values[index]) }
    }
  }

  mutating func visit(_ visitor: inout some StateVisitor) {
    var count = columns[0].count
    visitor.table("forces", rowCount: &count)
    for index in columns.indices { visitor.column(Forces.names[index], &columns[index]) }
  }
}

extension DynamicBehavior {
  /// Whether it adds to the forces on its items; others have no phase of their own.
  fileprivate var addsForces: Bool {
    switch kind {
    case .gravity, .push, .field, .snap: true
    case .composite, .item, .collision, .attachment: false
    }
  }

  /// How people call it among the phases of a step.
  fileprivate var phaseName: String {
    switch kind {
    case .gravity: "gravity"
    case .push: "push"
    case .snap: "snap"
    case .field: (self as? FieldBehavior)?.fieldKind.traits.name ?? "field"
    case .composite, .item, .collision, .attachment: "behavior"
    }
  }
}
