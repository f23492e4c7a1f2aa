import ArgumentParser
import WorkerThreads

/// How much runs at the same time.
struct JobsOption: ParsableArguments {
  @Option(help: "Parallel jobs; default: one for each processor.")
  var jobs: Int?

  var count: Int { jobs ?? Processors.usableCount }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs needs a count of 1 or more") }
  }
}
