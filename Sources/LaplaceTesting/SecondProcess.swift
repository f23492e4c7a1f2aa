import AgentProtocol
import CTestingStart
import LaplaceAgent
import Recording
import Replay
import Sessions
import Simulation
import SystemC

/// This program once more, as an agent of one simulation: with other hash seeds, other addresses
/// and other contents of memory that was never set.
enum SecondProcess {
  static let variable = "LAPLACE_TESTING_SIMULATION"

  /// A build that starts the program once more for each agent; `nil` where that cannot be done.
  ///
  /// - Parameter timeout: seconds that one reply may take.
  static func build<S: Simulation>(_ type: S.Type, timeout: Double = 120) -> Build? {
    guard let program = command(type) else { return nil }
    let other = Surroundings(environment: [
      "SWIFT_DETERMINISTIC_HASHING": "", "MallocPreScribble": "1",
    ]).with(Surroundings.filling(Surroundings.fills[0]))
    return .program(
      name: "second process", arguments: other.arguments(program),
      summary: "this program once more: other hash seeds, another heap", timeout: timeout)
  }

  /// The program once more, as an agent of a simulation; `nil` if that cannot be done.
  static func command<S: Simulation>(_ type: S.Type) -> [String]? {
    laplace_testing_keep()
    #if os(Linux) || os(macOS)
      guard let name = _mangledTypeName(type), _typeByName(name) != nil, let program else {
        return nil
      }
      return ["/usr/bin/env", "\(variable)=\(name)"] + program
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
    if !SelfTestChannel.serve([entry(type)]) { LaplaceAgent.main(catalogue: [entry(type)]) }
    exit(0)
  }
}

/// Called by the start-up code of `CTestingStart`.
@_cdecl("laplace_testing_serve")
public func _laplaceTestingServe(_ simulation: UnsafePointer<CChar>) {
  SecondProcess.serve(String(cString: simulation))
}
