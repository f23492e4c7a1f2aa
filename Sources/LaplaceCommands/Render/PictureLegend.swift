import Simulation

/// What the signs of a picture mean: only those that occur in it.
struct PictureLegend {
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

  init(
    _ drawings: [StepDrawing], _ content: PictureContent, _ scales: PictureScales,
    _ theme: PictureTheme
  ) {
    self.theme = theme
    addBodies(drawings, content)
    addJoints(drawings, content)
    addForces(drawings, content, scales)
  }

  private static let fieldNames = [
    "linear gravity", "radial gravity", "spring field", "noise", "turbulence", "electric field",
    "magnetic field", "drag field", "velocity field", "vortex", "custom field",
  ]

  private static let jointNames = [
    "rod", "spring", "rope", "pin", "weld", "slider", "wheel", "pull to a point",
  ]

  private mutating func addBodies(_ drawings: [StepDrawing], _ content: PictureContent) {
    let bodies = drawings.lazy.flatMap { $0.bodies }.filter { !$0.outlines.isEmpty }
    func box(_ fill: String, _ opacity: String, _ edge: String) -> String {
      "<rect x=\"5\" y=\"1.5\" width=\"16\" height=\"11\" rx=\"2\" fill=\"\(fill)\" "
        + "fill-opacity=\"\(opacity)\" stroke=\"\(edge)\" stroke-width=\"1.4\"/>"
    }
    let colour = theme.body(0)
    if bodies.contains(where: { $0.motion == .free && !($0.isResting && content.contains(.rest)) })
    {
      entries.append(Entry(icon: box(colour, "0.18", colour), text: "moving"))
    }
    if content.contains(.rest), bodies.contains(where: { $0.motion == .free && $0.isResting }) {
      entries.append(Entry(icon: box(theme.resting, "0.9", theme.restingEdge), text: "at rest"))
    }
    if bodies.contains(where: { $0.motion == .driven }) {
      entries.append(Entry(icon: box(colour, "0.3", colour), text: "driven"))
    }
    if bodies.contains(where: { $0.motion == .still }) {
      entries.append(
        Entry(
          icon: "<path d=\"M3 10L23 10\" stroke=\"\(theme.stillEdge)\" stroke-width=\"2.6\" "
            + "stroke-linecap=\"round\"/>", text: "does not move"))
    }
    if content.contains(.contacts), drawings.contains(where: { !$0.contacts.isEmpty }) {
      entries.append(
        Entry(
          icon: "<path d=\"M13 1L13 13\" stroke=\"\(theme.contact)\" stroke-width=\"1.4\"/>"
            + "<circle cx=\"13\" cy=\"7\" r=\"2.6\" fill=\"\(theme.contact)\"/>",
          text: "contact, with its impulse"))
    }
  }

  private mutating func addJoints(_ drawings: [StepDrawing], _ content: PictureContent) {
    guard content.contains(.joints) else { return }
    var isPresent = [Bool](repeating: false, count: PictureLegend.jointNames.count)
    for drawing in drawings {
      for joint in drawing.joints { isPresent[Int(joint.kind.rawValue)] = true }
    }
    let line = "stroke=\"\(theme.joint)\" stroke-width=\"1.6\" fill=\"none\""
    let ends =
      "<circle cx=\"3\" cy=\"7\" r=\"2.4\" fill=\"\(theme.joint)\"/>"
      + "<circle cx=\"23\" cy=\"7\" r=\"2.4\" fill=\"\(theme.joint)\"/>"
    for (index, name) in PictureLegend.jointNames.enumerated() where isPresent[index] {
      let icon: String
      switch StepDrawing.Joint.Kind(rawValue: UInt8(index)) {
      case .spring: icon = "<path d=\"M3 7L6 7L8 3L11 11L14 3L17 11L19 7L23 7\" \(line)/>\(ends)"
      case .rope: icon = "<path d=\"M3 5Q13 16 23 5\" \(line)/>"
      case .pin: icon = "<circle cx=\"13\" cy=\"7\" r=\"4\" \(line)/>"
      case .weld: icon = "<rect x=\"9\" y=\"3\" width=\"8\" height=\"8\" \(line)/>"
      case .slider, .wheel:
        icon =
          "<path d=\"M1 7L25 7\" stroke-dasharray=\"5 2.5\" \(line)/>"
          + "<circle cx=\"13\" cy=\"7\" r=\"2.4\" fill=\"\(theme.joint)\"/>"
      case .target: icon = "<path d=\"M3 7L23 7\" stroke-dasharray=\"4 3\" \(line)/>\(ends)"
      default: icon = "<path d=\"M3 7L23 7\" \(line)/>\(ends)"
      }
      entries.append(Entry(icon: icon, text: name))
    }
  }

  private mutating func addForces(
    _ drawings: [StepDrawing], _ content: PictureContent, _ scales: PictureScales
  ) {
    func arrow(_ length: Double, _ colour: String, _ opacity: String = "1") -> String {
      let tip = SVG.number(3 + length)
      let back = SVG.number(3 + Swift.max(length - 7, 0))
      return "<g opacity=\"\(opacity)\"><path d=\"M3 7L\(back) 7\" stroke=\"\(colour)\" "
        + "stroke-width=\"1.6\"/><path d=\"M\(tip) 7L\(back) 4L\(back) 10Z\" "
        + "fill=\"\(colour)\"/></g>"
    }
    if content.contains(.velocities), scales.velocity > 0 {
      let length = scales.referenceSpeed * scales.velocity
      let unit = drawings.first?.unitsPerMeter == 100 ? "pt/s" : "m/s"
      entries.append(
        Entry(
          icon: arrow(length, theme.velocity),
          text: "velocity, \(SVG.number(scales.referenceSpeed)) \(unit)",
          iconWidth: Swift.max(26, length + 6)))
    }
    guard content.contains(.fields) else { return }
    if scales.force > 0 { entries.append(Entry(icon: arrow(20, theme.force), text: "push")) }
    var isPresent = [Bool](repeating: false, count: PictureLegend.fieldNames.count)
    for drawing in drawings {
      for field in drawing.fields where Int(field.kind) < isPresent.count {
        isPresent[Int(field.kind)] = true
      }
    }
    for (index, name) in PictureLegend.fieldNames.enumerated() where isPresent[index] {
      entries.append(Entry(icon: arrow(20, theme.field(UInt8(index)), "0.7"), text: name))
    }
  }

  /// The entries in lines of at most `width` pixels, from the upper left corner.
  ///
  /// - Returns: the SVG, and how high it is.
  ///
  /// - Parameter taken: what the first line holds already.
  func laidOut(
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
