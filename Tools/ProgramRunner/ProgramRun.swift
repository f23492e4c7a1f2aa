import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that was run to its end.
///
/// Not Foundation's `Process`: its `waitUntilExit` was seen to wait for ever while other threads
/// started programs. Streams are files, so that nothing has to be read while the program runs.
package struct ProgramRun: Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// The exit status; 128 and the signal's number, as shells have it, when a signal ended it.
  package var status: Int32
  package var output: Data
  package var errors: Data

  package var outputText: String { String(decoding: output, as: UTF8.self) }
  package var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program and waits for its end.
  ///
  /// - Parameters:
  ///   - path: the program's file; it is not looked up.
  ///   - input: what it reads from standard input.
  ///   - environment: its environment; `nil` for this process's.
  ///   - folder: where it runs; `nil` for this process's folder.
  /// - Throws: ``Failure`` when it cannot be started.
  package init(
    _ path: String, _ arguments: [String] = [], input: Data = Data(),
    environment: [String: String]? = nil, folder: String? = nil
  ) throws {
    let streams = FileManager.default.temporaryDirectory
      .appendingPathComponent("program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: streams) }
    let names = ["input", "output", "errors"].map { streams.appendingPathComponent($0) }
    for (index, name) in names.enumerated() { try (index == 0 ? input : Data()).write(to: name) }
    let settings = (environment ?? ProcessInfo.processInfo.environment)
    var words = [path] + arguments
    if let folder {
      words = ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder] + words
    }
    let id = try ProgramRun.start(
      words, settings.map { "\($0.key)=\($0.value)" }, names.map(\.path))
    var ending: Int32 = 0
    while waitpid(id, &ending, 0) < 0 && errno == EINTR {}
    let signal = ending & 0x7F
    status = signal == 0 ? (ending >> 8) & 0xFF : 128 + signal
    output = try Data(contentsOf: names[1])
    errors = try Data(contentsOf: names[2])
  }

  private static func start(
    _ words: [String], _ settings: [String], _ streams: [String]
  ) throws -> pid_t {
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
      posix_spawn_file_actions_addopen(
        &actions, Int32(number), stream, number == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this process ignores, or this thread blocks, is no business of the program's.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var id: pid_t = 0
    let failure = withStrings(words) { words in
      withStrings(settings) { settings in
        posix_spawn(&id, words[0]!, &actions, &attributes, words, settings)
      }
    }
    guard failure == 0 else {
      throw Failure(description: "\(words[0]): \(String(cString: strerror(failure)))")
    }
    return id
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

/// Writes a program's text into a file that may be run at once.
///
/// Another process does the writing: while this one had the file open, a program started by some
/// other thread would hold it open for writing too, for a moment, and it could not be run.
package func writeProgram(_ text: String, to path: String) throws {
  let run = try ProgramRun(
    "/bin/sh", ["-c", "cat >\"$1\" && chmod 755 \"$1\"", "sh", path], input: Data(text.utf8))
  guard run.status == 0 else { throw ProgramRun.Failure(description: run.errorText) }
}
