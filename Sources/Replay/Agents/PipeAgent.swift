import AgentProtocol
import Recording
import Sessions
import Simulation
import SystemC
import WorkerThreads

/// An agent in a child process: frames on its standard input and output.
///
/// What it writes to standard error is read as it comes, so that it can never block on it; the last
/// of it is kept for reports. The process ends with this object, with whatever it started.
public final class PipeAgent: Agent {
  /// How reports name it.
  public let name: String
  /// How long one reply may take, in seconds.
  public var timeout: Double = 120
  /// How long the first reply may take, in seconds, when that is more: some take long to start.
  public var firstTimeout: Double = 0
  private var hasReplied = false
  /// Whether every answer so far was one: otherwise it is not asked to end, but made to.
  private var isSound = true
  private let child: ChildProcess
  /// Bytes of its output that belong to no reply yet, behind some that belong to one.
  private var received: [UInt8] = []
  /// How many belong to one.
  private var takenCount = 0
  private var errorTail = ErrorTail()
  /// Text that stood where a reply belongs.
  private var strayText: String?
  private var areErrorsOpen = true
  private var isOutputOpen = true
  /// Set to 1 in an agent's environment: a program that is more than an agent knows by it, when it
  /// is started without arguments, that it is meant to be one.
  package static let environmentVariable = "LAPLACE_AGENT"

  /// Starts `command`: words separated by spaces; a word with spaces is put in quotes.
  ///
  /// - Throws: `AgentError.notStarted(_:)`.
  public convenience init(name: String, command: String) throws(AgentError) {
    try self.init(name: name, arguments: CommandWords.split(command))
  }

  /// Starts the program `arguments[0]` with the rest as its arguments.
  ///
  /// - Throws: `AgentError.notStarted(_:)`.
  public convenience init(name: String, arguments: [String]) throws(AgentError) {
    try self.init(name: name, arguments: arguments, settings: [:])
  }

  /// - Parameter settings: variables of its environment, besides those of ours.
  package init(name: String, arguments: [String], settings: [String: String]) throws(AgentError) {
    self.name = name
    guard let program = arguments.first else { throw .notStarted("its command is empty") }
    guard let path = CommandWords.path(of: program) else {
      throw .notStarted("there is no program '\(program)'")
    }
    child = try ChildProcess(
      path: path, arguments: Array(arguments.dropFirst()),
      settings: Self.withoutBacktraces.merging(settings) { $1 }
        .merging([Self.environmentVariable: "1"]) { $1 })
  }

  /// Settings under which a trap ends a process at once: a backtrace would take a second, and hide the
  /// message of the trap. A person who sets the variable gets backtraces.
  static var withoutBacktraces: [String: String] {
    environment("SWIFT_BACKTRACE") == nil ? ["SWIFT_BACKTRACE": "enable=no"] : [:]
  }

  deinit { child.end(patience: 0) }

  /// Ends the process: it is asked to stop, and made to when it does not within two seconds.
  public func stop() { stop(patience: 2) }

  /// - Parameter patience: how long it may take to end by itself, in seconds: a program that counts
  ///   what it reaches writes its counts then.
  package func stop(patience: Double) {
    if isSound { _ = writeSome(AgentRequest.stop.frame[...]) }
    child.end(patience: isSound ? patience : 0)
  }

  /// Sends a request to the process and waits for its reply.
  ///
  /// - Throws: `AgentError`: when the process does not start, does not answer in time, ends, or breaks
  ///   the protocol.
  public func send(_ request: AgentRequest) throws(AgentError) -> AgentReply {
    try send([request])[0]
  }

  /// Whether it reads a request while earlier ones wait for their replies: known of a program that
  /// is this one, and asked of no other.
  package var takesManyRequests = false

  /// Sends requests without waiting in between, and returns the reply to each.
  ///
  /// - Precondition: it takes many requests, or it is one.
  func send(_ requests: [AgentRequest]) throws(AgentError) -> [AgentReply] {
    precondition(takesManyRequests || requests.count == 1)
    do throws(AgentError) {
      return try exchange(requests)
    } catch {
      isSound = false
      throw error
    }
  }

  private func exchange(_ requests: [AgentRequest]) throws(AgentError) -> [AgentReply] {
    let limit = hasReplied ? timeout : max(timeout, firstTimeout)
    let deadline = MonotonicClock.seconds + limit
    var unsent = requests.flatMap(\.frame)[...]
    var replies: [AgentReply] = []
    while true {
      while unsent.isEmpty || requests.count > 1, let body = try takeReply() {
        hasReplied = true
        replies.append(try AgentReply(encoded: body))
        if replies.count == requests.count { return replies }
      }
      guard isOutputOpen else {
        AgentProcesses.waitIfToolEnds()
        throw .ended(endingWords())
      }
      let left = deadline - MonotonicClock.seconds
      guard left > 0 else {
        child.end(patience: 0)
        throw .timedOut(seconds: limit)
      }
      exchange(&unsent, seconds: left)
    }
  }

  /// The last line that it wrote to standard error, or text that it sent in place of a reply. What a
  /// trap says counts more than the backtrace that follows it.
  public var lastWords: String? {
    readErrorsToEnd()
    return errorTail.lastWords ?? strayText
  }

  /// The place in the program at which it crashed, if it knows.
  var crashPlace: String? {
    readErrorsToEnd()
    return errorTail.crashPlace
  }

  /// The last lines, ten at most; nothing but printable text, a terminal obeys no agent.
  public var lastLines: [String] {
    readErrorsToEnd()
    let lines = errorTail.lines.suffix(10)
    return lines.isEmpty ? strayText.map { [$0] } ?? [] : Array(lines)
  }

  /// Reads the errors that are on their way, but no flood of them.
  private func readErrorsToEnd() {
    for _ in 0..<64 where areErrorsOpen { if !readErrors() { break } }
  }
}

// MARK: Streams

extension PipeAgent {
  /// One whole reply from what has been received.
  private func takeReply() throws(AgentError) -> [UInt8]? {
    let (first, left) = (takenCount, received.count - takenCount)
    guard left >= 4 else {
      // Not for every reply: moving what follows would cost more than reading it.
      received.removeSubrange(0..<takenCount)
      takenCount = 0
      return nil
    }
    var head = WireReader(Array(received[first..<first + 4]))
    let size = Int(try head.word32())
    // The type tells text that was printed by mistake from a long reply, without waiting for its
    // end.
    let isReply = left < 5 || received[first + 4] > 0x80
    guard size >= 1, size <= AgentProtocol.frameSizeMax, isReply else {
      noteStrayText()
      throw .garbled
    }
    guard left >= 4 + size else {
      received.removeSubrange(0..<takenCount)
      takenCount = 0
      return nil
    }
    let body = Array(received[first + 4..<first + 4 + size])
    takenCount = first + 4 + size
    if takenCount == received.count {
      received.removeAll(keepingCapacity: true)
      takenCount = 0
    }
    return body
  }

  private func noteStrayText() {
    let line = received.dropFirst(takenCount).prefix(200).prefix { $0 != 10 && $0 != 13 }
    guard !line.isEmpty, line.allSatisfy({ $0 >= 32 && $0 < 127 }) else { return }
    strayText = String(decoding: line, as: UTF8.self)
  }

  /// Waits until a stream is ready and moves what can be moved.
  private func exchange(_ unsent: inout ArraySlice<UInt8>, seconds: Double) {
    // A closed stream gets the number −1, which `poll` passes over.
    var entries = [
      pollfd(fd: isOutputOpen ? child.output : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: areErrorsOpen ? child.errors : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: unsent.isEmpty ? -1 : child.input, events: Int16(POLLOUT), revents: 0),
    ]
    let milliseconds = Int32(min(seconds * 1000 + 1, 250))
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else {
      // What it started may hold its output open after its own end.
      if AgentProcesses.isZombie(child.id) { isOutputOpen = false }
      return
    }
    if entries[1].revents != 0 { _ = readErrors() }
    if entries[0].revents != 0 { readOutput() }
    if entries[2].revents != 0, let sent = writeSome(unsent) {
      unsent = unsent.dropFirst(sent)
    } else if entries[2].revents != 0 {
      // It reads no more. A last reply may still be on its way; without one its output ends.
      unsent = []
    }
  }

  /// Writes as much as the pipe takes; `nil` when its reader has gone.
  private func writeSome(_ bytes: ArraySlice<UInt8>) -> Int? {
    let put = bytes.withUnsafeBytes { posixWrite(child.input, $0.baseAddress!, $0.count) }
    if put >= 0 { return put }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  private func readOutput() {
    switch ChildProcess.readSome(child.output) {
    case .some(let bytes) where bytes.isEmpty: isOutputOpen = false
    case .some(let bytes): received += bytes
    case .none: break
    }
  }

  /// Reads what there is of standard error; whether there was something.
  private func readErrors() -> Bool {
    guard let bytes = ChildProcess.readSome(child.errors) else { return false }
    if bytes.isEmpty { areErrorsOpen = false }
    errorTail.append(bytes)
    return !bytes.isEmpty
  }

  /// How the process ended, for a person.
  private func endingWords() -> String {
    var words = child.wait(seconds: 3).map { "\($0)" } ?? "it closed its output"
    let rest = received.count - takenCount
    if rest > 0 { words += ", \(rest) bytes into a reply" }
    return words
  }
}

extension AgentRequest {
  /// The request as it goes over a pipe: length and body.
  fileprivate var frame: [UInt8] {
    var writer = WireWriter()
    writer.append(bytes: encoded)
    return writer.bytes
  }
}

/// `write` of the C library: a method of the same name may hide it inside a class.
private func posixWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
