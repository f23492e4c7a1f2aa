import Pictures
import Sessions
import Simulation
import SystemC

/// Steps as Foxglove's messages: one `foxglove.SceneUpdate` a step, which a 3D panel shows.
///
/// The plane of the simulation is the plane z = 0. Outlines become closed lines; arcs become runs of
/// straight pieces.
struct SceneMessages {
  /// The frame in which everything lies; no transform is needed to show it.
  static let frame = "world"
  private static let arcPieces = 24

  let isYUp: Bool

  /// A message with the entities of one step, which replace those of the step before.
  func update(_ drawing: StepDrawing, nanoseconds time: UInt64) -> String {
    var entities: [String] = []
    for layer in drawing.layers {
      var lines: [String] = []
      for shape in layer.shapes {
        let style = drawing.style(at: shape.style)
        let color = color(style, shape.id)
        for outline in shape.outlines {
          let (points, isClosed) = SceneMessages.points(outline)
          if points.count > 1 { lines.append(line(points, isClosed, color, drawing.isYUp)) }
        }
      }
      for link in layer.links {
        let color = color(drawing.style(at: link.style), 0)
        lines.append(line([link.from, link.to], false, color, drawing.isYUp))
      }
      for arrow in layer.arrows {
        let color = color(drawing.style(at: arrow.style), 0)
        let tip = DrawingPoint(arrow.at.x + arrow.vector.x, arrow.at.y + arrow.vector.y)
        lines.append(line([arrow.at, tip], false, color, drawing.isYUp))
      }
      guard !lines.isEmpty else { continue }
      entities.append(
        "{\"timestamp\":\(SceneMessages.time(time)),\"frame_id\":\"\(SceneMessages.frame)\","
          + "\"id\":\(compactJSON("\(entities.count) \(layer.name)")),"
          + "\"lifetime\":{\"sec\":0,\"nsec\":0},\"frame_locked\":false,\"metadata\":[],"
          + "\"arrows\":[],\"cubes\":[],\"spheres\":[],\"cylinders\":[],"
          + "\"lines\":[\(lines.joined(separator: ","))],"
          + "\"triangles\":[],\"texts\":[],\"models\":[]}")
    }
    // Type 1 deletes all entities: what has gone since the step before goes with it.
    let deletion = "{\"timestamp\":\(SceneMessages.time(time)),\"type\":1,\"id\":\"\"}"
    return "{\"deletions\":[\(deletion)],\"entities\":[\(entities.joined(separator: ","))]}"
  }

  /// Rows without a drawing: circles, with a line where they are turned to.
  static func drawing(
    _ rows: [PlacedRow], name: String, radius: Double, isYUp: Bool
  ) -> StepDrawing {
    var drawing = StepDrawing(isYUp: isYUp)
    let style = drawing.style(DrawingStyle(name))
    var layer = DrawingLayer(name)
    for row in rows {
      let center = DrawingPoint(row.x, row.y)
      var shape = DrawingShape(
        id: UInt32(truncatingIfNeeded: row.row), style: style, center: center,
        outlines: [.circle(center: center, radius: radius)])
      if let (cosine, sine) = row.rotation {
        shape.outlines.append(
          .line([center, DrawingPoint(row.x + radius * cosine, row.y + radius * sine)]))
      }
      layer.shapes.append(shape)
    }
    drawing.layers = [layer]
    return drawing
  }

  private static func time(_ nanoseconds: UInt64) -> String {
    "{\"sec\":\(nanoseconds / 1_000_000_000),\"nsec\":\(nanoseconds % 1_000_000_000)}"
  }

  private func line(
    _ points: [DrawingPoint], _ isClosed: Bool, _ color: String, _ pointsUp: Bool
  ) -> String {
    let sign = isYUp || pointsUp ? 1.0 : -1.0
    let places = points.filter { $0.x.isFinite && $0.y.isFinite }.map { point in
      "{\"x\":\(point.x),\"y\":\(sign * point.y),\"z\":0}"
    }
    return "{\"type\":\(isClosed ? 1 : 0),"
      + "\"pose\":{\"position\":{\"x\":0,\"y\":0,\"z\":0},"
      + "\"orientation\":{\"x\":0,\"y\":0,\"z\":0,\"w\":1}},"
      + "\"thickness\":2,\"scale_invariant\":true,\"points\":[\(places.joined(separator: ","))],"
      + "\"color\":\(color),\"colors\":[],\"indices\":[]}"
  }

  private func color(_ style: DrawingStyle, _ id: UInt32) -> String {
    let digits = UInt32(PictureTheme.dark.color(style.color, id).dropFirst(), radix: 16) ?? 0
    func part(_ shift: UInt32) -> Double { Double(digits >> shift & 255) / 255 }
    let opacity = style.opacity.isFinite ? min(max(style.opacity, 0), 1) : 1
    return "{\"r\":\(part(16)),\"g\":\(part(8)),\"b\":\(part(0)),\"a\":\(opacity)}"
  }

  private static func points(_ outline: DrawingOutline) -> (points: [DrawingPoint], isClosed: Bool)
  {
    switch outline {
    case .line(let points): (points, false)
    case .circle(let center, let radius): (arc(center, radius, from: 0, turn: 2 * .pi), true)
    case .capsule(let a, let b, let radius): (grown([a, b], radius), true)
    case .polygon(let corners, let radius):
      (radius > 0 && corners.count > 1 ? grown(corners, radius) : corners, true)
    }
  }

  private static func arc(
    _ center: DrawingPoint, _ radius: Double, from angle: Double, turn: Double
  ) -> [DrawingPoint] {
    guard radius.isFinite, turn.isFinite else { return [] }
    let pieces = max(1, Int((Double(arcPieces) * turn / (2 * .pi)).rounded(.up)))
    return (0...pieces).map { piece in
      let a = angle + turn * Double(piece) / Double(pieces)
      return DrawingPoint(center.x + radius * cos(a), center.y + radius * sin(a))
    }
  }

  /// The outline of corners grown by `radius`: an arc at each.
  private static func grown(_ corners: [DrawingPoint], _ radius: Double) -> [DrawingPoint] {
    var area = 0.0
    for (index, p) in corners.enumerated() {
      let q = corners[(index + 1) % corners.count]
      area += p.x * q.y - p.y * q.x
    }
    let run = area >= 0 ? corners : corners.reversed()
    return run.indices.flatMap { index -> [DrawingPoint] in
      let (p, q) = (run[index], run[(index + 1) % run.count])
      let o = run[(index + run.count - 1) % run.count]
      let start = atan2(o.x - p.x, p.y - o.y)
      let end = atan2(p.x - q.x, q.y - p.y)
      var turn = (end - start).truncatingRemainder(dividingBy: 2 * .pi)
      if turn < 0 { turn += 2 * .pi }
      return arc(p, radius, from: start, turn: turn)
    }
  }

  /// The schema of the messages, as far as they use it.
  static let schema = """
    {"title":"foxglove.SceneUpdate","type":"object","properties":{"deletions":{"type":"array",\
    "items":{"type":"object","properties":{"timestamp":{"type":"object","properties":{"sec":{"type":\
    "integer"},"nsec":{"type":"integer"}}},"type":{"type":"integer"},"id":{"type":"string"}}}},\
    "entities":{"type":"array","items":{"type":"object","properties":{"timestamp":{"type":"object",\
    "properties":{"sec":{"type":"integer"},"nsec":{"type":"integer"}}},"frame_id":{"type":"string"},\
    "id":{"type":"string"},"lifetime":{"type":"object","properties":{"sec":{"type":"integer"},"nsec":\
    {"type":"integer"}}},"frame_locked":{"type":"boolean"},"metadata":{"type":"array"},"arrows":\
    {"type":"array"},"cubes":{"type":"array"},"spheres":{"type":"array"},"cylinders":{"type":"array"},\
    "lines":{"type":"array","items":{"type":"object","properties":{"type":{"type":"integer"},"pose":\
    {"type":"object"},"thickness":{"type":"number"},"scale_invariant":{"type":"boolean"},"points":\
    {"type":"array"},"color":{"type":"object"},"colors":{"type":"array"},"indices":{"type":"array"}}}},\
    "triangles":{"type":"array"},"texts":{"type":"array"},"models":{"type":"array"}}}}}}
    """
}
