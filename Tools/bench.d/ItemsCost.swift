import Dynamics

/// What 200 items cost: boxes and balls in a tray under gravity, with collisions, 60 springs
/// between neighbours and a noise field over all of them; for a minute, and then at rest.
struct ItemsCost: Codable {
  var items = 200
  var steps = 0
  /// A logical frame of 4 substeps.
  var msPerStep = 0.0
  var msPerStepMedian = 0.0
  var msPerStepWorst = 0.0
  /// What there is to say of rest; `nil` when something still moved as long after the noise as with
  /// it.
  var rest: Rest?

  struct Rest: Codable {
    /// Steps from the end of the noise until everything rested.
    var afterSteps = 0
    /// A step of the animator at rest.
    var nsPerStep = 0.0
    /// Substeps that it simulated in a million of those.
    var substeps = 0
  }

  var text: String {
    let moving = """
      \(items) items, \(steps) steps: \(rounded(msPerStep, 3)) ms/step \
      (median \(rounded(msPerStepMedian, 3)), worst \(rounded(msPerStepWorst, 3)))

      """
    guard let rest else { return moving + "not yet at rest \(steps) steps after the noise ended" }
    return moving + """
      at rest \(rest.afterSteps) steps after the noise ended; then \
      \(rounded(rest.nsPerStep, 1)) ns/step, \(rest.substeps) substeps
      """
  }
}

/// Times the scene; of several runs, the one with the least mean.
func timeItems(_ options: BenchmarkOptions) {
  var best: ItemsCost?
  for _ in 0..<options.repeatCount {
    let cost = itemsCost(steps: options.stepCount ?? 3600)
    if best.map({ cost.msPerStep < $0.msPerStep }) ?? true { best = cost }
  }
  if let best { print(options.isJSON ? encoded(best) : best.text) }
}

private func itemsCost(steps: Int) -> ItemsCost {
  let scene = ItemsScene()
  let animator = scene.animator
  let clock = ContinuousClock()
  var times: [Double] = []
  for _ in 0..<steps {
    let time = clock.measure { animator.step() }
    times.append(Double(time.components.attoseconds) / 1e15)
  }
  var cost = ItemsCost()
  cost.steps = steps
  cost.msPerStep = times.reduce(0, +) / Double(steps)
  times.sort()
  cost.msPerStepMedian = times[steps / 2]
  cost.msPerStepWorst = times[steps - 1]
  scene.noise.isEnabled = false
  var rest = ItemsCost.Rest()
  while animator.isRunning && rest.afterSteps < steps {
    animator.step()
    rest.afterSteps += 1
  }
  if animator.isRunning { return cost }
  let before = animator.elapsedTime
  let count = 1_000_000
  let time = clock.measure { for _ in 0..<count { animator.step() } }
  let nanoseconds =
    Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
  rest.nsPerStep = nanoseconds / Double(count)
  rest.substeps = Int((animator.elapsedTime - before) * 240)
  cost.rest = rest
  return cost
}
