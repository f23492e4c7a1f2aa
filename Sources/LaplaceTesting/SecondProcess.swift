import CTestingStart
import LaplaceAgent
import Recording
import Replay
import Simulation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// This program once more, as an agent of one simulation: with other hash seeds, other addresses
/// and other contents of memory that was never set.
enum SecondProcess {
  static let variable = "LAPLACE_TESTING_SIMULATION"

  /// A build that starts the program anew for each agent; `nil` where that cannot be done.
  static func build<S: Simulation>(_ type: S.Type) -> Build? {
    laplace_testing_keep()
    #if os(Linux) || os(macOS)
      guard let name = _mangledTypeName(type), _typeByName(name) != nil,
        let program = program,
        let launcher = ["/usr/bin/env", "/bin/env"].first(where: Files.isProgram)
      else { return nil }
      var words = [launcher, "\(variable)=\(name)", "MALLOC_PERTURB_=165", "MallocPreScribble=1"]
      words.append("SWIFT_DETERMINISTIC_HASHING=")
      return .program(
        name: "second process", arguments: words + program,
        summary: "this program once more: other hash seeds, another heap")
    #else
      return nil
    #endif
  }

  /// The program with its arguments: where tests are a bundle, they say which.
  private static var program: [String]? {
    #if os(Linux)
      return Files.program.map { [$0] }
    #else
      return Files.program.map { [$0] + CommandLine.arguments.dropFirst() }
    #endif
  }

  fileprivate static func serve(_ name: String) -> Never {
    guard let type = _typeByName(name) as? any Simulation.Type else { exit(2) }
    func entry<S: Simulation>(_ type: S.Type) -> CatalogueEntry {
      CatalogueEntry(type, summary: "", defaultStepCount: 0)
    }
    LaplaceAgent.main(catalogue: [entry(type)])
    exit(0)
  }
}

/// Called by the start-up code of `CTestingStart`.
@_cdecl("laplace_testing_serve")
public func _laplaceTestingServe(_ simulation: UnsafePointer<CChar>) {
  SecondProcess.serve(String(cString: simulation))
}
