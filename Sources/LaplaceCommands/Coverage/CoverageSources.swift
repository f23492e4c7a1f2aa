import Recording

/// The sources that count as a program's own, and the text of a branch in them.
struct CoverageSources {
  /// Paths are told from here.
  let base: String
  /// The folders that hold them.
  let roots: [String]

  /// - Parameter named: folders; empty: the package in whose folder the tool runs, else that folder.
  /// - Throws: `CommandFailure` where there is no such folder.
  init(_ named: [String]) throws {
    base = Self.packageFolder()
    guard !named.isEmpty else {
      roots = [base]
      return
    }
    roots = try named.map { name in
      guard let path = Files.realPath(name) else {
        throw CommandFailure(
          .trouble, "\(name): no such folder", advice: "name folders of sources with --sources")
      }
      return path
    }
  }

  private static func packageFolder() -> String {
    let here = Files.currentFolder
    var folder = here
    while folder != "/" {
      if Files.exists(folder + "/Package.swift") { return folder }
      folder = folder.pathFolder
    }
    return here
  }

  /// How an own source is called; `nil` for any other. What a build keeps in hidden folders, such as
  /// the sources of other packages, is none.
  func name(of path: String) -> String? {
    let standard = Self.withoutDetours(path)
    for root in roots where root == "/" || standard == root || standard.hasPrefix(root + "/") {
      let inside = standard.dropFirst(root.count)
      if inside.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { return nil }
      return standard.hasPrefix(base + "/") ? String(standard.dropFirst(base.count + 1)) : standard
    }
    return nil
  }

  /// An absolute path without `.`, `..` and double slashes.
  private static func withoutDetours(_ path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  func holdNothing(of object: String) -> CommandFailure {
    CommandFailure(
      .trouble, "\(object): holds no function with counters of \(roots.joined(separator: ", "))",
      advice: "name the folders of its sources with --sources, or the file that holds the code "
        + "with --object")
  }

  func path(of name: String) -> String { name.hasPrefix("/") ? name : base + "/" + name }
}

/// Lines of sources, each file read once.
struct CoverageStatements {
  /// Stands before the place where a branch begins.
  static let mark = ">>"

  private let sources: CoverageSources
  private var files: [String: [String]] = [:]

  init(_ sources: CoverageSources) { self.sources = sources }

  /// The statement in which a branch begins, on one line, marked there; empty where the source has
  /// changed since the build.
  mutating func statement(_ branch: CoverageMap.Branch) -> String {
    if files[branch.file] == nil {
      let text = (try? Files.text(sources.path(of: branch.file))) ?? ""
      files[branch.file] = text.lines
    }
    let lines = files[branch.file] ?? []
    guard lines.indices.contains(branch.line - 1) else { return "" }
    let line = Array(lines[branch.line - 1].utf8)
    let place = min(max(branch.column - 1, 0), line.count)
    let left = String(decoding: line[..<place], as: UTF8.self)
    var (before, after) = (left.trimmed, String(decoding: line[place...], as: UTF8.self).trimmed)
    let space = left.hasSuffix(" ") && !before.isEmpty ? " " : ""
    if after.isEmpty || after == "{", branch.line < lines.count {
      after = (after + " " + lines[branch.line].trimmed).trimmed
    }
    let isCase = after.hasPrefix("case") || after.hasPrefix("default")
    var above = branch.line - 1
    while above > 0,
      before.isEmpty && !isCase || ["else", "{", "?", ":"].contains(where: before.hasPrefix)
    {
      above -= 1
      before = (lines[above].trimmed + " " + before).trimmed
    }
    return before + space + Self.mark + after
  }
}
