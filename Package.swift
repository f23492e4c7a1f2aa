// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// Products of swift-syntax, which only the trait `Macros` needs.
func syntax(_ products: [String]) -> [Target.Dependency] {
  products.map {
    .product(name: $0, package: "swift-syntax", condition: .when(traits: ["Macros"]))
  }
}

let package = Package(
  name: "Laplace",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(
      name: "Laplace",
      targets: [
        "Simulation", "AgentProtocol", "Recording", "Sessions", "Replay", "Pictures",
        "LaplaceCommands",
      ]),
    .library(name: "LaplaceAgent", targets: ["Simulation", "LaplaceAgent"]),
    .library(name: "LaplaceTesting", targets: ["Simulation", "LaplaceTesting"]),
    .library(
      name: "LaplaceDynamics",
      targets: ["DeterministicMath", "RigidBodies", "Dynamics", "DynamicsEvents", "WorkerThreads"]),
    .library(
      name: "UIKitDynamicsCompatibility", targets: ["Dynamics", "UIKitDynamicsCompatibility"]),
    .library(name: "DynamicsJournal", targets: ["Dynamics", "DynamicsJournal"]),
    .library(name: "LaplaceMacros", targets: ["LaplaceMacros"]),
    .library(name: "LaplaceSigning", targets: ["LaplaceSigning"]),
    .executable(name: "laplace", targets: ["laplace"]),
    .executable(name: "laplace-sign", targets: ["laplace-sign"]),
    .plugin(name: "LaplacePlugin", targets: ["LaplacePlugin"]),
  ],
  traits: [
    .trait(
      name: "AVX2",
      description: """
        Eight lanes in one register instead of two: for x86-64 processors since 2013 (Haswell, Zen). \
        The bits are the same.
        """),
    .trait(
      name: "Macros",
      description: """
        The macro `@Recorded` of the product LaplaceMacros: without it, swift-syntax is neither \
        fetched nor built.
        """),
    .trait(
      name: "Signing",
      description: """
        Signatures of recordings, in the product LaplaceSigning and the program laplace-sign: without \
        it, swift-crypto is neither fetched nor built.
        """),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "603.0.1"..<"604.0.0"),
    .package(url: "https://github.com/apple/swift-crypto", "4.0.0"..<"5.0.0"),
  ],
  targets: [
    // The engine: standard library only, Embedded-Swift-clean. Arrows point to the left.
    .target(name: "DeterministicMath"),
    .target(name: "Simulation", dependencies: ["DeterministicMath"]),
    // Bytes in, bytes out: makes a program of the agent's side of the protocol, on every target.
    .target(name: "AgentProtocol", dependencies: ["Simulation", "DeterministicMath"]),
    // Bytes in, bytes out: what a recording is. Reads and writes it, in pages as well.
    .target(
      name: "RecordingFormat",
      dependencies: ["CProcessorHints", "AgentProtocol", "Simulation", "DeterministicMath"]),
    // Bytes in, bytes out: makes a program of the agent's side of the protocol, on every target.
    .target(name: "LaplaceAgent", dependencies: ["AgentProtocol", "Simulation"]),
    .target(name: "RigidBodies", dependencies: ["Simulation", "DeterministicMath"]),
    .target(name: "Dynamics", dependencies: ["RigidBodies", "Simulation", "DeterministicMath"]),
    // Scripted inputs, as data.
    // Valgrind 3.19 cannot read the DWARF 5 that clang writes, and counts the benchmark's instructions.
    .target(name: "CGestures", exclude: ["files"], cSettings: [.unsafeFlags(["-gdwarf-4"])]),
    .target(
      name: "Scenarios",
      dependencies: ["CGestures", "Dynamics", "RigidBodies", "Simulation", "DeterministicMath"]),

    // Beside the engine: names and views of UIKit. Uses Foundation.
    .target(name: "UIKitDynamicsCompatibility", dependencies: ["Dynamics"]),
    // Beside the engine: what can be waited for. Needs tasks, which Embedded builds may not have.
    .target(
      name: "DynamicsEvents", dependencies: ["Dynamics"],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),

    // What processors offer and Swift has no name for.
    .systemLibrary(name: "CProcessorHints"),
    // The C library, which each system has under another name.
    .target(name: "SystemC"),
    // Threads for the engine, which knows none.
    .target(name: "WorkerThreads", dependencies: ["CProcessorHints", "SystemC", "Simulation"]),

    // The toolkit: knows simulations, never bodies.
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .target(
      name: "Recording",
      dependencies: [
        "CZstd", "RecordingFormat", "SystemC", "WorkerThreads", "AgentProtocol", "Simulation",
        "DeterministicMath",
      ]),
    // What an app links, and what runs steps and compares states in a loop.
    .target(
      name: "Sessions",
      dependencies: [
        "Recording", "SystemC", "WorkerThreads", "AgentProtocol", "Simulation", "DeterministicMath",
      ]),
    .target(
      name: "Replay",
      dependencies: [
        "Sessions", "Recording", "SystemC", "WorkerThreads", "AgentProtocol", "Simulation",
        "DeterministicMath",
      ]),
    // Records apps that use the engine as they are.
    .target(
      name: "DynamicsJournal",
      dependencies: ["Dynamics", "Replay", "Sessions", "Recording", "Simulation"]),
    // Drawings as SVG.
    .target(
      name: "Pictures", dependencies: ["Recording", "Sessions", "Simulation", "DeterministicMath"]),
    // Pages that show recordings; their style, elements and scripts as data.
    .target(
      name: "Pages",
      dependencies: [
        "AgentProtocol", "CPageFiles", "Pictures", "Recording", "Sessions", "Simulation",
        "DeterministicMath",
      ]),
    .target(name: "CPageFiles", exclude: ["files"]),
    // Where in the program an agent crashes: release builds print nothing.
    .target(name: "CCrashPlace"),
    .target(
      name: "LaplaceCommands",
      dependencies: [
        "CCrashPlace", "Pages", "Pictures", "Replay", "Sessions", "Recording", "SystemC",
        "WorkerThreads", "LaplaceAgent", "AgentProtocol", "Simulation", "DeterministicMath",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // The macro, which writes descriptions of state. Without the trait `Macros` both are empty.
    .macro(
      name: "RecordedMacros",
      dependencies: syntax([
        "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder",
        "SwiftSyntaxMacros",
      ])),
    .target(
      name: "LaplaceMacros",
      dependencies: [
        .target(name: "RecordedMacros", condition: .when(traits: ["Macros"])), "Simulation",
      ]),

    // Signatures of recordings. Without the trait `Signing` it says so, and needs nothing of others.
    .target(
      name: "LaplaceSigning",
      dependencies: [
        "Recording",
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Signing"])),
      ]),

    // For tests: what they start again becomes an agent before any test runs.
    .target(name: "CTestingStart"),
    .target(
      name: "LaplaceTesting",
      dependencies: [
        "CTestingStart", "Replay", "Sessions", "Recording", "SystemC", "LaplaceAgent",
        "AgentProtocol", "Simulation",
      ]),

    // Programs.
    .executableTarget(
      name: "laplace", dependencies: ["LaplaceCommands", "Scenarios"], path: "Tools/laplace"),
    .executableTarget(
      name: "laplace-sign",
      dependencies: [
        "LaplaceSigning", "Recording", "AgentProtocol", "Simulation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/sign"),
    // `swift package laplace`: the tool of whoever depends on this package. It asks for no permission:
    // verbs that write need --allow-writing-to-package-directory where SwiftPM has a sandbox, and those
    // that read need nobody to answer.
    .plugin(
      name: "LaplacePlugin",
      capability: .command(
        intent: .custom(
          verb: "laplace",
          description: "Build this package's tool of simulations, and run one of its verbs.")),
      path: "Tools/plugin"),
    .executableTarget(
      name: "laplace-agent", dependencies: ["LaplaceAgent", "Scenarios"], path: "Tools/agent"),
    // Golden recordings need worlds that do not ship: an agent, and a tool, that have them too.
    .target(
      name: "GoldenWorlds",
      dependencies: ["Scenarios", "Dynamics", "RigidBodies", "Simulation", "DeterministicMath"],
      path: "Tests/GoldenWorlds"),
    .executableTarget(
      name: "golden-agent", dependencies: ["LaplaceAgent", "GoldenWorlds"],
      path: "Tests/GoldenAgent"),
    .executableTarget(
      name: "golden-laplace", dependencies: ["LaplaceCommands", "GoldenWorlds"],
      path: "Tests/GoldenTool"),
    // How well benchmark scenes are computed, and their sizes for tests.
    .target(
      name: "SceneQuality",
      dependencies: ["GoldenWorlds", "RigidBodies", "Simulation", "DeterministicMath"],
      path: "Tools/SceneQuality"),
    .executableTarget(
      name: "laplace-bench",
      dependencies: [
        "SceneQuality", "GoldenWorlds", "Scenarios", "Dynamics", "DynamicsJournal", "RigidBodies",
        "Replay", "Sessions", "Recording",
        "AgentProtocol", "Simulation", "DeterministicMath", "ProgramRunner", "WorkerThreads",
      ],
      path: "Tools/bench.d", exclude: ["peers", "instruction-thresholds.json"]),

    // How well the engine behaves: closed forms and everyday scenes.
    .executableTarget(
      name: "laplace-quality", dependencies: ["Dynamics", "Simulation", "DeterministicMath"],
      path: "Tools/quality.d", exclude: ["peers"]),

    // Checks of source and machine code: they run nothing of the engine.
    .target(
      name: "DeterminismChecks", dependencies: ["ProgramRunner"],
      path: "Tools/checks.d/DeterminismChecks"),
    .target(name: "ProgramRunner", path: "Tools/ProgramRunner"),
    .executableTarget(
      name: "laplace-checks",
      dependencies: [
        "DeterminismChecks", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/checks.d/laplace-checks"),

    // Random calls of the dynamics interface.
    .target(
      name: "DynamicsFuzz", dependencies: ["Dynamics", "Simulation", "DeterministicMath"],
      path: "Tools/fuzz.d/DynamicsFuzz"),
    .executableTarget(
      name: "laplace-fuzz",
      dependencies: [
        "DynamicsFuzz", "DeterministicMath",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/fuzz.d/laplace-fuzz"),

    .target(
      name: "TestSupport", dependencies: ["Simulation", "DeterministicMath"],
      path: "Tests/TestSupport"),
    // An agent of the tests' own simulation, which misbehaves on request.
    .executableTarget(
      name: "particle-agent",
      dependencies: [
        "LaplaceCommands", "AgentProtocol", "TestSupport", "Simulation", "DeterministicMath",
      ],
      path: "Tests/ParticleAgent"),
    .testTarget(
      name: "DeterministicMathTests", dependencies: ["DeterministicMath", "TestSupport"],
      exclude: ["Reference"]),  // read in place, through #filePath
    .target(name: "FloatingPointControl", path: "Tests/FloatingPointControl"),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "AgentProtocol", "Simulation", "TestSupport", "DeterministicMath", "FloatingPointControl",
      ]),
    .testTarget(
      name: "DeterminismTests",
      dependencies: ["DeterminismChecks", "ProgramRunner", "TestSupport"]),
    // Counts what is taken from the heap, by thread.
    .target(name: "AllocationCount", path: "Tests/AllocationCount"),
    .testTarget(
      name: "RigidBodiesTests",
      dependencies: [
        "RigidBodies", "WorkerThreads", "Simulation", "DeterministicMath", "AllocationCount",
        "TestSupport",
      ]),
    .testTarget(
      name: "WorkerThreadsTests",
      dependencies: ["CProcessorHints", "WorkerThreads", "Simulation", "TestSupport"]),
    .testTarget(
      name: "DynamicsTests",
      dependencies: [
        "Dynamics", "DynamicsEvents", "DynamicsFuzz", "RigidBodies", "Sessions", "Simulation",
        "DeterministicMath", "TestSupport",
      ]),
    .testTarget(
      name: "DynamicsJournalTests",
      dependencies: [
        "DynamicsJournal", "Dynamics", "Replay", "Sessions", "Recording", "Simulation",
        "TestSupport",
      ]),
    .testTarget(
      name: "UIKitDynamicsCompatibilityTests",
      dependencies: [
        "UIKitDynamicsCompatibility", "Dynamics", "DynamicsJournal", "Replay", "Sessions",
        "Recording",
        "Simulation", "ProgramRunner", "TestSupport",
      ],
      exclude: ["Stubs"]),  // compiled by the tests, in place
    .testTarget(
      name: "ScenariosTests",
      dependencies: [
        "GoldenWorlds", "SceneQuality", "Scenarios", "Dynamics", "RigidBodies", "Simulation",
        "DeterministicMath", "TestSupport",
      ]),
    .testTarget(name: "ArticlesTests", dependencies: ["ProgramRunner", "TestSupport"]),
    .testTarget(
      name: "BenchmarkTests", dependencies: ["ProgramRunner", "TestSupport", "laplace-bench"]),
    // Recordings as another program may write them.
    .target(
      name: "RecordingLayouts",
      dependencies: ["CZstd", "ProgramRunner", "Recording", "TestSupport"],
      path: "Tests/RecordingLayouts", exclude: ["mcap_layouts.py"]),  // read in place
    .testTarget(
      name: "RecordingTests",
      dependencies: [
        "Recording", "RecordingLayouts", "TestSupport", "AgentProtocol", "Simulation",
        "DeterministicMath",
        "ProgramRunner", "AllocationCount",
      ],
      exclude: ["mcap_reader.py", "state_reader.py", "view_reader.py"]),  // read in place
    .testTarget(
      name: "LaplaceSigningTests",
      dependencies: [
        "LaplaceSigning", "Replay", "Sessions", "Recording", "TestSupport", "Simulation",
        "ProgramRunner",
        "laplace-sign",
      ]),
    .testTarget(
      name: "ReplayTests",
      dependencies: [
        "Replay", "Sessions", "Recording", "AgentProtocol", "TestSupport", "Simulation",
        "DeterministicMath", "FloatingPointControl", "ProgramRunner", "particle-agent",
        "golden-agent",
      ],
      exclude: ["Agents"]),  // compiled, run or read by the tests, in place
    .testTarget(
      name: "LaplaceTestingTests",
      dependencies: [
        "LaplaceTesting", "LaplaceCommands", "Replay", "Sessions", "Recording", "GoldenWorlds",
        "AgentProtocol", "Simulation", "ProgramRunner", "TestSupport", "particle-agent",
      ]),
    .testTarget(
      name: "PlantedFaultTests",
      dependencies: [
        "Replay", "Sessions", "Recording", "GoldenWorlds", "Scenarios", "Simulation",
        "TestSupport", "ProgramRunner", "golden-agent",
      ]),
    .testTarget(
      name: "LaplaceCommandsTests",
      dependencies: [
        "CPageFiles", "LaplaceCommands", "Pages", "Pictures", "Replay", "Sessions", "Recording",
        "GoldenWorlds", "RecordingLayouts", "Scenarios", "TestSupport", "AgentProtocol",
        "Simulation", "DeterministicMath", "FloatingPointControl",
        "ProgramRunner", "particle-agent", "laplace",
      ],
      exclude: ["Golden", "schemas.py"]),  // read in place
  ],
  swiftLanguageModes: [.v6]
)

// The interface for C and what calls C: Swift 6.2 has no `@c`.
#if compiler(>=6.3)
  package.products.append(.library(name: "LaplaceC", type: .dynamic, targets: ["LaplaceC"]))
  package.targets += [
    .target(name: "CLaplace"),
    .target(
      name: "LaplaceC",
      dependencies: [
        "CLaplace", "LaplaceAgent", "AgentProtocol", "Recording", "SystemC", "Simulation",
        "DeterministicMath",
      ]),
    .testTarget(
      name: "LaplaceCTests",
      dependencies: [
        "CLaplace", "LaplaceC", "Sessions", "Recording", "Simulation", "ProgramRunner",
        "TestSupport",
        "laplace",
      ],
      exclude: ["Programs"]),  // compiled by the tests
  ]
#endif

// `LAPLACE_MACRO_TESTS=1` leaves the macro, what it needs, and its tests, which build nothing else:
// swift-syntax takes minutes in release, and the trait would build everything once more.
if Context.environment["LAPLACE_MACRO_TESTS"] == "1" {
  package.targets = package.targets.filter {
    ["DeterministicMath", "Simulation", "RecordedMacros", "LaplaceMacros", "ProgramRunner"]
      .contains($0.name)
  }
  package.targets.append(
    .testTarget(
      name: "LaplaceMacrosTests",
      dependencies: [
        "LaplaceMacros", "RecordedMacros", "Simulation", "DeterministicMath", "ProgramRunner",
      ]
        + syntax([
          "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
          "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
        ])))
  package.products = []
  package.traits.insert(.default(enabledTraits: ["Macros"]))
}

// `LAPLACE_SIGNING_TESTS=1` leaves what signs, what it needs, and its tests, with the trait: swift-crypto
// is compiled for them alone.
if Context.environment["LAPLACE_SIGNING_TESTS"] == "1" {
  package.targets = package.targets.filter {
    [
      "DeterministicMath", "Simulation", "AgentProtocol", "CProcessorHints", "SystemC",
      "WorkerThreads",
      "CZstd",
      "RecordingFormat", "Recording", "Sessions", "Replay", "LaplaceSigning", "laplace-sign",
      "ProgramRunner",
      "TestSupport",
      "LaplaceSigningTests",
    ].contains($0.name)
  }
  package.products = []
  package.traits.insert(.default(enabledTraits: ["Signing"]))
}

// `LAPLACE_RELEASE_TESTS=1` leaves the tests that an optimised build can fail where an unoptimised one
// passes: of the engine and of digests, whose sums and lanes differ between the two, of the codec, of
// machine code, and of faults that are compiled with optimisation.
if Context.environment["LAPLACE_RELEASE_TESTS"] == "1" {
  package.targets.removeAll {
    $0.type == .test
      && ![
        "DeterminismTests", "PlantedFaultTests", "RecordingTests", "RigidBodiesTests",
        "ScenariosTests", "SimulationTests",
      ].contains($0.name)
  }
}

// `LAPLACE_FUZZING=1` adds the program that libFuzzer calls, without a main function of its own:
// `Tools/fuzz --bytes` builds it, with checksums that are all 0.
let isFuzzing = Context.environment["LAPLACE_FUZZING"] == "1"
if isFuzzing {
  package.targets.append(
    .executableTarget(
      name: "laplace-fuzz-bytes",
      dependencies: [
        "Recording", "Replay", "Sessions", "Scenarios", "AgentProtocol", "Simulation",
      ],
      path: "Tools/fuzz.d/laplace-fuzz-bytes",
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
}

// `LAPLACE_PLAIN=1` builds the twin without `Builtin`: square roots and the solver's lanes by the
// standard library, one lane at a time. The tests verify that it gives the same bits.
let isPlain = Context.environment["LAPLACE_PLAIN"] == "1"

// `LAPLACE_CHECKS=1` has every step of a debug build end in a check of all that it left: `Tools/test` does.
let checks = Context.environment["LAPLACE_CHECKS"] == "1"

// Modules that run no step and no loop over states: release builds do not optimise them, which would be
// half of the time to compile the tool. Code that such a loop needs belongs into a module that is not listed.
let cold: Set<String> = ["LaplaceCommands", "LaplaceSigning", "LaplaceTesting", "Replay"]

// `LAPLACE_SMALL=1` makes a small tool for many people and machines, which takes longer to compile:
// `Tools/release` does.
let isSmall = Context.environment["LAPLACE_SMALL"] == "1"

// Nobody edits a dependency, or debugs it: whole modules without debug information compile faster.
let isDependency = Context.packageDirectory.contains("/checkouts/")

// One place for settings. `BuiltinModule` gives the square root and eight lanes at once as one
// instruction each, without libm.
for target in package.targets where target.type != .system && target.type != .plugin {
  // Demos that are written for UIKit say no `any`.
  let isPort = target.name == "UIKitDynamicsCompatibilityTests"
  target.swiftSettings =
    (target.swiftSettings ?? []) + (isPort ? [] : [.enableUpcomingFeature("ExistentialAny")]) + [
      .enableUpcomingFeature("MemberImportVisibility"),
      // Swift takes its target from clang's options. No fused multiply-add: it is not part of AVX2.
      // SwiftPM 6.2 and later takes such flags from dependencies, too (Tools/articles tries it).
      .unsafeFlags(["-Xcc", "-mavx2"], .when(traits: ["AVX2"])),
    ]
    + (isFuzzing
      ? [.define("LAPLACE_FUZZING"), .unsafeFlags(["-sanitize=fuzzer,address"])] : [])
    + (isPlain ? [] : [.enableExperimentalFeature("BuiltinModule")])
    + (cold.contains(target.name)
      ? [
        .unsafeFlags(
          isSmall ? ["-Osize"] : ["-Onone", "-assert-config", "Release", "-gnone"],
          .when(configuration: .release))
      ] : [])
    + (isDependency
      ? [
        .unsafeFlags(["-gnone"]),
        .unsafeFlags(["-wmo", "-num-threads", "2"], .when(configuration: .debug)),
      ] : [])
    + (checks ? [.define("LAPLACE_CHECKS", .when(configuration: .debug))] : [])
}
