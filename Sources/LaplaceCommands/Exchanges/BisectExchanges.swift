import Recording
import Replay
import Simulation
import WorkerThreads

/// `bisect --flag`, `bisect --modules`: which of a bad build's flags or object files make the
/// difference between it and a good build.
struct BisectExchanges {
  let path: String
  let file: Recording
  let exchanges: [Exchange]
  let builds: ExchangeBuilds
  let launcher: ProductLauncher
  let format: OutputFormat

  struct Result: VersionedDocument {
    struct Part: Codable {
      var kind: Exchange.Kind
      var name: String
    }

    var version = 1
    var recording: String
    /// What the good and the bad build do not have in common.
    var parts: [Part]
    /// Those that make the difference: none of them can be left out.
    var causes: [Part]
    /// What the bad build does without them: `same` as the good one, `different`, or `unknown`
    /// where that cannot be built or run.
    var without: String
    /// The first differing step; −1 before step 0.
    var step: Int64?
    var effect: String
    var builds: Int
    var broken: Int
    var seconds: Double
  }

  /// Runs of a build that shows nothing: a fault may waver.
  private static let runCount = 3

  func run() throws {
    let console = ToolContext.current.console
    let begin = MonotonicClock.seconds
    try requireWholeRun(file, path)
    // A pair of equal files is linked, but cannot be to blame.
    let differing = exchanges.indices.filter { exchanges[$0].good != exchanges[$0].bad }
    guard !differing.isEmpty else {
      throw CommandFailure(
        .untestable, "the good and the bad build are made of the same parts",
        advice: "name flags or object files in which they differ")
    }
    let good = try product([], "the good build")
    let bad = try product(differing, "the bad build")
    guard let target = try sighting(bad, good) else {
      return tell(
        result(differing, causes: [], without: "same", target: nil, begin), console)
    }
    let found = try smallestSubset(of: differing) { some in
      console.progress("bisecting: \(count(builds.counts.all, "build")) made")
      guard !some.isEmpty,
        case .product(let product) = try builds.build(exchanges, isBad: some.contains)
      else { return false }
      return try sighting(product, good).map { isLike($0, target) } ?? false
    }
    console.progress("")
    let rest = differing.filter { !found.contains($0) }
    tell(
      result(
        differing, causes: found, without: try effect(of: rest, good), target: target, begin),
      console)
    throw CommandFailure(.different, "", advice: nil)
  }

  /// A build without which nothing can be said.
  private func product(_ some: [Int], _ name: String) throws -> String {
    switch try builds.build(exchanges, isBad: some.contains) {
    case .product(let path): return path
    case .broken(let problem):
      throw CommandFailure(
        .untestable, "\(name) cannot be built: \(problem)",
        advice: "run the command of --build by hand, with {flags} and {modules} filled in")
    }
  }

  private func effect(of rest: [Int], _ good: String) throws -> String {
    if rest.isEmpty { return "same" }
    guard case .product(let product) = try builds.build(exchanges, isBad: rest.contains) else {
      return "unknown"
    }
    return try sighting(product, good) == nil ? "same" : "different"
  }

  private func isLike(_ one: Sighting, _ other: Sighting) -> Bool {
    one.step == other.step && one.symptom.isLike(other.symptom)
  }

  /// Where a build parts from the good one; `nil` where it does not, in several runs.
  private func sighting(_ product: String, _ good: String) throws -> Sighting? {
    for _ in 0..<Self.runCount {
      let trial = AgentTrial(
        file.header.description.name, tested: launcher.build(product),
        reference: launcher.build(good), target: .fault, keepsPrefixes: false)
      let found = try attempt(path) { try trial.run(Session(file), isOver: { false }) }
      if let found { return found }
    }
    return nil
  }

  // MARK: Results

  private func result(
    _ differing: [Int], causes: [Int], without: String, target: Sighting?, _ begin: Double
  ) -> Result {
    func parts(_ some: [Int]) -> [Result.Part] {
      some.map { Result.Part(kind: exchanges[$0].kind, name: exchanges[$0].name) }
    }
    return Result(
      recording: path, parts: parts(differing), causes: parts(causes), without: without,
      step: target?.step, effect: target?.text ?? "no difference", builds: builds.counts.all,
      broken: builds.counts.broken, seconds: MonotonicClock.seconds - begin)
  }

  private func tell(_ result: Result, _ console: any Console) {
    if format == .json { return console.show(json(result)) }
    let broken = result.broken == 0 ? "" : ", \(result.broken) of which cannot be made"
    let cost =
      "\(count(result.builds, "build"))\(broken), \(formatted(result.seconds, "%.1f")) s"
    guard !result.causes.isEmpty else {
      console.result("\(path): the good and the bad build do the same (\(cost))")
      return
    }
    console.result("\(path): \(result.effect)")
    for cause in result.causes { console.result("  \(cause.kind.rawValue) \(cause.name)") }
    let (all, few) = (result.parts.count, result.causes.count)
    let makes =
      few == 1 ? "it makes the difference alone" : "they make the difference together only"
    let others =
      switch result.without {
      case _ where all == few: ""
      case "same": "; without \(few == 1 ? "it" : "them"), the other \(all - few) make none"
      case "different":
        "; without \(few == 1 ? "it" : "them"), the other \(all - few) still make one: bisect those"
      default: "; whether the other \(all - few) make one as well could not be tried"
      }
    console.result("\(few) of \(count(all, "part")): \(makes)\(others) (\(cost))")
  }
}
