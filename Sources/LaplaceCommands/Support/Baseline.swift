import DeterministicMath
import Recording
import Simulation

/// The lock file: which digests the golden recordings must have, one line each, as text.
///
/// A recording proves that a build reproduces it; the lock proves that nobody replaced the
/// recording.
enum Baseline {
  static let heading = "# laplace lock 1: recording, simulation, seed, steps, digest of all digests"

  /// One line of the lock file.
  static func line(_ path: String, _ recording: Recording) -> String {
    let name = path.pathName
    let header = recording.header
    return [
      name, header.description.name, "seed=\(header.seed)", "steps=\(recording.stepCount)",
      digestOfDigests(recording).description,
    ].joined(separator: "  ")
  }

  /// One digest over the digests after every step, in order.
  static func digestOfDigests(_ recording: Recording) -> StateDigest {
    var hash = RecordHash(tag: 0x6C6F_636B, row: UInt64(recording.stepCount))
    for step in -1..<recording.stepCount {
      let digest = recording.digest(after: step)
      hash.feed(digest.low)
      hash.feed(digest.high)
    }
    return hash.finish()
  }

  /// The lines of a lock file by recording name.
  static func read(_ path: String) throws -> [String: String] {
    guard let text = try? Files.text(path) else {
      throw CommandFailure(
        .baseline, "\(path): there is no lock file, or it is not text",
        advice: "\(toolName) accept RECORDINGS… --lock \(path)")
    }
    var lines: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if let name = line.split(separator: " ").first { lines[String(name)] = String(line) }
    }
    return lines
  }

  /// Puts recordings into the lock, and leaves the lines of others as they are.
  ///
  /// - Parameter drops: names whose lines are taken out.
  /// - Throws: `CommandFailure`; the lock file is then as it was.
  static func update(_ lock: String, _ paths: [String], drops: [String]) throws {
    var lines = Files.exists(lock) ? try read(lock) : [:]
    for path in paths { lines[path.pathName] = line(path, try open(path)) }
    for name in drops { lines[name] = nil }
    let sorted = lines.keys.sorted().compactMap { lines[$0] }
    try writeFile(([heading] + sorted).map { $0 + "\n" }.joined(), to: lock)
  }

  /// Compares recordings with the lock; what is missing or changed is said.
  ///
  /// - Parameter recordings: `nil` for one that could not be read, which was said already.
  static func check(
    _ lock: String, _ recordings: [(path: String, recording: Recording?)], _ console: any Console
  ) throws -> ExitStatus {
    var locked = try read(lock)
    var status = ExitStatus.same
    for (path, recording) in recordings {
      let name = path.pathName
      let line = locked.removeValue(forKey: name)
      guard let recording else { continue }
      guard let line else {
        console.complain("\(lock): has no line for \(name)")
        status = .baseline
        continue
      }
      if line != self.line(path, recording) {
        console.complain("\(lock): \(name) is not the recording that was accepted")
        status = .baseline
      }
    }
    for name in locked.keys.sorted() {
      console.complain("\(lock): \(name) is locked but was not given")
      status = .baseline
    }
    if status == .baseline {
      console.say("  next: \(toolName) accept RECORDINGS… --lock \(lock), if the change is meant")
    }
    return status
  }
}
