import Foundation
import Simulation

/// The drawings of a run, gathered step by step: where each shape is, and how it looks.
struct PageDrawings {
  /// What stays the same of a shape. A body that comes to rest may change its layer, so only what
  /// shares its number with another shape of the step is known by its layer, too.
  private struct Identity: Hashable {
    var role: DrawingLayer.Role
    var layer: Int?
    /// Names the shape where its number is not its own.
    var label: String
    var id: UInt32
  }

  private struct Track {
    var shape: PageFacts.Shape
    /// For each step: 0 where the shape is not there, else its look's number and 1.
    var looks: [Int64] = []
    var xs: [Double] = []
    var ys: [Double] = []
    /// In turns.
    var angles: [Double] = []
    /// The shape as it was last compared, so that a look is kept while it is near enough.
    var last: (look: Int64, kind: [Int], outlines: [[Double]])?
  }

  private struct Mark {
    var x, y, dx, dy: Double
    var style: Int
  }

  private struct Link {
    var a, b: DrawingPoint
    var style: Int
  }

  private(set) var facts = PageFacts.Drawing()
  private var styles: [DrawingStyle] = []
  private var layerIndices: [String: Int] = [:]
  private var tracks: [Track] = []
  private var indices: [Identity: Int] = [:]
  private var looks: [[[Double]]: [[Int]: Int64]] = [:]
  private var marks: [[Mark]] = []
  private var links: [[Link]] = []
  private var arrows: [[Double]] = []
  private var arrowVersions: [Int64] = []
  private var hasTooManyArrows = false
  private var low = DrawingPoint(.infinity, .infinity)
  private var high = DrawingPoint(-.infinity, -.infinity)
  private var sampleCount = 0
  private let isFromPositions: Bool

  /// Looks beyond this many are taken from what the shape looked like before.
  private static let lookMax = 4000
  private static let arrowMax = 24

  init(isFromPositions: Bool) { self.isFromPositions = isFromPositions }

  mutating func add(_ drawing: StepDrawing) {
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
    var (marks, links, arrows): ([Mark], [Link], [Double]) = ([], [], [])
    for layer in drawing.layers {
      let layerIndex = index(of: layer)
      for shape in layer.shapes { add(shape, layerIndex, drawing) }
      for mark in layer.marks {
        marks.append(
          Mark(
            x: mark.point.x, y: mark.point.y, dx: mark.direction.x, dy: mark.direction.y,
            style: index(of: drawing.style(at: mark.style))))
      }
      for link in layer.links {
        links.append(
          Link(a: link.from, b: link.to, style: index(of: drawing.style(at: link.style))))
      }
      for arrow in layer.arrows {
        arrows += [arrow.at.x, arrow.at.y, arrow.vector.x, arrow.vector.y].map(PageDrawings.short)
        arrows.append(Double(index(of: drawing.style(at: arrow.style))))
      }
    }
    self.marks.append(marks)
    self.links.append(links)
    addArrows(arrows)
    sampleCount += 1
    for index in tracks.indices where tracks[index].looks.count < sampleCount {
      tracks[index].looks.append(0)
    }
  }

  /// A 16,384th of the view, as a power of two: less than can be seen.
  private static func quantum(_ view: PictureView) -> Double {
    let size = max(view.high.x - view.low.x, view.high.y - view.low.y)
    return size.isFinite && size > 0 ? exp2((log2(size / 16_384)).rounded()) : 1
  }

  private mutating func index(of layer: DrawingLayer) -> Int {
    if let known = layerIndices[layer.name] { return known }
    let index = facts.layers.count
    facts.layers.append(PageFacts.Layer(name: layer.name, role: "\(layer.role)", kind: layer.role))
    layerIndices[layer.name] = index
    return index
  }

  private mutating func index(of style: DrawingStyle) -> Int {
    if let known = styles.firstIndex(of: style) { return known }
    styles.append(style)
    return styles.count - 1
  }

  // MARK: Shapes

  private mutating func add(_ shape: DrawingShape, _ layer: Int, _ drawing: StepDrawing) {
    guard shape.center.x.isFinite, shape.center.y.isFinite else { return }
    var identity = Identity(
      role: facts.layers[layer].kind, label: isFromPositions ? shape.label : "",
      id: isFromPositions ? 0 : shape.id)
    if let known = indices[identity], tracks[known].looks.count > sampleCount {
      identity.layer = layer
    }
    let heading = shape.heading
    let isTurned =
      heading.x.isFinite && heading.y.isFinite && (heading.x != 0 || heading.y != 0)
    let place = indices[identity] ?? tracks.count
    if place == tracks.count {
      indices[identity] = place
      var track = Track(
        shape: PageFacts.Shape(
          id: shape.id, label: shape.label, isTurned: isTurned))
      track.looks = Array(repeating: 0, count: sampleCount)
      tracks.append(track)
    }
    guard tracks[place].looks.count == sampleCount else { return }
    let style = index(of: drawing.style(at: shape.style))
    let turn = tracks[place].shape.isTurned && isTurned
    let outlines = shape.outlines.map { local($0, shape, turn) }
    tracks[place].looks.append(look(place, [layer, style], outlines) + 1)
    tracks[place].xs.append(shape.center.x)
    tracks[place].ys.append(shape.center.y)
    let angle = turn ? atan2(heading.y, heading.x) / (2 * .pi) : 0
    let before = tracks[place].angles.last ?? 0
    tracks[place].angles.append(before + (angle - before) - (angle - before).rounded())
  }

  private func local(_ outline: DrawingOutline, _ shape: DrawingShape, _ turn: Bool) -> [Double] {
    func put(_ points: [DrawingPoint]) -> [Double] {
      points.flatMap { point in
        let (x, y) = (point.x - shape.center.x, point.y - shape.center.y)
        guard turn else { return [x, y] }
        let heading = shape.heading
        return [x * heading.x + y * heading.y, y * heading.x - x * heading.y]
      }
    }
    switch outline {
    case .circle(let center, let radius): return [0, radius] + put([center])
    case .capsule(let a, let b, let radius): return [1, radius] + put([a, b])
    case .polygon(let points, let radius): return [2, radius] + put(points)
    case .line(let points): return [3, 0] + put(points)
    }
  }

  /// - Parameter kind: the layer and the style.
  private mutating func look(_ place: Int, _ kind: [Int], _ outlines: [[Double]]) -> Int64 {
    if let last = tracks[place].last, last.kind == kind, isNear(last.outlines, outlines) {
      return last.look
    }
    let rounded = outlines.map { outline in
      [outline[0]] + outline.dropFirst().map { ($0 / facts.quantum).rounded() * facts.quantum }
    }
    var look = looks[rounded]?[kind]
    if look == nil, facts.looks.count >= PageDrawings.lookMax, let last = tracks[place].last {
      return last.look
    }
    if look == nil {
      look = Int64(facts.looks.count)
      facts.looks.append(PageFacts.Look(layer: kind[0], style: kind[1], outlines: rounded))
      looks[rounded, default: [:]][kind] = look
    }
    tracks[place].last = (look ?? 0, kind, outlines)
    return look ?? 0
  }

  private func isNear(_ a: [[Double]], _ b: [[Double]]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { one, other in
        one.count == other.count
          && zip(one, other).allSatisfy { abs($0 - $1) <= 4 * facts.quantum }
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

  private func units(_ value: Double, _ scale: Double = 1) -> Int64 {
    let units = (value / facts.quantum * scale).rounded()
    return Int64(max(-1e12, min(units.isFinite ? units : 0, 1e12)))
  }

  /// Appends the lanes of shapes, marks, links and arrows.
  ///
  /// - Parameter markBytes: more than that, and marks are left out.
  mutating func write(to track: inout LaneWriter, markBytes: Int) {
    facts.shapes = tracks.map(\.shape)
    for one in tracks {
      track.append(one.looks)
      track.append(one.xs.map { units($0) })
      track.append(one.ys.map { units($0) })
      if one.shape.isTurned { track.append(one.angles.map { Int64(($0 * 8192).rounded()) }) }
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
      track.append(there.map { Int64($0.style) })
      for value in [\Link.a.x, \Link.a.y, \Link.b.x, \Link.b.y] {
        track.append(there.map { units($0[keyPath: value]) })
      }
    }
    if hasTooManyArrows {
      (arrows, arrowVersions) = ([], arrowVersions.map { _ in 0 })
      facts.leftOut.append("arrows of fields")
    }
    facts.arrows = arrows
    track.append(arrowVersions)
    facts.frame = [low.x, low.y, high.x - low.x, high.y - low.y].map(PageDrawings.short)
    facts.styles = styles.map(PageDrawings.style)
  }

  /// Coarser than shapes, for they are many and jump.
  private func writeMarks(to track: inout LaneWriter) {
    let most = marks.map(\.count).max() ?? 0
    if most == 0 { return }
    track.append(marks.map { Int64($0.count) })
    for slot in 0..<most {
      let there = marks.compactMap { $0.count > slot ? $0[slot] : nil }
      track.append(there.map { Int64($0.style) })
      track.append(there.map { units($0.x, 0.125) })
      track.append(there.map { units($0.y, 0.125) })
      track.append(
        there.map { mark in
          !mark.dx.isFinite || !mark.dy.isFinite || mark.dx == 0 && mark.dy == 0
            ? -1 : Int64((atan2(mark.dy, mark.dx) / (2 * .pi) * 32).rounded()) & 31
        })
    }
  }

  private static func style(_ style: DrawingStyle) -> PageFacts.Style {
    let numbers: [UInt32] = style.color == .varied ? Array(0..<8) : [0]
    return PageFacts.Style(
      name: style.name,
      colors: numbers.map {
        [
          PictureTheme.light.color(style.color, $0), PictureTheme.dark.color(style.color, $0),
        ]
      }, fill: style.fill, width: style.width, opacity: style.opacity, line: "\(style.line)",
      symbol: "\(style.symbol)")
  }
}
