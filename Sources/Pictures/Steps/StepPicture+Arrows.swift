import Simulation

extension StepPicture {
  // MARK: Marks

  /// Signs at points, with a line along the direction that grows with the weight.
  package mutating func drawMarks(_ layer: DrawingLayer) {
    guard !layer.marks.isEmpty else { return }
    let isManyfold = layer.marks.count > 200
    let isMiddling = isSmall || layer.marks.count > 60
    // Signs stay smaller than the shapes that they lie at.
    let most = scales.shapeRadius > 0 ? 0.35 * scales.shapeRadius : 10
    let radius = Swift.min(isManyfold ? 0.9 : (isMiddling ? 1.6 : 2.6), most)
    for (index, marks) in grouped(layer.marks, by: \.style) {
      let style = drawing.style(at: index)
      var filled = ""
      var hollow = ""
      var lines = ""
      for mark in marks {
        let p = view.place(mark.point)
        guard view.box.contains(p) else { continue }
        switch style.symbol {
        case .dot: filled += SVG.circle(p, radius)
        case .ring: hollow += SVG.circle(p, 1.25 * radius + 0.75)
        case .square: hollow += SVG.square(p, 1.25 * radius + 1.25)
        case .cross: hollow += SVG.cross(p, isSmall ? 3.5 : 5)
        case .none: break
        }
        if mark.direction != DrawingPoint(0, 0) {
          let share = scales.share(mark.weight, style).squareRoot()
          let reach = isManyfold ? 1.5 + 3 * share : (isMiddling ? 3 + 7 * share : 5 + 13 * share)
          let way = Swift.min(reach, 3 * most) * view.turn(mark.direction).unit
          lines += SVG.run([p - way, p + way], closed: false)
        }
        if !isManyfold {
          let r = style.symbol == .cross ? (isSmall ? 3.5 : 5) : 3.0
          block(PictureBox(x: p.x - r, y: p.y - r, width: 2 * r, height: 2 * r))
        }
      }
      let color = theme.color(style.color)
      let width = Swift.min(isManyfold ? 0.5 : 0.8 * lineWidth, 0.4 * most)
      if !lines.isEmpty || !hollow.isEmpty {
        add(
          "<path d=\"\(lines)\(hollow)\" fill=\"none\" stroke=\"\(color)\" "
            + "stroke-width=\"\(SVG.number(width))\" stroke-linecap=\"round\"/>")
      }
      if !filled.isEmpty { add("<path d=\"\(filled)\" fill=\"\(color)\"/>") }
    }
  }

  /// Marks by their styles' indexes, in the order in which these first occur.
  package func grouped<Mark>(
    _ marks: [Mark], by style: KeyPath<Mark, Int>
  ) -> [(style: Int, marks: [Mark])] {
    var places: [Int: Int] = [:]
    var groups: [(style: Int, marks: [Mark])] = []
    for mark in marks {
      let index = mark[keyPath: style]
      if let place = places[index] {
        groups[place].marks.append(mark)
      } else {
        places[index] = groups.count
        groups.append((index, [mark]))
      }
    }
    return groups
  }

  // MARK: Velocities

  package mutating func drawVelocities() {
    guard content.contains(PictureContent.velocities), scales.velocity > 0 else { return }
    var arrows = ArrowPaths()
    for shape in subjects {
      let from = view.place(shape.center)
      let way = scales.velocity / view.scale * view.turn(shape.velocity)
      guard way.length > (isCrowded ? 2 : 3), view.box.contains(from) else { continue }
      arrows.add(from, way, head: isCrowded ? 3 : (isSmall ? 5 : 8))
    }
    add(arrows, color: theme.velocity, width: isCrowded ? 0.6 : lineWidth)
  }

  // MARK: Arrows

  package mutating func drawArrows(_ layer: DrawingLayer) {
    for (index, arrows) in grouped(layer.arrows, by: \.style) {
      let style = drawing.style(at: index)
      let greatest = scales.greatestArrow(style)
      guard greatest > 0 else { continue }
      let isSampled = style.spacing > 0
      let cell = Swift.min(style.spacing * view.scale, 60)
      let longest = 0.14 * Swift.min(view.box.width, view.box.height)
      var paths = ArrowPaths()
      for arrow in arrows {
        let at = view.place(arrow.at)
        guard view.box.contains(at) else { continue }
        let share = (PictureScales.size(arrow.vector) / greatest).squareRoot()
        if isSampled {
          // Fields span decades: the fourth root keeps weak places visible.
          let reach = share.squareRoot()
          let way = 0.8 * cell * reach * view.turn(arrow.vector).unit
          if way.length > 0.8 { paths.add(at - 0.5 * way, way, head: 0.32 * cell * reach) }
        } else {
          let way = longest * share * view.turn(arrow.vector).unit
          if way.length > 1 { paths.add(at, way, head: isSmall ? 6 : 10) }
        }
      }
      add(
        paths, color: theme.color(style.color),
        width: isSampled ? (isSmall ? 0.6 : 1) : style.width * lineWidth, opacity: style.opacity)
    }
  }

  private mutating func add(
    _ arrows: ArrowPaths, color: String, width: Double, opacity: Double = 1
  ) {
    if arrows.shafts.isEmpty { return }
    let svg =
      "<path d=\"\(arrows.shafts)\" fill=\"none\" stroke=\"\(color)\" "
      + "stroke-width=\"\(SVG.number(width))\" stroke-linecap=\"round\"/>"
      + "<path d=\"\(arrows.heads)\" fill=\"\(color)\"/>"
    add(opacity < 1 ? "<g opacity=\"\(SVG.number(opacity))\">\(svg)</g>" : svg)
  }
}

/// Arrows of one colour as two paths: their shafts, and their filled heads.
private struct ArrowPaths {
  var shafts = ""
  var heads = ""

  mutating func add(_ from: PicturePoint, _ way: PicturePoint, head: Double) {
    let tip = from + way
    let size = Swift.min(head, 0.7 * way.length)
    let back = tip - size * way.unit
    let side = 0.42 * size * way.unit.across
    shafts += SVG.run([from, back], closed: false)
    heads += SVG.run([tip, back + side, back - side], closed: true)
  }
}
