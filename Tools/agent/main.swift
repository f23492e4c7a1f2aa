// The agent: runs the catalogue's simulations on command, for tools that compare builds.
// Frames come on standard input, replies go to standard output (see AgentProtocol).

import Scenarios
import Simulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(WASILibc)
  import WASILibc
#endif

/// Reads exactly `count` bytes; `nil` at the end of the input.
func readBytes(_ count: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: count)
  var done = 0
  while done < count {
    let got = bytes.withUnsafeMutableBytes { buffer in
      read(0, buffer.baseAddress! + done, count - done)
    }
    if got <= 0 { return nil }
    done += got
  }
  return bytes
}

func writeBytes(_ bytes: [UInt8]) -> Bool {
  var done = 0
  while done < bytes.count {
    let put = bytes.withUnsafeBytes { buffer in
      write(1, buffer.baseAddress! + done, bytes.count - done)
    }
    if put <= 0 { return false }
    done += put
  }
  return true
}

let server = AgentServer(
  catalogue: Catalogue.all, engineVersion: engineVersion, build: buildFacts())

while !server.isStopped, let head = readBytes(4) {
  let size =
    Int(head[0]) | Int(head[1]) << 8 | Int(head[2]) << 16 | Int(head[3]) << 24
  guard size >= 1, size <= AgentProtocol.frameSizeMax, let frame = readBytes(size) else { exit(2) }
  let reply = server.reply(to: frame)
  var length = UInt32(reply.count)
  var message: [UInt8] = []
  for _ in 0..<4 {
    message.append(UInt8(truncatingIfNeeded: length))
    length >>= 8
  }
  message += reply
  guard writeBytes(message) else { exit(2) }
}
