import AgentProtocol
import Recording
import Scenarios
import Simulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What reads bytes that anybody may have made.
enum BytesTarget: String, CaseIterable {
  /// A recording, read strictly, and all that it holds.
  case reader
  /// A recording, of which the index and what it points at are read.
  case index
  /// A damaged recording, of which all whole parts are wanted.
  case rescue
  /// The memory of a flight recorder whose process has died.
  case flight
  /// Requests to an agent, and an agent's replies.
  case wire
  /// Inputs as text.
  case inputs
  /// Calls of an app in a journal, and states of one, which a replay takes from a file.
  case journal

  /// The one that the environment names.
  static let chosen: BytesTarget = {
    let name = getenv("LAPLACE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = BytesTarget(rawValue: name) else {
      fatalError("LAPLACE_FUZZ_TARGET is one of \(BytesTarget.allCases.map(\.rawValue))")
    }
    return target
  }()

  /// Steps that are read of what is accepted: enough to reach every decoder.
  private static let stepCountMax: Int64 = 40

  /// Hands `bytes` to the reader. It may refuse them in any way but a trap.
  func read(_ bytes: [UInt8]) {
    switch self {
    case .reader: if let recording = try? Recording(bytes: bytes) { Self.readAll(recording) }
    case .index: Self.readByIndex(bytes)
    case .rescue:
      for piece in (try? Rescue(bytes: bytes))?.pieces ?? [] { Self.readAll(piece.recording) }
    case .flight: _ = try? FlightLog(bytes: bytes, isOver: true)
    case .wire: Self.talk(bytes)
    case .inputs:
      _ = try? InputScript.parse(
        String(decoding: bytes, as: UTF8.self), kinds: Self.description.inputs,
        stepDuration: Self.description.stepDuration)
    case .journal: JournalFuzz(bytes).run()
    }
  }

  /// A file of this process's own, in memory where there is such a folder.
  private static let indexPath =
    (access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp") + "/laplace-fuzz-\(getpid()).mcap"

  private static func readByIndex(_ bytes: [UInt8]) {
    let descriptor = open(indexPath, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
      fatalError("\(indexPath) cannot be written: \(errno)")
    }
    defer {
      close(descriptor)
      unlink(indexPath)
    }
    guard let file = try? Recording(unchecked: indexPath) else { return }
    _ = (try? file.markers, try? SpaceUsage(path: indexPath), file.layout.listed)
    let count = file.stepCount
    for step in Set([0, 1, 7, 12, count / 2, count - 1].map { min(max($0, 0), count) }).sorted() {
      _ = (try? file.digest(after: step), try? file.inputs(at: step))
      _ = (try? file.state(after: step), try? file.poses(after: step))
    }
    readAll(file)
  }

  private static func readAll(_ recording: Recording) {
    _ = (try? recording.leftOutSteps, try? recording.verifyChain())
    for step in 0..<min(recording.stepCount, stepCountMax) {
      _ = (try? recording.digest(after: step), try? recording.inputs(at: step))
      _ = try? recording.state(after: step)
      _ = try? recording.poses(after: step)
    }
    for stepCount in recording.keyframeSteps.prefix(8) {
      _ = try? recording.keyframe(atOrBefore: stepCount)
    }
  }

  // MARK: The agents' protocol

  /// A simulation whose parameters cannot ask for much.
  static let entries = Catalogue.all.filter { $0.name == "spring" }

  static func makeRun() -> any RunningSimulation {
    guard let entry = entries.first,
      let run = try? entry.start(parameters: entry.defaultParameters, seed: 1)
    else { fatalError("the catalogue has spring, and it starts") }
    return run
  }

  static let description = makeRun().description

  /// Frames of two bytes of length: an agent answers them, a tool takes each for an answer.
  private static func talk(_ bytes: [UInt8]) {
    let server = AgentServer(catalogue: entries, engineVersion: "1", build: [])
    var rest = bytes[...]
    while rest.count >= 2 && !server.isStopped {
      let count = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
      let frame = Array(rest.dropFirst(2).prefix(count))
      rest = rest.dropFirst(2 + frame.count)
      let reply = server.reply(to: frame)
      guard (try? AgentReply(encoded: reply)) != nil else {
        fatalError("an agent's own reply cannot be read: \(reply)")
      }
      _ = try? AgentReply(encoded: frame)
    }
  }
}
