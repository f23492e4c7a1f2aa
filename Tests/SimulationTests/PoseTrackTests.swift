import AgentProtocol
import DeterministicMath
import Simulation
import TestSupport
import Testing

/// A dot that moves.
private struct Dot: Simulation {
  typealias Event = NoEvent
  typealias Input = NoEvent

  static var name: StaticString { "dot" }
  static var stepDuration: StepDuration { StepDuration(1, 60) }
  private var x: Float = 0

  init(parameters: NoParameters, seed: UInt64) {}

  mutating func step(_ inputs: [Input]) { x += 1 }

  func drawing(_ request: DrawingRequest) -> StepDrawing? {
    var drawing = StepDrawing()
    let center = DrawingPoint(Double(x), 0)
    var dots = DrawingLayer("dots")
    dots.shapes = [
      DrawingShape(
        id: 1, style: drawing.style(DrawingStyle("dot")), center: center,
        outlines: [.circle(center: center, radius: 1)])
    ]
    drawing.layers = [dots]
    return drawing
  }

  mutating func visitState(_ visitor: inout some StateVisitor) { visitor.field("x", &x) }
}

extension SplitMix {
  fileprivate mutating func value(_ size: Double) -> Double {
    size * (2 * Double(next() >> 11) / 9_007_199_254_740_992 - 1)
  }

  fileprivate mutating func int(_ below: Int) -> Int { Int(next() % UInt64(below)) }
}

/// A track is the drawings that were added, to within what nobody sees.
@Suite struct PoseTrackTests {
  static let quantum = 1.0 / 64

  /// Drawings of shapes that move, turn, change their layer or their outlines, go and come back.
  private func drawings(_ random: inout SplitMix, count: Int) -> [StepDrawing] {
    struct Thing {
      var id: UInt32
      var outlines: [DrawingOutline]
      var x, y, angle: Double
      let isTurned: Bool
    }
    func outline(_ random: inout SplitMix) -> DrawingOutline {
      func point() -> DrawingPoint { DrawingPoint(random.value(3), random.value(3)) }
      let radius = random.value(1).magnitude
      switch random.int(4) {
      case 0: return .circle(center: point(), radius: radius)
      case 1: return .capsule(point(), point(), radius: radius)
      case 2: return .polygon((0..<3 + random.int(4)).map { _ in point() }, radius: radius)
      default: return .line((0..<random.int(4)).map { _ in point() })
      }
    }
    let shared = (0..<3).map { _ in [outline(&random)] }
    var things = (0..<20).map { index in
      Thing(
        id: UInt32(index * 7919), outlines: shared[random.int(3)], x: random.value(90),
        y: random.value(90), angle: random.value(3), isTurned: index % 4 != 0)
    }
    return (0..<count).map { _ in
      var drawing = StepDrawing()
      let styles = [
        drawing.style(DrawingStyle("a", .red)), drawing.style(DrawingStyle("b", .varied)), 77,
      ]
      var layers = [
        DrawingLayer("floor", role: .background), DrawingLayer("things"), DrawingLayer("rest"),
      ]
      for index in things.indices {
        things[index].x += random.value(2)
        things[index].angle += random.value(4)
        if random.int(20) == 0 { things[index].outlines = [outline(&random), outline(&random)] }
        if random.int(9) == 0 { continue }
        let thing = things[index]
        let (cosine, sine) =
          thing.isTurned
          ? (Elementary.cos(thing.angle), Elementary.sin(thing.angle)) : (1, 0)
        func place(_ point: DrawingPoint) -> DrawingPoint {
          DrawingPoint(
            thing.x + point.x * cosine - point.y * sine, thing.y + point.x * sine + point.y * cosine
          )
        }
        var shape = DrawingShape(
          id: thing.id, "thing \(index)", style: styles[random.int(3)],
          center: DrawingPoint(thing.x, thing.y))
        if thing.isTurned { shape.heading = DrawingPoint(cosine, sine) }
        shape.outlines = thing.outlines.map { outline in
          switch outline {
          case .circle(let center, let radius): .circle(center: place(center), radius: radius)
          case .capsule(let a, let b, let radius): .capsule(place(a), place(b), radius: radius)
          case .polygon(let points, let radius): .polygon(points.map(place), radius: radius)
          case .line(let points): .line(points.map(place))
          }
        }
        // The role is part of what a shape is; between layers of one role it moves.
        layers[index < 3 ? 0 : 1 + random.int(2)].shapes.append(shape)
      }
      for _ in 0..<random.int(5) {
        layers[2].marks.append(
          DrawingMark(
            DrawingPoint(random.value(50), random.value(50)), style: styles[random.int(3)],
            direction: random.int(4) == 0
              ? DrawingPoint(0, 0) : DrawingPoint(random.value(1), random.value(1))))
        layers[1].links.append(
          DrawingLink(
            from: DrawingPoint(random.value(50), 0), to: DrawingPoint(0, random.value(50)),
            style: styles[1]))
        layers[1].arrows.append(
          DrawingArrow(at: DrawingPoint(1, 2), vector: DrawingPoint(3, 4), style: styles[2]))
      }
      drawing.layers = layers
      return drawing
    }
  }

  private func points(_ outline: DrawingOutline) -> [DrawingPoint] {
    switch outline {
    case .circle(let center, let radius): [center, DrawingPoint(radius, 0)]
    case .capsule(let a, let b, let radius): [a, b, DrawingPoint(radius, 1)]
    case .polygon(let points, let radius): points + [DrawingPoint(radius, 2)]
    case .line(let points): points + [DrawingPoint(0, 3)]
    }
  }

  @Test(arguments: Sample.of(0..<20 as Range<UInt64>))
  func posesAreTheDrawings(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var track = PoseTrack(quantum: Self.quantum)
    for (step, drawing) in drawings(&random, count: 60).enumerated() {
      let sample = track.add(drawing)
      let place: Comment = "seed \(seed), step \(step)"
      let given = drawing.layers.flatMap { layer in layer.shapes.map { (layer, $0) } }
      try #require(sample.poses.count == given.count, place)
      for (pose, (layer, shape)) in zip(sample.poses, given) {
        let known = track.shapes[Int(pose.shape)]
        let look = track.looks[Int(pose.look)]
        #expect(known.id == shape.id && known.label == shape.label, place)
        #expect(track.layers[look.layer].name == layer.name, place)
        #expect(track.styles[look.style] == drawing.style(at: shape.style), place)
        let angle = known.isTurned ? Double(pose.angle) / 8192 * 2 * Double.pi : 0
        let (cosine, sine) = (Elementary.cos(angle), Elementary.sin(angle))
        let (x, y) = (Double(pose.x) * Self.quantum / 16, Double(pose.y) * Self.quantum / 16)
        try #require(look.outlines.count == shape.outlines.count, place)
        for (own, outline) in zip(look.outlines, shape.outlines) {
          let (own, given) = (points(own), points(outline))
          try #require(own.count == given.count, place)
          // What a look may be off by, what rounding adds, and what a turn's 16,384th does.
          let most = 5 * Self.quantum
          for (p, q) in zip(own.dropLast(), given.dropLast()) {
            #expect(abs(x + p.x * cosine - p.y * sine - q.x) <= most, place)
            #expect(abs(y + p.x * sine + p.y * cosine - q.y) <= most, place)
          }
          let (kind, asked) = (own[own.count - 1], given[given.count - 1])
          #expect(abs(kind.x - asked.x) <= most && kind.y == asked.y, place)
        }
      }
      let marks = drawing.layers.flatMap(\.marks)
      try #require(sample.marks.count == marks.count, place)
      for (mark, given) in zip(sample.marks, marks) {
        #expect(track.styles[Int(mark.style)] == drawing.style(at: given.style), place)
        #expect(abs(Double(mark.x) * 8 * Self.quantum - given.point.x) <= 4 * Self.quantum, place)
        #expect(abs(Double(mark.y) * 8 * Self.quantum - given.point.y) <= 4 * Self.quantum, place)
        let (dx, dy) = (given.direction.x, given.direction.y)
        let turn = Elementary.atan2(dy, dx) / (2 * Double.pi) * 32
        let expected = dx == 0 && dy == 0 ? -1 : Int32(turn.rounded()) & 31
        #expect(mark.turn == expected, "\(place): \(turn)")
      }
      let links = drawing.layers.flatMap(\.links)
      #expect(sample.links.count == links.count && sample.arrows.count == links.count, place)
      for (link, given) in zip(sample.links, links) {
        #expect(abs(Double(link.fromX) * Self.quantum - given.from.x) <= Self.quantum / 2, place)
        #expect(abs(Double(link.toY) * Self.quantum - given.to.y) <= Self.quantum / 2, place)
      }
    }
    // A shape is one from its first appearance to its last, whatever layer it is in.
    #expect(track.shapes.count == 20 && track.styles.count <= 3 && track.layers.count == 3)
    #expect(Set(track.shapes.map(\.id)).count == 20)
  }

  /// Angles go on where a turn is full.
  @Test func anglesAreContinuous() {
    var track = PoseTrack(quantum: 1)
    for step in 0..<100 {
      let angle = Double(step) * 0.7
      var drawing = StepDrawing()
      var shape = DrawingShape(id: 1, center: DrawingPoint(0, 0))
      shape.heading = DrawingPoint(Elementary.cos(angle), Elementary.sin(angle))
      var layer = DrawingLayer("one")
      layer.shapes = [shape]
      drawing.layers = [layer]
      let pose = track.add(drawing).poses[0]
      #expect(abs(Double(pose.angle) - angle / (2 * Double.pi) * 8192) < 0.6, "step \(step)")
    }
    #expect(track.looks.count == 1)
  }

  /// Two shapes of one number are told apart by their layers, a third is left out; so is what is nowhere.
  @Test func shapesThatShareANumber() {
    var track = PoseTrack(quantum: 1)
    func shape(_ x: Double) -> DrawingShape { DrawingShape(id: 5, center: DrawingPoint(x, 0)) }
    var drawing = StepDrawing()
    var (front, back) = (DrawingLayer("front"), DrawingLayer("back"))
    front.shapes = [shape(1), shape(2), shape(.nan), shape(3)]
    back.shapes = [shape(4)]
    drawing.layers = [front, back]
    for _ in 0..<3 {
      let poses = track.add(drawing).poses
      #expect(poses.map(\.shape) == [0, 1, 2] && poses.map(\.x) == [16, 32, 64])
    }
    #expect(track.shapes.count == 3)
  }

  /// Numbers that are none, and places far outside, give a track that can be written all the same.
  @Test func whatNoPictureCanShow() throws {
    var track = PoseTrack(quantum: 1e-300, lookMax: 3)
    var drawing = StepDrawing()
    var layer = DrawingLayer("one")
    for (index, bad) in [Double.nan, .infinity, -.infinity, 1e300, -1e300].enumerated() {
      var shape = DrawingShape(id: UInt32(index), center: DrawingPoint(1e300, -1))
      shape.heading = DrawingPoint(bad, 0)
      shape.outlines = [.polygon([DrawingPoint(bad, bad)], radius: bad), .line([])]
      layer.shapes.append(shape)
      layer.marks.append(
        DrawingMark(DrawingPoint(bad, 0), style: -1, direction: DrawingPoint(bad, 1)))
      layer.links.append(DrawingLink(from: DrawingPoint(bad, 0), to: DrawingPoint(0, bad)))
    }
    drawing.layers = [layer]
    for _ in 0..<4 {
      let sample = track.add(drawing)
      #expect(sample.poses.count == 5 && sample.marks.count == 5)
      #expect(sample.poses.allSatisfy { $0.x == 1_000_000_000 && $0.y == -1_000_000_000 })
    }
    #expect(track.looks.count <= 3, "as many looks as may be")
    for look in track.looks {
      for point in look.outlines.flatMap(points) { #expect(point.x.isFinite && point.y.isFinite) }
    }
  }

  /// An agent tells each thing once; a new run, or a new quantum, begins a new track.
  @Test func agentsTellWhatIsNew() throws {
    let server = AgentServer(
      catalogue: [CatalogueEntry(Dot.self, summary: "a dot", defaultStepCount: 60)],
      engineVersion: "1", build: [])
    func send(_ request: AgentRequest) throws -> AgentReply {
      try AgentReply(encoded: server.reply(to: request.encoded))
    }
    func poses(_ quantum: Double?) throws -> PoseUpdate {
      guard case .poses(let update?) = try send(.poses(DrawingRequest(), quantum: quantum)) else {
        throw AgentError.garbled
      }
      return update
    }
    func start() throws { _ = try send(.start(simulation: "dot", parameters: [], seed: 3)) }
    try start()
    guard case .refused(let reason) = try send(.poses(DrawingRequest(), quantum: nil)) else {
      Issue.record("poses of no track")
      return
    }
    #expect(reason.contains("ask for poses with a quantum first"))
    for begin in [true, false] {
      if begin { try start() }
      let first = try poses(0.5)
      #expect(!first.shapes.isEmpty && !first.looks.isEmpty && !first.layers.isEmpty)
      _ = try send(.run([[]]))
      let next = try poses(nil)
      #expect(next.shapes.isEmpty && next.layers.isEmpty && next.styles.isEmpty)
      #expect(next.sample.poses.map(\.shape) == [0])
      #expect(next.sample.poses[0].x == first.sample.poses[0].x + 32)
    }
    for bytes in [(-1.0).bitPattern, Double.nan.bitPattern, Double.infinity.bitPattern] {
      var request = AgentRequest.poses(DrawingRequest(), quantum: 1).encoded
      for index in 0..<8 {
        request[request.count - 8 + index] = UInt8(truncatingIfNeeded: bytes >> UInt64(8 * index))
      }
      #expect(throws: AgentError.garbled) { try AgentRequest(encoded: request) }
    }
  }
}
