import SystemC

/// Which file a name or a descriptor means: two names of one file have the same.
package struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let node: UInt64

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// The file that `path` leads to, through symbolic links; `nil` when there is none.
  package init?(path: String) {
    var status = stat()
    guard stat(path.fileName, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file or the symbolic link of this very name; `nil` when there is none.
  init?(name: String) {
    var status = stat()
    guard lstat(name.fileName, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The open file; `nil` when it cannot be asked.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}
