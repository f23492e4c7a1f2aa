import Foundation
import Recording

extension SHA256 {
  /// The hash and the size of a file.
  static func file(_ path: String) throws -> (hash: String, size: Int64) {
    let file: FileHandle
    do {
      file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch {
      throw CommandFailure(.trouble, "\(path): \(plain(error))")
    }
    defer { try? file.close() }
    var hash = SHA256()
    while let data = try file.read(upToCount: 1 << 20), !data.isEmpty { hash.feed(Array(data)) }
    let size = Int64(hash.size)
    return (hash.finish(), size)
  }
}
