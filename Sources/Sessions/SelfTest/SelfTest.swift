import DeterministicMath
import Recording
import Simulation

/// Tests how a simulation describes its state, and that nothing else enters a run.
///
/// Runs steps again from every step (the rollback test of game networking), restores states into
/// other runs, changes every visited field, repeats runs alone and in turns, and compares by
/// reflection what is not visited. Each problem is named, with what to do.
///
/// - Complexity: about ten times the steps of one run.
public struct SelfTest {
  /// How much is tested.
  public struct Options: Sendable {
    /// The length of the runs, in steps.
    public var stepCount: Int64
    /// Steps that the caller wants to run afterwards: in a child process they are run as well, to see
    /// that none ends it.
    public var wholeStepCount: Int64 = 0
    /// Steps that each rollback runs again.
    public var distance: Int64 = 3
    /// Bits that are changed of each column, in as many of its rows.
    public var flipsOfColumn = 8
    /// In a state of more bytes, bits are changed only until one of each column was seen, in rows
    /// that the seed picks.
    public var sampledStateSize = 1 << 17

    /// Makes options for runs of this many steps; a negative count is taken as 0.
    public init(stepCount: Int64) { self.stepCount = max(0, stepCount) }
  }

  /// The default length of a test, in steps: that of a recording, within limits.
  public static func defaultStepCount(of entry: CatalogueEntry) -> Int64 {
    min(max(entry.defaultStepCount, 120), 1200)
  }

  let entry: CatalogueEntry
  let parameters: [UInt64]
  let seed: UInt64
  let options: Options
  let script: [ScriptedInput]
  /// Parts that are skipped.
  package var limits = SelfTestLimits()
  /// The parent process, in a child.
  var channel: SelfTestChannel?

  /// - Parameters:
  ///   - entry: the simulation.
  ///   - parameters: what runs are set to; `nil` for the defaults.
  ///   - seed: of the run that is tested.
  ///   - script: the inputs, by step.
  ///   - options: how long.
  public init(
    _ entry: CatalogueEntry, parameters: [UInt64]? = nil, seed: UInt64 = 1,
    script: [ScriptedInput] = [], options: Options
  ) {
    self.entry = entry
    self.parameters = parameters ?? entry.defaultParameters
    self.seed = seed
    self.script = script
    self.options = options
  }

  /// A report without results.
  package var emptyReport: SelfTestReport {
    SelfTestReport(simulation: entry.name, seed: seed, distance: options.distance)
  }

  /// Tests in this process: a trap of the simulation ends it.
  ///
  /// - Parameter progress: called with the parts done, of a hundred.
  /// - Throws: `SimulationError` when the parameters or an input do not fit.
  public func run(progress: (Int) -> Void = { _ in }) throws -> SelfTestReport {
    var report = emptyReport
    try run(&report, progress: progress)
    return report
  }

  /// Adds the results of all parts that are not done yet.
  func run(_ report: inout SelfTestReport, progress: (Int) -> Void) throws {
    var first = report
    channel?.begin(.straight)
    let run = try start()
    let straight = try goStraight(run, &first)
    // A part that was done before is repeated for its states alone.
    if !limits.isDone(.straight) { report = first }
    channel?.message = report.encoded
    progress(15)
    if first.findings.contains(where: { [.fault, .drawing].contains($0.kind) }) { return }
    // The first run still holds its memory: a second one lies elsewhere, and hashes in other
    // orders.
    try withExtendedLifetime(run) {
      try part(.repetition, &report) { try repeatRun(straight, &$0) }
    }
    // What follows compares runs: if they differ by themselves, it would only find the same again.
    if report.findings.contains(where: { $0.kind == .repetition }) { return }
    try part(.sharing, &report) { report in
      try confirming(straight, &report) { try interleave(straight, &$0) }
    }
    progress(25)
    if report.findings.contains(where: { $0.kind == .sharing }) { return }
    if limits.restores {
      try part(.rollback, &report) { report in
        try confirming(straight, &report) { try rollBack(straight, &$0, progress: progress) }
      }
      try part(.flips, &report) {
        var flips = FieldFlips(test: self, digests: straight.digests)
        try flips.run(straight.probes, &$0)
      }
    }
    if channel != nil, limits.stepCount > options.stepCount {
      try part(.remainder, &report) { _ in try walk(run) }
    }
    progress(100)
  }

  private func part(
    _ part: SelfTestPlace.Part, _ report: inout SelfTestReport,
    _ body: (inout SelfTestReport) throws -> Void
  ) throws {
    if limits.isDone(part) { return }
    channel?.begin(part)
    try body(&report)
    channel?.message = report.encoded
  }

  /// Goes on to the length that the caller wants to run.
  private func walk(_ run: any RunningSimulation) throws {
    let inputs = inputs
    while run.stepCount < options.wholeStepCount { try step(run, inputs(run.stepCount)) }
  }

  /// What the run that never stopped was like.
  struct Straight {
    var digests: [StateDigest] = []
    /// States on the way, by step count.
    var probes: [(stepCount: Int64, image: StateImage)] = []
  }

  /// Step counts at which more is checked: often at first, then ever more seldom. One is late and odd:
  /// at even ones some state may always be as it is at the start.
  private func isProbe(_ stepCount: Int64) -> Bool {
    stepCount & (stepCount - 1) == 0 || stepCount == end || stepCount == end * 3 / 4 | 1
  }

  /// The last step count.
  var end: Int64 { min(options.stepCount, limits.stepCount) }

  // Calls of the simulation, each of which may end the process.

  func start(seed other: UInt64? = nil) throws -> any RunningSimulation {
    let seed = other ?? seed
    channel?.note(.start, 0, label: " with seed \(seed)")
    return try entry.start(parameters: parameters, seed: seed)
  }

  func step(_ run: any RunningSimulation, _ inputs: [RecordWords]) throws {
    channel?.note(.step, run.stepCount, label: label(run, inputs))
    try run.step(inputs)
  }

  func digest(_ run: any RunningSimulation) -> StateDigest {
    channel?.note(.visit, run.stepCount)
    return run.digest()
  }

  func save(_ run: any RunningSimulation, into image: inout StateImage) throws {
    channel?.note(.visit, run.stepCount)
    try run.save(.everything, into: &image)
  }

  func restore(
    _ run: any RunningSimulation, _ image: StateImage, stepCount: Int64
  ) throws {
    channel?.note(.restore, stepCount)
    try run.restore(image, stepCount: stepCount)
  }

  /// The state of a run as if it came from a file.
  func image(_ run: any RunningSimulation) throws -> StateImage {
    channel?.note(.visit, run.stepCount)
    return try imageFromNowhere(run)
  }

  /// The inputs of a step as a script has them.
  private func label(_ run: any RunningSimulation, _ inputs: [RecordWords]) -> String {
    if channel == nil || inputs.isEmpty { return "" }
    let lines = inputs.map {
      InputScript.line(
        ScriptedInput(step: run.stepCount, input: $0), kinds: run.description.inputs)
    }
    return lines.joined(separator: ", ")
  }

  /// The inputs of each step.
  var inputs: (Int64) -> [RecordWords] {
    let byStep = Dictionary(grouping: script, by: \.step)
    return { step in byStep[step]?.map(\.input) ?? [] }
  }

  // MARK: One run that never stops

  private func goStraight(
    _ run: any RunningSimulation, _ report: inout SelfTestReport
  ) throws -> Straight {
    let inputs = inputs
    var straight = Straight()
    noteGaps(run, &report)
    channel?.note(.visit, 0)
    lookAtCoverage(run, &report)
    for step in 0...end {
      let digest = digest(run)
      if let fault = run.fault {
        report.findings.append(fault.finding(stepCount: step))
        return straight
      }
      straight.digests.append(digest)
      if isProbe(step) {
        straight.probes.append((step, try probe(run, digest, &report)))
      }
      report.stepCount = step
      if step < end { try self.step(run, inputs(step)) }
    }
    return straight
  }

  /// Lists all that the run has to show.
  private func noteGaps(_ run: any RunningSimulation, _ report: inout SelfTestReport) {
    let tables = run.description.state.tables.filter { table in
      // A text is a value, not a table.
      table.content != .value && table.content != .text
    }
    report.unseenTables = tables.map(\.name)
    // A step that ends the run had its inputs.
    let given = Set(
      script.filter { $0.step < options.stepCount && $0.step <= end }.map(\.input.kind))
    let kinds = run.description.inputs.enumerated()
    report.ungivenInputs = kinds.filter { !given.contains($0.offset) }.map(\.element.name)
  }

  /// Strikes out tables that have rows.
  func noteRows(
    _ image: StateImage, of run: any RunningSimulation, _ report: inout SelfTestReport
  ) {
    if report.unseenTables.isEmpty { return }
    for (table, count) in zip(run.description.state.tables, image.rowCounts) where count > 0 {
      report.unseenTables.removeAll { $0 == table.name }
    }
  }

  private func lookAtCoverage(_ run: any RunningSimulation, _ report: inout SelfTestReport) {
    guard let run = run as? any InspectedRun else { return }
    guard let coverage = CoverageVisitor.inspect(run) else {
      report.findings.append(
        SelfTestFinding(
          .unseen, "this build hides its stored properties",
          advice: "build it without -disable-reflection-metadata"))
      return
    }
    report.propertyCount = coverage.propertyCount
    for gap in coverage.gaps {
      report.findings.append(
        SelfTestFinding(gap.kind == .silent ? .unseen : .unvisited, gap.problem, advice: gap.advice)
      )
    }
  }

  /// Checks the state as it stands; returns it as if it came from a file.
  private func probe(
    _ run: any RunningSimulation, _ digest: StateDigest, _ report: inout SelfTestReport
  ) throws -> StateImage {
    let image = try image(run)
    noteRows(image, of: run, &report)
    let view = StateView(
      schema: run.description.state, selection: .everything, image: image)
    if let inspected = run as? any InspectedRun {
      checkDigest(inspected, digest, &report)
      if !limits.restores {
        // A restore ends the process.
      } else if report.isSound || !report.findings.contains(where: { $0.kind == .lost }) {
        try compareRestored(inspected, image, &report)
      }
    }
    if let view, !report.findings.contains(where: { $0.kind == .key }) {
      if let twice = StateRows(view).firstRepeatedKey {
        report.findings.append(
          SelfTestFinding(
            .key, stepCount: run.stepCount, twice, advice: "give each row a key of its own"))
      }
    }
    channel?.note(.draw, run.stepCount)
    guard limits.draws, try run.drawing(DrawingRequest()) != nil else { return image }
    report.drawingCount += 1
    let after = try self.image(run)
    if after != image, !report.findings.contains(where: { $0.kind == .drawing }) {
      report.findings.append(
        SelfTestFinding(
          .drawing, stepCount: run.stepCount,
          "drawing changes the state: \(stateDifference(run, image, after))",
          advice: "let drawing(_:) only read"))
    }
    return image
  }

  /// A digest that is made from nothing must be the one that hashes only what was told to have
  /// changed.
  private func checkDigest(
    _ run: some InspectedRun, _ digest: StateDigest, _ report: inout SelfTestReport
  ) {
    var visitor = DigestVisitor()
    _ = run.inspect(&visitor)
    guard visitor.digest != digest, !report.findings.contains(where: { $0.kind == .digest }) else {
      return
    }
    report.findings.append(
      SelfTestFinding(
        .digest, stepCount: run.stepCount,
        "the digest is not that of the whole state: a row changed that was reported unchanged",
        advice: "report every change (StateChanges), or visit the rows without StateChanges"))
  }

  // MARK: Runs beside each other

  private func repeatRun(_ straight: Straight, _ report: inout SelfTestReport) throws {
    let inputs = inputs
    let again = try start()
    if let (step, what) = try follow(again, straight, inputs, besides: nil) {
      report.findings.append(
        SelfTestFinding(
          .repetition, stepCount: step,
          "a second run of the same inputs is in another state: \(what)",
          advice: "depend on nothing but parameters, seed and inputs: no static or shared object, "
            + "no clock, no random number, no order of a Dictionary or Set, no memory never set"))
    }
  }

  /// Replaces what `body` finds if the run does not repeat itself by now: a clock can tick between runs.
  private func confirming(
    _ straight: Straight, _ report: inout SelfTestReport,
    _ body: (inout SelfTestReport) throws -> Void
  ) throws {
    let known = report.findings
    try body(&report)
    if report.findings.count == known.count { return }
    var again = emptyReport
    try repeatRun(straight, &again)
    if !again.findings.isEmpty { report.findings = known + again.findings }
  }

  private func interleave(_ straight: Straight, _ report: inout SelfTestReport) throws {
    let inputs = inputs
    let (one, other) = (try start(), try start(seed: seed &+ 1))
    if let (step, what) = try follow(one, straight, inputs, besides: other) {
      report.findings.append(
        SelfTestFinding(
          .sharing, stepCount: step,
          "a run is in another state when a second run is interleaved with it: \(what)",
          advice: "share no static variable and no object between runs"))
    }
  }

  /// The step count at which a run is in another state than the straight one, and what differs.
  private func follow(
    _ run: any RunningSimulation, _ straight: Straight, _ inputs: (Int64) -> [RecordWords],
    besides other: (any RunningSimulation)?
  ) throws -> (Int64, String)? {
    for (index, digest) in straight.digests.enumerated() {
      let step = Int64(index)
      if self.digest(run) != digest { return (step, try difference(run, from: straight, step)) }
      if index + 1 < straight.digests.count {
        if let other { try self.step(other, inputs(step)) }
        try self.step(run, inputs(step))
      }
    }
    return nil
  }

  /// What differs from a third run, which may itself not go like the first.
  private func difference(
    _ run: any RunningSimulation, from straight: Straight, _ step: Int64
  ) throws -> String {
    if let probe = straight.probes.first(where: { $0.stepCount == step }) {
      return stateDifference(run, probe.image, try image(run))
    }
    let (third, inputs) = (try start(), inputs)
    while third.stepCount < step { try self.step(third, inputs(third.stepCount)) }
    let expected = try image(third)
    let actual = try image(run)
    if expected != actual { return stateDifference(run, expected, actual) }
    // Both differ from the first run in the same way; a later state of that one is known.
    guard let probe = straight.probes.first(where: { $0.stepCount > step }) else {
      return "the digest differs"
    }
    while run.stepCount < probe.stepCount { try self.step(run, inputs(run.stepCount)) }
    return "\(stateDifference(run, probe.image, try image(run))) after "
      + "\(probe.stepCount) steps"
  }
}

extension StateFault {
  fileprivate func finding(stepCount: Int64) -> SelfTestFinding {
    let words = description
    guard case .notANumber(let field) = self else {
      let parts = words.split(separator: ": ", omittingEmptySubsequences: false).map(String.init)
      return SelfTestFinding(
        .fault, stepCount: stepCount, parts[0], advice: parts.dropFirst().joined(separator: ": "))
    }
    return SelfTestFinding(
      .fault, stepCount: stepCount, "\(field) is not a number (NaN)",
      advice: "refuse or clamp the value that leads to it: NaN bits differ between processors")
  }
}

/// The state of a run without a word of where it comes from, as if it had been read from a file.
package func imageFromNowhere(_ run: any RunningSimulation) throws -> StateImage {
  var image = StateImage()
  try run.save(.everything, into: &image)
  return StateImage(rowCounts: image.rowCounts, bytes: image.bytes)
}

/// The first difference of two states of a run, on one line.
func stateDifference(
  _ run: any RunningSimulation, _ expected: StateImage, _ actual: StateImage
) -> String {
  let schema = run.description.state
  guard let a = StateView(schema: schema, selection: .everything, image: expected),
    let b = StateView(schema: schema, selection: .everything, image: actual)
  else { return "it does not fit its own description" }
  let comparison = StateComparison(expected: a, actual: b)
  guard let first = comparison.differences.first else { return "no field differs" }
  let more = comparison.count > 1 ? ", and \(comparison.count - 1) more" : ""
  return "\(first.oneLine)\(more)"
}

extension StateDifference {
  /// `units[5].cooldown 0x00000008 (8) -> 0x00000000 (0)`.
  package var oneLine: String { description.replacing("  ", by: " ") }
}
