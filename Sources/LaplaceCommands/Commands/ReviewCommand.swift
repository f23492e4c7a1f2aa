import ArgumentParser
import Recording
import Replay

struct ReviewCommand: DocumentedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "review",
      abstract: "Show how far a change reaches in recordings, and accept or reject it.",
      discussion: """
        Each recording that no longer verifies is run again from its own inputs: how many steps and \
        rows differ, by how much, and whether it heals. On a terminal, each is then asked about; \
        elsewhere, and under CI, nothing is written: `\(toolName) accept` accepts.

        A rejected or skipped change keeps its reason in review.jsonl, beside the recording. An \
        accepted one is recorded anew, and `\(toolName) info` shows the reason.

        EXAMPLES
          \(toolName) review
          \(toolName) review Recordings/ --dry-run --html review.html
          \(toolName) review Recordings/ball.mcap --against old=OLD/\(toolName)
        """)
  }

  static let documents = Documents("How far a change reaches.", Result.self)

  @Argument(
    help: "Recordings, and folders of recordings; default: Recordings.", completion: .recording)
  var recordings: [String] = []

  @Flag(help: "Only show; ask nothing and write nothing but the page.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("Also write a page with pictures.", valueName: "file"), completion: .page)
  var html: String?

  @Flag(help: "Replace a file other than such a page.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "A build that reproduces the recordings: beside it, the phase of a difference is found.",
      valueName: "[name=]command"))
  var against: AgentCommand?

  @Option(
    help: ArgumentHelp(
      "The lock file to check and to write; default: recordings.lock in the folder.",
      valueName: "lock file"), completion: .lockFile)
  var lock: String?

  @OptionGroup var jobs: JobsOption

  @OptionGroup var limit: AgentTimeout

  @OptionGroup var output: FormatOption

  struct Result: VersionedDocument {
    var version = documentVersion
    var recordings: Int
    var verified: Int
    var changes: [GateReport.Entry]
    var unused: [String]
  }

  func run() throws {
    let context = ToolContext.current
    let set = try RecordingSet(recordings.isEmpty ? ["Recordings"] : recordings)
    let lock = lock ?? set.lock
    let page = html.map {
      Output(
        path: $0, kind: .report(.html), force: force,
        inputs: set.paths + [lock].compactMap(\.self) + (against?.words ?? []))
    }
    try page?.check()
    try requireSoundArithmetic()
    let review = try Review(
      set, lock: lock, against: against, limit: limit, jobs: jobs.count, context)
    try page?.write(review.page().html)
    if output.format == .json {
      let verified = review.report.recordings.count { $0.outcome == .verified }
      context.console.show(
        json(
          Result(
            recordings: review.report.recordings.count, verified: verified,
            changes: review.changes, unused: review.unused)))
      return try end(review, left: review.changes.count)
    }
    let asks = !dryRun && !context.isUnattended ? context.answer : nil
    if asks == nil {
      for change in review.changes {
        for line in review.lines(change) { context.console.result(line) }
      }
    }
    for line in review.unused { context.console.result(line) }
    context.console.result(review.summary)
    if let page { reportWritten(page.path, "the page") }
    guard let asks else { return try end(review, left: review.changes.count) }
    let left = try ReviewTalk(review: review, lock: lock, answer: asks).hold(context.console)
    try end(review, left: left)
  }

  private func end(_ review: Review, left: Int) throws {
    var status = left > 0 ? ExitStatus.baseline : .same
    for change in review.changes where change.obstacle != nil {
      status = .graver(status, change.outcome.status)
    }
    if !review.unused.isEmpty { status = .graver(status, .baseline) }
    guard status != .same else { return }
    let acceptable = review.changes.filter { $0.obstacle == nil }
    let names = recordings.isEmpty ? "--all" : recordings.map(shellWord).joined(separator: " ")
    throw CommandFailure(
      status, "",
      advice: acceptable.isEmpty || left == 0
        ? nil : "\(toolName) accept \(names) --because \"…\", where the change is meant")
  }
}

/// Asks a person about each change.
struct ReviewTalk {
  let review: Review
  let lock: String?
  let answer: () -> String?

  private static let question =
    "accept (a), accept all that are left (A), reject (r), skip (s), quit (q)?"

  /// - Returns: how many were not accepted.
  func hold(_ console: any Console) throws -> Int {
    var left = 0
    var reasonForAll: String?
    for (number, change) in review.changes.enumerated() {
      for line in review.lines(change) { console.result(line) }
      guard change.obstacle == nil else {
        left += 1
        continue
      }
      if let reasonForAll {
        try accept(change, reasonForAll, console)
        continue
      }
      let choice = choice(console)
      switch choice {
      case "a": try accept(change, reason(console), console)
      case "A":
        let reason = reason(console)
        reasonForAll = reason
        try accept(change, reason, console)
      case "r", "s":
        let verdict = choice == "r" ? "rejected" : "skipped"
        try review.keep(change, verdict, because: reason(console))
        console.result("\(change.recording): \(verdict)")
        left += 1
      default: return left + review.changes.count - number
      }
    }
    return left
  }

  /// A letter of the question; an answer that is none is asked again, the end of input quits.
  private func choice(_ console: any Console) -> String {
    while true {
      console.say(Self.question)
      guard let line = answer() else { return "q" }
      let word = line.trimmed
      if ["a", "A", "r", "s", "q"].contains(word) { return word }
    }
  }

  private func reason(_ console: any Console) -> String {
    while true {
      console.say("because?")
      guard let line = answer() else { return "no reason given" }
      let text = line.trimmed
      if !text.isEmpty { return text }
    }
  }

  private func accept(_ change: GateReport.Entry, _ because: String, _ console: any Console) throws
  {
    try review.accept(change, because: because, lock: lock)
    console.result("\(change.recording): accepted")
  }
}
