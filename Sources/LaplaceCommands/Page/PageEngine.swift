import Pictures
import Recording

/// An engine that a page runs: simulations as a library of WebAssembly, as `Tools/engine` makes it.
struct PageEngine: Encodable {
  /// Where it was found.
  let file: String
  let packing: Packing
  private let code: [UInt8]

  private enum CodingKeys: String, CodingKey { case file, packing }

  /// How its bytes are packed; the page unpacks them.
  enum Packing: String, Encodable {
    case plain, gzip
    /// As `xz --format=lzma` writes.
    case lzma

    /// As the first bytes tell; `nil` where they are of no engine.
    init?(_ bytes: some Collection<UInt8>) {
      if bytes.starts(with: [0x00, 0x61, 0x73, 0x6D]) {
        self = .plain
      } else if bytes.starts(with: [0x1F, 0x8B]) {
        self = .gzip
      } else {
        // Properties, size of the dictionary, size of what is packed; then a range coder's first byte,
        // which is always 0.
        let head = Array(bytes.prefix(14))
        guard head.count == 14, head[0] < 225, head[13] == 0 else { return nil }
        let dictionary = head[1..<5].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard dictionary >= 1 << 12, dictionary <= 1 << 28 else { return nil }
        self = .lzma
      }
    }
  }

  /// As it stands in a page.
  var codeText: [UInt16] { WideText.encode(code) }

  /// The name under which an engine is found beside the tool.
  static let usualName = "laplace-engine.wasm.lzma"
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
    guard let packing = Packing(bytes) else {
      throw CommandFailure(
        .trouble, "\(path): is no engine: neither WebAssembly nor packed with xz or gzip",
        advice: "make one with Tools/engine, or leave it out with --engine none")
    }
    file = path
    self.packing = packing
    code = bytes
  }
}
