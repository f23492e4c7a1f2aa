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
  private let script: [ScriptedInput]

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

  /// - Parameter progress: called with the parts done, of a hundred.
  /// - Throws: `SimulationError` when the parameters or an input do not fit.
  public func run(progress: (Int) -> Void = { _ in }) throws -> SelfTestReport {
    var report = SelfTestReport(
      simulation: entry.name, seed: seed, distance: options.distance)
    let first = try start()
    let straight = try goStraight(first, &report)
    progress(15)
    report.stepCount = Int64(straight.digests.count - 1)
    if report.findings.contains(where: { [.fault, .drawing].contains($0.kind) }) { return report }
    // The first run still holds its memory: a second one lies elsewhere, and hashes in other
    // orders.
    try withExtendedLifetime(first) { try repeatRun(straight, &report) }
    progress(25)
    // What follows compares runs: where they differ by themselves, it would only say so again.
    if report.findings.contains(where: { [.repetition, .sharing].contains($0.kind) }) {
      return report
    }
    try rollBack(straight, &report, progress: progress)
    var flips = FieldFlips(test: self, digests: straight.digests)
    try flips.run(straight.probes, &report)
    progress(100)
    return report
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
    stepCount & (stepCount - 1) == 0 || stepCount == options.stepCount
      || stepCount == options.stepCount * 3 / 4 | 1
  }

  func start(seed other: UInt64? = nil) throws -> any RunningSimulation {
    try entry.start(parameters: parameters, seed: other ?? seed)
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
    lookAtCoverage(run, &report)
    for step in 0...options.stepCount {
      let digest = run.digest()
      if let fault = run.fault {
        report.findings.append(fault.finding(stepCount: step))
        return straight
      }
      straight.digests.append(digest)
      if isProbe(step) {
        straight.probes.append((step, try probe(run, digest, &report)))
      }
      if step < options.stepCount { try run.step(inputs(step)) }
    }
    return straight
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
    let image = imageFromNowhere(run)
    let view = StateView(
      schema: run.description.state, selection: .everything, image: image)
    if let inspected = run as? any InspectedRun {
      checkDigest(inspected, digest, &report)
      if report.isSound || !report.findings.contains(where: { $0.kind == .lost }) {
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
    guard run.drawing(DrawingRequest()) != nil else { return image }
    report.drawingCount += 1
    let after = imageFromNowhere(run)
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
      return
    }
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
      if run.digest() != digest { return (step, try difference(run, from: straight, step)) }
      if index + 1 < straight.digests.count {
        try other?.step(inputs(step))
        try run.step(inputs(step))
      }
    }
    return nil
  }

  /// What differs from a third run, which may itself not go like the first.
  private func difference(
    _ run: any RunningSimulation, from straight: Straight, _ step: Int64
  ) throws -> String {
    if let probe = straight.probes.first(where: { $0.stepCount == step }) {
      return stateDifference(run, probe.image, imageFromNowhere(run))
    }
    let (third, inputs) = (try start(), inputs)
    while third.stepCount < step { try third.step(inputs(third.stepCount)) }
    let expected = imageFromNowhere(third)
    let actual = imageFromNowhere(run)
    if expected != actual { return stateDifference(run, expected, actual) }
    // Both differ from the first run in the same way; a later state of that one is known.
    guard let probe = straight.probes.first(where: { $0.stepCount > step }) else {
      return "the digest differs"
    }
    while run.stepCount < probe.stepCount { try run.step(inputs(run.stepCount)) }
    return "\(stateDifference(run, probe.image, imageFromNowhere(run))) after "
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
package func imageFromNowhere(_ run: any RunningSimulation) -> StateImage {
  var image = StateImage()
  run.save(.everything, into: &image)
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
