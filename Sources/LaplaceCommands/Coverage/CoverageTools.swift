import Recording
import Replay

/// The toolchain's programs that read what programs with counters leave.
///
/// The form of the counts belongs to the compiler: those of another installation cannot read it.
struct CoverageTools {
  private let profiles: String
  private let coverage: String
  private let names: String?

  /// - Parameter folder: where they are; `nil`: beside `swift`, else on the path.
  /// - Throws: `CommandFailure` where one is missing.
  init(in folder: String?) throws {
    let place = folder ?? Self.toolchain()
    func find(_ name: String) -> String? {
      if let place, Files.isProgram("\(place)/\(name)") {
        return "\(place)/\(name)"
      }
      return folder == nil ? CommandWords.path(of: name) : nil
    }
    func need(_ name: String) throws -> String {
      if let path = find(name) { return path }
      throw CommandFailure(
        .trouble,
        "there is no '\(name)' in \(folder ?? place.map { "\($0), nor on the PATH" } ?? "the PATH")",
        advice: "install a whole Swift toolchain, or name the compiler's folder with --llvm")
    }
    profiles = try need("llvm-profdata")
    coverage = try need("llvm-cov")
    names = find("swift-demangle")
  }

  /// The folder of the toolchain that `swift` stands for, through whatever links to it.
  private static func toolchain() -> String? {
    struct Target: Decodable {
      struct Paths: Decodable { var runtimeResourcePath: String }
      var paths: Paths
    }
    let run = try? Shell.run(["swift", "-print-target-info"], in: "/")
    guard let run, run.status == 0,
      let target = try? decoded(Target.self, run.output.utf8)
    else { return nil }
    // TOOLCHAIN/usr/lib/swift
    return target.paths.runtimeResourcePath.pathFolder.pathFolder + "/bin"
  }

  /// Adds counts up, leaving out what was never reached.
  func merge(_ files: [String], into merged: String) throws {
    try run([profiles, "merge", "-sparse", "-o", merged] + files)
  }

  /// The functions whose first counter is not 0, by their names in the machine code.
  func reached(_ merged: String) throws -> Set<String> {
    Set(try counts(merged).filter { ($0.counts.first ?? 0) != 0 }.map(\.symbol))
  }

  /// The counts of each function that has any.
  func counts(_ merged: String) throws -> [(symbol: String, counts: [Int])] {
    let text = try run([profiles, "merge", "-sparse", "--text", merged, "-o", "-"])
    return text.split(separator: "\n\n").compactMap { block in
      let lines = block.split(separator: "\n")
      guard let values = lines.firstIndex(of: "# Counter Values:"),
        let hash = lines.firstIndex(of: "# Func Hash:"), hash > 0
      else { return nil }
      let counts = lines[(values + 1)...].prefix { $0.first != "#" }
      return (
        CoverageMap.key(String(lines[hash - 1])),
        counts.map { Int(clamping: UInt64($0) ?? 0) }
      )
    }
  }

  /// The own functions and branches of `program`, with counts.
  ///
  /// - Parameter folder: for a file of what LLVM exports.
  func map(
    _ program: String, _ merged: String, _ sources: CoverageSources, folder: String
  ) throws -> CoverageMap {
    let file = "\(folder)/all.json"
    let redirection = "out=$1; shift; exec \"$@\" >\"$out\""
    try run(
      ["/bin/sh", "-c", redirection, "sh", file, coverage, "export", program]
        + ["-instr-profile", merged])
    let exported = try Files.read(file)
    let map = try CoverageMap(exported: exported, roots: sources.roots) { sources.name(of: $0) }
    guard !map.functions.isEmpty else { throw sources.holdNothing(of: program) }
    return map
  }

  /// Names as people read them, in the same order.
  func readable(_ symbols: [String], folder: String) throws -> [String] {
    // C names a function that is not seen elsewhere with its file.
    let symbols = symbols.map { symbol in
      symbol.lastIndex(of: ":").map { String(symbol[symbol.index(after: $0)...]) } ?? symbol
    }
    guard let names, symbols.contains(where: { $0.hasPrefix("$") }) else { return symbols }
    // Embedded Swift's own prefix is known to newer programs alone.
    let mangled = symbols.map { $0.hasPrefix("$e") ? "$s" + $0.dropFirst(2) : $0 }
    let list = "\(folder)/symbols"
    try writeFile(mangled.joined(separator: "\n") + "\n", to: list)
    let text = try run(
      ["/bin/sh", "-c", "list=$1; shift; exec \"$@\" <\"$list\"", "sh", list, names]
        + ["--compact", "--simplified"])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.count >= symbols.count ? Array(lines.prefix(symbols.count)) : symbols
  }

  @discardableResult
  private func run(_ words: [String]) throws -> String {
    let run = try Shell.run(words, in: Files.currentFolder)
    if run.status == 0 { return run.output }
    let name = words.first { $0.contains("llvm-") || $0 == names } ?? words[0]
    throw CommandFailure(
      .trouble, "\(name.pathName): \(run.complaint.prefix(300))",
      advice: "name the folder of the compiler that built the program with --llvm")
  }
}
