import Foundation

/// The determinism rules that can be read off the source.
///
/// What it does not see: a rule broken behind a name that was made up to hide it (a type alias of
/// `Dictionary`, a function value), and what a module outside its list does.
package struct SourceLint: Sendable {
  /// A module and the modules it may import: those that stand before it in the list.
  package var modules: [String]

  private let checksImportsOnly: Bool

  /// - Parameters:
  ///   - modules: in the order of their dependencies, the lowest first.
  ///   - checksImportsOnly: whether the other rules are left out.
  package init(modules: [String], checksImportsOnly: Bool = false) {
    (self.modules, self.checksImportsOnly) = (modules, checksImportsOnly)
  }

  /// The engine, and the worlds of its golden recordings: standard library only.
  package static let engine = SourceLint(
    modules: [
      "DeterministicMath", "Simulation", "AgentProtocol", "RigidBodies", "Dynamics", "Scenarios",
      "GoldenWorlds",
    ])

  /// What a recording is: standard library only as well. It takes no step, so nothing else is checked.
  package static let format = SourceLint(
    modules: ["DeterministicMath", "Simulation", "AgentProtocol", "RecordingFormat"],
    checksImportsOnly: true)

  /// Modules that do not ship, by their folders, as seen from the folder of the others.
  private static let tested = ["GoldenWorlds": "../Tests/GoldenWorlds"]

  package struct Report: Sendable {
    package var findings: [LintFinding] = []
    package var fileCount = 0
    /// Every dictionary and set that is declared, `Module.name`: for a person to review once.
    package var unordered: [String] = []
  }

  /// The Swift files of the module, in `folder/MODULE` if it ships.
  func files(of module: String, in folder: String) throws -> [String] {
    let root = folder + "/" + (SourceLint.tested[module] ?? module)
    return try FileManager.default.subpathsOfDirectory(atPath: root)
      .filter { $0.hasSuffix(".swift") }.sorted().map { root + "/" + $0 }
  }

  /// Reads every Swift file of every module.
  ///
  /// - Throws: when a folder or a file cannot be read.
  package func check(folder: String) throws -> Report {
    var report = Report()
    for module in modules {
      let sources = try files(of: module, in: folder).map { path in
        (path: path, text: try String(contentsOfFile: path, encoding: .utf8))
      }
      let one = check(module: module, sources)
      report.findings += one.findings
      report.fileCount += one.fileCount
      report.unordered += one.unordered
    }
    return report
  }

  /// Checks the files of one module.
  package func check(module: String, _ sources: [(path: String, text: String)]) -> Report {
    let files = sources.map { SourceFile(path: $0.path, source: $0.text) }
    var walk = WalkRule()
    var declared: Set<String> = []
    for file in files {
      walk.collect(file)
      for index in file.tokens.indices where file.text(index) == "func" {
        declared.insert(file.text(index + 1))
      }
    }
    var report = Report()
    report.fileCount = files.count
    report.unordered = walk.names.sorted().map { module + "." + $0 }
    for file in files {
      for index in file.tokens.indices where !file.exemptLines.contains(file.tokens[index].line) {
        func add(_ what: String, _ instead: String) {
          report.findings.append(
            LintFinding(
              path: file.path, line: file.tokens[index].line, what: what, instead: instead))
        }
        if let broken = checkImport(file, index, module) { add(broken.what, broken.instead) }
        if checksImportsOnly { continue }
        if let broken = WordRules.check(file, index, declared: declared) {
          add(broken.what, broken.instead)
        }
        if let what = walk.check(file, index) { add(what, WalkRule.instead) }
      }
    }
    return report
  }

  private func checkImport(
    _ file: SourceFile, _ index: Int, _ module: String
  ) -> (what: String, instead: String)? {
    guard file.text(index) == "import", file.text(index - 1) != "." else { return nil }
    var name = file.text(index + 1)
    if ["struct", "class", "enum", "func", "protocol", "typealias", "let", "var"].contains(name) {
      name = file.text(index + 2)
    }
    if name == "Builtin" {
      return file.holds("hasFeature(BuiltinModule)", at: index)
        ? nil : ("import Builtin", "put it under #if hasFeature(BuiltinModule), with a plain twin")
    }
    // Instructions that Swift has no name for.
    if name == "CProcessorHints", file.holds("canImport(CProcessorHints)", at: index) { return nil }
    // Conversions for apps: types only, nothing is computed with them.
    if name == "CoreGraphics", file.holds("canImport(CoreGraphics)", at: index) { return nil }
    // Scripts for the tool: agents get inputs, and read none.
    if name == "CGestures", file.holds("canImport(CGestures)", at: index) { return nil }
    guard let own = modules.firstIndex(of: module) else { return nil }
    if let other = modules.firstIndex(of: name) {
      return other < own
        ? nil : ("import \(name)", "move what is needed down: \(module) lies below \(name)")
    }
    return ("import \(name)", "\(module) needs the standard library only")
  }
}
