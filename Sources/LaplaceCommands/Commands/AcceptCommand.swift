import ArgumentParser
import Foundation
import Recording

struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accept recordings as golden: write their digests to a lock file.")

  @Argument(help: "The recordings to accept.")
  var recordings: [String]

  @Option(help: "The lock file to write.")
  var lock: String

  func run() throws {
    let console = ToolContext.current.console
    var lines = [Baseline.heading]
    for path in recordings.sorted() { lines.append(Baseline.line(path, try open(path))) }
    let old = (try? Baseline.read(lock)) ?? [:]
    do {
      // Written beside, then renamed: a failure leaves the old lock as it was.
      try Data((lines.joined(separator: "\n") + "\n").utf8)
        .write(to: URL(fileURLWithPath: lock), options: .atomic)
    } catch {
      throw CommandFailure(.trouble, "\(lock): cannot be written: \(plain(error))")
    }
    let changed = lines.dropFirst().filter { line in
      line.split(separator: " ").first.map { old[String($0)] != line } ?? false
    }
    console.result("\(lock): \(count(recordings.count, "recording")), \(changed.count) changed")
  }
}
