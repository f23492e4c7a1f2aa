import Recording
import Replay
import Sessions
import Simulation

/// `hunt --cover`: looks for inputs that reach functions and branches that nothing reached so far.
struct HuntCover {
  struct Result: VersionedDocument {
    struct Found: Codable {
      /// The file of the session's inputs.
      var inputs: String
      /// The functions that it reaches first, or reaches another branch of.
      var functions: [CoverageReport.Place]
      /// How many sessions had been run.
      var session: Int
      /// How the program ended on it, where it did.
      var ending: String?
    }

    var version = documentVersion
    var simulation: String
    var seed: UInt64
    var steps: Int64
    var sessions: Int
    var reached: [Found]
  }

  let simulation: String
  let program: [String]
  let tools: CoverageTools
  let sources: CoverageSources
  let timeout: Double
  let firstTimeout: Double

  /// What builds a program whose counters can be read while it runs.
  static var advice: String {
    "\(toolName) coverage --build, then --agent '\(CountingBuild.folder)/debug/\(toolName) agent'"
  }

  /// - Parameters:
  ///   - known: the given session, then those of recordings.
  ///   - folder: where inputs of sessions that reach something are written.
  func run(
    _ known: [Session], _ grammar: InputGrammar, kinds: [KindSchema], seed: UInt64, limit: Int,
    isOver: () -> Bool, findings folder: String, _ console: any Console
  ) throws -> Result {
    let work = try makeTemporaryFolder("cover")
    defer { Files.remove(work) }
    var owners: [String] = []
    var map = CoverageMap()
    let hunt = CoverHunt(simulation, grammar: grammar, seed: seed) { before in
      let (agent, counters) = try launch(in: work, after: before)
      if before == nil {
        (owners, map) = try own(counters, in: work)
        counters.isWanted = owners.map { map.functions[$0] != nil }
      }
      return (agent, counters)
    }
    let report: CoverHunt.Report
    do {
      defer { console.progress("") }
      report = try hunt.run(known, limit: limit, isOver: isOver) { report in
        console.progress(
          "hunting: \(report.sessionCount) sessions, \(report.found.count) reach more")
      }
    } catch CounterFile.Trouble.version(let version) {
      throw CommandFailure(
        .trouble, "\(program[0]): its counters are of the form \(version), which is not known here")
    } catch {
      throw failure(error, path: simulation)
    }
    var result = Result(
      simulation: simulation, seed: known[0].seed, steps: known[0].stepCount,
      sessions: report.sessionCount, reached: [])
    let names = Dictionary(
      uniqueKeysWithValues: zip(
        map.functions.keys.sorted(),
        try tools.readable(map.functions.keys.sorted(), folder: work)))
    for found in report.found {
      let symbols = Set(found.counters.map { owners[$0] })
      let places = symbols.compactMap { map.functions[$0] }.map {
        CoverageReport.Place(file: $0.file, line: $0.line, function: names[$0.symbol] ?? $0.symbol)
      }.sorted { ($0.file, $0.line, $0.function) < ($1.file, $1.line, $1.function) }
      let path = "\(folder)/\(simulation)-cover-\(seed)-\(found.number).jsonl"
      let lines = found.session.inputs.map { InputScript.line($0, kinds: kinds) + "\n" }
      let inputs = try writeFreely(
        lines.joined(), to: path, advice: "name another folder with --findings")
      result.reached.append(
        Result.Found(
          inputs: inputs, functions: places, session: found.number, ending: found.ending))
    }
    return result
  }

  private func launch(
    in work: String, after before: CounterFile?
  ) throws -> (any Agent, CounterFile) {
    let name = String(UInt64.random(in: 0 ... .max), radix: 36)
    let agent = try PipeAgent(
      name: "agent", arguments: program,
      settings: ["LLVM_PROFILE_FILE": "\(work)/\(name)+%p%c.profraw"])
    (agent.timeout, agent.firstTimeout) = (timeout, firstTimeout)
    _ = try agent.hello()
    let files = Files.names(in: work).filter { $0.hasPrefix(name) }.sorted()
    for file in files {
      do {
        return (agent, try CounterFile(path: "\(work)/\(file)", after: before))
      } catch CounterFile.Trouble.missing { continue }
    }
    throw CommandFailure(
      .trouble, "\(program[0]): has no counters that can be read while it runs",
      advice: Self.advice)
  }

  /// The functions that the counters belong to, and those of the own sources.
  private func own(
    _ counters: CounterFile, in work: String
  ) throws -> (owners: [String], map: CoverageMap) {
    let (raw, merged) = ("\(work)/all.profraw", "\(work)/all.profdata")
    try writeFile(counters.numbered, to: raw)
    try tools.merge([raw], into: merged)
    var owners = Array(repeating: "", count: counters.place.count)
    for (symbol, counts) in try tools.counts(merged) {
      for count in counts where count >= 1 && count <= owners.count { owners[count - 1] = symbol }
    }
    let object = CommandWords.path(of: program[0]) ?? program[0]
    return (owners, try tools.map(object, merged, sources, folder: work))
  }
}

extension HuntCover.Result {
  func lines(next: (String) -> String) -> [String] {
    var lines: [String] = []
    for found in reached {
      let ending = found.ending.map { "; the program \($0)" } ?? ""
      lines.append("\(found.inputs): reaches more\(ending)")
      lines += found.functions.map { "  \($0.file):\($0.line): \($0.function)" }
      lines.append("  next: \(next(found.inputs))")
    }
    lines.append(
      "\(simulation): \(count(reached.count, "session")) of \(sessions) "
        + "\(reached.count == 1 ? "reaches" : "reach") more, seed \(seed)")
    return lines
  }
}
