import Foundation

/// Compiles the engine for a processor that has fused multiply-add, to look at what comes out.
package struct EngineObjects: Sendable {
  /// A target whose compiler could fuse.
  package struct Target: Sendable, CustomStringConvertible {
    package var name: String
    package var triple: String
    package var options: [String]
    package var description: String { name }

    package init(name: String, triple: String, options: [String]) {
      self.name = name
      self.triple = triple
      self.options = options
    }

    /// AVX2 and FMA, with the full standard library.
    package static let x86 = Target(
      name: "x86-64-v3", triple: "x86_64-unknown-linux-gnu",
      options: ["-Xcc", "-march=x86-64-v3"])
    /// Fused multiply-add is part of the base instruction set. Embedded Swift: needs no other
    /// library than the toolchain's.
    package static let arm64 = Target(
      name: "arm64", triple: "aarch64-none-none-elf",
      options: [
        "-enable-experimental-feature", "Embedded", "-Xfrontend", "-disable-stack-protector",
      ])
  }

  package var sources: String
  package var folder: String

  /// - Parameters:
  ///   - sources: the folder that holds the modules' folders.
  ///   - folder: where the objects go; made if missing.
  package init(sources: String, folder: String) {
    self.sources = sources
    self.folder = folder
  }

  /// Compiles all modules optimised; returns the objects' paths.
  ///
  /// - Throws: ``CodeCheck/Failure`` with the compiler's last line.
  package func compile(_ target: Target) throws(CodeCheck.Failure) -> [String] {
    let out = folder + "/" + target.name
    try? FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    var objects: [String] = []
    for module in SourceLint.engine.modules {
      let files = (try? SourceLint.engine.files(of: module, in: sources)) ?? []
      let object = "\(out)/\(module).o"
      try EngineObjects.run(
        target,
        [
          "-package-name", "laplace", "-I", out, "-module-name", module,
          "-emit-module", "-emit-module-path", "\(out)/\(module).swiftmodule",
          "-c", "-o", object,
        ] + files)
      objects.append(object)
    }
    return objects
  }

  /// Runs the compiler as the engine is compiled, with more arguments.
  ///
  /// - Throws: ``CodeCheck/Failure`` with the compiler's last line, or when there is no compiler.
  package static func run(
    _ target: Target, _ arguments: [String]
  ) throws(CodeCheck.Failure) {
    guard let compiler = Programs.find("swiftc") else {
      throw CodeCheck.Failure(description: "no swiftc on the path: put the Swift toolchain on it")
    }
    _ = try Programs.output(
      compiler,
      ["-target", target.triple] + target.options + [
        "-swift-version", "6", "-wmo", "-O", "-parse-as-library", "-suppress-warnings",
        "-enable-experimental-feature", "BuiltinModule",
        "-enable-upcoming-feature", "ExistentialAny",
        "-enable-upcoming-feature", "MemberImportVisibility",
      ] + arguments,
      failing: "compiling for \(target.name)")
  }
}
