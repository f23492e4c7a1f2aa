import Recording

/// A build of the package in the current folder with counters, in a folder of its own.
struct CountingBuild {
  static let folder = ".build-coverage"
  private static let flags = [
    "-Xswiftc", "-profile-generate", "-Xswiftc", "-profile-coverage-mapping",
    // Counters that lie in the profile while the program runs, for `hunt --cover`.
    "-Xswiftc", "-Xllvm", "-Xswiftc", "-runtime-counter-relocation",
  ]

  /// Builds a product.
  ///
  /// - Returns: its path.
  /// - Throws: `CommandFailure` with the compiler's first complaint.
  static func make(_ product: String) throws -> String {
    let here = Files.currentFolder
    let words = ["swift", "build", "--product", product, "--scratch-path", folder] + flags
    let built = try Shell.run(words, in: here)
    guard built.status == 0 else {
      throw CommandFailure(
        .trouble, "the product '\(product)' does not build with counters: \(built.complaint)",
        advice: words.map(shellWord).joined(separator: " "))
    }
    let place = try Shell.run(words + ["--show-bin-path"], in: here)
    let lines = place.output.split(separator: "\n")
    guard place.status == 0, let bin = lines.last else {
      throw CommandFailure(.trouble, "swift build: \(place.complaint)")
    }
    return "\(bin)/\(product)"
  }
}
