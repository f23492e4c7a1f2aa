import Pictures
import Simulation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The drawings of a run, gathered step by step: where each shape is, and how it looks.
package struct PageDrawings {
  /// The poses of a shape.
  private struct Lane {
    /// For each step: 0 where the shape is not there, else its look's number and 1.
    var looks: [Int64]
    var xs: [Int64] = []
    var ys: [Int64] = []
    var angles: [Int64] = []
  }

  package private(set) var facts = Facts()
  private var track: PoseTrack?
  private var lanes: [Lane] = []
  private var marks: [[PoseSample.Mark]] = []
  private var links: [[PoseSample.Link]] = []
  private var arrows: [[Double]] = []
  private var arrowVersions: [Int64] = []
  private var hasTooManyArrows = false
  private var low = DrawingPoint(.infinity, .infinity)
  private var high = DrawingPoint(-.infinity, -.infinity)
  private var sampleCount = 0
  private let isFromPositions: Bool
  /// Shapes that are drawn from positions, by what names them: their numbers change.
  private var named: [String: (id: UInt32, first: UInt32)] = [:]

  /// Looks beyond this many are taken from what the shape looked like before.
  private static let lookMax = 4000
  private static let arrowMax = 24

  package init(isFromPositions: Bool) { self.isFromPositions = isFromPositions }

  package mutating func add(_ drawing: StepDrawing) {
    if sampleCount == 0 {
      (facts.unit, facts.isYUp) = (drawing.unit, drawing.isYUp)
      facts.isFromPositions = isFromPositions
      facts.quantum = PageDrawings.quantum(PictureView([drawing]))
    }
    if sampleCount == 0 || drawing.frame != nil || sampleCount % 16 == 0 {
      let view = PictureView([drawing])
      low = DrawingPoint(min(low.x, view.low.x), min(low.y, view.low.y))
      high = DrawingPoint(max(high.x, view.high.x), max(high.y, view.high.y))
    }
    var track = track ?? PoseTrack(quantum: facts.quantum, lookMax: PageDrawings.lookMax)
    self.track = nil
    let sample = track.add(isFromPositions ? numbered(drawing) : drawing)
    self.track = track
    for pose in sample.poses { add(pose) }
    marks.append(sample.marks)
    links.append(sample.links)
    addArrows(
      sample.arrows.flatMap { arrow in
        [arrow.at.x, arrow.at.y, arrow.vector.x, arrow.vector.y].map(PageDrawings.short)
          + [Double(arrow.style)]
      })
    sampleCount += 1
    for index in lanes.indices where lanes[index].looks.count < sampleCount {
      lanes[index].looks.append(0)
    }
  }

  /// A 16,384th of the view, as a power of two: less than can be seen.
  private static func quantum(_ view: PictureView) -> Double {
    let size = max(view.high.x - view.low.x, view.high.y - view.low.y)
    return size.isFinite && size > 0 ? exp2((log2(size / 16_384)).rounded()) : 1
  }

  // MARK: Shapes

  private mutating func add(_ pose: PoseSample.Pose) {
    let index = Int(pose.shape)
    while lanes.count <= index {
      lanes.append(Lane(looks: Array(repeating: 0, count: sampleCount)))
    }
    lanes[index].looks.append(Int64(pose.look) + 1)
    lanes[index].xs.append(PageDrawings.quanta(pose.x))
    lanes[index].ys.append(PageDrawings.quanta(pose.y))
    lanes[index].angles.append(Int64(pose.angle))
  }

  private static func quanta(_ parts: Int32) -> Int64 {
    Int64((Double(parts) / Double(PoseSample.Pose.partsPerQuantum)).rounded())
  }

  /// The drawing with shapes numbered by their labels.
  private mutating func numbered(_ drawing: StepDrawing) -> StepDrawing {
    var drawing = drawing
    for layer in drawing.layers.indices {
      for index in drawing.layers[layer].shapes.indices {
        let shape = drawing.layers[layer].shapes[index]
        let known = named[shape.label] ?? (UInt32(named.count), shape.id)
        named[shape.label] = known
        drawing.layers[layer].shapes[index].id = known.id
      }
    }
    return drawing
  }

  private static func numbers(_ outline: DrawingOutline) -> [Double] {
    switch outline {
    case .circle(let center, let radius): [0, radius, center.x, center.y]
    case .capsule(let a, let b, let radius): [1, radius, a.x, a.y, b.x, b.y]
    case .polygon(let points, let radius): [2, radius] + points.flatMap { [$0.x, $0.y] }
    case .line(let points): [3, 0] + points.flatMap { [$0.x, $0.y] }
    }
  }

  private mutating func addArrows(_ list: [Double]) {
    if arrows.isEmpty || arrows[Int(arrowVersions.last ?? 0)] != list {
      if let known = arrows.firstIndex(of: list) {
        return arrowVersions.append(Int64(known))
      }
      if arrows.count == PageDrawings.arrowMax {
        hasTooManyArrows = true
      } else {
        arrows.append(list)
      }
      return arrowVersions.append(Int64(arrows.count - 1))
    }
    arrowVersions.append(arrowVersions.last ?? 0)
  }

  private static func short(_ value: Double) -> Double {
    guard value.isFinite, value != 0 else { return 0 }
    let scale = pow(10, 4 - floor(log10(abs(value))))
    return (value * scale).rounded() / scale
  }

  // MARK: Writing

  /// Appends the lanes of shapes, marks, links and arrows.
  ///
  /// - Parameter markBytes: more than that, and marks are left out.
  package mutating func write(to track: inout LaneWriter, markBytes: Int) {
    tell()
    for (shape, lane) in zip(facts.shapes, lanes) {
      track.append(lane.looks)
      track.append(lane.xs)
      track.append(lane.ys)
      if shape.isTurned { track.append(lane.angles) }
    }
    var markLanes = LaneWriter()
    writeMarks(to: &markLanes)
    facts.marks = marks.map(\.count).max() ?? 0
    if markLanes.bytes.count > markBytes {
      facts.marks = 0
      facts.leftOut.append("marks of contacts")
    } else {
      writeMarks(to: &track)
    }
    facts.links = links.map(\.count).max() ?? 0
    track.append(links.map { Int64($0.count) })
    for slot in 0..<facts.links {
      let there = links.compactMap { $0.count > slot ? $0[slot] : nil }
      for value in [
        \PoseSample.Link.style, \.fromX, \.fromY, \.toX, \.toY,
      ] {
        track.append(there.map { Int64($0[keyPath: value]) })
      }
    }
    if hasTooManyArrows {
      (arrows, arrowVersions) = ([], arrowVersions.map { _ in 0 })
      facts.leftOut.append("arrows of fields")
    }
    facts.arrows = arrows
    track.append(arrowVersions)
    facts.frame = [low.x, low.y, high.x - low.x, high.y - low.y].map(PageDrawings.short)
  }

  /// What the track knows by number.
  private mutating func tell() {
    guard let track else { return }
    let labels = Dictionary(uniqueKeysWithValues: named.values.map { ($0.id, $0.first) })
    facts.shapes = track.shapes.map {
      Shape(id: labels[$0.id] ?? $0.id, label: $0.label, isTurned: $0.isTurned)
    }
    facts.looks = track.looks.map {
      Look(
        layer: $0.layer, style: $0.style, outlines: $0.outlines.map(PageDrawings.numbers))
    }
    facts.layers = track.layers.map { Layer(name: $0.name, role: "\($0.role)") }
    facts.styles = track.styles.map(PageDrawings.style)
  }

  /// Coarser than shapes, for they are many and jump.
  private func writeMarks(to track: inout LaneWriter) {
    let most = marks.map(\.count).max() ?? 0
    if most == 0 { return }
    track.append(marks.map { Int64($0.count) })
    for slot in 0..<most {
      let there = marks.compactMap { $0.count > slot ? $0[slot] : nil }
      for value in [\PoseSample.Mark.style, \.x, \.y, \.turn] {
        track.append(there.map { Int64($0[keyPath: value]) })
      }
    }
  }

  private static func style(_ style: DrawingStyle) -> Style {
    let numbers: [UInt32] = style.color == .varied ? Array(0..<8) : [0]
    return Style(
      name: style.name,
      colors: numbers.map {
        [
          PictureTheme.light.color(style.color, $0), PictureTheme.dark.color(style.color, $0),
        ]
      }, fill: style.fill, width: style.width, opacity: style.opacity, line: "\(style.line)",
      symbol: "\(style.symbol)")
  }
}
