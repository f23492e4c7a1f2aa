// Checks that can be made without running anything: the engine's source, and its machine code.

import ArgumentParser
import DeterminismChecks
import Foundation

struct Checks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "laplace-checks",
    abstract: """
      Find code that breaks bit-exactness, promises without a test, and imports against the order.
      """,
    subcommands: [
      Lint.self, Code.self, Hot.self, Promises.self, Arrows.self, Undocumented.self,
    ])
}

struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the determinism rules in the engine's source.")

  @Argument(help: "The folder that holds the modules' folders.")
  var folder = "Sources"

  func run() throws {
    var report = try SourceLint.engine.check(folder: folder)
    report.findings += try SourceLint.format.check(folder: folder).findings
    for finding in report.findings { print(finding) }
    for name in report.unordered { print("\(name) is a dictionary or a set: asked, never walked?") }
    print("\(report.fileCount) files, \(report.findings.count) findings")
    if !report.findings.isEmpty { throw ExitCode(1) }
  }
}

struct Code: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Disassemble objects or programs; list fused operations and calls of libm.",
    discussion: """
      Without a file, compiles the engine for x86-64 with FMA and for 64-bit ARM and checks the result.

      EXAMPLES
        laplace-checks code
        laplace-checks code --engine .build-agents/*/laplace-agent
      """)

  @Argument(help: "The objects or programs to check.")
  var files: [String] = []

  @Flag(help: "Check only the engine's functions: a program contains the C library, too.")
  var engine = false

  @Option(help: "The folder that holds the engine's modules.")
  var sources = "Sources"

  @Option(help: "The folder to write compiled objects to.")
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
    for object in report.blank { print("\(object): contains no function of the engine") }
    print(
      "\(report.objectCount) objects, \(report.functionCount) functions, "
        + "\(report.instructionCount) instructions, \(report.findings.count) findings")
    if !report.findings.isEmpty { throw ExitCode(1) }
  }
}

struct Hot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find slow constructs in the machine code of a step.",
    discussion: """
      Without a file, compiles the engine for x86-64 with AVX2 and checks the result.

      EXAMPLES
        laplace-checks hot
        laplace-checks hot .build/release/RigidBodies.build/*.o
      """)

  @Argument(help: "The objects to check.")
  var files: [String] = []

  @Option(help: "The folder that holds the engine's modules.")
  var sources = "Sources"

  @Option(help: "The folder to write compiled objects to.")
  var output = ".build-checks"

  func run() throws {
    let objects =
      try files.isEmpty
      ? EngineObjects(sources: sources, folder: output).compile(.x86) : files
    var isSound = true
    for (name, rules) in [("step", HotCodeRules.step), ("fields", .fields)] {
      let report = try HotCodeCheck(rules).check(objects)
      for finding in report.findings { print(finding) }
      for (function, count) in report.wideLoops.sorted(by: { $0.key < $1.key }) {
        print("\(function): \(count) loops on lanes")
      }
      for exception in report.unused { print("exception for \(exception): needed by nothing") }
      print(
        "\(name): \(report.functionCount) functions, \(report.wideLoopCount) loops on lanes, "
          + "\(report.packedCount) operations in them, \(report.findings.count) findings")
      if !report.findings.isEmpty { isSound = false }
    }
    if !isSound { throw ExitCode(1) }
  }
}

struct Promises: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checklist",
    abstract: "List every promise with the tests that prove it; fail when a promise has no test.",
    discussion: """
      A test proves a promise when its name, or the name of its suite, contains the promise's id.

      EXAMPLES
        laplace-checks checklist
        laplace-checks checklist --missing
      """)

  @Option(help: "The list of promises to read.")
  var list = "Tests/checklist.txt"

  @Option(help: "The folder that holds the tests.")
  var tests = "Tests"

  @Flag(help: "Print only promises without a test.")
  var missing = false

  func run() throws {
    let text: String
    do {
      text = try String(contentsOfFile: list, encoding: .utf8)
    } catch {
      throw ValidationError("\(list): cannot be read as text")
    }
    let report = try Checklist(text: text, path: list).report(TestName.all(folder: tests))
    for row in report.rows where !missing { print(row.promise, row.proofs) }
    for promise in report.missing { print("missing: \(promise.id) \(promise.title)") }
    for stray in report.strays {
      print("\(stray.test.path):\(stray.test.line): names \(stray.id), which \(list) does not have")
    }
    let exempt = report.rows.filter { $0.promise.exemption != nil && $0.proofs.isEmpty }.count
    let proved = report.rows.filter { !$0.proofs.isEmpty }.count
    print(
      "\(report.rows.count) promises: \(proved) proved by tests, \(exempt) cannot apply, "
        + "\(report.missing.count) missing; \(report.strays.count) unknown ids")
    if !report.isComplete { throw ExitCode(1) }
  }

  private func print(_ promise: Checklist.Promise, _ proofs: [TestName]) {
    Swift.print("\(promise.id)  \(promise.title)")
    for proof in proofs { Swift.print("    \(proof.path):\(proof.line)  \(proof.name)") }
    if proofs.isEmpty {
      Swift.print("    " + (promise.exemption.map { "cannot apply: \($0)" } ?? "NO TEST"))
    }
  }

  private func print(_ line: String) { Swift.print(line) }
}

struct Arrows: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check which folders of a module use which; fail on a use against the order.",
    discussion: """
      Reads the index store of a debug build, so run `swift build` first. With the name of a module,
      prints a table: a number counts the distinct symbols of one folder (column) that the files of
      another folder (row) use. A use against the order needs an exception with a reason in the list.

      EXAMPLES
        laplace-checks arrows
        laplace-checks arrows RigidBodies
        laplace-checks arrows --index .build/debug/index/store
      """)

  @Argument(help: "Modules to print in full. [default: none, and all are checked]")
  var modules: [String] = []

  @Option(help: "The folder that holds the order of each module's folders.")
  var orders = "Tools/checks.d/rooms"

  @Option(help: "The index store to read; default: the one of this program's build.")
  var index: String?

  @Option(help: "The folder that holds the modules' folders.")
  var sources = "Sources"

  func run() throws {
    let all = try RoomOrder.all(in: orders)
    for module in modules where !all.contains(where: { $0.module == module }) {
      throw ValidationError("\(orders): has no list of \(module)")
    }
    let orders = modules.isEmpty ? all : all.filter { modules.contains($0.module) }
    guard let store = index ?? SymbolIndex.store(ofBuildWith: Bundle.main.executablePath ?? "")
    else { throw ValidationError("this build has no index store: build in debug, or give --index") }
    let indexes = try SymbolIndex.read(store: store, modules: orders.map(\.module))
    let homeless = modules.isEmpty ? RoomOrder.modulesWithoutRooms(sources: sources, all) : []
    var isSound = homeless.isEmpty
    for order in orders {
      let report = ArrowReport(
        indexes[order.module] ?? SymbolIndex(files: []), folder: "\(sources)/\(order.module)",
        order: order)
      if !modules.isEmpty {
        for line in report.table(order.folders) { print(line) }
        for circle in report.circles { print("circle of \(circle.count): \(circle)") }
      }
      for (use, exception) in report.excused { print("excused: \(use): \(exception.reason)") }
      for line in report.complaints { print("\(order.module): \(line)") }
      print(
        "\(order.module): \(report.fileCount) files in \(order.folders.count) folders, "
          + "\(report.loose.count) loose, \(report.pairCount) pairs that use each other, "
          + "\(report.against.count) uses against the order, \(report.excused.count) excused, "
          + "at most \(report.circles.first?.count ?? 1) files in a circle")
      if !report.isSound { isSound = false }
    }
    for line in homeless { print(line) }
    if !isSound { throw ExitCode(1) }
  }
}

struct Undocumented: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Name public declarations without a documentation comment.",
    discussion: """
      Reads symbol graphs; Tools/docs makes them. Witnesses of a protocol's requirements inherit their
      comment.

      EXAMPLES
        laplace-checks undocumented .build-docs/graphs/*/*.symbols.json
      """)

  @Argument(help: "Symbol graphs.")
  var graphs: [String]

  func run() throws {
    var declarations: Set<SymbolGraph.Declaration> = []
    for path in graphs {
      let graph: SymbolGraph
      do {
        graph = try SymbolGraph(json: Data(contentsOf: URL(fileURLWithPath: path)))
      } catch {
        throw ValidationError("\(path): is no symbol graph: run Tools/docs again")
      }
      declarations.formUnion(graph.undocumented)
    }
    for declaration in declarations.sorted() { print(declaration) }
    print("\(graphs.count) graphs, \(declarations.count) declarations without documentation")
    if !declarations.isEmpty { throw ExitCode(1) }
  }
}

Checks.main()
