import ArgumentParser
import WorkerThreads

/// Threads that share large steps.
struct WorkersOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Worker threads for large steps: faster, and the results are identical.", valueName: "n"))
  var workers: Int?
}

/// The counts that `--workers` allows.
func validateWorkers(_ workers: Int?, hasAgent: Bool) throws {
  guard let workers else { return }
  if !(1...ThreadTeam.mostWorkers).contains(workers) {
    throw ValidationError("--workers needs a count from 1 to \(ThreadTeam.mostWorkers)")
  }
  if hasAgent {
    throw ValidationError("--workers is for simulations of this program: leave out --agent")
  }
}

/// Numbers of threads, as the command line names them: `2,3,8`.
struct WorkerCounts: ExpressibleByArgument {
  var counts: [Int]

  init?(argument: String) {
    counts = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(word), (1...ThreadTeam.mostWorkers).contains(number) else {
        return nil
      }
      counts.append(number)
    }
  }
}
