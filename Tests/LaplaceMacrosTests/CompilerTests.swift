import Foundation
import ProgramRunner
import Testing

/// What only the compiler can tell of a type, it says at the property's line.
@Suite struct CompilerTests {
  private static let value = """
    this type cannot be recorded: put @Recorded on it, or conform it to StateRow, StateEnum or \
    StateCases; or leave the field out if it follows from the others
    """
  private static let object = """
    a class cannot be recorded: two runs, or a run and its copy, would share the object; make it \
    a structure, or leave the field out if it follows from the others
    """

  @Test("types that cannot be recorded are named at their lines, once")
  func lines() throws {
    let source = """
      import LaplaceMacros
      import Simulation

      final class Box {}
      struct Plain { var x = 0 }

      @Recorded struct Unit {
        @Key var id: UInt32
        var box: Box
        var plain: Plain
        var plains = [Plain()]
        var act = { 3 }
        @Role(.colour) var x = 0
      }

      @Recorded enum Order {
        case idle
        case open(
          Int,
          box: Box)
        case keep([Plain])
      }

      @Recorded struct Game: Simulation {
        static var name: StaticString { "game" }
        static var stepDuration: StepDuration { StepDuration(1, 20) }

        var units: [Unit] = []
        var box = Box()
        var plain: Plain?

        init(parameters: NoParameters, seed: UInt64) {}
        mutating func step(_ inputs: [NoEvent]) {}
      }
      """
    let errors = try errors(of: source)
    #expect(
      errors == [
        "9 \(Self.object)", "10 \(Self.value)", "11 \(Self.value)", "12 \(Self.value)",
        "13 type 'FieldRole' has no member 'colour'", "20 \(Self.object)", "21 \(Self.value)",
        "29 \(Self.object)", "30 \(Self.value)",
      ])
  }

  @Test("what can be recorded compiles without a word")
  func sound() throws {
    let source = """
      import LaplaceMacros
      import Simulation

      @Recorded struct Cell: Hashable { var x, y: Int32 }
      @Recorded struct Unit {
        var cell: Cell
        var path: [Cell] = []
        @Derived("the path") lazy var length = path.count
      }

      // The macro sees the protocols that are named, at the type or at an extension.
      protocol Game: Simulation {}
      @Recorded struct Chess: Game, Simulation {
        static var name: StaticString { "chess" }
        static var stepDuration: StepDuration { StepDuration(1, 1) }
        var units: [Unit] = []
        init(parameters: NoParameters, seed: UInt64) {}
        mutating func step(_ inputs: [NoEvent]) {}
      }
      """
    let errors = try errors(of: source)
    #expect(errors == [])
  }

  /// `line message` of what the compiler says of a file of this package's user.
  private func errors(of source: String) throws -> [String] {
    // Beside the tests lie the modules that they were built with.
    let tests = try #require(CommandLine.arguments.first { $0.contains("PackageTests.xctest") })
    let end = try #require(tests.firstRange(of: "/LaplacePackageTests.xctest"))
    let products = String(tests[..<end.lowerBound])
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Game.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let run = try ProgramRun(
      "/usr/bin/env",
      [
        "swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6",
        "-diagnostic-style=llvm", "-I", products + "/Modules-tool", "-I", products + "/Modules",
        "-module-cache-path", folder.path,
        "-load-plugin-executable", products + "/RecordedMacros-tool#RecordedMacros", file.path,
      ])
    var found: Set<String> = []
    for line in run.errorText.split(separator: "\n") {
      let parts = line.split(separator: ": ", maxSplits: 2)
      guard parts.count == 3, ["error", "warning"].contains(parts[1]) else { continue }
      let place = parts[0].split(separator: ":")
      guard place.count == 3, place[0] == file.path else {
        found.insert(String(line))
        continue
      }
      // What is unavailable is named first: the message follows.
      let message = parts[2].split(separator: "is unavailable: ").last ?? parts[2]
      found.insert("\(place[1]) \(message)")
    }
    #expect(run.status == (found.isEmpty ? 0 : 1), "\(run.errorText)")
    func line(_ text: String) -> Int { Int(text.prefix { $0.isNumber }) ?? 0 }
    return found.sorted { line($0) < line($1) }
  }
}
