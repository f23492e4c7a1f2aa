import AgentProtocol
import Simulation
@preconcurrency import SystemC

/// A child process, with its standard streams as pipes that never block us.
///
/// Several children start at once from several threads, and a child must not inherit the pipes of
/// another: that one would never see the end of its input.
package final class ChildProcess {
  /// How the child ended.
  package enum Ending: Equatable, Sendable, CustomStringConvertible {
    case status(Int32)
    case signal(Int32)

    /// `exit status 3`, `killed by signal 4`.
    package var description: String {
      switch self {
      case .status(let status): "exit status \(status)"
      case .signal(let number): "killed by signal \(number)"
      }
    }

    /// - Parameter status: as `waitpid` gives it.
    fileprivate init(_ status: Int32) {
      let signal = status & 0x7F
      self = signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    }
  }

  /// Its process id, which is the id of its process group as well.
  package let id: pid_t
  /// Where to write; −1 once it is closed, so that no later file gets what was meant for the child.
  private(set) var input: Int32
  package let output: Int32
  package let errors: Int32
  private var ending: Ending?

  /// - Parameter settings: variables of its environment, besides those of ours.
  /// - Throws: `AgentError.notStarted(_:)`.
  package init(
    path: String, arguments: [String], settings: [String: String] = [:]
  ) throws(AgentError) {
    // A child that ends while we write to it is an error to report, not a reason to die.
    signal(SIGPIPE, SIG_IGN)
    let (id, ends) = try AgentProcesses.start { () throws(AgentError) in
      try ChildProcess.spawn(path, arguments, settings).get()
    }
    self.id = id
    (input, output, errors) = (ends[0], ends[1], ends[2])
    for end in ends { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
  }

  deinit {
    end(patience: 0)
    close(output)
    close(errors)
  }

  /// The bytes that a stream holds now: empty at its end, `nil` if there are none yet.
  static func readSome(_ descriptor: Int32) -> [UInt8]? {
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      got = read(descriptor, buffer.baseAddress!, buffer.count)
      count = max(0, got)
    }
    if got < 0 { return errno == EAGAIN || errno == EINTR ? nil : [] }
    return bytes
  }

  /// Tells the child that nothing more will come.
  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Ends the child and what it started: by the end of its input, by a request, by force.
  ///
  /// - Parameter patience: how long it may take to end by itself, in seconds.
  func end(patience: Double) {
    closeInput()
    guard ending == nil else { return }
    if patience > 0 && wait(seconds: patience) != nil { return }
    kill(-id, SIGTERM)
    if wait(seconds: 1) != nil { return }
    kill(-id, SIGKILL)
    _ = wait(seconds: 10)
  }

  /// How it ended; `nil` when it has not within `seconds`.
  package func wait(seconds: Double) -> Ending? {
    var (waited, pause) = (0.0, 0.000_2)
    while ending == nil {
      if AgentProcesses.isZombie(id) {
        collect()
      } else if waited >= seconds {
        return nil
      } else {
        usleep(UInt32(pause * 1_000_000))
        waited += pause
        pause = min(pause * 1.5, 0.02)
      }
    }
    return ending
  }

  /// Collects the ended child. What it left behind in its group is ended first, while the group's
  /// number is still certain to be its own.
  private func collect() {
    kill(-id, SIGTERM)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    // As long as the group has a member, no other group can get its number.
    for _ in 0..<100 where kill(-id, 0) == 0 { usleep(5_000) }
    kill(-id, SIGKILL)
    AgentProcesses.remove(id)
    ending = Ending(status)
  }
}

// MARK: Starting

extension ChildProcess {
  /// Starts the program; gives its id and our ends of its input, output and error streams.
  private static func spawn(
    _ path: String, _ arguments: [String], _ settings: [String: String]
  ) -> Result<(id: pid_t, ends: [Int32]), AgentError> {
    var ours: [Int32] = []
    var theirs: [Int32] = []
    defer { for end in theirs { close(end) } }
    for stream in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        for end in ours { close(end) }
        return .failure(.notStarted("no pipe could be made: \(String(cString: strerror(errno)))"))
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      ours.append(ends[stream == 0 ? 1 : 0])
      theirs.append(ends[stream == 0 ? 0 : 1])
    }
    var id: pid_t = 0
    let failure = start(&id, path, arguments, settings, theirs)
    if failure != 0 {
      for end in ours { close(end) }
      return .failure(.notStarted("\(String(cString: strerror(failure))) (\(path))"))
    }
    return .success((id, ours))
  }

  /// `posix_spawn` in a process group of its own, with the default signals; 0 or an error number.
  private static func start(
    _ id: inout pid_t, _ path: String, _ arguments: [String], _ settings: [String: String],
    _ streams: [Int32]
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    // Signals that the tool ignores or handles would stay ignored in the child.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXFSZ] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // Nor must it inherit that this thread blocks signals, as pooled threads do.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let own = inherited.filter { settings[String($0.prefix { $0 != "=" })] == nil }
    let environment = own + settings.map { "\($0.key)=\($0.value)" }
    return withStrings([path] + arguments) { words in
      withStrings(environment) { environment in
        posix_spawn(&id, path, &actions, &attributes, words, environment)
      }
    }
  }

  /// The variables of our environment, each as `NAME=VALUE`.
  private static var inherited: [String] {
    #if canImport(Darwin)
      var next = _NSGetEnviron().pointee!
    #else
      var next = environ
    #endif
    var variables: [String] = []
    while let variable = next.pointee {
      variables.append(String(cString: variable))
      next += 1
    }
    return variables
  }

  /// Starts a program that may outlive this one, with our streams.
  ///
  /// - Returns: how it ended, if it did so within a second.
  /// - Throws: `AgentError.notStarted(_:)`.
  package static func leave(_ path: String, _ arguments: [String]) throws(AgentError) -> Ending? {
    var id: pid_t = 0
    let failure = start(&id, path, arguments, [:], [])
    guard failure == 0 else {
      throw .notStarted("\(String(cString: strerror(failure))) (\(path))")
    }
    var status: Int32 = 0
    for _ in 0..<50 {
      if waitpid(id, &status, WNOHANG) == id { return Ending(status) }
      usleep(20_000)
    }
    return nil
  }

  /// C strings, ended by a null pointer.
  private static func withStrings<Value>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }
}
