import DeterminismChecks
import Foundation
import ProgramRunner
import TestSupport
import Testing

/// The engine's machine code holds no fused operation, no estimate, no call of libm; and what a
/// step reaches, nothing that makes it slow: see ``HotCodeRules/step``.
///
/// Optimised test runs only: unoptimised code is not what is shipped, and compiling takes the time.
/// Processors that do have fused multiply-add are looked at: the package's own build is for one that
/// has none, and could not show a fusion. Their objects are those of the agents that the matrix of
/// builds runs; where there are none, and in a run that takes everything, the tests compile the modules
/// themselves, whole: an agent for 64-bit ARM holds the functions that it calls.
@Suite struct CodeTests {
  @Test(.enabled(if: Sample.isOptimized, "machine code is checked in release test runs"))
  func engineForX86WithFMA() throws {
    let folder = try TemporaryFolder()
    let objects = try builtObjects("x86-64-v3") ?? compile(.x86, folder)
    try HotCode.expectSound(objects, 32)
    try expectSound(objects)
  }

  @Test(.enabled(if: Sample.isOptimized, "machine code is checked in release test runs"))
  func engineForARM64() throws {
    let folder = try TemporaryFolder()
    try expectSound(builtObjects("arm64") ?? compile(.arm64, folder))
  }

  /// The objects of an agent's build, made anew if it is not current; `nil` where this machine
  /// cannot make it.
  private func builtObjects(_ build: String) throws -> [String]? {
    if Sample.level == .all { return nil }
    let run = try ProgramRun(packageRoot + "/Tools/builds", ["--require", build])
    guard run.status == 0 else { return nil }
    let folder = "\(packageRoot)/.build-agents/\(build)"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return names.filter { $0.hasSuffix(".o") }.sorted().map { "\(folder)/\($0)" }
  }

  private func compile(_ target: EngineObjects.Target, _ folder: TemporaryFolder) throws -> [String]
  {
    try EngineObjects(sources: packageRoot + "/Sources", folder: folder.path).compile(target)
  }

  private func expectSound(_ objects: [String]) throws {
    let report = try CodeCheck().check(objects, scope: .everything)
    #expect(report.findings.isEmpty, "\n\(lines(report.findings))")
    #expect(report.objectCount == objects.count && objects.count >= 5)
    #expect(report.functionCount > 1000)
    #expect(report.instructionCount > 50_000)
  }

  /// The objects of this very test run: what the package manager made of the engine.
  @Test(.enabled(if: Sample.isOptimized, "machine code is checked in release test runs"))
  func ownBuild() throws {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let products = program.deletingLastPathComponent().path
    var objects: [String] = []
    for module in SourceLint.engine.modules {
      let folder = "\(products)/\(module).build"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      objects += names.filter { $0.hasSuffix(".o") }.sorted().map { folder + "/" + $0 }
    }
    try #require(objects.count > 5, "no objects beside \(program.path)")
    let report = try CodeCheck().check(objects, scope: .everything)
    #expect(report.findings.isEmpty, "\n\(lines(report.findings))")
    #expect(report.functionCount > 1000)
    #if arch(x86_64)
      try HotCode.expectSound(objects, Self.registerSize)
    #endif
  }

  #if AVX2
    private static let registerSize = 32
  #else
    private static let registerSize = 16
  #endif

  /// The cross-built agents that lie ready, if any do; their C libraries do not count.
  @Test(
    .enabled(if: Sample.isOptimized, "machine code is checked in release test runs"),
    .enabled(if: !agentPrograms().isEmpty, "no ELF program in .build-agents: Tools/builds"))
  func agentsThatLieReady() throws {
    let report = try CodeCheck().check(Self.agentPrograms(), scope: .engine)
    #expect(report.findings.isEmpty, "\n\(lines(report.findings))")
  }

  /// The ELF programs of the manifest's builds that are to give the same bits.
  static func agentPrograms() -> [String] {
    let root = packageRoot + "/.build-agents"
    guard let data = FileManager.default.contents(atPath: root + "/builds.json"),
      let manifest = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let builds = manifest["builds"] as? [[String: Any]]
    else { return [] }
    let words = builds.filter { $0["expect"] as? String != "different" }
      .flatMap { $0["command"] as? [String] ?? [] }
    return Set(words.filter { $0.hasPrefix(root) && isProgram($0) }).sorted()
  }

  /// Whether the file is an ELF program: modules of WebAssembly have lost their functions' names, by
  /// which the engine's are found.
  private static func isProgram(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 4)) == Data([0x7F, 0x45, 0x4C, 0x46])
  }

  private func lines(_ findings: [CodeFinding]) -> String {
    findings.map { "\($0)" }.joined(separator: "\n")
  }
}

/// The check finds what is planted: a check that cannot fail shows nothing.
@Suite struct PlantedCodeTests {
  struct Plant: Sendable, CustomTestStringConvertible {
    var name: String
    var target: EngineObjects.Target
    var source: String
    var what: String
    var function: String
    var testDescription: String { "\(name), \(target)" }
  }

  static let plants: [Plant] = [
    Plant(
      name: "addingProduct", target: .x86,
      source:
        "public func blend(_ a: Float, _ b: Float, _ c: Float) -> Float { c.addingProduct(a, b) }",
      what: "vfmadd", function: "blend"),
    Plant(
      name: "addingProduct", target: .arm64,
      source:
        "public func blend(_ a: Float, _ b: Float, _ c: Float) -> Float { c.addingProduct(a, b) }",
      what: "fmadd", function: "blend"),
    Plant(
      name: "libm", target: .x86,
      source: """
        @_silgen_name("sinf") func libmSine(_ x: Float) -> Float
        public func turn(_ x: Float) -> Float { libmSine(x) + 1 }
        """,
      what: "sinf", function: "turn"),
    Plant(
      name: "libm, tail call", target: .arm64,
      source: """
        @_silgen_name("atan2f") func libmAngle(_ y: Float, _ x: Float) -> Float
        public func angle(_ x: Float) -> Float { libmAngle(x, 1) }
        """,
      what: "atan2f", function: "angle"),
  ]

  /// Processors that the engine's own check does not compile for.
  static let others: [Plant] = [
    other("riscv64", "riscv64-none-none-eabi", ["-march=rv64gc", "-mabi=lp64d"], "fmadd.s"),
    other("armv7", "armv7-none-none-eabi", ["-mfloat-abi=hard", "-mfpu=vfpv4"], "vfma"),
    // WebAssembly has no such instruction; it calls the C library's.
    other("wasm32", "wasm32-unknown-none-wasm", [], "fmaf"),
    other("i686", "i686-unknown-none-elf", ["-mfma"], "vfmadd"),
  ]

  private static func other(
    _ name: String, _ triple: String, _ options: [String], _ what: String
  ) -> Plant {
    Plant(
      name: "addingProduct",
      target: EngineObjects.Target(
        name: name, triple: triple,
        options: [
          "-enable-experimental-feature", "Embedded", "-Xfrontend", "-disable-stack-protector",
        ] + options.flatMap { ["-Xcc", $0] }),
      source: plants[0].source, what: what, function: "blend")
  }

  @Test(arguments: plants + others)
  func isFoundAndNamed(plant: Plant) throws {
    let folder = try TemporaryFolder()
    let report = try CodeCheck().check(
      [try compile(plant.source, plant.target, folder)], scope: .everything)
    let finding = try #require(report.findings.first, "nothing was found")
    #expect(report.findings.count == 1, "\(report.findings)")
    #expect(finding.what.hasPrefix(plant.what))
    #expect(finding.function.contains(plant.function + "("), "\(finding)")
    #expect(finding.description.hasPrefix(finding.object + ": "))
  }

  /// Expressions that round twice, and exact functions, pass.
  @Test(arguments: [EngineObjects.Target.x86, .arm64])
  func soundCodePasses(target: EngineObjects.Target) throws {
    let folder = try TemporaryFolder()
    let source = """
      public func blend(_ a: Float, _ b: Float, _ c: Float) -> Float { a * b + c }
      public func root(_ a: Double) -> Double { (a * a - 1).squareRoot().rounded(.down) }
      """
    let report = try CodeCheck().check([try compile(source, target, folder)], scope: .everything)
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(report.instructionCount > 4)
  }

  /// In a program, only the engine's functions count.
  @Test func otherFunctionsOfAProgramAreLeftOut() throws {
    let folder = try TemporaryFolder()
    let object = try compile(Self.plants[0].source, .x86, folder, module: "Elsewhere")
    #expect(throws: CodeCheck.Failure.self) { try CodeCheck().check([object], scope: .engine) }
    let own = try compile(Self.plants[0].source, .x86, folder, module: "RigidBodies")
    let report = try CodeCheck().check([own, object], scope: .engine)
    #expect(report.findings.count == 1)
    #expect(report.findings.first?.object == own)
    #expect(report.blank == [object])
  }

  @Test func whatIsNoObjectIsAnError() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("notes.o")
    try Data("words".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: CodeCheck.Failure.self) { try CodeCheck().check([path], scope: .everything) }
  }

  private func compile(
    _ source: String, _ target: EngineObjects.Target, _ folder: TemporaryFolder,
    module: String = "Planted"
  ) throws -> String {
    let (file, object) = (folder.file(module + ".swift"), folder.file(module + ".o"))
    try Data(source.utf8).write(to: URL(fileURLWithPath: file))
    try EngineObjects.run(target, ["-module-name", module, "-c", "-o", object, file])
    return object
  }
}
