extension Path2D {
  /// The outline as numbers: for each element its kind (0 move, 1 line, 2 quadratic, 3 cubic, 4
  /// close), then the coordinates of its points, x before y.
  package var numbers: [Double] {
    var numbers: [Double] = []
    for element in elements {
      switch element {
      case .move(let p): numbers += [0, p.x, p.y]
      case .line(let p): numbers += [1, p.x, p.y]
      case .quadratic(let c, let p): numbers += [2, c.x, c.y, p.x, p.y]
      case .cubic(let c, let d, let p): numbers += [3, c.x, c.y, d.x, d.y, p.x, p.y]
      case .close: numbers.append(4)
      }
    }
    return numbers
  }

  /// The outline of these ``numbers``; `nil` for numbers that are none.
  package init?(numbers: [Double]) {
    self.init()
    var rest = numbers[...]
    func points(_ count: Int) -> [Point]? {
      guard rest.count >= 2 * count else { return nil }
      defer { rest = rest.dropFirst(2 * count) }
      return (0..<count).map {
        Point(x: rest[rest.startIndex + 2 * $0], y: rest[rest.startIndex + 2 * $0 + 1])
      }
    }
    while let kind = rest.popFirst() {
      guard kind >= 0, kind <= 4, let p = points(kind == 0 ? 1 : (kind == 4 ? 0 : Int(kind)))
      else { return nil }
      switch kind {
      case 0: move(to: p[0])
      case 1: addLine(to: p[0])
      case 2: addQuadraticCurve(control: p[0], to: p[1])
      case 3: addCurve(control1: p[0], control2: p[1], to: p[2])
      case 4: close()
      default: return nil
      }
    }
  }
}
