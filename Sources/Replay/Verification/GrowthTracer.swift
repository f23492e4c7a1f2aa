import DeterministicMath
import Recording
import Sessions
import Simulation

/// Follows a run that has diverged up to its end.
struct GrowthTracer {
  let recorded: RecordedState
  let end: Int64
  private static let offsets: [Int64] = [1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000]
  private static let intervalCountMax = 16

  /// - Parameter runner: stands right after the step of `mismatch`, in the state `image`.
  func trace(
    from mismatch: DigestMismatch, _ image: StateImage, _ runner: inout SegmentRunner
  ) throws -> Growth {
    var growth = Growth(
      samples: [sample(mismatch.step, image)], differing: [mismatch.step...mismatch.step],
      stepCount: 1, lastStep: mismatch.step)
    let targets = Self.offsets.map { mismatch.step + $0 }.filter { $0 < end - 1 } + [end - 1]
    for target in targets where target > growth.lastStep {
      try runner.run(to: target + 1) { step, digest in
        note(step, isSame: digest == (try recorded.recording.digest(after: step)), &growth)
        return true
      }
      growth.samples.append(sample(target, try runner.state()))
    }
    return growth
  }

  private func note(_ step: Int64, isSame: Bool, _ growth: inout Growth) {
    growth.lastStep = step
    if isSame {
      growth.healedAt = growth.healedAt ?? step
      return
    }
    growth.stepCount += 1
    let last = growth.differing.count - 1
    if growth.differing[last].upperBound == step - 1 {
      growth.differing[last] = growth.differing[last].lowerBound...step
    } else if growth.differing.count < Self.intervalCountMax {
      growth.differing.append(step...step)
    }
  }

  private func sample(_ step: Int64, _ image: StateImage) -> Growth.Sample {
    var sample = Growth.Sample(step: step, fieldCount: 0)
    guard let (expected, actual) = recorded.views(after: step, image) else { return sample }
    let comparison = StateComparison(expected: expected, actual: actual, limit: .max)
    sample.fieldCount = comparison.count
    sample.rows = Self.rows(comparison, expected)
    let positions = expected.schema.positionFields
    for difference in comparison.differences {
      guard case .field(let a, let b) = difference.values else { continue }
      if let distance = a.distance(to: b) {
        sample.differenceMax = max(sample.differenceMax ?? 0, distance)
      }
      if let ulps = a.ulpDistance(to: b) { sample.ulpMax = max(sample.ulpMax ?? 0, ulps) }
      if positions.contains([difference.table, difference.field]) {
        let apart = (a.number - b.number).magnitude
        if apart.isFinite { sample.distanceMax = max(sample.distanceMax ?? 0, apart) }
      }
    }
    return sample
  }
}

extension GrowthTracer {
  private static func rows(
    _ comparison: StateComparison, _ view: StateView
  ) -> Growth.RowCounts {
    let placed = Set(view.schema.positionFields.map { $0[0] })
    let structure = StateStructure(view.schema)
    let tables = view.schema.tables.indices.filter { index in
      let (table, described) = (view.schema.tables[index], structure.tables[index])
      return described.parent == nil && !described.isText && !described.isSingleValue
        && (placed.isEmpty || placed.contains(table.name))
    }
    let names = Set(tables.map { view.schema.tables[$0].name })
    let differing = Set(
      comparison.differences.filter { names.contains($0.table) && !$0.rows.isEmpty }
        .map { "\($0.table) \($0.row)" })
    return Growth.RowCounts(
      differing: differing.count, total: tables.reduce(0) { $0 + view.rowCount(table: $1) })
  }
}

extension StateSchema {
  /// Table and field of every coordinate of a position.
  fileprivate var positionFields: Set<[String]> {
    var found: Set<[String]> = []
    for table in tables {
      for field in table.groups.flatMap(\.fields)
      where field.role == .positionX || field.role == .positionY {
        found.insert([table.name, field.name])
      }
    }
    return found
  }
}
