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

/// Standard input, of which more is read than was asked for.
struct StandardInput {
  private var bytes: [UInt8] = []
  private var takenCount = 0

  /// How much is read at a time: a frame that promises more than it brings costs no memory.
  private static var pieceSize: Int { 1 << 16 }

  /// True if the next frame is here as a whole.
  var holdsFrame: Bool {
    let left = bytes.count - takenCount
    guard left >= 4 else { return false }
    let size = bytes[takenCount..<takenCount + 4].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    return size > 0 && UInt64(left - 4) >= size
  }

  /// Takes `count` bytes; fewer when the input ends first, `nil` when it cannot be read.
  mutating func take(_ count: Int) -> [UInt8]? {
    while bytes.count - takenCount < count {
      bytes.removeSubrange(..<takenCount)
      takenCount = 0
      let start = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: StandardInput.pieceSize))
      let got = bytes.withUnsafeMutableBytes { buffer in
        input(buffer.baseAddress! + start, StandardInput.pieceSize)
      }
      bytes.removeLast(StandardInput.pieceSize - max(got, 0))
      if got < 0 { return nil }
      if got == 0 { break }
    }
    let end = min(takenCount + count, bytes.count)
    defer { takenCount = end }
    return Array(bytes[takenCount..<end])
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
