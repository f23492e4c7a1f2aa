import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes to and from a browser: by two pipes with names, or by a socket.
final class ByteStream {
  private let input: Int32
  private let output: Int32
  private var bytes = Data()
  /// What answers nothing for so long hangs.
  private static let patience: Int32 = 180_000

  init(reading: String, writing: String) throws {
    for _ in 0..<3000 where !FileManager.default.fileExists(atPath: reading) {
      Thread.sleep(forTimeInterval: 0.01)
    }
    // What writes to a browser that is gone is told so, not ended.
    signal(SIGPIPE, SIG_IGN)
    // The shell opens them in this order, too: each waits for the other side.
    output = Foundation.open(writing, O_WRONLY | O_CLOEXEC)
    input = Foundation.open(reading, O_RDONLY | O_CLOEXEC)
    guard input >= 0, output >= 0 else {
      throw BrowserFailure(description: "the browser's pipes cannot be opened")
    }
  }

  /// Connects to this machine.
  init(port: UInt16) throws {
    signal(SIGPIPE, SIG_IGN)
    #if canImport(Glibc)
      let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let made = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    _ = fcntl(made, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    (input, output) = (made, made)
    guard status == 0 else {
      throw BrowserFailure(description: "port \(port) cannot be reached: error \(errno)")
    }
  }

  deinit {
    close(input)
    if output != input { close(output) }
  }

  func write(_ data: Data) throws {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
      guard count > 0 else { throw BrowserFailure(description: "the browser is gone") }
      rest = rest.dropFirst(count)
    }
  }

  /// The bytes before the next one that is `end`, which is passed over.
  func read(upTo end: UInt8) throws -> Data {
    var searched = bytes.startIndex
    while true {
      if let place = bytes[searched...].firstIndex(of: end) {
        defer { bytes = Data(bytes[(place + 1)...]) }
        return Data(bytes[..<place])
      }
      let before = bytes.count
      try readMore()
      searched = bytes.startIndex + before
    }
  }

  func read(count: Int) throws -> Data {
    while bytes.count < count { try readMore() }
    defer { bytes = Data(bytes.dropFirst(count)) }
    return Data(bytes.prefix(count))
  }

  private func readMore() throws {
    var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, ByteStream.patience) > 0 else {
      throw BrowserFailure(description: "the browser says nothing")
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Foundation.read(input, &buffer, buffer.count)
    guard count > 0 else { throw BrowserFailure(description: "the browser is gone") }
    bytes.append(contentsOf: buffer[..<count])
  }
}
