import Foundation

/// Programs of this package that tests start: they lie beside the program that runs the tests.
package enum Programs {
  /// The agent of the tests' own simulation; see `Tests/ParticleAgent`.
  package static var particleAgent: String { folder + "/particle-agent" }

  /// The tool itself.
  package static var laplace: String { folder + "/laplace" }

  /// The program that signs recordings; see `Tools/sign`.
  package static var sign: String { folder + "/laplace-sign" }

  /// The agent of all simulations that golden recordings need; see `Tests/GoldenAgent`.
  package static var agent: String { folder + "/golden-agent" }

  /// The benchmark program; see `Tools/bench.d`.
  package static var bench: String { folder + "/laplace-bench" }

  /// The folder in which the programs and shared libraries of this package lie.
  package static var folder: String {
    // The tests are a program of their own on Linux, and a bundle elsewhere.
    #if os(Linux)
      let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      return ((path ?? CommandLine.arguments[0]) as NSString).deletingLastPathComponent
    #else
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      return ((bundle?.bundlePath ?? "") as NSString).deletingLastPathComponent
    #endif
  }
}
