import Simulation

extension StepPicture {
  // MARK: Labels

  package mutating func drawLabels() {
    drawTexts()
    guard content.contains(PictureContent.labels) else { return }
    let named = drawing.layers.filter { $0.role != .annotation }.flatMap(\.shapes).filter {
      !$0.label.isEmpty
    }
    // The largest first: where room is short, they keep their labels.
    let order = named.indices.sorted {
      let (a, b) = (extent(named[$0]).radius, extent(named[$1]).radius)
      return a != b ? a > b : $0 < $1
    }
    for index in order {
      let shape = named[index]
      let center = view.place(shape.center)
      guard view.box.contains(center), shape.outlines.count <= 3 else { continue }
      let radius = extent(shape).radius
      var size = fontSize
      if isCrowded || radius < 0.8 * size {
        size = Swift.min(size, 1.1 * radius)
        if size < 4 { continue }
      }
      let width = SVG.width(shape.label, size: size)
      // Inside when it fits, above its rotation mark; else beside the shape.
      let isInside = width < 1.7 * radius && size < 1.4 * radius
      let wanted = isInside ? center + PicturePoint(x: 0, y: -0.48 * radius) : center
      if named.count > 24 && !isInside { continue }
      let start = isInside ? 0.3 * radius : radius
      if !isInside, labels.isTaken(around: center) { continue }
      guard let at = room(width + 2, size + 1, at: isInside ? wanted : center, reach: start) else {
        continue
      }
      // Gray is too pale for letters.
      let isGray = drawing.style(at: shape.style).color == .gray
      addLabel(
        shape.label, at: at, size: size, color: isGray ? theme.faint : look(shape).color)
    }
  }

  /// The texts that the drawing itself has placed.
  private mutating func drawTexts() {
    for label in drawing.layers.flatMap(\.labels) {
      let width = SVG.width(label.text, size: fontSize)
      let place = view.place(label.point)
      guard !label.text.isEmpty, view.box.contains(place),
        let at = room(width + 2, fontSize + 1, at: place, reach: 2)
      else { continue }
      let style = drawing.style(at: label.style)
      let color = style.color == .varied ? theme.ink : theme.color(style.color)
      addLabel(label.text, at: at, size: fontSize, color: color)
    }
  }

  // MARK: Outside

  /// Subjects beyond the picture's edge: a triangle at the edge with their names and distances.
  package mutating func drawOutsiders() {
    let outside = subjects.filter {
      !view.box.contains(view.place($0.center)) && !extent($0).box.intersects(view.box)
    }
    guard !outside.isEmpty, outside.count <= 12 else { return }
    for shape in outside {
      let center = view.place(shape.center)
      let inset = 9.0
      let edge = PicturePoint(
        x: Swift.min(Swift.max(center.x, view.box.x + inset), view.box.x + view.box.width - inset),
        y: Swift.min(
          Swift.max(center.y, view.box.y + inset), view.box.y + view.box.height - inset))
      let way = (center - edge).unit
      let color = look(shape).color
      let corners = [edge + 7 * way, edge + 5 * way.across, edge - 5 * way.across]
      add("<path d=\"\(SVG.run(corners, closed: true))\" fill=\"\(color)\"/>")
      let distance = (center - edge).length / view.scale
      let name = shape.label.isEmpty ? "\(shape.id)" : shape.label
      let unit = drawing.unit.isEmpty ? "" : " \(drawing.unit)"
      let label = "\(name), \(SVG.number(distance.rounded()))\(unit) away"
      let width = SVG.width(label, size: fontSize)
      let at = PicturePoint(
        x: Swift.min(
          Swift.max(edge.x - (10 + width / 2) * way.x, view.box.x + width / 2 + 4),
          view.box.x + view.box.width - width / 2 - 4), y: edge.y - 14 * way.y)
      if let free = room(width, fontSize, at: at, reach: 2) {
        addLabel(label, at: free, size: fontSize, color: color)
      }
    }
  }
}
