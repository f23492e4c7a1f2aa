/// Pieces of SVG as text. Numbers have at most two decimals, so that the same picture is the same
/// bytes everywhere.
package enum SVG {
  /// `12`, `-0.5`, `3.25`: no exponent, no trailing zeros.
  package static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let limited = Swift.min(Swift.max(value, -1e9), 1e9)
    let hundredths = Int64((limited * 100).rounded())
    let size = hundredths.magnitude
    let sign = hundredths < 0 ? "-" : ""
    let (whole, rest) = size.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(sign)\(whole)" }
    if rest % 10 == 0 { return "\(sign)\(whole).\(rest / 10)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  package static func pair(_ p: PicturePoint) -> String { "\(number(p.x)) \(number(p.y))" }

  /// Text between tags. Control characters, which XML cannot hold, become a replacement.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n": result += " "
      case _ where scalar.value < 32 || (0xFFFE...0xFFFF).contains(scalar.value):
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A closed or open run of straight lines, for a path's `d`.
  package static func run(_ points: [PicturePoint], closed: Bool) -> String {
    guard let first = points.first else { return "" }
    var d = "M" + pair(first)
    for point in points.dropFirst() { d += "L" + pair(point) }
    return closed ? d + "Z" : d
  }

  /// A circle, for a path's `d`.
  package static func circle(_ c: PicturePoint, _ radius: Double) -> String {
    let r = number(radius)
    return "M\(number(c.x - radius)) \(number(c.y))a\(r) \(r) 0 1 0 \(number(2 * radius)) 0"
      + "a\(r) \(r) 0 1 0 \(number(-2 * radius)) 0Z"
  }

  /// A square around a point, for a path's `d`.
  package static func square(_ c: PicturePoint, _ half: Double) -> String {
    run(
      [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map {
        PicturePoint(x: c.x + $0.0 * half, y: c.y + $0.1 * half)
      }, closed: true)
  }

  /// Cross hairs, for a path's `d`.
  package static func cross(_ c: PicturePoint, _ r: Double) -> String {
    circle(c, 0.6 * r)
      + run([c - PicturePoint(x: r, y: 0), c + PicturePoint(x: r, y: 0)], closed: false)
      + run([c - PicturePoint(x: 0, y: r), c + PicturePoint(x: 0, y: r)], closed: false)
  }

  /// An estimate of how wide a text of the picture's typeface is.
  package static func width(_ text: String, size: Double) -> Double {
    var units = 0.0
    for character in text {
      switch character {
      case "i", "l", "j", "I", ".", ",", ":", ";", "'", "|", "!", " ": units += 0.3
      case "m", "w", "M", "W", "@", "%": units += 0.88
      case "A"..."Z", "—", "°": units += 0.68
      default: units += 0.56
      }
    }
    return units * size
  }
}

/// A place in the picture, in pixels.
package struct PicturePoint: Equatable {
  package var x: Double
  package var y: Double

  package static func + (a: PicturePoint, b: PicturePoint) -> PicturePoint {
    PicturePoint(x: a.x + b.x, y: a.y + b.y)
  }
  package static func - (a: PicturePoint, b: PicturePoint) -> PicturePoint {
    PicturePoint(x: a.x - b.x, y: a.y - b.y)
  }
  package static func * (s: Double, p: PicturePoint) -> PicturePoint {
    PicturePoint(x: s * p.x, y: s * p.y)
  }
  package var length: Double { (x * x + y * y).squareRoot() }
  /// Turned a quarter, clockwise on screen.
  package var across: PicturePoint { PicturePoint(x: -y, y: x) }
  /// This direction with length 1; zero stays zero.
  package var unit: PicturePoint { length > 0 ? (1 / length) * self : self }
}

/// An upright rectangle of the picture.
package struct PictureBox: Equatable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package func intersects(_ other: PictureBox) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  package func contains(_ other: PictureBox) -> Bool {
    other.x >= x && other.y >= y && other.x + other.width <= x + width
      && other.y + other.height <= y + height
  }

  package func contains(_ p: PicturePoint) -> Bool {
    p.x >= x && p.x <= x + width && p.y >= y && p.y <= y + height
  }
}
