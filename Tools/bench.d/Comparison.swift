/// This run beside a stored one of the same machine.
struct Comparison {
  private var lines: [String] = []
  private var ratios: [Double] = []

  mutating func add(_ run: SceneRun, _ before: SceneRun?) {
    guard let before, before.steps == run.steps, before.isSmall == run.isSmall,
      before.isMedium == run.isMedium
    else {
      lines.append(padded(run.scene, -15) + "  not in the stored run, or with other steps")
      return
    }
    var line =
      padded(run.scene, -15) + padded("\(fixed(before.msPerStep, 3)) ms", 13)
      + padded("\(fixed(run.msPerStep, 3)) ms", 13)
    if run.void == nil && before.void == nil && run.msPerStep > 0 {
      let ratio = before.msPerStep / run.msPerStep
      ratios.append(ratio)
      line += padded("\(fixed(ratio, 3)) ×", 10)
    } else {
      line += padded("void", 10)
    }
    if before.workers != run.workers { line += "  \(before.workers) → \(run.workers) workers" }
    if before.digest != run.digest { line += "  DIGEST CHANGED" }
    lines.append(line)
  }

  func text(machine: String) -> String {
    var text =
      padded("scene", -15) + padded("stored", 13) + padded("now", 13) + padded("speed-up", 10)
    if machine != machineName { text += "\n(the stored run is of another machine: \(machine))" }
    for line in lines { text += "\n" + line }
    if let mean = geometricMean(ratios) {
      text += "\n" + padded("geometric mean", -41) + padded("\(fixed(mean, 3)) ×", 10)
    }
    return text
  }
}
