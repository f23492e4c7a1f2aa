import Simulation

/// Runs a simulation as ``SimulationRun`` and as ``ErasedRun``, with the same inputs; the first difference
/// of what can be seen, or `nil`.
///
/// - Parameters:
///   - parameters: as words; the defaults when left out.
///   - inputs: of each step.
package func differenceOfErasedRun<S: Simulation>(
  _ type: S.Type, parameters: [UInt64]? = nil, seed: UInt64 = 3, steps: Int,
  inputs: (Int) -> [RecordWords] = { _ in [] }
) throws -> String? {
  let words = parameters ?? S.Parameters().words
  let run = try SimulationRun<S>(parameterWords: words, seed: seed)
  let erased = try ErasedRun(S.self, parameterWords: words, seed: seed)
  guard erased.description == run.description else { return "description" }
  guard try erased.parameterWords == run.parameterWords else { return "parameters" }
  guard erased.seed == run.seed, erased.isFresh, erased.stepCount == 0 else { return "start" }
  guard erased.digest() == run.digest() else { return "first digest" }

  var (image, erasedImage, kept) = (StateImage(), StateImage(), StateImage())
  for step in 0..<steps {
    let inputs = inputs(step)
    if step % 3 == 2 {
      let observed = try run.observe(inputs)
      guard try erased.observe(inputs) == observed else { return "observation of step \(step)" }
      for border in 0...(observed?.borders.count ?? 0) {
        guard erased.stateAtBorder(border) == run.stateAtBorder(border) else {
          return "border \(border) of step \(step)"
        }
      }
    } else {
      try run.step(inputs)
      try erased.step(inputs)
    }
    guard erased.digest() == run.digest() else { return "digest of step \(step)" }
    guard erased.events() == run.events() else { return "events of step \(step)" }
    let selection: StateSelection = step % 2 == 0 ? .everything : .everyStep
    run.save(selection, into: &image)
    erased.save(selection, into: &erasedImage)
    guard erasedImage == image else { return "image of step \(step)" }
    guard erased.drawing(DrawingRequest()) == run.drawing(DrawingRequest()) else {
      return "drawing of step \(step)"
    }
    if step == steps / 2 { erased.save(.everything, into: &kept) }
  }
  guard erased.stepCount == run.stepCount, !erased.isFresh else { return "count of steps" }
  guard erased.fault == run.fault else { return "fault" }

  // Back to an image of its own, and to one that comes from elsewhere.
  for image in [kept, StateImage(rowCounts: kept.rowCounts, bytes: kept.bytes)] {
    try run.restore(image, stepCount: 7)
    try erased.restore(image, stepCount: 7)
    guard erased.stepCount == 7, erased.digest() == run.digest() else { return "restored state" }
    try run.step([])
    try erased.step([])
    guard erased.digest() == run.digest() else { return "step after a restore" }
  }
  // What does not fit is refused, and changes nothing.
  let before = erased.digest()
  do {
    try erased.restore(StateImage(rowCounts: [1], bytes: [0]), stepCount: 9)
    return "an image that does not fit was restored"
  } catch {
    guard erased.digest() == before, erased.stepCount == 8 else { return "refused restore" }
  }
  return nil
}
