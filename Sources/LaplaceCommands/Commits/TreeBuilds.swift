import Recording
import SystemC

/// Builds of source trees, each made once and kept.
///
/// A builder has a folder of its own, in which one commit follows the other: only files that differ
/// are written, so that an incremental build does little. The repository's own files and its index
/// are not touched.
struct TreeBuilds {
  let repository: String
  /// The folder of its objects and references.
  let gitFolder: String
  let command: String
  /// The file or folder that a build makes, in the tree.
  let product: String
  /// Where products and builders' folders are kept.
  let cache: String

  /// - Throws: `CommandFailure` where the folder is in no repository.
  init(repository: String, command: String, product: String, cache: String) throws {
    self.repository = repository
    gitFolder = try Git.text(["rev-parse", "--absolute-git-dir"], in: repository)
    self.command = command
    self.product = product
    self.cache = cache
  }

  /// The kept product of a key; `nil` when there is none yet.
  func kept(_ key: String) -> String? {
    let path = "\(cache)/products/\(key)/\(product.pathName)"
    return Files.exists(path) ? path : nil
  }

  /// Builds a commit and keeps its product.
  ///
  /// - Returns: why it cannot be built, in one line; `nil` when it was.
  func build(_ commit: CommitRange.Commit, in builder: Builder) throws -> String? {
    let tree = builder.folder + "/tree"
    let settings = [
      "GIT_INDEX_FILE": builder.folder + "/index", "GIT_WORK_TREE": tree,
      "GIT_DIR": gitFolder,
    ]
    _ = try Git.text(["read-tree", "--reset", "-u", commit.id], in: tree, settings: settings)
    let made = tree + "/" + product
    // A build that makes nothing must not pass with what the one before has made.
    if !isTracked(made, commit) { Files.remove(made) }
    let run = try Shell.run(["/bin/sh", "-c", command], in: tree)
    guard run.status == 0 else {
      let line = run.complaint
      let shown = line.hasPrefix(tree + "/") ? line.dropFirst(tree.count + 1) : line[...]
      return String(shown.prefix(200))
    }
    guard Files.exists(made) else {
      return "the build makes no \(product)"
    }
    try keep(made, commit.key)
    return nil
  }

  private func isTracked(_ path: String, _ commit: CommitRange.Commit) -> Bool {
    let listed = try? Git.text(
      ["ls-tree", "--name-only", commit.id, "--", product], in: repository)
    return listed?.isEmpty == false
  }

  /// Puts the product under its key: whole, or not at all.
  private func keep(_ made: String, _ key: String) throws {
    let folder = "\(cache)/products/\(key)"
    let part = "\(cache)/products/.\(UInt64.random(in: 0 ... .max))"
    try makeFolder(part)
    // Not by this process: a child that another thread starts meanwhile would hold the file open
    // for writing, and a program that is being written cannot be started.
    let copy = try Shell.run(["cp", "-Rp", made, part + "/"], in: cache)
    guard copy.status == 0 else {
      throw CommandFailure(.trouble, "\(made): cannot be kept: \(copy.errors)")
    }
    if rename(part, folder) != 0 { Files.remove(part) }
  }

  /// A folder that builds one commit after the other; nobody else uses it meanwhile.
  final class Builder: Sendable {
    let folder: String
    private let lock: Int32
    /// More builders than any machine runs: where none of so many can be locked, none can.
    private static let numberMax = 256

    /// The first folder of the cache that is free.
    init(cache: String) throws {
      for number in 1...Self.numberMax {
        let folder = "\(cache)/builders/\(number)"
        try makeFolder(folder + "/tree")
        let descriptor = open(folder + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
          (self.folder, lock) = (folder, descriptor)
          return
        }
        if descriptor >= 0 { close(descriptor) }
      }
      throw CommandFailure(
        .trouble, "\(cache): no folder for a build can be locked there",
        advice: "name another folder with --cache")
    }

    deinit { close(lock) }
  }
}
