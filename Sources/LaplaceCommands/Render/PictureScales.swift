import Simulation

/// What lengths of arrows mean: the same for all steps of a picture.
struct PictureScales {
  /// Pixels for each unit per second; 0 when nothing moves.
  var velocity = 0.0
  /// The speed whose arrow stands in the legend.
  var referenceSpeed = 0.0
  /// The greatest impulse of a contact.
  var impulse = 0.0
  /// The greatest arrow of each kind of field, by raw value.
  var field = [Double](repeating: 0, count: 256)
  var force = 0.0
  /// Radius of a usual body among many, in pixels; 0 when they are few.
  var bodyRadius = 0.0

  init(_ drawings: [StepDrawing], _ view: PictureView) {
    bodyRadius = PictureScales.usualExtent(drawings) * view.scale
    var fastest = 0.0
    for drawing in drawings {
      for body in drawing.bodies where body.motion != .still {
        fastest = Swift.max(fastest, PictureScales.size(body.velocity))
      }
      for contact in drawing.contacts { impulse = Swift.max(impulse, contact.normalImpulse) }
      for arrow in drawing.forces { force = Swift.max(force, PictureScales.size(arrow.vector)) }
      for shown in drawing.fields {
        for arrow in shown.arrows {
          let kind = Int(shown.kind)
          field[kind] = Swift.max(field[kind], PictureScales.size(arrow.vector))
        }
      }
    }
    if fastest > 0 {
      var longest = 0.16 * Swift.min(view.box.width, view.box.height)
      // Among many bodies, long arrows hide more than they show.
      if bodyRadius > 0 { longest = Swift.min(longest, 3 * bodyRadius) }
      // No arrow is longer than the way in a second: what hardly moves, hardly shows.
      velocity = Swift.min(longest / fastest, view.scale)
      if velocity * fastest < 3 { velocity = 0 }
    }
    if velocity > 0 {
      referenceSpeed = niceNumber(atMost: Swift.max(fastest, 14 / velocity))
      if referenceSpeed * velocity > 56 { referenceSpeed = niceNumber(atMost: 56 / velocity) }
    }
  }

  /// Half the size of the middle one of the bodies that move; 0 when they are few.
  private static func usualExtent(_ drawings: [StepDrawing]) -> Double {
    guard let drawing = drawings.first, drawing.bodies.count > 60 else { return 0 }
    var sizes: [Double] = []
    for body in drawing.bodies where body.motion == .free {
      var reach = 0.0
      for outline in body.outlines {
        switch outline {
        case .circle(_, let radius): reach = Swift.max(reach, radius)
        case .capsule(let a, let b, let radius):
          reach = Swift.max(reach, size(DrawingPoint(a.x - b.x, a.y - b.y)) / 2 + radius)
        case .polygon(let points, let radius):
          for p in points {
            let way = DrawingPoint(p.x - body.center.x, p.y - body.center.y)
            reach = Swift.max(reach, size(way) + radius)
          }
        case .line: break
        }
      }
      sizes.append(reach)
      if sizes.count == 400 { break }
    }
    sizes.sort()
    return sizes.isEmpty ? 0 : sizes[sizes.count / 2]
  }

  static func size(_ v: DrawingPoint) -> Double { (v.x * v.x + v.y * v.y).squareRoot() }
}

/// The greatest of 1, 2, 5 × 10ⁿ that is not above `limit`.
func niceNumber(atMost limit: Double) -> Double {
  guard limit > 0, limit.isFinite else { return 1 }
  var power = 1.0
  while power > limit { power /= 10 }
  while power * 10 <= limit { power *= 10 }
  return power * 5 <= limit ? power * 5 : (power * 2 <= limit ? power * 2 : power)
}
