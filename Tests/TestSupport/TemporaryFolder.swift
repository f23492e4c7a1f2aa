import Foundation

/// A folder that goes away with the value's last use.
public final class TemporaryFolder {
  public let path: String

  public init() throws {
    path = NSTemporaryDirectory() + "laplace-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func file(_ name: String) -> String { path + "/" + name }
}
