extension String {
  /// The last part of a path: `b.mcap` of `a/b.mcap`.
  package var pathName: String {
    split(separator: "/").last.map(String.init) ?? (isEmpty ? "" : "/")
  }

  /// The last part of a path without its extension: `b` of `a/b.mcap`.
  package var pathStem: String {
    let name = pathName
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// A path without its last part: `a` of `a/b.mcap`, and nothing of `b.mcap`.
  package var pathFolder: String {
    var path = self[...]
    func dropSlashes() { while path.last == "/", path.count > 1 { path.removeLast() } }
    dropSlashes()
    path = path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)]
    dropSlashes()
    return String(path)
  }
}
