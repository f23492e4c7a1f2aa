// Bytes in, bytes out, and an end, on every target: with a C library's module where there is one,
// through C symbols declared here where there is none (Embedded Swift: another libc supplies them).

#if hasFeature(Embedded)
  @_extern(c, "read")
  private func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int

  @_extern(c, "write")
  private func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int

  @_extern(c, "exit")
  private func exit(_ status: Int32)
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard input, read ahead.
struct StandardInput {
  /// The bytes that were read, of which the first ``consumedCount`` are consumed.
  private var bytes: [UInt8] = []
  private var consumedCount = 0
  /// Room for one read: a frame that promises more than it brings costs no memory.
  private var room = [UInt8](repeating: 0, count: 1 << 16)

  /// True if the next frame is here as a whole.
  var holdsFrame: Bool {
    let left = bytes.count - consumedCount
    guard left >= 4 else { return false }
    let length = bytes[consumedCount..<consumedCount + 4]
    let size = length.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    return size > 0 && UInt64(left - 4) >= size
  }

  /// Consumes `count` bytes; fewer if the input ends first, `nil` if it cannot be read.
  mutating func read(_ count: Int) -> [UInt8]? {
    while bytes.count - consumedCount < count {
      if consumedCount > 0 {
        // A copy, so that a large frame does not keep its memory.
        bytes = Array(bytes[consumedCount...])
        consumedCount = 0
      }
      let got = room.withUnsafeMutableBytes { input($0.baseAddress!, $0.count) }
      if got < 0 { return nil }
      if got == 0 { break }
      bytes += room[..<got]
    }
    let end = min(consumedCount + count, bytes.count)
    defer { consumedCount = end }
    return Array(bytes[consumedCount..<end])
  }
}

enum StandardStreams {
  /// Writes every byte to standard output; `false` when it cannot.
  static func write(_ bytes: [UInt8]) -> Bool { write(bytes, to: 1) }

  /// Ends the program with one line on standard error: its name and what went wrong.
  static func fail(_ name: [UInt8], _ message: StaticString) -> Never {
    var line = name + Array(": ".utf8)
    message.withUTF8Buffer { line.append(contentsOf: $0) }
    line.append(10)
    _ = write(line, to: 2)
    exit(2)
    #if hasFeature(Embedded)
      // A C declaration cannot say that `exit` does not return.
      fatalError()
    #endif
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let put = bytes.withUnsafeBytes { buffer in
        output(descriptor, buffer.baseAddress! + done, bytes.count - done)
      }
      if put <= 0 { return false }
      done += put
    }
    return true
  }
}

// Outside the enumeration, whose own `read` and `write` would hide the C functions.
private func input(_ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int { read(0, bytes, count) }

private func output(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
