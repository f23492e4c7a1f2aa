// An agent of the particles: sound or with a known fault, and misbehaving when asked to.
//
//   particle-agent [VARIANT [MISBEHAVIOUR]]
//   particle-agent VERB …
//
// With a verb it is a tool of the simulations with planted bugs, and of those that crash or hang. It starts
// itself as their agent.
// It stands for whatever may be at the other end of a pipe.

import AgentProtocol
import Foundation
import LaplaceCommands
import Simulation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

let variant = CommandLine.arguments.dropFirst().first ?? "sound"
let misbehaviour = CommandLine.arguments.dropFirst(2).first ?? ""

let verbs = ["agent", "bisect", "diff", "hunt", "record", "selftest", "shrink", "verify"]
if verbs.contains(variant) {
  LaplaceTool.main(catalogue: plantedCatalogue + troubleCatalogue)
}

let catalogue: [CatalogueEntry]
switch variant {
case "last-bit-17": catalogue = particleCatalogue(LastBitAt17.self)
case "last-bit-700": catalogue = particleCatalogue(LastBitAt700.self)
case "counter-333": catalogue = particleCatalogue(CounterAt333.self)
case "unvisited": catalogue = particleCatalogue(Unvisited.self)
case "dials": catalogue = dialCatalogue(RightDials.self)
case "dials-last-bit": catalogue = dialCatalogue(LastBitDials.self)
case "dials-trap": catalogue = dialCatalogue(TrapDials.self)
case "leaky": catalogue = leakyCatalogue(Leak(rawValue: CommandLine.arguments[2]) ?? .none)
case "none": catalogue = []
default: catalogue = particleCatalogue(Sound.self)
}

var facts = buildFacts()
if misbehaviour == "flushes" {
  facts.removeAll { $0.name == "floatingPoint" }
  facts.append(BuildFact(name: "floatingPoint", value: "subnormals are flushed to zero"))
}
if misbehaviour == "no-restore" { facts.append(BuildFact(name: restoresFactName, value: "no")) }
let server = AgentServer(catalogue: catalogue, engineVersion: engineVersion, build: facts)

nonisolated(unsafe) var runCount = 0

func readBytes(_ count: Int) -> [UInt8]? {
  let data = (try? FileHandle.standardInput.read(upToCount: count)) ?? Data()
  return data.count == count ? Array(data) : nil
}

func writeFrame(_ body: [UInt8], length: Int? = nil) {
  var length = UInt32(length ?? body.count)
  let head = withUnsafeBytes(of: &length) { Array($0) }
  try? FileHandle.standardOutput.write(contentsOf: Data(head + body))
}

func complain(_ text: String) {
  try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
}

/// Does what it was asked to do wrong with this request; the reply that is left to send, if any.
func misbehave(_ request: UInt8, _ reply: [UInt8]) -> [UInt8]? {
  var reply = reply
  let (isHello, isStart, isRun, isState) = (request == 1, request == 2, request == 4, request == 5)
  switch misbehaviour {
  case "no-restore" where request == 3, "refuses-restore" where request == 3:
    reply = [0xFF, 17, 0, 0, 0] + Array("it cannot restore".utf8)
  case "no-draw" where request == 10: reply = [0xFF, 7, 0, 0, 0] + Array("unknown".utf8)
  case "bad-drawing" where request == 10:
    reply = [0x8A, 1, 0, 0] + Array(repeating: 0xEE, count: 60)
  case "exit-after-hello" where isStart:
    complain("first trouble")
    complain("could not open the level")
    exit(3)
  case "exit-on-run" where isRun: exit(7)
  case "exit-on-run-21" where isRun:
    runCount += 1
    if runCount == 21 { exit(7) }
  case "close-output" where isRun:
    close(1)
    sleep(30)
  case "text" where isRun:
    try? FileHandle.standardOutput.write(contentsOf: Data("Hello, this is a simulation\n".utf8))
    sleep(30)
  case "enormous" where isRun:
    writeFrame(reply, length: 0xFFFF_FFF0)
    sleep(30)
  case "truncated" where isRun:
    writeFrame(Array(reply.prefix(9)), length: reply.count)
    exit(0)
  case "hang" where isRun: sleep(60)
  case "hang-on-run-99" where isRun:
    runCount += 1
    if runCount == 99 { sleep(600) }
  case "hang-at-once" where isHello: sleep(60)
  case "version" where isHello: reply[1] = 9
  case "digest-count" where isRun:
    reply.removeLast(16)
    reply[1] -= 1
  case "wrong-reply" where isRun: reply = [0x87]
  case "schema" where isStart:
    // The first letter of the table's name, which comes after that of the simulation.
    if let place = Data(reply).range(of: Data("particles".utf8), options: .backwards) {
      reply[place.lowerBound] = UInt8(ascii: "q")
    }
  case "image" where isState:
    reply.removeLast()
    // The size of the image's block: after the type, the count of tables and two row counts.
    reply[13] &-= 1
  case "garbage" where isRun: reply = [0x84] + Array(repeating: 0xEE, count: 100)
  case "signal" where isRun: kill(getpid(), SIGKILL)
  case "flood":
    for line in 0..<20_000 { complain("step \(line): all is well, and this is a long line of it") }
    if isRun { complain("the last word") }
    if isRun && catalogue.isEmpty { exit(1) }
  default: break
  }
  return reply
}

if misbehaviour == "exit-at-once" { exit(5) }
if misbehaviour == "deaf" { sleep(60) }
while !server.isStopped, let head = readBytes(4) {
  let size = Int(head[0]) | Int(head[1]) << 8 | Int(head[2]) << 16 | Int(head[3]) << 24
  guard let frame = readBytes(size) else { break }
  if let reply = misbehave(frame[0], server.reply(to: frame)) { writeFrame(reply) }
}
