import AgentProtocol
import DeterministicMath
import Recording
import Sessions
import Simulation

/// The states that can be had of a recorded run after one step.
struct RecordedState {
  let recording: Recording
  let reference: (any Agent)?

  init(_ recording: Recording, reference: (any Agent)?) {
    self.recording = recording
    self.reference = reference
  }

  /// The full state where a key frame or a reference that reproduces the digest gives it, and the
  /// recorded every-step columns.
  func views(after step: Int64) -> [StateView] {
    let schema = recording.header.description.state
    var views: [StateView] = []
    if let full = try? fullState(after: step),
      let view = StateView(schema: schema, selection: .everything, image: full)
    {
      views.append(view)
    }
    if step >= 0, let image = try? recording.state(after: step),
      let view = StateView(schema: schema, selection: .everyStep, image: image)
    {
      views.append(view)
    }
    return views
  }

  private func fullState(after step: Int64) throws -> StateImage? {
    let keyframe = try recording.keyframe(atOrBefore: step + 1)
    if keyframe.stepCount == step + 1 { return keyframe.image }
    guard let reference else { return nil }
    let header = recording.header
    let started = try reference.start(
      simulation: header.description.name, parameters: header.parameters, seed: header.seed)
    guard schemaDifference(header.description, started.description) == nil else { return nil }
    let restores = try reference.hello().restores
    if restores { try reference.restore(keyframe.image, stepCount: keyframe.stepCount) }
    let inputs = try recording.inputs(
      from: restores ? keyframe.stepCount : 0, to: step + 1)
    guard try reference.run(inputs).last == (try recording.digest(after: step)) else { return nil }
    return try reference.state(.everything)
  }
}
