// The agent: runs the catalogue's simulations on command, for tools that compare builds.
// Frames come on standard input, replies go to standard output (see AgentProtocol). Exit status:
// 0 at the end of the input or after a stop, 2 with one line on standard error otherwise.

import Scenarios
import Simulation

/// The next frame's body; `nil` at the end of the input. A broken frame ends the program.
func nextFrame() -> [UInt8]? {
  guard let head = StandardStreams.read(4) else {
    StandardStreams.fail("standard input cannot be read")
  }
  if head.isEmpty { return nil }
  guard head.count == 4 else {
    StandardStreams.fail("broken frame: the input ends inside its length")
  }
  var reader = WireReader(head)
  guard let word = try? reader.word32(), word >= 1, word <= UInt32(AgentProtocol.frameSizeMax)
  else { StandardStreams.fail("broken frame: its length is not in 1 ... 2^28") }
  let size = Int(word)
  guard let frame = StandardStreams.read(size), frame.count == size else {
    StandardStreams.fail("broken frame: the input ends before its length says")
  }
  return frame
}

/// Answers frame after frame. A function, because a variable of the top level is shared with every
/// task, which Embedded Swift refuses for a class.
func serve() {
  let server = AgentServer(
    catalogue: Catalogue.all, engineVersion: engineVersion, build: buildFacts())
  while !server.isStopped, let frame = nextFrame() {
    var message = WireWriter()
    message.append(bytes: server.reply(to: frame))
    guard StandardStreams.write(message.bytes) else {
      StandardStreams.fail("standard output cannot be written")
    }
  }
}

serve()
