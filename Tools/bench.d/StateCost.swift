import GoldenWorlds
import Scenarios
import SceneQuality
import Simulation

/// What saving, restoring and digesting the whole state of a scene costs beside a step.
struct StateMeasurement: SceneVisitor {
  var options: BenchmarkOptions

  func visit<S: BenchmarkSimulation>(
    _ type: S.Type, _ scene: BenchmarkScene
  ) throws -> [String: Double] {
    let parameters = options.parameters(of: S.self)
    let stepCount = options.stepCount(of: S.self, scene)
    var least = StateCosts.never
    for _ in 0..<options.repeatCount {
      least = least.least(measure(S(parameters: parameters, seed: 0), stepCount))
    }
    return [
      "saveMs": least.save, "saveOverhead": 100 * least.save / least.step,
      "restoreMs": least.restore, "restoreOverhead": 100 * least.restore / least.step,
      "afterRestoreMs": least.after,
      "restoreAndAfterOverhead": 100 * (least.restore + least.after) / least.step,
      "digestMs": least.digest, "digestFromNothingMs": least.fullDigest,
    ]
  }

  /// Every step is taken twice: the state is saved, a step is taken, the state is put back, and the
  /// same step is taken again, which costs more: what is derived from the state must be rebuilt.
  private func measure<S: BenchmarkSimulation>(_ given: S, _ stepCount: Int) -> StateCosts {
    var simulation = given
    var image = StateImage()
    let memory = DigestMemory()
    var costs: [StateCosts] = []
    simulation.step([])
    for _ in 1..<stepCount {
      var cost = StateCosts()
      cost.save = milliseconds {
        var visitor = SaveVisitor(.everything, overwriting: &image)
        simulation.visitState(&visitor)
        image = visitor.finish()
      }
      cost.step = milliseconds { simulation.step([]) }
      var first = ChangeDigestVisitor(memory)
      cost.digest = milliseconds { simulation.visitState(&first) }
      cost.restore = milliseconds {
        var visitor = RestoreVisitor(image)
        simulation.visitState(&visitor)
        simulation.stateWasRestored()
      }
      let again = milliseconds { simulation.step([]) }
      cost.after = again - cost.step
      var second = DigestVisitor()
      cost.fullDigest = milliseconds { simulation.visitState(&second) }
      if second.digest != first.digest { fatalError("a restored state goes on differently") }
      // The step that counts is one that no restore slowed down.
      simulation.step([])
      costs.append(cost)
    }
    return StateCosts.medians(costs)
  }
}

/// Milliseconds.
struct StateCosts {
  var save = 0.0
  var step = 0.0
  var digest = 0.0
  var restore = 0.0
  var after = 0.0
  var fullDigest = 0.0

  static let fields: [any WritableKeyPath<StateCosts, Double> & Sendable] = [
    \.save, \.step, \.digest, \.restore, \.after, \.fullDigest,
  ]

  static let never = StateCosts(
    save: .infinity, step: .infinity, digest: .infinity, restore: .infinity, after: .infinity,
    fullDigest: .infinity)

  func least(_ other: StateCosts) -> StateCosts {
    var result = self
    for field in StateCosts.fields {
      result[keyPath: field] = min(self[keyPath: field], other[keyPath: field])
    }
    return result
  }

  static func medians(_ costs: [StateCosts]) -> StateCosts {
    var result = StateCosts()
    for field in fields {
      let values = costs.map { $0[keyPath: field] }.sorted()
      result[keyPath: field] = values.isEmpty ? 0 : values[values.count / 2]
    }
    return result
  }
}

private func milliseconds(_ work: () -> Void) -> Double {
  let start = processorMilliseconds()
  work()
  return processorMilliseconds() - start
}
