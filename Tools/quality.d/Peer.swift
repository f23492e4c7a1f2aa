import Foundation

/// What another engine's driver has found: see Tools/quality.d/peers.
struct Peer {
  struct Trouble: Error, CustomStringConvertible {
    var description: String
  }

  let name: String
  /// By the name of the line.
  private(set) var findings: [String: String] = [:]

  /// Runs a driver; it knows some of the lines.
  init(program: String, names: [String]) throws {
    name = try Peer.output(program, ["--list"]).trimmingCharacters(in: .whitespacesAndNewlines)
    for line in try Peer.output(program, names).split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2 else {
        throw Trouble(description: "\(program): not a line and a finding: \(line)")
      }
      findings[String(parts[0])] = String(parts[1])
    }
  }

  private static func output(_ program: String, _ words: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    process.standardOutput = pipe
    do {
      try process.run()
    } catch {
      throw Trouble(description: "\(program): cannot be run")
    }
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw Trouble(description: "\(program): status \(process.terminationStatus)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
