import ArgumentParser
import Pages
import Recording

/// Which engine a page gets.
struct EngineOption: ParsableArguments {
  @Option(
    name: .customLong("engine"),
    help: ArgumentHelp(
      """
      The engine to put into the page, or 'none'; default: $\(PageEngine.variable), or \
      \(PageEngine.usualName) beside this tool.
      """, valueName: "file"),
    completion: .file(extensions: ["gz", "wasm"]))
  var path: String?
}

extension PageEngine {
  /// The name under which an engine is found beside the tool.
  static let usualName = "laplace-engine.wasm.gz"
  static let variable = "LAPLACE_ENGINE"

  /// The engine for a page: the one that `option` names, else the one that the environment names,
  /// else the one that lies beside the tool.
  ///
  /// - Parameters:
  ///   - option: a file, or `none`.
  ///   - isOwn: whether the tool itself has the simulation: what lies beside the tool has those of
  ///     the tool, and no others.
  static func find(_ option: String?, isOwn: Bool) throws -> PageEngine? {
    if option == "none" { return nil }
    if let option { return try PageEngine(path: option) }
    guard isOwn else { return nil }
    let named = environment(variable) ?? ""
    if named == "none" { return nil }
    if !named.isEmpty { return try PageEngine(path: named) }
    guard let program = Files.program else { return nil }
    let beside = "\(program.pathFolder)/\(usualName)"
    return Files.exists(beside) ? try PageEngine(path: beside) : nil
  }

  private init(path: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path)
    } catch {
      throw CommandFailure(
        .trouble, "\(path): the engine cannot be read: \(plain(error))",
        advice: "make one with Tools/engine, or leave it out with --engine none")
    }
    guard let engine = PageEngine(file: path, code: bytes) else {
      throw CommandFailure(
        .trouble, "\(path): not an engine: expected WebAssembly, plain or packed with gzip",
        advice: "make one with Tools/engine, or leave it out with --engine none")
    }
    self = engine
  }
}
