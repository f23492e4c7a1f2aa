import DeterministicMath
import Simulation

// Only of a step that somebody asked to see: see `StepObservation`.

extension World {
  /// Takes a step and notes the state where its phases end.
  ///
  /// With a team the substeps cannot be told apart: their workers are at it at the same time.
  @inline(never)
  func observeStep(duration: Float, substeps: Int) {
    // The observers hold the world, but only until the end of this step.
    let owner = phaseObserver
    let isOwnRound = StepObservation.beginRound()
    // What comes before a step of the engine: inputs, unless somebody noted more of it.
    if isOwnRound { note("inputs") }
    phaseObserver = { [self] phase in
      switch phase {
      case .pairs, .solve: break
      case .collide: note("pairs")
      // What is prepared from contacts shows in the first substep.
      case .prepare: note("collide")
      case .finish: note("solve")
      case .continuous: note("finish")
      case .sleep: note("continuous")
      case .done: note("sleep")
      }
      owner?(phase)
    }
    passObserver = { [self] pass in note("solve", pass: pass &+ 1) }
    StepObservation.paused { step(duration: duration, substeps: substeps) }
    phaseObserver = owner
    passObserver = nil
    if isOwnRound { StepObservation.endRound() }
  }

  private func note(_ phase: String, pass: Int = 0) {
    // A reader has the impulses put into the rows, which then count as the newer ones.
    let wasAhead = contactTable.lanesAreAhead
    let moves = PassMoves(bodyTable)
    var schema = SchemaVisitor()
    schema.walk {
      visitState(&$0)
      moves.visit(&$0)
    }
    var image = SaveVisitor(.everything)
    image.walk {
      visitState(&$0)
      moves.visit(&$0)
    }
    contactTable.lanesAreAhead = wasAhead
    StepObservation.note(phase, pass: pass, schema, image)
  }
}

/// How far bodies have come within a step: poses take it up when the substeps are over.
private struct PassMoves {
  var x: [Float] = []
  var y: [Float] = []
  var angle: [Float] = []

  init(_ bodies: borrowing BodyTable) {
    for slot in 0..<bodies.motions.count {
      let motion = bodies.motions.base[slot]
      x.append(motion.dx)
      y.append(motion.dy)
      angle.append(motion.angle)
    }
  }

  func visit(_ visitor: inout some StateVisitor) {
    var rows = self
    var count = x.count
    visitor.table("moves", rowCount: &count)
    visitor.column("x", &rows.x)
    visitor.column("y", &rows.y)
    visitor.column("angle", &rows.angle)
  }
}
