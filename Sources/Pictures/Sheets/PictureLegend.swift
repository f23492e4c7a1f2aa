import Simulation

/// What the signs of a picture mean: the styles that occur in it, by the names they bring.
package struct PictureLegend {
  private struct Entry {
    /// SVG that fits into a box of 26 × 14 pixels around (13, 7).
    var icon: String
    var text: String
    /// Wider than usual, for arrows to scale.
    var iconWidth = 26.0
  }

  private var entries: [Entry] = []
  private let theme: PictureTheme
  private static let fontSize = 12.0
  private static let lineHeight = 22.0

  package init(
    _ drawings: [StepDrawing], _ content: PictureContent, _ scales: PictureScales,
    _ theme: PictureTheme
  ) {
    self.theme = theme
    for drawing in drawings { add(content.part(of: drawing)) }
    for use in uses where !use.style.name.isEmpty {
      entries.append(Entry(icon: icon(use), text: use.style.name))
    }
    guard content.contains(PictureContent.velocities), scales.velocity > 0 else { return }
    let length = scales.referenceSpeed * scales.velocity
    let unit = drawings.first?.unit ?? ""
    entries.append(
      Entry(
        icon: arrow(length, theme.velocity),
        text: "velocity, \(SVG.number(scales.referenceSpeed)) \(unit.isEmpty ? "1" : unit)/s",
        iconWidth: Swift.max(26, length + 6)))
  }

  // MARK: What occurs

  /// What marks of a style are, the most telling first.
  private enum Sign: Int { case arrow, link, mark, shape, line }

  /// A style that occurs, and what as.
  private struct Use {
    var style: DrawingStyle
    var sign: Sign
    var hasAxis = false
  }

  private var uses: [Use] = []
  private var places: [String: Int] = [:]

  /// Notes the styles that a step uses, in the order of its list.
  private mutating func add(_ drawing: StepDrawing) {
    var signs: [Int: Use] = [:]
    func note(_ index: Int, _ sign: Sign, hasAxis: Bool = false) {
      var use = signs[index] ?? Use(style: drawing.style(at: index), sign: sign)
      if sign.rawValue < use.sign.rawValue { use.sign = sign }
      use.hasAxis = use.hasAxis || hasAxis
      signs[index] = use
    }
    for layer in drawing.layers {
      for shape in layer.shapes where !shape.outlines.isEmpty {
        let isOpen = shape.outlines.allSatisfy { if case .line = $0 { true } else { false } }
        note(shape.style, isOpen ? .line : .shape)
      }
      for mark in layer.marks { note(mark.style, .mark) }
      for link in layer.links { note(link.style, .link, hasAxis: link.axis != DrawingPoint(0, 0)) }
      for arrow in layer.arrows { note(arrow.style, .arrow) }
    }
    for index in drawing.styles.indices {
      guard let use = signs[index] else { continue }
      if let place = places[use.style.name] {
        if use.sign.rawValue < uses[place].sign.rawValue { uses[place].sign = use.sign }
      } else {
        places[use.style.name] = uses.count
        uses.append(use)
      }
    }
  }

  // MARK: Signs

  private func icon(_ use: Use) -> String {
    let style = use.style
    let color = theme.color(style.color)
    switch use.sign {
    case .arrow: return arrow(20, color, style.opacity)
    case .link: return link(style, color, hasAxis: use.hasAxis)
    case .mark: return mark(style, color)
    case .shape:
      return "<rect x=\"5\" y=\"1.5\" width=\"16\" height=\"11\" rx=\"2\" fill=\"\(color)\" "
        + "fill-opacity=\"\(SVG.number(style.fill * style.opacity))\" stroke=\"\(color)\" "
        + "stroke-width=\"1.4\"\(style.line == .dashed ? " stroke-dasharray=\"3 2\"" : "")/>"
    case .line:
      return "<path d=\"M3 10L23 10\" stroke=\"\(color)\" stroke-width=\"2.6\" "
        + "stroke-linecap=\"round\"/>"
    }
  }

  private func mark(_ style: DrawingStyle, _ color: String) -> String {
    let line = "stroke=\"\(color)\" stroke-width=\"1.4\" fill=\"none\""
    let center = PicturePoint(x: 13, y: 7)
    switch style.symbol {
    case .dot:
      return "<path d=\"M13 1L13 13\" \(line)/>"
        + "<circle cx=\"13\" cy=\"7\" r=\"2.6\" fill=\"\(color)\"/>"
    case .ring: return "<path d=\"\(SVG.circle(center, 4))\" \(line)/>"
    case .square: return "<path d=\"\(SVG.square(center, 4))\" \(line)/>"
    case .cross: return "<path d=\"\(SVG.cross(center, 5))\" \(line)/>"
    case .none: return "<path d=\"M13 1L13 13\" \(line)/>"
    }
  }

  private func link(_ style: DrawingStyle, _ color: String, hasAxis: Bool) -> String {
    let line = "stroke=\"\(color)\" stroke-width=\"1.6\" fill=\"none\""
    let ends =
      style.symbol == .none
      ? ""
      : "<circle cx=\"3\" cy=\"7\" r=\"2.4\" fill=\"\(color)\"/>"
        + "<circle cx=\"23\" cy=\"7\" r=\"2.4\" fill=\"\(color)\"/>"
    if hasAxis {
      return "<path d=\"M1 7L25 7\" stroke-dasharray=\"5 2.5\" \(line)/>"
        + "<circle cx=\"13\" cy=\"7\" r=\"2.4\" fill=\"\(color)\"/>"
    }
    if style.symbol == .square {
      return "<path d=\"\(SVG.square(PicturePoint(x: 13, y: 7), 4))\" \(line)/>"
    }
    switch style.line {
    case .solid: return "<path d=\"M3 7L23 7\" \(line)/>\(ends)"
    case .dashed: return "<path d=\"M3 7L23 7\" stroke-dasharray=\"4 3\" \(line)/>\(ends)"
    case .zigzag: return "<path d=\"M3 7L6 7L8 3L11 11L14 3L17 11L19 7L23 7\" \(line)/>\(ends)"
    case .slack: return "<path d=\"M3 5Q13 16 23 5\" \(line)/>"
    case .none: return "<circle cx=\"13\" cy=\"7\" r=\"4\" \(line)/>"
    }
  }

  private func arrow(_ length: Double, _ color: String, _ opacity: Double = 1) -> String {
    let tip = SVG.number(3 + length)
    let back = SVG.number(3 + Swift.max(length - 7, 0))
    return "<g opacity=\"\(SVG.number(Swift.max(opacity, 0.7)))\"><path d=\"M3 7L\(back) 7\" "
      + "stroke=\"\(color)\" stroke-width=\"1.6\"/><path d=\"M\(tip) 7L\(back) 4L\(back) 10Z\" "
      + "fill=\"\(color)\"/></g>"
  }

  /// The entries in lines of at most `width` pixels, from the upper left corner.
  ///
  /// - Returns: the SVG, and how high it is.
  ///
  /// - Parameter taken: what the first line holds already.
  package func laidOut(
    width: Double, at corner: PicturePoint, after taken: Double
  ) -> (svg: String, height: Double) {
    var x = taken
    var y = 0.0
    var svg = ""
    for entry in entries {
      let textWidth = SVG.width(entry.text, size: PictureLegend.fontSize)
      let needed = entry.iconWidth + 7 + textWidth
      if x > 0 && x + needed > width {
        x = 0
        y += PictureLegend.lineHeight
      }
      let at = "\(SVG.number(corner.x + x)) \(SVG.number(corner.y + y))"
      svg += "<g transform=\"translate(\(at))\">\(entry.icon)"
      svg += "<text x=\"\(SVG.number(entry.iconWidth + 7))\" y=\"11.2\" font-size=\"12\" "
      svg += "fill=\"\(theme.faint)\">\(SVG.escaped(entry.text))</text></g>\n"
      x += needed + 20
    }
    return (svg, y + PictureLegend.lineHeight)
  }
}
