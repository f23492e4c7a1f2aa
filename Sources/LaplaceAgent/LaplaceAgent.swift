import AgentProtocol
import Simulation

/// A program that runs simulations on command, for tools that compare builds.
///
/// ```swift
/// import LaplaceAgent
///
/// LaplaceAgent.main(catalogue: [
///   CatalogueEntry(MyGame.self, summary: "my game", defaultStepCount: 600)
/// ])
/// ```
///
/// Needs the standard library and a C library's `read`, `write` and `exit`, and so runs on every
/// target. A tool made with `LaplaceTool.main(catalogue:)` is an agent as well, and needs no other.
public enum LaplaceAgent {
  /// Answers the requests that come on standard input with replies on standard output (see
  /// `AgentProtocol`), until the input ends or a request says so.
  ///
  /// A broken input, or an output that nobody takes, ends the program with status 2 and one line on
  /// standard error. In a library of WebAssembly (`Tools/engine`) it returns at once, and each call
  /// of the page is a request.
  public static func main(catalogue: [CatalogueEntry]) {
    #if LAPLACE_LIBRARY
      offer(catalogue)
    #else
      if let fault = serve(catalogue: catalogue) { StandardStreams.fail(programName, fault) }
    #endif
  }

  /// Answers until the end.
  ///
  /// - Returns: what went wrong, `nil` for a good end.
  package static func serve(
    catalogue: [CatalogueEntry], engineVersion: String = engineVersion,
    build: [BuildFact] = buildFacts()
  ) -> StaticString? {
    let server = AgentServer(catalogue: catalogue, engineVersion: engineVersion, build: build)
    var input = StandardInput()
    var replies = WireWriter()
    while true {
      // A system call for each reply would cost more than a small step.
      if !input.holdsFrame || replies.bytes.count > 1 << 16 || server.isStopped {
        if !StandardStreams.write(replies.bytes) { return "standard output cannot be written" }
        replies = WireWriter()
      }
      if server.isStopped { return nil }
      switch nextFrame(&input) {
      case .body(let frame): replies.append(bytes: server.reply(to: frame))
      case .end: return nil
      case .fault(let fault): return fault
      }
    }
  }

  private enum Frame {
    case body([UInt8])
    case end
    case fault(StaticString)
  }

  private static func nextFrame(_ input: inout StandardInput) -> Frame {
    guard let head = input.read(4) else { return .fault("standard input cannot be read") }
    if head.isEmpty { return .end }
    guard head.count == 4 else {
      return .fault("broken frame: the input ends inside its length")
    }
    var reader = WireReader(head)
    guard let word = try? reader.word32(), word >= 1, word <= UInt32(AgentProtocol.frameSizeMax)
    else { return .fault("broken frame: its length is not in 1 ... 2^28") }
    let size = Int(word)
    guard let frame = input.read(size), frame.count == size else {
      return .fault("broken frame: the input ends before its length says")
    }
    return .body(frame)
  }

  /// What the program is called, as bytes.
  private static var programName: [UInt8] {
    #if hasFeature(Embedded)
      // An embedded program gets no arguments.
      return Array("laplace-agent".utf8)
    #else
      let path = CommandLine.arguments.first ?? ""
      return Array(path.utf8.split(separator: UInt8(ascii: "/")).last ?? "agent".utf8[...])
    #endif
  }
}
