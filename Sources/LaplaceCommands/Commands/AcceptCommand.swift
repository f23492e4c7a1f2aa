import ArgumentParser
import Recording

struct AcceptCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "accept",
      abstract: "Accept changed recordings with a reason, or lock recordings as they are.",
      discussion: """
        With --because, the recordings that no longer verify are recorded anew from their own inputs, \
        each replaced in one go, and the reason stands in the new file. Their lines of the lock file \
        change with them, and no other ones.

        Without --because, nothing is recorded: the lock file of --lock gets the recordings' digests. \
        Lines of recordings that are not given stay, unless --prune drops them.

        In the lock file, a recording's name is its path from the folder of the lock. A file that is \
        not a lock is never written over.

        Where the environment says CI, nothing is written: what would change is status 5.

        EXAMPLES
          \(toolName) accept ball --because "bounces keep more speed"
          \(toolName) accept --all --because "new solver"
          \(toolName) accept Recordings/*.mcap --lock Recordings/recordings.lock
        """)
  }

  @Argument(
    help: "Recordings, folders of recordings, or names of recordings in Recordings.",
    completion: .recording)
  var recordings: [String] = []

  @Flag(help: "Accept every changed recording of Recordings.")
  var all = false

  @Option(help: ArgumentHelp("Why the change is meant.", valueName: "text"))
  var because: String?

  @Option(
    help: "The lock file to write; with --because, default: recordings.lock in the folder.",
    completion: .lockFile)
  var lock: String?

  @Flag(help: "Drop the lines of recordings that were not given.")
  var prune = false

  @OptionGroup var jobs: JobsOption

  @OptionGroup var limit: AgentTimeout

  func validate() throws {
    if recordings.isEmpty && !all {
      throw ValidationError("name at least one recording, or all of them with --all")
    }
    if !recordings.isEmpty && all {
      throw ValidationError("--all means the folder Recordings: name no recording besides")
    }
    if because == nil && lock == nil {
      throw ValidationError(
        "say why with --because \"…\", or name a lock file with --lock to lock recordings as they are"
      )
    }
    if let because, because.allSatisfy(\.isWhitespace) {
      throw ValidationError("--because needs a reason")
    }
    if because != nil && prune { throw ValidationError("--prune is for --lock without --because") }
  }

  func run() throws {
    let names = all ? ["Recordings"] : recordings.map(resolved)
    let set = try RecordingSet(names)
    if let because { return try record(set, because) }
    if let lock { try write(lock, set.paths) }
  }

  /// A name of a recording in `Recordings`, as a person calls it.
  private func resolved(_ name: String) -> String {
    if Files.exists(name) { return name }
    let near = ["Recordings/\(name)", "Recordings/\(name).mcap", "\(name).mcap"]
    return near.first { Files.exists($0) } ?? name
  }

  // MARK: With a reason

  private func record(_ set: RecordingSet, _ because: String) throws {
    let context = ToolContext.current
    try requireSoundArithmetic()
    let lock = lock ?? set.lock ?? Self.lock(beside: set.paths)
    let review = try Review(
      set, lock: lock, against: nil, limit: limit, jobs: jobs.count, context)
    let changes = review.changes
    if context.isUnattended {
      guard changes.isEmpty else {
        throw CommandFailure(
          .baseline,
          "\(changes[0].recording): not recorded anew under CI; "
            + "\(count(changes.count, "recording")) would change",
          advice: "run it where a person sees the change, and commit the files")
      }
    }
    var status = ExitStatus.same
    var (accepted, refused) = (0, "")
    for change in changes {
      do {
        try review.accept(change, because: because, lock: lock)
        accepted += 1
        context.console.result(
          "\(change.recording): accepted; \(change.reach ?? change.message)")
      } catch let failure as CommandFailure {
        context.console.complain(failure)
        status = .graver(status, failure.status)
        refused = change.recording
      }
    }
    for line in review.unused { context.console.result(line) }
    context.console.result(
      "\(accepted) of \(count(review.report.recordings.count, "recording")) accepted, "
        + "\(review.report.recordings.count { $0.outcome == .verified }) unchanged"
        + (accepted > 0 ? lock.map { "; \($0) written" } ?? "" : ""))
    guard status == .same else {
      throw CommandFailure(status, "", advice: "\(toolName) ci \(shellWord(refused))")
    }
  }

  /// The lock file in the recordings' folder, if there is one.
  static func lock(beside paths: [String]) -> String? {
    uniqued(paths.map { $0.pathFolder })
      .map { ($0.isEmpty ? "" : $0 + "/") + "recordings.lock" }
      .first { Files.exists($0) }
  }

  // MARK: As they are

  private func write(_ lock: String, _ paths: [String]) throws {
    let console = ToolContext.current.console
    let old = Files.exists(lock) ? try Baseline.read(lock) : [:]
    var changed: [String] = []
    for path in paths.sorted() {
      let name = Baseline.key(path, in: lock)
      let line = try attempt(path) { try Baseline.line(path, try open(path), in: lock) }
      if old[name] != line { changed.append(name) }
    }
    let given = Set(paths.map { Baseline.key($0, in: lock) })
    let others = old.keys.filter { !given.contains($0) }.sorted()
    let drops = prune ? others : []
    let words = "\(lock): \(count(paths.count, "recording")), \(changed.count) changed"
    if ToolContext.current.isUnattended {
      guard changed.isEmpty && drops.isEmpty else {
        throw CommandFailure(
          .baseline,
          "\(lock): not written under CI; \(count(changed.count + drops.count, "line")) would change",
          advice: "run it where a person sees the change, and commit the file")
      }
    } else {
      try Baseline.update(lock, paths, drops: drops)
    }
    console.result(words)
    for name in changed { console.result("  \(name): \(old[name] == nil ? "new" : "changed")") }
    for name in others {
      console.result(
        prune
          ? "  \(name): no longer accepted" : "  \(name): kept, was not given; --prune drops it")
    }
  }
}
