import Dynamics
import Synchronization

/// Settings of the kernel, by the names that `--sweep` knows.
let settings: [String: @Sendable (inout KernelTuning, Float) -> Void] = [
  "substeps": { $0.kernelSubsteps = Int($1) },
  "relaxations": { $0.relaxationCount = Int($1) },
  "hertz": { $0.contactHertz = $1 },
  "fraction": { $0.contactRateFraction = $1 },
  "damping": { $0.contactDampingRatio = $1 },
  "push-out": { $0.maximumPushOutSpeed = $1 },
  "recycle": { $0.recycleDistance = $1 },
  "free-sweep": { $0.freeSweepFraction = $1 },
  "joint-hertz": { $0.jointHertz = $1 },
  "joint-speed": { $0.jointSpeedChange = $1 },
  "lead": { $0.contactLead = $1 },
  "foresight": { $0.foreseesHits = $1 > 0 },
  "blows": { $0.passesBlows = $1 > 0 },
  "tolerance": { $0.overlapTolerance = $1 },
]

/// Measures all lines with every combination of settings.
func sweep(_ lines: [QualityLine], _ options: QualityOptions) {
  var combinations: [(name: String, tuning: KernelTuning)] = [("", .chosen)]
  for (name, values) in options.sweeps {
    combinations = combinations.flatMap { before in
      values.map { value in
        var tuning = before.tuning
        settings[name]?(&tuning, value)
        return ("\(before.name)\(name) \(value)  ", tuning)
      }
    }
  }
  for combination in combinations {
    Scene.tuning.withLock { $0 = combination.tuning }
    tell("== \(combination.name)")
    _ = report(lines, options)
  }
}
