import Simulation

extension StepPicture {
  // MARK: Contacts

  /// A dot where shapes touch, and a line along the normal that grows with the impulse.
  mutating func drawContacts() {
    guard content.contains(.contacts), !drawing.contacts.isEmpty else { return }
    let isCrowded = drawing.contacts.count > 200
    let isMiddling = isSmall || drawing.contacts.count > 60
    // Signs stay smaller than the bodies that touch.
    let most = scales.bodyRadius > 0 ? 0.35 * scales.bodyRadius : 10
    let radius = Swift.min(isCrowded ? 0.9 : (isMiddling ? 1.6 : 2.6), most)
    var dots = ""
    var lines = ""
    for contact in drawing.contacts {
      let p = view.place(contact.point)
      guard view.box.contains(p) else { continue }
      dots += SVG.circle(p, radius)
      let share = scales.impulse > 0 ? (contact.normalImpulse / scales.impulse).squareRoot() : 0
      let reach = isCrowded ? 1.5 + 3 * share : (isMiddling ? 3 + 7 * share : 5 + 13 * share)
      let way = Swift.min(reach, 3 * most) * view.turn(contact.normal).unit
      lines += SVG.run([p - way, p + way], closed: false)
      if !isCrowded {
        block(PictureBox(x: p.x - 3, y: p.y - 3, width: 6, height: 6))
      }
    }
    let width = Swift.min(isCrowded ? 0.5 : 0.8 * lineWidth, 0.4 * most)
    add(
      "<path d=\"\(lines)\" fill=\"none\" stroke=\"\(theme.contact)\" "
        + "stroke-width=\"\(SVG.number(width))\" "
        + "stroke-linecap=\"round\"/>")
    add("<path d=\"\(dots)\" fill=\"\(theme.contact)\"/>")
  }

  // MARK: Velocities

  mutating func drawVelocities() {
    guard content.contains(.velocities), scales.velocity > 0 else { return }
    let isCrowded = drawing.bodies.count > StepPicture.fewBodies
    var shafts = ""
    var heads = ""
    for body in drawing.bodies where body.motion != .still && !body.isResting {
      let from = view.place(body.center)
      let pixels = scales.velocity / view.scale
      let way = pixels * view.turn(body.velocity)
      guard way.length > (isCrowded ? 2 : 3), view.box.contains(from) else { continue }
      let parts = arrow(from, way, head: isCrowded ? 3 : (isSmall ? 5 : 8))
      shafts += parts.shaft
      heads += parts.head
    }
    if shafts.isEmpty { return }
    add(
      "<path d=\"\(shafts)\" fill=\"none\" stroke=\"\(theme.velocity)\" "
        + "stroke-width=\"\(SVG.number(isCrowded ? 0.6 : lineWidth))\" stroke-linecap=\"round\"/>")
    add("<path d=\"\(heads)\" fill=\"\(theme.velocity)\"/>")
  }

  // MARK: Pushes

  mutating func drawForces() {
    guard content.contains(.fields), scales.force > 0 else { return }
    let longest = 0.14 * Swift.min(view.box.width, view.box.height)
    for force in drawing.forces {
      let share = (PictureScales.size(force.vector) / scales.force).squareRoot()
      let way = longest * share * view.turn(force.vector).unit
      addArrow(
        view.place(force.at), way, head: isSmall ? 6 : 10, colour: theme.force,
        width: 1.4 * lineWidth)
    }
  }

  // MARK: Fields

  mutating func drawFields() {
    guard content.contains(.fields) else { return }
    for field in drawing.fields { draw(field) }
  }

  private mutating func draw(_ field: StepDrawing.Field) {
    let colour = theme.field(field.kind)
    for outline in field.region {
      add(
        "<path d=\"\(path(outline))\" fill=\"\(colour)\" fill-opacity=\"0.04\" "
          + "stroke=\"\(colour)\" stroke-opacity=\"0.55\" "
          + "stroke-width=\"\(SVG.number(0.7 * lineWidth))\" stroke-dasharray=\"5 4\"/>")
    }
    let greatest = scales.field[Int(field.kind)]
    let cell = cellSize(field)
    var shafts = ""
    var heads = ""
    for shown in field.arrows {
      let from = view.place(shown.at)
      guard greatest > 0, view.box.contains(from) else { continue }
      // Fields span decades: the fourth root keeps weak places visible.
      let share = (PictureScales.size(shown.vector) / greatest).squareRoot().squareRoot()
      let way = 0.8 * cell * share * view.turn(shown.vector).unit
      guard way.length > 0.8 else { continue }
      let parts = arrow(from - 0.5 * way, way, head: 0.32 * cell * share)
      shafts += parts.shaft
      heads += parts.head
    }
    if !shafts.isEmpty {
      add(
        "<g opacity=\"0.55\"><path d=\"\(shafts)\" fill=\"none\" stroke=\"\(colour)\" "
          + "stroke-width=\"\(SVG.number(isSmall ? 0.6 : 1))\" stroke-linecap=\"round\"/>"
          + "<path d=\"\(heads)\" fill=\"\(colour)\"/></g>")
    }
    let hasCentre = ![0, 3, 4, 7, 8].contains(field.kind) || !field.region.isEmpty
    if hasCentre { drawCentre(view.place(field.position), colour) }
  }

  private mutating func drawCentre(_ p: PicturePoint, _ colour: String) {
    guard view.box.contains(p) else { return }
    let r = isSmall ? 3.5 : 5
    let cross =
      SVG.run([p - PicturePoint(x: r, y: 0), p + PicturePoint(x: r, y: 0)], closed: false)
      + SVG.run([p - PicturePoint(x: 0, y: r), p + PicturePoint(x: 0, y: r)], closed: false)
    add(
      "<path d=\"\(SVG.circle(p, 0.6 * r))\(cross)\" fill=\"none\" stroke=\"\(colour)\" "
        + "stroke-width=\"\(SVG.number(0.8 * lineWidth))\"/>")
    block(PictureBox(x: p.x - r, y: p.y - r, width: 2 * r, height: 2 * r))
  }

  /// The distance between neighbouring arrows, in pixels; fixed where they stand at bodies.
  private func cellSize(_ field: StepDrawing.Field) -> Double {
    let pixels = field.spacing * view.scale
    return pixels > 0 ? Swift.min(pixels, 60) : (isSmall ? 20 : 40)
  }
}
