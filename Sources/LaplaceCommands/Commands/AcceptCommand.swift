import ArgumentParser
import Foundation
import Recording

struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accept recordings as golden: write their digests to a lock file.",
    discussion: """
      Where the environment says CI, nothing is written: a lock file that would change is status 5.
      """)

  @Argument(help: "The recordings to accept.")
  var recordings: [String]

  @Option(help: "The lock file to write.")
  var lock: String

  func run() throws {
    let console = ToolContext.current.console
    var lines = [Baseline.heading]
    for path in recordings.sorted() { lines.append(Baseline.line(path, try open(path))) }
    let old = (try? Baseline.read(lock)) ?? [:]
    let changed = lines.dropFirst().filter { line in
      line.split(separator: " ").first.map { old[String($0)] != line } ?? false
    }
    let kept = Set(recordings.map { ($0 as NSString).lastPathComponent })
    let dropped = old.keys.filter { !kept.contains($0) }.sorted()
    if ToolContext.current.isUnattended {
      guard changed.isEmpty && dropped.isEmpty else {
        throw CommandFailure(
          .baseline,
          "\(lock): not written under CI; \(count(changed.count + dropped.count, "line")) would change",
          advice: "run it where a person sees the change, and commit the file")
      }
      console.result("\(lock): \(count(recordings.count, "recording")), 0 changed")
      return
    }
    do {
      // Written beside, then renamed: a failure leaves the old lock as it was.
      try Data((lines.joined(separator: "\n") + "\n").utf8)
        .write(to: URL(fileURLWithPath: lock), options: .atomic)
    } catch {
      throw CommandFailure(.trouble, "\(lock): cannot be written: \(plain(error))")
    }
    console.result("\(lock): \(count(recordings.count, "recording")), \(changed.count) changed")
    for line in changed {
      let name = line.split(separator: " ").first.map(String.init) ?? line
      console.result("  \(name): \(old[name] == nil ? "new" : "changed")")
    }
    for name in dropped { console.result("  \(name): no longer accepted") }
  }
}
