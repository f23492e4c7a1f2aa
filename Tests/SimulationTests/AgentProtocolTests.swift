import AgentProtocol
import DeterministicMath
import Simulation
import TestSupport
import Testing

@Suite struct AgentProtocolTests {
  static let image = StateImage(rowCounts: [1, 2, 0], bytes: [1, 2, 3, 250])
  static let requests: [AgentRequest] = [
    .hello, .start(simulation: "wörld", parameters: [1, .max], seed: 7),
    .restore(stepCount: -3, image: image),
    .run([[], [RecordWords(kind: 1, words: [5])], []]), .state(.everyStep), .events, .stop,
    .describe(simulation: "particles"), .draw(request), .draw(DrawingRequest()),
    .poses(request, quantum: 0.25), .poses(DrawingRequest(), quantum: nil),
    .observe([RecordWords(kind: 1, words: [5])]), .observe([]), .border(3),
  ]
  static var request: DrawingRequest {
    var request = DrawingRequest()
    request.layers = ["contacts", "ü", ""]
    request.columns = 10
    return request
  }
  /// One of everything that a drawing can hold.
  static var drawing: StepDrawing {
    var drawing = StepDrawing(unit: "pt", isYUp: true)
    drawing.frame = DrawingFrame(x: -1, y: -2, width: 30, height: 40)
    for color in DrawingColor.allCases {
      drawing.styles.append(
        DrawingStyle("\(color)", color, fill: 0.25, width: 2, opacity: 0.5, spacing: 12))
    }
    for line in DrawingLine.allCases {
      for symbol in DrawingSymbol.allCases {
        drawing.styles.append(DrawingStyle("", line: line, symbol: symbol))
      }
    }
    let point = DrawingPoint(1.5, -2.5)
    for role in DrawingLayer.Role.allCases {
      var layer = DrawingLayer("ü\(role)", role: role)
      var shape = DrawingShape(id: .max, "dragon", style: 3, center: point)
      shape.heading = DrawingPoint(0.6, 0.8)
      shape.velocity = DrawingPoint(3, 4)
      shape.angularVelocity = -.pi
      shape.outlines = [
        .circle(center: point, radius: 2), .capsule(point, DrawingPoint(0, 0), radius: 1),
        .polygon([point, point, point], radius: 0), .line([]),
      ]
      layer.shapes = [shape, DrawingShape(id: 0, center: point)]
      layer.marks = [DrawingMark(point, style: 1, direction: DrawingPoint(0, 1), weight: 7)]
      var link = DrawingLink(from: point, to: DrawingPoint(9, 9), style: 2)
      link.axis = DrawingPoint(0, 1)
      link.length = 5
      layer.links = [link]
      layer.arrows = [DrawingArrow(at: point, vector: DrawingPoint(0, -9.81), style: 4)]
      layer.labels = [DrawingLabel("here", at: point, style: 5)]
      drawing.layers.append(layer)
    }
    return drawing
  }
  /// What a track makes of it.
  static var poses: PoseUpdate {
    var track = PoseTrack(quantum: 0.25)
    var update = PoseUpdate()
    update.sample = track.add(drawing)
    (update.styles, update.layers) = (track.styles, track.layers)
    (update.looks, update.shapes) = (track.looks, track.shapes)
    return update
  }
  static var replies: [AgentReply] {
    let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    return [
      .hello(
        AgentHello(
          engineVersion: "1", build: [BuildFact(name: "a", value: "b")], simulations: ["x", "y"])),
      .started(run.description, StateDigest(low: 1, high: 2)),
      .restored(StateDigest(low: 3, high: 4)), .ran([StateDigest(low: 5, high: 6), StateDigest()]),
      .state(image), .events([RecordWords(kind: 0, words: [1])]), .stopped, .refused("no"),
      .described(run.description, parameters: [1, 2]), .drawing(nil), .drawing(drawing),
      .poses(nil), .poses(poses),
      .observed(
        ObservedStep(
          digest: StateDigest(low: 7, high: 8),
          borders: [
            StepBorder(phase: "wärm", digest: StateDigest(low: 9, high: 1)),
            StepBorder(phase: "solve", round: 2, pass: 3, digest: StateDigest()),
          ])),
      .border(BorderState(schema: run.description.state, image: image)),
    ]
  }

  @Test func everyMessageReadsBack() throws {
    for request in Self.requests {
      #expect(try AgentRequest(encoded: request.encoded) == request)
    }
    for reply in Self.replies { #expect(try AgentReply(encoded: reply.encoded) == reply) }
  }

  /// Every beginning of a message and every single changed byte is read or refused, never a trap.
  @Test func hostileBytesAreRefused() {
    for bytes in Self.requests.map(\.encoded) {
      for size in 0..<bytes.count {
        #expect(throws: AgentError.self) { try AgentRequest(encoded: Array(bytes.prefix(size))) }
      }
    }
    for bytes in Self.replies.map(\.encoded) {
      for size in 0..<bytes.count {
        #expect(throws: AgentError.self) { try AgentReply(encoded: Array(bytes.prefix(size))) }
      }
      for index in bytes.indices {
        for flip in [0x01, 0x80, 0xFF] as [UInt8] {
          var changed = bytes
          changed[index] ^= flip
          _ = try? AgentReply(encoded: changed)
        }
      }
    }
  }

  /// A number that takes more bits than it may is no number: it must not wrap to a small one.
  @Test func kindsAndOffsetsDoNotWrap() throws {
    var request = AgentRequest.run([[RecordWords(kind: 1, words: [])]]).encoded
    #expect(request[9...12] == [1, 0, 0, 0])
    request[11] = 1  // kind 65,537
    #expect(throws: AgentError.garbled) { try AgentRequest(encoded: request) }
  }

  /// The request of the first vocabulary is refused by who knows the second, and the other way
  /// round: both then go on without a picture.
  @Test func retiredDrawingsAreRefused() {
    #expect(throws: AgentError.garbled) {
      try AgentRequest(encoded: [9, 7, 16, 0, 0, 0])
    }
    #expect(throws: AgentError.garbled) { try AgentReply(encoded: [0x89, 0]) }
    #expect(AgentRequest.draw(DrawingRequest()).encoded[0] == 10)
    #expect(AgentReply.drawing(nil).encoded == [0x8A, 0])
  }

  /// Styles of one name are one; an index that is none is the plain style.
  @Test func stylesAreKnownByTheirNames() {
    var drawing = StepDrawing()
    let first = drawing.style(DrawingStyle("red", .red))
    #expect(drawing.style(DrawingStyle("blue", .blue)) == first + 1)
    #expect(drawing.style(DrawingStyle("red", .rose)) == first)
    #expect(drawing.style(.plain) == 2 && drawing.style(.plain) == 3)
    #expect(drawing.style(at: first).color == .red)
    for index in [-1, 4, .max] { #expect(drawing.style(at: index) == .plain) }
    var request = DrawingRequest()
    #expect(request.wants("contacts"))
    request.layers = ["joints"]
    #expect(!request.wants("contacts") && request.wants("joints"))
  }

  @Test func serverDescribesWithoutStarting() throws {
    let server = AgentServer(
      catalogue: particleCatalogue(Sound.self), engineVersion: "1", build: [])
    let run = SimulationRun<Particles<Sound>>(parameters: .init(), seed: 1)
    let reply = try AgentReply(
      encoded: server.reply(to: AgentRequest.describe(simulation: "particles").encoded))
    #expect(
      reply == .described(run.description, parameters: Particles<Sound>.Parameters().words))
    #expect(throws: AgentError.refused("no simulation has been started")) {
      try server.answer(.events)
    }
  }

  @Test func serverRunsRestoresAndRefuses() throws {
    let server = AgentServer(
      catalogue: particleCatalogue(Sound.self), engineVersion: "1", build: [])
    func send(_ request: AgentRequest) throws -> AgentReply {
      try AgentReply(encoded: server.reply(to: request.encoded))
    }
    #expect(try send(.state(.everything)) == .refused("no simulation has been started"))
    let parameters = Particles<Sound>.Parameters().words
    guard
      case .started = try send(
        .start(simulation: "particles", parameters: parameters, seed: 3))
    else {
      Issue.record("not started")
      return
    }
    guard case .state(let image) = try send(.state(.everything)),
      case .ran(let digests) = try send(.run(Array(repeating: [], count: 50))),
      case .restored = try send(.restore(stepCount: 0, image: image)),
      case .ran(let again) = try send(.run(Array(repeating: [], count: 50)))
    else {
      Issue.record("the conversation broke off")
      return
    }
    #expect(digests.count == 50)
    #expect(digests == again)
    #expect(Set(digests).count == 50)
    let nan = RecordWords(kind: 0, words: [0, UInt64(Float.nan.bitPattern), 0])
    #expect(try send(.run([[nan]])) == .refused("field 'vx' is not a finite number"))
    #expect(
      try send(.restore(stepCount: 0, image: StateImage(rowCounts: [9], bytes: [])))
        == .refused("the state is none that this simulation could have left"))
    guard case .refused = try send(.start(simulation: "none", parameters: [], seed: 0)) else {
      Issue.record("an unknown simulation was started")
      return
    }
    #expect(try send(.stop) == .stopped)
    #expect(server.isStopped)
  }
}
