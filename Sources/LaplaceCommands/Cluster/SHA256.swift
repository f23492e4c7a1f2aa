import Recording

extension SHA256 {
  /// The hash and the size of a file.
  static func file(_ path: String) throws -> (hash: String, size: Int64) {
    var hash = SHA256()
    let source = try readable(path)
    do {
      try Files.readPieces(source) { piece in
        hash.feed(piece)
        return true
      }
    } catch {
      throw CommandFailure(.trouble, "\(path): \(plain(error))")
    }
    let size = Int64(hash.size)
    return (hash.finish(), size)
  }
}
