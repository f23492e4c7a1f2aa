import Recording

/// Builds of one source in which some parts are made as in the bad build, and the others as in the
/// good one. Each is made once.
final class ExchangeBuilds {
  enum Made {
    /// The product's path.
    case product(String)
    /// Why it cannot be built, in one line.
    case broken(String)
  }

  private let command: String
  private let product: String?
  /// Everything that is built lies here.
  private let folder: String
  private var made: [String: Made] = [:]

  /// How many builds were made, and how many of them failed.
  private(set) var counts = (all: 0, broken: 0)

  /// - Parameters:
  ///   - command: with `{flags}`, `{modules}` and, for what it makes, `{out}`.
  ///   - product: what it makes: within `{out}`, or in this folder where the command has no `{out}`.
  init(command: String, product: String?) throws {
    guard command.contains("{out}") || product != nil else {
      throw CommandFailure(
        .trouble, "--build: does not say where the product goes",
        advice: "write {out} in the command, or name the product with --product")
    }
    (self.command, self.product) = (command, product)
    folder = try makeTemporaryFolder("exchange")
  }

  deinit { Files.remove(folder) }

  /// The build in which `exchanges` are as in the bad one where `isBad` says so.
  func build(_ exchanges: [Exchange], isBad: (Int) -> Bool) throws -> Made {
    func words(_ kind: Exchange.Kind) -> String {
      exchanges.indices.filter { exchanges[$0].kind == kind }
        .map { isBad($0) ? exchanges[$0].bad : exchanges[$0].good }
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
    let parts = ["{flags}": words(.flag), "{modules}": words(.module)]
    let key = parts.map { $0.key + $0.value }.sorted().joined(separator: "\n")
    if let known = made[key] { return known }
    let out = "\(folder)/\(made.count)"
    counts.all += 1
    let result = try run(parts, out: out)
    if case .broken = result { counts.broken += 1 }
    made[key] = result
    return result
  }

  private func run(_ parts: [String: String], out: String) throws -> Made {
    var words = command.replacing("{out}", by: shellWord(out))
    for (mark, text) in parts { words = words.replacing(mark, by: text) }
    let here = Files.currentFolder
    let run = try Shell.run(["/bin/sh", "-c", words], in: here)
    guard run.status == 0 else { return .broken(String(run.complaint.prefix(200))) }
    guard command.contains("{out}") else { return try keep(product ?? "", out) }
    let path = product.map { "\(out)/\($0)" } ?? out
    return Files.exists(path)
      ? .product(path) : .broken("the build makes no \(product ?? "{out}")")
  }

  /// A copy, which the next build does not replace.
  private func keep(_ path: String, _ out: String) throws -> Made {
    guard Files.exists(path) else {
      return .broken("the build makes no \(path)")
    }
    // Not by this process: see TreeBuilds.
    let copy = try Shell.run(
      ["cp", "-Rp", path, out], in: Files.currentFolder)
    guard copy.status == 0 else {
      throw CommandFailure(.trouble, "\(path): cannot be kept: \(copy.errors)")
    }
    return .product(out)
  }
}
