import Simulation

/// What lengths of arrows mean: the same for all steps of a picture.
package struct PictureScales {
  /// Pixels for each unit per second; 0 when nothing moves.
  package var velocity = 0.0
  /// The speed whose arrow stands in the legend.
  package var referenceSpeed = 0.0
  /// The greatest arrow of each style, and the greatest weight of a mark, by the style's name.
  private var arrows: [String: Double] = [:]
  private var weights: [String: Double] = [:]
  /// Radius of a usual subject among many, in pixels; 0 when they are few.
  package var shapeRadius = 0.0

  package init(_ drawings: [StepDrawing], _ view: PictureView) {
    shapeRadius = PictureScales.usualExtent(drawings) * view.scale
    var fastest = 0.0
    for drawing in drawings {
      for layer in drawing.layers {
        if layer.role == .subject {
          for shape in layer.shapes {
            fastest = Swift.max(fastest, PictureScales.size(shape.velocity))
          }
        }
        for mark in layer.marks {
          let name = drawing.style(at: mark.style).name
          weights[name] = Swift.max(weights[name] ?? 0, mark.weight)
        }
        for arrow in layer.arrows {
          let name = drawing.style(at: arrow.style).name
          arrows[name] = Swift.max(arrows[name] ?? 0, PictureScales.size(arrow.vector))
        }
      }
    }
    if fastest > 0 {
      var longest = 0.16 * Swift.min(view.box.width, view.box.height)
      // Among many shapes, long arrows hide more than they show.
      if shapeRadius > 0 { longest = Swift.min(longest, 3 * shapeRadius) }
      // No arrow is longer than the way in a second: what hardly moves, hardly shows.
      velocity = Swift.min(longest / fastest, view.scale)
      if velocity * fastest < 3 { velocity = 0 }
    }
    if velocity > 0 {
      referenceSpeed = niceNumber(atMost: Swift.max(fastest, 14 / velocity))
      if referenceSpeed * velocity > 56 { referenceSpeed = niceNumber(atMost: 56 / velocity) }
    }
  }

  /// The greatest arrow of a style in all steps.
  package func greatestArrow(_ style: DrawingStyle) -> Double { arrows[style.name] ?? 0 }

  /// A mark's weight as a part of the greatest of its style in all steps.
  package func share(_ weight: Double, _ style: DrawingStyle) -> Double {
    let greatest = weights[style.name] ?? 0
    return greatest > 0 ? weight / greatest : 0
  }

  /// Half the size of the middle one of the subjects; 0 when they are few.
  private static func usualExtent(_ drawings: [StepDrawing]) -> Double {
    let layers = drawings.first?.layers.filter { $0.role == .subject } ?? []
    let shapes = layers.flatMap(\.shapes)
    guard shapes.count > 60 else { return 0 }
    var sizes: [Double] = []
    for shape in shapes.prefix(400) {
      var reach = 0.0
      for outline in shape.outlines {
        switch outline {
        case .circle(_, let radius): reach = Swift.max(reach, radius)
        case .capsule(let a, let b, let radius):
          reach = Swift.max(reach, size(DrawingPoint(a.x - b.x, a.y - b.y)) / 2 + radius)
        case .polygon(let points, let radius):
          for p in points {
            let way = DrawingPoint(p.x - shape.center.x, p.y - shape.center.y)
            reach = Swift.max(reach, size(way) + radius)
          }
        case .line: break
        }
      }
      sizes.append(reach)
    }
    sizes.sort()
    return sizes[sizes.count / 2]
  }

  package static func size(_ v: DrawingPoint) -> Double { (v.x * v.x + v.y * v.y).squareRoot() }
}

/// The greatest of 1, 2, 5 × 10ⁿ that is not above `limit`.
package func niceNumber(atMost limit: Double) -> Double {
  guard limit > 0, limit.isFinite else { return 1 }
  var power = 1.0
  while power > limit { power /= 10 }
  while power * 10 <= limit { power *= 10 }
  return power * 5 <= limit ? power * 5 : (power * 2 <= limit ? power * 2 : power)
}
