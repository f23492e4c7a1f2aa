import Foundation

/// An engine that a page runs: simulations as a library of WebAssembly, as `Tools/engine` makes it.
struct PageEngine: Encodable {
  /// Where it was found.
  let file: String
  /// Packed with gzip, or as it is.
  let isPacked: Bool
  private let code: [UInt8]

  private enum CodingKeys: String, CodingKey { case file, isPacked }

  /// As it stands in a page.
  var codeText: String { DenseText.encode(code) }

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
    let named = ProcessInfo.processInfo.environment[variable] ?? ""
    if named == "none" { return nil }
    if !named.isEmpty { return try PageEngine(path: named) }
    guard let folder = Bundle.main.executableURL?.deletingLastPathComponent() else { return nil }
    let beside = folder.appendingPathComponent(usualName).path
    return FileManager.default.fileExists(atPath: beside) ? try PageEngine(path: beside) : nil
  }

  private init(path: String) throws {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw CommandFailure(
        .trouble, "\(path): the engine cannot be read: \(plain(error))",
        advice: "make one with Tools/engine, or leave it out with --engine none")
    }
    isPacked = data.starts(with: [0x1F, 0x8B])
    guard isPacked || data.starts(with: [0x00, 0x61, 0x73, 0x6D]) else {
      throw CommandFailure(
        .trouble, "\(path): is no engine: neither WebAssembly nor packed with gzip",
        advice: "make one with Tools/engine, or leave it out with --engine none")
    }
    file = path
    code = Array(data)
  }
}
