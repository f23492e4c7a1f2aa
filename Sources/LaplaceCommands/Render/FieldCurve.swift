import Pictures
import Recording

/// One field over the steps of a recording, as text and as a picture.
struct FieldCurve {
  var field: String
  var stepSeconds: Double
  var steps: [Int64] = []
  var values: [Double] = []

  /// Columns of the curve in text.
  private static let columnCount = 72

  /// The curve in a line, and its ends and extremes.
  ///
  /// - Precondition: there is a value.
  var lines: [String] {
    var low = 0
    var high = 0
    for index in values.indices {
      if values[index] < values[low] { low = index }
      if values[index] > values[high] { high = index }
    }
    func line(_ name: String, _ index: Int) -> String {
      let time = formatted(Double(steps[index]) * stepSeconds, "%.4f")
      return "  \(name)  \(values[index]) at step \(steps[index]) (t = \(time) s)"
    }
    return [
      "\(field): \(count(steps.count, "step"))", "  " + sparkline,
      line("first   ", 0), line("lowest  ", low), line("highest ", high),
      line("last    ", values.count - 1),
    ]
  }

  /// The means of equal pieces, as blocks of eight heights; a piece with a value that is no number is
  /// a question mark.
  var sparkline: String {
    let blocks = Array("▁▂▃▄▅▆▇█")
    let columns = min(Self.columnCount, values.count)
    let means = (0..<columns).map { column -> Double in
      let piece = values[
        (values.count * column / columns)..<(values.count * (column + 1) / columns)]
      return piece.reduce(0, +) / Double(piece.count)
    }
    let finite = means.filter(\.isFinite)
    let (low, high) = (finite.min() ?? 0, finite.max() ?? 0)
    return String(
      means.map { mean in
        guard mean.isFinite else { return "?" }
        let share = high > low ? (mean - low) / (high - low) : 0
        return blocks[share.isFinite ? min(7, Int(share * 8)) : 0]
      })
  }

  /// Curves as a picture, over one axis. Of many steps, the lowest and the highest of each column
  /// are drawn, so that no peak is lost.
  ///
  /// - Precondition: each curve has a value.
  static func svg(of curves: [FieldCurve], title: String) -> String {
    let (width, height, left, top) = (760.0, 240.0, 80.0, 56.0)
    let finite = curves.flatMap { $0.values.filter(\.isFinite) }
    let (low, high) = (finite.min() ?? 0, finite.max() ?? 0)
    let first = curves.compactMap(\.steps.first).min() ?? 0
    let last = curves.compactMap(\.steps.last).max() ?? 0
    let span = Double(max(1, last - first))
    func x(_ step: Int64) -> Double { left + width * Double(step - first) / span }
    func y(_ value: Double) -> Double {
      let share = high > low ? (value - low) / (high - low) : 0.5
      return top + height * (1 - (share.isFinite ? share : 0.5))
    }
    let colors = ["#2563eb", "#dc2626", "#059669", "#9333ea", "#d97706", "#0891b2"]
    let lines = curves.enumerated().map { number, curve in
      let points = curve.drawn.filter { curve.values[$0].isFinite }.map {
        "\(SVG.number(x(curve.steps[$0]))),\(SVG.number(y(curve.values[$0])))"
      }
      return "<polyline fill=\"none\" stroke=\"\(colors[number % colors.count])\" "
        + "stroke-width=\"1.6\" stroke-linejoin=\"round\" "
        + "points=\"\(points.joined(separator: " "))\"><title>\(SVG.escaped(curve.field))</title>"
        + "</polyline>\n"
    }
    func label(_ text: String, _ x: Double, _ y: Double, _ anchor: String) -> String {
      "<text x=\"\(SVG.number(x))\" y=\"\(SVG.number(y))\" text-anchor=\"\(anchor)\" "
        + "font-size=\"12\" fill=\"#475569\">\(SVG.escaped(text))</text>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="880" height="360" viewBox="0 0 880 360" \
      font-family="system-ui, sans-serif">
      <rect width="100%" height="100%" rx="12" fill="#f8fafc"/>
      <text x="24" y="34" font-size="16" fill="#0f172a">\(SVG.escaped(title))</text>
      <rect x="80" y="56" width="760" height="240" fill="none" stroke="#cbd5e1"/>

      """ + label(formatted(high, "%.6g"), 74, 62, "end")
        + label(formatted(low, "%.6g"), 74, 300, "end")
        + label("step \(first)", 80, 318, "start")
        + label("step \(last)", 840, 318, "end") + lines.joined() + "</svg>\n"
  }

  /// All steps, or of each of 760 pieces the lowest and the highest, in their order.
  private var drawn: [Int] {
    let pieces = 760
    guard values.count > 2 * pieces else { return Array(values.indices) }
    return (0..<pieces).flatMap { piece -> [Int] in
      let range = (values.count * piece / pieces)..<(values.count * (piece + 1) / pieces)
      let low = range.min { values[$0] < values[$1] } ?? range.lowerBound
      let high = range.max { values[$0] < values[$1] } ?? range.lowerBound
      return low == high ? [low] : [min(low, high), max(low, high)]
    }
  }
}
