import DeterministicMath
import Simulation

/// Changes bits of visited fields in saved states and checks that the change is noticed: single bits,
/// and then all of a value at once, since from some values a single bit leads to none that is
/// allowed.
///
/// A change that a restore accepts must move the digest, come back from the next save, be named by
/// a comparison, and be gone when the true state is restored. One that it refuses must change
/// nothing. A simulation may also put right what cannot be; but a field of which no change ever
/// comes back is one that a restore leaves as it was.
struct FieldFlips {
  private struct Column: Hashable {
    var table: Int
    var group: Int
    var field: Int

    /// The column as one number.
    var word: UInt64 { UInt64(table) << 32 | UInt64(group) << 16 | UInt64(field) }
  }

  private enum FlipResult {
    case caught
    case refused
    /// Another value stands there after the restore.
    case putRight
    case trouble(SelfTestFinding)
  }

  private let test: SelfTest
  private let digests: [StateDigest]
  private let inputs: (Int64) -> [RecordWords]
  private var tried: Set<Column> = []
  /// Columns of which a restore accepted a change, and those of which it took one over.
  private var accepted: Set<Column> = []
  private var taken: Set<Column> = []
  /// Columns and tables that are listed as derived.
  private var derived: Set<String> = []
  private static let probeCount = 4

  init(test: SelfTest, digests: [StateDigest]) {
    self.test = test
    self.digests = digests
    inputs = test.inputs
  }

  mutating func run(
    _ probes: [(stepCount: Int64, image: StateImage)], _ report: inout SelfTestReport
  ) throws {
    let run = try test.start()
    if let inspected = run as? any InspectedRun {
      derived = Reflection.derivedNames(of: type(of: inspected.simulationValue))
    }
    let schema = run.description.state
    report.columnCount = schema.tables.reduce(0) { sum, table in
      sum + table.groups.reduce(0) { $0 + $1.fields.count }
    }
    // The last state first: by then most tables have rows. Earlier ones for what is left.
    for probe in probes.reversed().prefix(Self.probeCount) {
      guard
        let view = StateView(schema: schema, selection: .everything, image: probe.image)
      else { continue }
      try flip(run, view, probe.stepCount, &report)
    }
    report.flippedColumnCount = tried.count
    for (table, description) in schema.tables.enumerated() where !derived.contains(description.name)
    {
      for (group, content) in description.groups.enumerated() {
        for (field, column) in content.fields.enumerated() {
          let place = Column(table: table, group: group, field: field)
          let name = Self.name(description, column.name)
          if accepted.contains(place) && !taken.contains(place) && !derived.contains(name)
            && !test.limits.columns.contains(place.word)
          {
            report.findings.append(
              SelfTestFinding(
                .flip, "no changed value of \(name) comes back from a restore",
                advice: "write back what is visited, or list it as derived"))
          }
        }
      }
    }
  }

  private static func name(
    _ table: StateSchema.Table, _ field: String, row: Int? = nil
  ) -> String {
    let place = table.name + (table.isSingleValue ? "" : row.map { "[\($0)]" } ?? "")
    return field.isEmpty ? place : place + "." + field
  }

  private mutating func flip(
    _ run: any RunningSimulation, _ view: StateView, _ step: Int64,
    _ report: inout SelfTestReport
  ) throws {
    let columns = open(view)
    if columns.isEmpty { return }
    let isSampled = view.image.bytes.count > test.options.sampledStateSize
    if isSampled { report.flipsAreSampled = true }
    do {
      try test.restore(run, view.image, stepCount: step)
    } catch {
      // Said where states are restored at every step.
      return
    }
    let rows = StateRows(view)
    for column in columns {
      tried.insert(column)
      changes: for change in isSampled ? sample(column, view) : changes(column, view) {
        // A column of which a single bit was taken over is asked nothing more.
        if (change.bit == nil || isSampled) && taken.contains(column) { continue }
        report.flipCount += 1
        switch try flip(run, rows, column, change, step) {
        case .caught: taken.insert(column)
        case .refused: report.refusedFlipCount += 1
        case .putRight: report.correctedFlipCount += 1
        case .trouble(let finding):
          report.findings.append(finding)
          break changes
        }
        report.caughtFlipCount += 1
      }
    }
  }

  /// Columns that have rows here and of which no change was taken over yet.
  private func open(_ view: StateView) -> [Column] {
    var columns: [Column] = []
    for (table, description) in view.schema.tables.enumerated()
    where view.rowCount(table: table) > 0 {
      for (group, content) in description.groups.enumerated() {
        for field in content.fields.indices {
          let column = Column(table: table, group: group, field: field)
          if !taken.contains(column) && !test.limits.columns.contains(column.word) {
            columns.append(column)
          }
        }
      }
    }
    return columns
  }

  /// What is changed of a column.
  private struct Change: Hashable {
    var row: Int
    /// `nil`: all bits.
    var bit: Int?
  }

  /// Low, middle and high bits of the first, the middle and the last row; and all bits of a value.
  private func changes(_ column: Column, _ view: StateView) -> [Change] {
    let last = view.rowCount(table: column.table) - 1
    let field = view.schema.tables[column.table].groups[column.group].fields[column.field]
    let bits = field.type.size * 8
    let places = [
      (0, 0), (last, bits - 1), (last / 2, bits / 2), (0, bits - 2), (last, 1), (last / 2, 2),
      (last, 0), (0, bits / 4),
    ]
    var changes = places.map { Change(row: $0.0, bit: $0.1) }
    var seen: Set<Change> = []
    changes.removeAll { !seen.insert($0).inserted }
    return changes.prefix(test.options.flipsOfColumn) + [Change(row: last / 2)]
  }

  /// Tries bits of any rows in an order that the seed gives, until one is taken over: in a big
  /// state that is enough, since each costs as much as the whole state.
  private func sample(_ column: Column, _ view: StateView) -> [Change] {
    var open = changes(column, view)
    var draws = RandomStream(seed: test.seed, stream: "selftest")
      .draws(entity: column.word, step: 0)
    var sample: [Change] = []
    while !open.isEmpty {
      var change = open.remove(at: Int(draws.integer(below: UInt64(open.count))))
      change.row = Int(draws.integer(below: UInt64(view.rowCount(table: column.table))))
      sample.append(change)
    }
    return sample
  }

  private mutating func flip(
    _ run: any RunningSimulation, _ rows: StateRows, _ column: Column, _ change: Change,
    _ step: Int64
  ) throws -> FlipResult {
    let (view, row) = (rows.view, change.row)
    guard
      let place = view.byteOffset(
        table: column.table, group: column.group, field: column.field, row: row)
    else { return .refused }
    let digest = digests[Int(step)]
    var changed = view.image
    let table = view.schema.tables[column.table]
    let field = table.groups[column.group].fields[column.field]
    if let bit = change.bit {
      changed.bytes[place + bit / 8] ^= 1 << UInt8(bit % 8)
    } else {
      for byte in place..<place + field.type.size { changed.bytes[byte] ^= 0xFF }
    }
    let what = change.bit.map { "bit \($0)" } ?? "every bit"
    var name: String {
      let shown = rows.name(
        table: column.table, group: column.group, field: column.field, row: row)
      return Self.name(table, shown, row: row)
    }
    func trouble(_ problem: String, _ advice: String) -> FlipResult {
      .trouble(
        SelfTestFinding(.flip, stepCount: step, "\(what) of \(name) \(problem)", advice: advice))
    }
    func note(_ action: SelfTestPlace.Action) {
      test.channel?.note(action, step, column: column.word, label: name)
    }
    let rebuild = "rebuild in stateWasRestored() all that follows from the state"
    note(.restoreOfChange)
    do {
      try run.restore(changed, stepCount: step)
    } catch {
      return run.digest() == digest
        ? .refused : trouble("was refused, but the state is not what it was", rebuild)
    }
    accepted.insert(column)
    let after = try imageFromNowhere(run)
    let moved = run.digest()
    if (after == view.image) != (moved == digest) {
      return trouble(
        "changes without the digest, or the digest without it", "visit every row of the field")
    }
    guard let one = StateView(schema: view.schema, selection: .everything, image: after),
      let other = StateView(schema: view.schema, selection: .everything, image: changed)
    else { return trouble("leads to a state that does not fit its description", rebuild) }
    let index = (column.table, column.group, column.field)
    let isTaken =
      one.rowCount(table: index.0) > row
      && one.value(table: index.0, group: index.1, field: index.2, row: row)
        == other.value(table: index.0, group: index.1, field: index.2, row: row)
    if isTaken && StateComparison(expected: view, actual: other).count == 0 {
      return trouble("changes, but no comparison names it", "give each row a key of its own")
    }
    // Steps go on from any position and speed that a restore accepts. Whole numbers count or select:
    // no step has to accept all of them.
    let isFloat = field.type == .float32 || field.type == .float64
    if test.channel != nil, isFloat, step < test.limits.stepCount {
      note(.stepAfterChange)
      _ = try? run.step(inputs(step))
    }
    do {
      try test.restore(run, view.image, stepCount: step)
    } catch {
      return trouble("was changed, and since then the true state is refused", "\(error)")
    }
    if test.digest(run) != digest {
      return trouble("is still there after the true state was restored", rebuild)
    }
    return isTaken ? .caught : .putRight
  }
}
