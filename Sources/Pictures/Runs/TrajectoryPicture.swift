/// Trajectories as an SVG picture: one line per row, fading in, with its end as a dot.
package struct TrajectoryPicture {
  package struct Point {
    package var x: Double
    package var y: Double
    package var step: Int64

    package init(x: Double, y: Double, step: Int64) { (self.x, self.y, self.step) = (x, y, step) }
  }

  /// Keeps the points of some steps.
  package mutating func thin(_ isKept: (Int64) -> Bool) {
    for index in paths.indices { paths[index].removeAll { !isKept($0.step) } }
  }

  package var title: String
  package var paths: [[Point]]
  /// What names each path's row; empty where nothing does.
  package var labels: [String] = []

  package init(title: String, paths: [[Point]]) { (self.title, self.paths) = (title, paths) }

  /// With more paths than these, labels would hide them.
  private static let labelledMax = 60

  private static let colours = [
    "#2563eb", "#dc2626", "#059669", "#d97706", "#7c3aed", "#0891b2", "#db2777", "#65a30d",
  ]

  /// The rows that move; all of them when none does.
  package var drawn: [Int] {
    let moving = paths.indices.filter { isMoving(paths[$0]) }
    return moving.isEmpty ? Array(paths.indices) : moving
  }

  package var svg: String {
    let drawn = drawn
    let box = bounds(drawn)
    let size = Swift.max(box.width, box.height)
    let scale = 640 / size
    let width = box.width * scale + 80
    let height = box.height * scale + 104
    func place(_ point: Point) -> (Double, Double) {
      ((point.x - box.x) * scale + 40, (point.y - box.y) * scale + 64)
    }
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(rounded(width, 0))" \
      height="\(rounded(height, 0))" viewBox="0 0 \(rounded(width, 0)) \(rounded(height, 0))" \
      font-family="system-ui, sans-serif">
      <rect width="100%" height="100%" rx="12" fill="#f8fafc"/>
      <text x="24" y="34" font-size="16" fill="#0f172a">\(escaped(title))</text>

      """
    for (order, index) in drawn.enumerated() {
      let colour = Self.colours[order % Self.colours.count]
      // Pieces of growing opacity: the eye sees which way time runs. Among many paths it does not.
      let path = paths[index]
      let pieces = drawn.count > 1000 ? 2 : 8
      for piece in 0..<pieces {
        let start = path.count * piece / pieces
        let end = Swift.min(path.count, path.count * (piece + 1) / pieces + 1)
        guard end - start > 1 else { continue }
        let points = path[start..<end].map { point -> String in
          let (x, y) = place(point)
          return "\(rounded(x, 1)),\(rounded(y, 1))"
        }
        text += "<polyline fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.6\" "
        text +=
          "stroke-linejoin=\"round\" opacity=\"\(rounded(0.2 + 0.8 * Double(piece + 1) / Double(pieces), 2))\" "
        text += "points=\"\(points.joined(separator: " "))\"/>\n"
      }
      if let last = path.last {
        let (x, y) = place(last)
        text +=
          "<circle cx=\"\(rounded(x, 1))\" cy=\"\(rounded(y, 1))\" r=\"5\" fill=\"\(colour)\"/>\n"
        if labels.indices.contains(index), !labels[index].isEmpty, drawn.count <= Self.labelledMax {
          text += "<text x=\"\(rounded(x + 8, 1))\" y=\"\(rounded(y - 6, 1))\" "
          text += "font-size=\"12\" fill=\"\(colour)\">\(SVG.escaped(labels[index]))</text>\n"
        }
      }
    }
    let corner =
      "x \(rounded(box.x, 0)) to \(rounded(box.x + box.width, 0)), "
      + "y \(rounded(box.y, 0)) to \(rounded(box.y + box.height, 0))"
    text += "<text x=\"24\" y=\"\(rounded(height - 18, 0))\" font-size=\"12\" fill=\"#64748b\">"
    text += "\(escaped(corner))</text>\n</svg>\n"
    return text
  }

  private func isMoving(_ path: [Point]) -> Bool {
    guard let first = path.first else { return false }
    return path.contains { $0.x != first.x || $0.y != first.y }
  }

  private func bounds(_ drawn: [Int]) -> (x: Double, y: Double, width: Double, height: Double) {
    var low = (x: Double.infinity, y: Double.infinity)
    var high = (x: -Double.infinity, y: -Double.infinity)
    for index in drawn {
      for point in paths[index] where point.x.isFinite && point.y.isFinite {
        low = (x: Swift.min(low.x, point.x), y: Swift.min(low.y, point.y))
        high = (x: Swift.max(high.x, point.x), y: Swift.max(high.y, point.y))
      }
    }
    guard low.x <= high.x else { return (0, 0, 1, 1) }
    return (low.x, low.y, Swift.max(high.x - low.x, 1), Swift.max(high.y - low.y, 1))
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}
