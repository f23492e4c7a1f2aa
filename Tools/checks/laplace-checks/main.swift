// Checks that can be made without running anything: the engine's source, and its machine code.

import ArgumentParser
import DeterminismChecks
import Foundation

struct Checks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "laplace-checks",
    abstract: "Looks for what breaks bit-exactness, in source and in machine code.",
    subcommands: [Lint.self, Code.self])
}

struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the determinism rules in the engine's source.")

  @Argument(help: "The folder that holds the modules' folders.")
  var folder = "Sources"

  func run() throws {
    let report = try SourceLint.engine.check(folder: folder)
    for finding in report.findings { print(finding) }
    for name in report.unordered { print("\(name) is a dictionary or a set: asked, never walked?") }
    print("\(report.fileCount) files, \(report.findings.count) findings")
    if !report.findings.isEmpty { throw ExitCode(1) }
  }
}

struct Code: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Disassemble objects or programs; name fused operations and calls of libm.",
    discussion: """
      Without a file, compiles the engine for x86-64 with FMA and for 64-bit ARM and checks that.

      EXAMPLES
        laplace-checks code
        laplace-checks code --engine .build-agents/*/laplace-agent
      """)

  @Argument(help: "Objects or programs.")
  var files: [String] = []

  @Flag(help: "Look at the engine's functions alone: for programs, which hold a C library too.")
  var engine = false

  @Option(help: "The folder that holds the engine's modules.")
  var sources = "Sources"

  @Option(help: "Where the compiled objects go.")
  var output = ".build-checks"

  func run() throws {
    let check = try CodeCheck()
    var objects = files
    if objects.isEmpty {
      let compiler = EngineObjects(sources: sources, folder: output)
      objects = try compiler.compile(.x86) + compiler.compile(.arm64)
    }
    let report = try check.check(objects, scope: engine ? .engine : .everything)
    for finding in report.findings { print(finding) }
    for object in report.blank { print("\(object): nothing of the engine to look at") }
    print(
      "\(report.objectCount) objects, \(report.functionCount) functions, "
        + "\(report.instructionCount) instructions, \(report.findings.count) findings")
    if !report.findings.isEmpty { throw ExitCode(1) }
  }
}

Checks.main()
