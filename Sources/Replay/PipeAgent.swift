import Foundation
import Simulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An agent in a child process: frames on its standard input and output.
public final class PipeAgent: Agent {
  public let name: String
  /// How long one reply may take, in seconds.
  public var timeout: Double = 600
  private let process = Process()
  private let requests = Pipe()
  private let replies = Pipe()

  /// Starts `command`: words separated by spaces; a word with spaces is put in quotes.
  ///
  /// - Throws: ``AgentError/notStarted(_:)``.
  public init(name: String, command: String) throws(AgentError) {
    self.name = name
    let words = PipeAgent.words(of: command)
    guard let program = words.first else { throw .notStarted("its command is empty") }
    guard let path = PipeAgent.path(of: program) else {
      throw .notStarted("there is no program '\(program)'")
    }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = Array(words.dropFirst())
    process.standardInput = requests
    process.standardOutput = replies
    // A child that ends while we write to it is an error to report, not a reason to die.
    signal(SIGPIPE, SIG_IGN)
    do {
      try process.run()
    } catch {
      throw .notStarted("\(error.localizedDescription) (\(path))")
    }
    // Our copies of the child's ends are closed by `run`; what is left is ours alone.
  }

  deinit {
    try? requests.fileHandleForWriting.close()
    if process.isRunning { process.terminate() }
  }

  public func send(_ request: AgentRequest) throws(AgentError) -> AgentReply {
    let body = request.encoded
    var frame = WireWriter()
    frame.append(bytes: body)
    do {
      try requests.fileHandleForWriting.write(contentsOf: Data(frame.bytes))
    } catch {
      throw .ended(ending)
    }
    let deadline = Date(timeIntervalSinceNow: timeout)
    var head = WireReader(try read(4, before: deadline))
    let size = Int(try head.word32())
    guard size >= 1, size <= AgentProtocol.frameSizeMax else { throw .garbled }
    return try AgentReply(encoded: try read(size, before: deadline))
  }

  /// Reads exactly `count` bytes of the reply.
  private func read(_ count: Int, before deadline: Date) throws(AgentError) -> [UInt8] {
    let descriptor = replies.fileHandleForReading.fileDescriptor
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let left = deadline.timeIntervalSinceNow
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&entry, 1, Int32(max(0, min(left * 1000, 2_000_000_000))))
      if ready == 0 { throw .timedOut(seconds: timeout) }
      if ready < 0 && errno == EINTR { continue }
      let start = done
      let got = bytes.withUnsafeMutableBytes { buffer in
        posixRead(descriptor, buffer.baseAddress! + start, count - start)
      }
      if got < 0 && errno == EINTR { continue }
      if got <= 0 { throw .ended(ending) }
      done += got
    }
    return bytes
  }

  private var ending: String {
    for _ in 0..<50 where process.isRunning { usleep(10_000) }
    if process.isRunning { return "it closed its output" }
    return process.terminationReason == .uncaughtSignal
      ? "killed by signal \(process.terminationStatus)"
      : "exit status \(process.terminationStatus)"
  }

  private static func words(of command: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var isOpen = false
    for character in command {
      if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        isOpen = true
      } else if character == " " {
        if isOpen || !word.isEmpty { words.append(word) }
        word = ""
        isOpen = false
      } else {
        word.append(character)
      }
    }
    if isOpen || !word.isEmpty { words.append(word) }
    return words
  }

  /// A name with a slash is a path; another one is looked up as a shell would.
  private static func path(of program: String) -> String? {
    let files = FileManager.default
    if program.contains("/") { return files.isExecutableFile(atPath: program) ? program : nil }
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") {
      let path = "\(folder)/\(program)"
      if files.isExecutableFile(atPath: path) { return path }
    }
    return nil
  }
}

/// `read` of the C library: the method of the same name hides it inside the class.
private func posixRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int
{
  #if canImport(Glibc)
    Glibc.read(descriptor, buffer, count)
  #elseif canImport(Musl)
    Musl.read(descriptor, buffer, count)
  #else
    Darwin.read(descriptor, buffer, count)
  #endif
}
