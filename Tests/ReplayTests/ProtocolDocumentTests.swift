import AgentProtocol
import DeterministicMath
import Foundation
import Simulation
import Testing

/// The bytes that the documents show are those that the code writes: an agent can be written from
/// the pages alone.
@Suite struct ProtocolDocumentTests {
  struct Ball: Simulation {
    enum Input: SimulationRecord {
      case kick(speed: Float)
      static var kinds: [StaticString] { ["kick"] }
      init(kind: Int) { self = .kick(speed: 0) }
      var kind: Int { 0 }
      mutating func visitFields(_ visitor: inout some FieldVisitor) {
        guard case .kick(var speed) = self else { return }
        visitor.field("speed", &speed)
        self = .kick(speed: speed)
      }
    }

    static var name: StaticString { "ball" }
    static var stepDuration: StepDuration { StepDuration(1, 60) }
    var height: Float = 10
    var velocity: Float = 0

    init(parameters: NoParameters, seed: UInt64) {}

    mutating func step(_ inputs: [Input]) {
      for case .kick(let speed) in inputs { velocity += speed }
      velocity -= 10 / 60
      height += velocity / 60
      if height < 0 { (height, velocity) = (-height, -0.8 * velocity) }
    }

    func drawing(_ request: DrawingRequest) -> StepDrawing? {
      var drawing = StepDrawing(unit: "m", isYUp: true)
      let center = DrawingPoint(0, Double(height))
      var ball = DrawingShape(
        id: 1, style: drawing.style(DrawingStyle("ball", .red)), center: center,
        outlines: [.circle(center: center, radius: 0.5)])
      ball.velocity = DrawingPoint(0, Double(velocity))
      var balls = DrawingLayer("balls")
      balls.shapes = [ball]
      drawing.layers = [balls]
      return drawing
    }

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field("height", &height, .everyStep)
      visitor.field("velocity", &velocity, .everyStep)
    }
  }

  static func document(_ name: String) throws -> [String] {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    let path = url.path + "/Sources/Replay/Replay.docc/" + name
    return try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
  }

  /// The frames of the documented conversation, in order: whether to the agent, and the bytes.
  static func conversation() throws -> [(isRequest: Bool, bytes: [UInt8])] {
    let lines = try document("AgentProtocol.md")
    let start = try #require(lines.firstIndex(of: "```hex"))
    var frames: [(isRequest: Bool, bytes: [UInt8])] = []
    for line in lines[(start + 1)...].prefix(while: { $0 != "```" }) {
      if line.hasPrefix(">") || line.hasPrefix("<") { frames.append((line.hasPrefix(">"), [])) }
      let digits = line.dropFirst().prefix { $0 != "|" }
      for pair in digits.split(separator: " ") {
        frames[frames.count - 1].bytes.append(try #require(UInt8(pair, radix: 16)))
      }
    }
    return frames
  }

  @Test func conversationIsWhatTheServerSays() throws {
    let server = AgentServer(
      catalogue: [CatalogueEntry(Ball.self, summary: "a ball", defaultStepCount: 600)],
      engineVersion: "2.0", build: [BuildFact(name: "language", value: "Swift")])
    let frames = try Self.conversation()
    #expect(frames.count == 20)
    for pair in stride(from: 0, to: frames.count, by: 2) {
      let (request, reply) = (frames[pair], frames[pair + 1])
      #expect(request.isRequest && !reply.isRequest)
      let body = Array(request.bytes.dropFirst(4))
      #expect(Self.framed(body) == request.bytes)
      #expect(try AgentRequest(encoded: body).encoded == body)
      let answer = Self.framed(server.reply(to: body))
      #expect(
        answer == reply.bytes, "the server says \(Self.hex(answer)), not \(Self.hex(reply.bytes))")
    }
    #expect(server.isStopped)
  }

  private static func framed(_ body: [UInt8]) -> [UInt8] {
    var writer = WireWriter()
    writer.append(bytes: body)
    return writer.bytes
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0, radix: 16) }.joined(separator: " ")
  }

  @Test func digestVectorsAreWhatTheCodeGives() throws {
    let lines = try Self.document("StateDigest.md")
    var count = 0
    for line in lines where line.contains(" | 0x") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let words = try cells[1].components(separatedBy: ", ").map {
        try #require(UInt64($0.dropFirst(2), radix: 16))
      }
      var found = StateDigest()
      if let row = UInt32(cells[0]) {
        found = Self.rowHash(row, words.map { UInt32($0) })
      } else {
        var hash = RecordHash(
          tag: try #require(UInt64(cells[0].dropFirst(2), radix: 16)), row: .max)
        for word in words { hash.feed(word) }
        found = hash.finish()
      }
      #expect(found == StateDigest(hexadecimal: cells[3] + cells[2]), "\(line)")
      count += 1
    }
    #expect(count == 8)
    let ball = SimulationRun<Ball>(parameters: NoParameters(), seed: 1)
    #expect(lines.contains { $0.contains("`\(ball.digest())`") })
  }

  private static func rowHash(_ row: UInt32, _ words: [UInt32]) -> StateDigest {
    var sum = StateDigest()
    let key = RowHash.key(row: row)
    for j in stride(from: 0, to: words.count, by: 2) {
      let odd = j + 1 < words.count ? words[j + 1] : 0
      RowHash.add(
        words[j] &+ RowHash.key(word: j) &+ key,
        odd &+ RowHash.key(word: j + 1) &+ RowHash.turned(key), to: &sum)
    }
    return sum
  }

  /// Rows that are no multiple of eight bytes, several fields in a group, several groups, no rows.
  @Test func digestOfATableIsTheDocumentedSum() throws {
    let run = SimulationRun<Rows>(parameters: NoParameters(), seed: 1)
    var expected = StateDigest()
    func add(_ tag: UInt64, _ words: [UInt64]) {
      var hash = RecordHash(tag: tag, row: .max)
      for word in words { hash.feed(word) }
      expected += hash.finish()
    }
    func add(_ tag: UInt64, rows: [[UInt32]]) {
      var sum = StateDigest()
      for (row, words) in rows.enumerated() { sum += Self.rowHash(UInt32(row), words) }
      add(tag, [sum.low, sum.high])
    }
    add(0x10000, [2])
    add(0x10001, rows: [[1, 2, 3], [4, 5, 6]])
    add(0x10002, rows: [[7], [8]])
    add(0x20000, [0])
    add(0x20001, rows: [])
    #expect(run.digest() == expected)
  }

  struct Triple: StateRow, BitwiseCopyable {
    static let layout = RowLayout(Triple.self)
    var a: UInt32 = 0
    var b: UInt32 = 0
    var c: UInt32 = 0
    mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("a", &a, .everyStep)
      visitor.field("b", &b, .everyStep)
      visitor.field("c", &c, .everyStep)
    }
  }

  struct Rows: Simulation {
    typealias Input = NoEvent
    static var name: StaticString { "rows" }
    static var stepDuration: StepDuration { StepDuration(1, 60) }
    var triples = [Triple(a: 1, b: 2, c: 3), Triple(a: 4, b: 5, c: 6)]
    var marks: [UInt8] = [7, 8]
    var none: [Float] = []

    init(parameters: NoParameters, seed: UInt64) {}
    mutating func step(_ inputs: [NoEvent]) {}

    mutating func visitState(_ visitor: inout some StateVisitor) {
      var count = triples.count
      visitor.table("triples", rowCount: &count)
      triples.withUnsafeMutableBytes { bytes in
        visitor.group(Triple.layout.groups[0], of: bytes.baseAddress)
      }
      visitor.column("mark", &marks)
      var zero = 0
      visitor.table("none", rowCount: &zero)
      visitor.column("x", &none, .everyStep)
    }
  }
}
