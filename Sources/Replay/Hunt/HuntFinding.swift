import Sessions
import Simulation

/// Something that a simulation depends on and should not, with what speaks for it.
package struct HuntFinding: Codable, Sendable {
  /// What it is called in reports: `dictionary order`, `lost on restore`.
  package var mechanism: String
  /// What it is, in a sentence for people.
  package var problem: String
  /// What to do.
  package var advice: String
  /// The perturbation that shows it, and how often.
  package var change: String
  package var differing: Int
  package var runs: Int
  /// The first step after which it shows; −1 before step 0.
  package var step: Int64?
  /// Fields that differ there, with both values.
  package var fields: [String]
  /// The session that shows it: 0 for the given one, then the fuzzed ones.
  package var session: Int
  /// How the program ended, if it did: `killed by signal 4`.
  package var ending: String?
  /// The file of a drawn session's inputs.
  package var inputs: String?

  /// The cause and the evidence, on one line.
  package var line: String {
    let place = step.map { $0 < 0 ? ", before step 0" : ", from step \($0) on" } ?? ""
    return "\(problem) (\(change): \(differing) of \(runs) runs\(place)); \(advice)"
  }

  private init(
    _ mechanism: String, _ problem: String, advice: String, _ outcome: Hunt.Outcome, session: Int
  ) {
    (self.mechanism, self.problem, self.advice) = (mechanism, problem, advice)
    (change, self.session) = (outcome.kind.rawValue, session)
    (differing, runs, step) = (outcome.differing, outcome.runs, outcome.step)
    fields = (outcome.comparison?.differences ?? []).map(\.oneLine)
    ending = outcome.ending
    if let ending { self.problem += ", and ends the program: \(ending)" }
  }

  /// A program that ended in calm surroundings.
  ///
  /// - Parameter step: the step in which it ended; `nil` if it did not end again.
  init(_ symptom: Symptom, step: Int64?, session: Int) {
    ending = symptom.words
    mechanism = "crash"
    let inputs = session == 0 ? "the session ends" : "inputs like the learned ones end"
    problem = "\(inputs) the program: \(symptom.words)"
    advice = "record the session and shrink it"
    (change, differing, runs, fields) = ("inputs", 1, 1, [])
    (self.step, self.session) = (step, session)
  }

  /// What the outcomes of one session come to: each cause once, and nothing that another explains.
  package static func findings(_ outcomes: [Hunt.Outcome], session: Int) -> [HuntFinding] {
    var seen: [Perturbation.Kind: Hunt.Outcome] = [:]
    for outcome in outcomes where outcome.differing > 0 { seen[outcome.kind] = outcome }
    // A busy machine pauses a run, too. Where a pause shows a clock every time, a rare difference is the
    // clock's: hashing and addresses change in every run.
    if let pauses = seen[.pauses], showsClock(pauses) {
      seen = seen.filter { kind, outcome in
        !isRandomised(kind) || 4 * outcome.differing > outcome.runs
      }
    }
    func found(
      _ kind: Perturbation.Kind, _ mechanism: String, _ problem: String, _ advice: String
    ) -> HuntFinding? {
      seen[kind].map { HuntFinding(mechanism, problem, advice: advice, $0, session: session) }
    }
    // What wavers in equal surroundings is not their doing.
    let wavering = seen[.repetition] ?? outcomes.first { $0.wavers && !isRandomised($0.kind) }
    if let wavering {
      return [unsteady(wavering, seen, session: session)]
    }
    var all: [HuntFinding?] = [
      found(
        .hashSeed, "dictionary order", "it depends on the order of a Dictionary or a Set",
        "walk over sorted keys, or over an Array"),
      seen[.heap].map { memory($0, session: session) },
      found(
        .timeZone, "time zone", "it depends on the time zone",
        "use a calendar with a fixed time zone, or none"),
      found(.locale, "locale", "it depends on the locale", localeAdvice),
      found(.localeVariables, "locale", "it depends on the locale", localeAdvice),
      found(
        .clock, "clock", "it depends on the time of day", "count steps, and read no clock"),
    ]
    // What memory holds is another thing wherever requests or addresses are others.
    if seen[.heap] == nil {
      all.append(
        found(
          .addresses, "addresses", "it depends on where things lie in memory",
          "order by a number of your own, not by ObjectIdentifier or a pointer"))
    }
    if seen[.heap] == nil, seen[.addresses] == nil {
      all += [
        found(.folder, "working folder", "it depends on the working folder", pathAdvice),
        found(.home, "home folder", "it depends on the home folder", pathAdvice),
        found(.user, "user's name", "it depends on the user's name", nameAdvice),
        found(.host, "host name", "it depends on the host name", nameAdvice),
      ]
    }
    if seen[.clock] == nil, seen[.pauses] == nil {
      all.append(
        found(
          .processors, "processors", "it depends on the number of processors",
          "give the number of parts or threads as a parameter"))
    }
    if seen[.clock] == nil, seen[.heap] == nil {
      all.append(
        found(.pauses, "clock", "it depends on a clock", "count steps, and read no clock"))
    }
    let environment = all.compactMap { $0 }
    if !environment.isEmpty { return environment }
    if let shared = found(
      .secondRun, "static variable", "a second run in the same process goes another way",
      "share no static variable and no object between runs")
    {
      return [shared]
    }
    return behaviour(seen, found)
  }

  private static let localeAdvice = "name a fixed locale when text is made or read"
  private static let pathAdvice = "give what the file holds as a parameter, and read no file"
  private static let nameAdvice = "give the name as a parameter"

  /// Whether a perturbation is another one in each run.
  private static func isRandomised(_ kind: Perturbation.Kind) -> Bool {
    kind == .hashSeed || kind == .addresses || kind == .together
  }

  /// A run that does not even repeat itself.
  private static func unsteady(
    _ wavering: Hunt.Outcome, _ seen: [Perturbation.Kind: Hunt.Outcome], session: Int
  ) -> HuntFinding {
    // What fresh memory happens to hold shows now and then; what it is filled with, always.
    let heap = seen[.heap].flatMap { isSurer($0, than: wavering) ? $0 : nil }
    let clock = seen[.pauses].flatMap { pauses in
      showsClock(pauses) && isSurer(pauses, than: wavering) ? pauses : nil
    }
    if let heap, clock == nil { return memory(heap, session: session) }
    if let pauses = clock, heap == nil {
      return HuntFinding(
        "clock", "it depends on a clock: a pause changes the step after it",
        advice: "count steps, and read no clock", pauses, session: session)
    }
    return HuntFinding(
      "unsteady",
      "runs in equal surroundings differ: a clock, random numbers that no seed gives, "
        + "or threads",
      advice: "draw random numbers from the seed, read no clock, let no thread's "
        + "order matter", wavering, session: session)
  }

  /// Whether pauses show a clock: at the step that follows the first one, in every run.
  private static func showsClock(_ pauses: Hunt.Outcome) -> Bool {
    guard let step = pauses.step else { return false }
    return step <= 4 && isSure(pauses)
  }

  /// Whether an outcome is the same in every run.
  private static func isSure(_ outcome: Hunt.Outcome) -> Bool {
    outcome.differing == outcome.runs && outcome.steps.allSatisfy { $0 == outcome.step }
  }

  /// Whether an outcome is the same in every run, and shows earlier than `wavering` or more often.
  private static func isSurer(_ outcome: Hunt.Outcome, than wavering: Hunt.Outcome) -> Bool {
    guard let step = outcome.step, isSure(outcome) else { return false }
    return wavering.differing < wavering.runs || (wavering.step ?? 0) > step
  }

  private static func memory(_ heap: Hunt.Outcome, session: Int) -> HuntFinding {
    HuntFinding(
      "uninitialised memory", "it depends on memory that was never set",
      advice: "set what allocate() gives before it is read", heap, session: session)
  }

  private static func behaviour(
    _ seen: [Perturbation.Kind: Hunt.Outcome],
    _ found: (Perturbation.Kind, String, String, String) -> HuntFinding?
  ) -> [HuntFinding] {
    let looking = found(
      .looking, "looking changes it", "asking for state, events or a drawing changes the run",
      "let visitState, events and drawing(_:) only read")
    if var looking {
      if let ahead = seen[.looking]?.comparison?.countAhead {
        looking.mechanism = "extra draw"
        looking.problem =
          "asking for state, events or a drawing draws once more: \(ahead)"
        looking.advice = "draw for the picture from a stream of its own"
      }
      return [looking]
    }
    for kind in [Perturbation.Kind.restore, .resimulation] {
      let lost = found(
        kind, "lost on restore", "a restored run goes another way",
        "visit every stored property in visitState; `selftest` names those that are not")
      guard var lost else { continue }
      if seen[kind]?.comparison?.countAhead != nil, seen[kind]?.comparison?.count == 1 {
        lost.problem = "a restore itself counts or draws once more"
        lost.advice = "let stateWasRestored() draw nothing"
      }
      return [lost]
    }
    return [
      found(
        .stepByStep, "step slicing", "it depends on how many steps are asked for at once",
        "let nothing but the step change the state"),
      found(
        .workers, "threads", "it depends on the number of threads that share its steps",
        "let each thread write rows of its own, and add up in a fixed order"),
      found(
        .together, "a combination", "it depends on several things at once that alone do nothing",
        "try `selftest`, and verify with a build in another place"),
    ].compactMap { $0 }
  }
}

extension StateComparison {
  /// The first field that is a whole number and a little ahead, as `draws 12 -> 13`.
  fileprivate var countAhead: String? {
    for difference in differences {
      guard case .field(let expected, let actual) = difference.values,
        expected.type != .float32, expected.type != .float64, expected.name == nil
      else { continue }
      let ahead = actual.bits &- expected.bits
      if ahead >= 1, ahead <= 16 {
        return "\(difference.place) \(expected.decimal) -> \(actual.decimal)"
      }
    }
    return nil
  }
}
