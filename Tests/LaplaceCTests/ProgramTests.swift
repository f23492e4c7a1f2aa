import Foundation
import ProgramRunner
import Sessions
import Simulation
import TestSupport
import Testing

/// A simulation in another language, or on another engine, that is compiled here.
struct ForeignProgram: Sendable, CustomTestStringConvertible {
  var source: String
  var compiler: String
  var flags: [String] = []
  var libraries: [String] = []
  /// What has to be installed besides the compiler.
  var header: String?
  var restores = true

  var testDescription: String { source }
  var name: String { String(source.prefix { $0 != "." }) }

  static let all = [
    ForeignProgram(source: "balls.c", compiler: "gcc", flags: ["-Wall", "-Wextra", "-Werror"]),
    ForeignProgram(
      source: "box2d.cpp", compiler: "g++", flags: ["-std=c++17", "-Wall", "-Wextra"],
      libraries: ["-lbox2d"], header: "/usr/include/box2d/box2d.h", restores: false),
    ForeignProgram(
      source: "chipmunk.c", compiler: "gcc", flags: ["-DNDEBUG"], libraries: ["-lchipmunk", "-lm"],
      header: "/usr/include/chipmunk/chipmunk.h", restores: false),
    ForeignProgram(source: "walkers.rs", compiler: "rustc", flags: ["--edition", "2021"]),
  ]

  static let installed = all.filter { program in
    path(of: program.compiler) != nil
      && program.header.map(FileManager.default.fileExists(atPath:)) ?? true
  }

  static func path(of program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(program)" }.first(where: FileManager.default.isExecutableFile(atPath:))
  }

  static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Programs").path
  static let include = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/CLaplace/include").path

  /// Compiles the program.
  ///
  /// - Returns: its path.
  func compile(into folder: TemporaryFolder, as name: String, _ extra: [String]) throws -> String {
    let output = folder.file(name)
    let library = Programs.folder
    let file = "\(ForeignProgram.sources)/\(source)"
    let path = "-Wl,-rpath,\(library)"
    let link =
      compiler == "rustc"
      ? ["-L", library, "-l", "LaplaceC", "-C", "link-arg=" + path]
      : ["-I", ForeignProgram.include] + libraries + ["-L", library, "-lLaplaceC", path]
    let arguments = flags + extra + [file, "-o", output] + link
    let run = try ProgramRun(try #require(ForeignProgram.path(of: compiler)), arguments)
    try #require(run.status == 0, "\(run.errorText)")
    return output
  }
}

/// What C, C++ and Rust record through laplace.h, the tool verifies in other builds of theirs.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: Programs.folder + "/libLaplaceC.so")))
struct ProgramTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Sample.of(ForeignProgram.installed))
  func recordsAndIsVerified(program: ForeignProgram) throws {
    let isRust = program.compiler == "rustc"
    let fast = try program.compile(into: folder, as: "fast", [isRust ? "-O" : "-O2"])
    let slow = try program.compile(into: folder, as: "slow", isRust ? [] : ["-O0"])
    let recording = folder.file("a.mcap")
    let record = try ProgramRun(fast, ["record", recording])
    try #require(record.status == 0, "\(record.errorText)")
    let verify = try ProgramRun(
      Programs.laplace,
      ["verify", recording, "--keyframes", "--agent", "fast=\(fast)", "--agent", "slow=\(slow)"])
    #expect(verify.status == 0, "\(verify.errorText)")
    #expect(
      verify.outputText.contains("2 builds over 1 instruction set, 1 class: bit-exact"),
      "\(verify.outputText)")
    #expect(
      verify.outputText.contains("restored at") == program.restores, "\(verify.outputText)")
    let drawing = try ProgramRun(
      Programs.laplace, ["view", recording, "-o", folder.file("a.html")])
    #expect(drawing.status == 0, "\(drawing.errorText)")
    if isRust { return }
    let own = try ProgramRun(slow, ["verify", recording])
    #expect(own.status == 0 && own.outputText.hasSuffix("bit-exact\n"), "\(own.outputText)")
  }

  #if arch(x86_64)
    /// A fused multiply-add rounds once less: the tool finds the first step and the field.
    @Test(.enabled(if: ForeignProgram.path(of: "gcc") != nil && Processor.fusesMultiplyAdd))
    func fusedMultiplyAddIsFound() throws {
      let program = ForeignProgram.all[0]
      let plain = try program.compile(into: folder, as: "plain", ["-O2", "-ffp-contract=off"])
      let fused = try program.compile(
        into: folder, as: "fused", ["-O2", "-mfma", "-ffp-contract=fast"])
      let recording = folder.file("a.mcap")
      try #require(try ProgramRun(plain, ["record", recording]).status == 0)
      let own = try ProgramRun(fused, ["verify", recording])
      #expect(own.status == 1 && own.outputText.hasPrefix("differs after "), "\(own.outputText)")
      let bisect = try ProgramRun(
        Programs.laplace, ["bisect", recording, "--agent", "fused=\(fused)"])
      #expect(bisect.status == 1, "\(bisect.errorText)")
      let found = bisect.outputText
      #expect(found.contains("always the same") && found.contains("].y  0x"), "\(found)")
      #expect(found.contains("1 ULP"), "\(found)")
    }
  #endif

  /// Columns of a recording as arrays, and a simulation of arrays that is recorded.
  @Test(.enabled(if: Python.hasNumPy, "there is no Python with NumPy"))
  func pythonRecordsAndReads() throws {
    let golden = URL(fileURLWithPath: ForeignProgram.include).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let run = try ProgramRun(
      try #require(ForeignProgram.path(of: "python3")),
      [
        "\(ForeignProgram.sources)/arrays.py", folder.file("a.mcap"),
        golden.appendingPathComponent("Recordings/collisions-stacked-seed1.mcap").path,
        Programs.laplace,
      ],
      environment: Python.environment)
    #expect(run.status == 0, "\(run.errorText)")
    #expect(run.outputText == "recorded, read, refused\n", "\(run.outputText)")
  }

  /// Names that look like parts of a schema, and values that nest.
  @Test(.enabled(if: Python.hasNumPy, "there is no Python with NumPy"))
  func pythonReadsEveryName() throws {
    let path = folder.file("awkward.mcap")
    let recorder = try SessionRecorder(SimulationRun<Awkward>(seed: 1), path: path)
    for what: Int32 in [2, 3, 5, 6, 7, 8] { try recorder.step([.change(what)]) }
    try recorder.finish()
    let run = try ProgramRun(
      try #require(ForeignProgram.path(of: "python3")),
      ["\(ForeignProgram.sources)/names.py", path], environment: Python.environment)
    #expect(run.status == 0, "\(run.errorText)")
    #expect(run.outputText == "read\n", "\(run.outputText)")
  }
}

private enum Processor {
  static let fusesMultiplyAdd =
    (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.contains(" fma ") ?? false
}

private enum Python {
  static let environment: [String: String] = {
    var environment = ProcessInfo.processInfo.environment
    environment["PYTHONPATH"] =
      URL(fileURLWithPath: ForeignProgram.include).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path + "/Tools/python"
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    environment["LAPLACE_LIBRARY"] = Programs.folder + "/libLaplaceC.so"
    return environment
  }()

  static let hasNumPy: Bool = {
    guard let python = ForeignProgram.path(of: "python3") else { return false }
    return (try? ProgramRun(python, ["-c", "import numpy"]).status) == 0
  }()
}
