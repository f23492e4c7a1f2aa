import Simulation

extension StepPicture {
  // MARK: Labels

  mutating func drawLabels() {
    guard content.contains(.ids) else { return }
    let bodies = drawing.bodies.filter { $0.motion != .still || $0.item >= 0 }
    // The largest first: where room is short, they keep their labels.
    let order = bodies.indices.sorted {
      let (a, b) = (extent(bodies[$0]).radius, extent(bodies[$1]).radius)
      return a != b ? a > b : $0 < $1
    }
    for index in order {
      let body = bodies[index]
      let center = view.place(body.center)
      guard view.box.contains(center), body.outlines.count <= 3 else { continue }
      let radius = extent(body).radius
      let name = body.label.isEmpty ? "\(number(body))" : body.label
      var size = fontSize
      if isCrowded || radius < 0.8 * size {
        size = Swift.min(size, 1.1 * radius)
        if size < 4 { continue }
      }
      let width = SVG.width(name, size: size)
      // Inside when it fits, above its rotation mark; else beside the body.
      let isInside = width < 1.7 * radius && size < 1.4 * radius
      let wanted = isInside ? center + PicturePoint(x: 0, y: -0.48 * radius) : center
      if bodies.count > 24 && !isInside { continue }
      let start = isInside ? 0.3 * radius : radius
      if !isInside, labels.isTaken(around: center) { continue }
      guard let at = room(width + 2, size + 1, at: isInside ? wanted : center, reach: start) else {
        continue
      }
      addLabel(
        name, at: at, size: size,
        colour: body.isResting && content.contains(.rest) ? theme.faint : look(body).edge)
    }
  }

  // MARK: Outside

  /// Moving bodies beyond the picture's edge: a triangle at the edge that says who and how far.
  mutating func drawOutsiders() {
    let outside = drawing.bodies.filter {
      $0.motion == .free && !view.box.contains(view.place($0.center))
        && !extent($0).box.intersects(view.box)
    }
    guard !outside.isEmpty, outside.count <= 12 else { return }
    for body in outside {
      let center = view.place(body.center)
      let inset = 9.0
      let edge = PicturePoint(
        x: Swift.min(Swift.max(center.x, view.box.x + inset), view.box.x + view.box.width - inset),
        y: Swift.min(
          Swift.max(center.y, view.box.y + inset), view.box.y + view.box.height - inset))
      let way = (center - edge).unit
      let colour = theme.body(number(body))
      let corners = [edge + 7 * way, edge + 5 * way.across, edge - 5 * way.across]
      add("<path d=\"\(SVG.run(corners, closed: true))\" fill=\"\(colour)\"/>")
      let distance = (center - edge).length / view.scale
      let name = body.label.isEmpty ? "\(number(body))" : body.label
      let unit = drawing.unitsPerMeter == 100 ? "pt" : "m"
      let label = "\(name), \(SVG.number(distance.rounded())) \(unit) away"
      let width = SVG.width(label, size: fontSize)
      let at = PicturePoint(
        x: Swift.min(
          Swift.max(edge.x - (10 + width / 2) * way.x, view.box.x + width / 2 + 4),
          view.box.x + view.box.width - width / 2 - 4), y: edge.y - 14 * way.y)
      if let free = room(width, fontSize, at: at, reach: 2) {
        addLabel(label, at: free, size: fontSize, colour: colour)
      }
    }
  }
}
