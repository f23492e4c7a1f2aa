import DeterministicMath
import Recording
import Simulation

/// The lock file: which digests the golden recordings must have, one line each, as text.
///
/// A recording proves that a build reproduces it; the lock proves that nobody replaced the
/// recording.
enum Baseline {
  static let heading = "# laplace lock 1: recording, simulation, seed, steps, digest of all digests"

  /// The name of a recording in a lock file: the path from the lock's folder, as one word.
  ///
  /// Bytes of spaces, controls and invalid UTF-8 are written as `%` and two digits.
  static func key(_ path: String, in lock: String) -> String {
    let (folder, other) = (parts(folder(of: lock)), parts(path.pathFolder))
    let shared = zip(folder, other).prefix { $0 == $1 }.count
    let names = folder.dropFirst(shared).map { _ in Substring("..") } + other.dropFirst(shared)
    return (names + [path.pathName[...]]).joined(separator: "/").unicodeScalars.map { scalar in
      let isPlain = scalar.value > 0x20 && !(0x7F..<0xA0).contains(scalar.value)
      if isPlain && scalar.rawByte == nil && !"#%".unicodeScalars.contains(scalar) {
        return String(scalar)
      }
      return String(scalar).fileNameBytes.map { byte in
        (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }.joined()
    }.joined()
  }

  /// The folder from which a lock names recordings: the current one for a lock from a pipe.
  private static func folder(of lock: String) -> String {
    Files.isStream(lock) ? "" : lock.pathFolder
  }

  /// A folder's names from the root on; those of a folder that does not exist as they are.
  private static func parts(_ folder: String) -> [Substring] {
    let path = folder.isEmpty ? "." : folder
    return (Files.realPath(path) ?? path).split(separator: "/")
  }

  /// The path of the recording that a key names.
  static func path(of key: String, in lock: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(key.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    let folder = folder(of: lock)
    return (folder.isEmpty ? "" : folder + "/") + String(fileName: bytes)
  }

  /// One line of the lock file.
  static func line(
    _ path: String, _ recording: Recording, in lock: String
  ) throws(RecordingError) -> String {
    let header = recording.header
    return [
      key(path, in: lock), TerminalText.line(header.description.name), "seed=\(header.seed)",
      "steps=\(recording.stepCount)", try digestOfDigests(recording).description,
    ].joined(separator: "  ")
  }

  /// One digest over the digests after every step, in order.
  static func digestOfDigests(_ recording: Recording) throws(RecordingError) -> StateDigest {
    var hash = RecordHash(tag: 0x6C6F_636B, row: UInt64(recording.stepCount))
    for step in -1..<recording.stepCount {
      let digest = try recording.digest(after: step)
      hash.feed(digest.low)
      hash.feed(digest.high)
    }
    return hash.finish()
  }

  /// The lines of a lock file by their keys.
  static func read(_ path: String) throws -> [String: String] {
    let text: [String]
    do throws(RecordingError) {
      text = try Files.text(path).lines
    } catch {
      throw CommandFailure(
        .baseline, "\(path): \(error)",
        advice: Files.exists(path)
          ? "name another file with --lock"
          : "\(toolName) accept RECORDINGS… --lock \(shellWord(path))")
    }
    // A carriage return by itself ends no line.
    guard text[0].hasPrefix(heading.prefix { $0 != ":" }), !text[0].utf8.contains(13) else {
      throw CommandFailure(
        .baseline, "\(path): not a lock file: its first line is not '\(heading)'",
        advice: "name another file with --lock")
    }
    var lines: [String: String] = [:]
    for line in text where !line.hasPrefix("#") {
      if let name = line.split(separator: " ").first { lines[String(name)] = line }
    }
    return lines
  }

  /// Puts recordings into the lock, and leaves the lines of others as they are.
  ///
  /// - Parameter drops: keys of lines to remove.
  /// - Throws: `CommandFailure`; the lock file is then as it was.
  static func update(_ lock: String, _ paths: [String], drops: [String]) throws {
    var lines = Files.exists(lock) ? try read(lock) : [:]
    for path in paths {
      lines[key(path, in: lock)] = try attempt(path) {
        try line(path, try open(path), in: lock)
      }
    }
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
      let name = key(path, in: lock)
      let line = locked.removeValue(forKey: name)
      guard let recording else { continue }
      guard let line else {
        console.complain("\(lock): has no line for \(name)")
        status = .baseline
        continue
      }
      if line != (try self.line(path, recording, in: lock)) {
        console.complain("\(lock): \(name) is not the recording that was accepted")
        status = .baseline
      }
    }
    for name in locked.keys.sorted() {
      console.complain("\(lock): \(name) is locked but was not given")
      status = .baseline
    }
    if status == .baseline {
      console.say(
        "  next: \(toolName) accept RECORDINGS… --lock \(shellWord(lock)), if the change is meant")
    }
    return status
  }
}
