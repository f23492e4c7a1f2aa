import DeterministicMath

/// An item's outline around its centre, with what its mass needs.
package struct CollisionShape: Equatable, Sendable {
  package enum Outline: Equatable, Sendable {
    case circle(radius: Double)
    /// Convex, clockwise on screen, without collinear corners.
    case polygon([Point])
    /// The members of a group.
    case compound([Part])
  }

  /// A convex part of a compound, around the centre of the whole.
  package enum Part: Equatable, Sendable {
    case circle(center: Point, radius: Double)
    case polygon([Point])
  }

  package var outline: Outline
  /// In pt².
  package var area: Double
  /// Centre of mass relative to the item's centre, in points.
  package var centroid: Point
  /// Mean of r² about the centroid, in pt²: inertia divided by mass.
  package var gyrationSquared: Double
}

extension CollisionShape {
  package static let cornerCountMax = 64
  /// Points. Of what is smaller, squares of masses and lengths are no `Float`s any more.
  package static let sideMin = 1e-3

  /// π, rounded to the nearest `Double`.
  private static let pi = 3.141_592_653_589_793

  package static func rectangle(_ size: Size) -> CollisionShape {
    let x = size.width / 2
    let y = size.height / 2
    return CollisionShape(
      outline: .polygon([
        Point(x: -x, y: -y), Point(x: x, y: -y), Point(x: x, y: y), Point(x: -x, y: y),
      ]),
      area: size.width * size.height, centroid: .zero,
      gyrationSquared: (size.width * size.width + size.height * size.height) / 12)
  }

  /// Mass and inertia are those of the true ellipse: `m(w² + h²)/16`.
  package static func ellipse(_ size: Size) -> CollisionShape {
    let w = size.width
    let h = size.height
    let larger = w > h ? w : h
    let difference = w > h ? w - h : h - w
    var outline = Outline.circle(radius: w / 2)
    if difference > 1e-9 * larger {
      outline = .polygon(
        (0..<32).map { k in
          let turned = Elementary.sincos(2 * pi * Double(k) / 32)
          return Point(x: w / 2 * turned.cosine, y: h / 2 * turned.sine)
        })
    }
    return CollisionShape(
      outline: outline, area: pi * w * h / 4, centroid: .zero,
      gyrationSquared: (w * w + h * h) / 16)
  }

  package static func path(_ path: Path2D) throws(DynamicsError) -> CollisionShape {
    let runs = path.polylines()
    guard runs.count == 1 else { throw .collisionPathNotConvex }
    for p in runs[0].points where !p.isFinite { throw .collisionPathNotConvex }
    guard isConvex(runs[0].points) else { throw .collisionPathNotConvex }
    var points = withoutCollinear(runs[0].points)
    guard points.count >= 3 else { throw .collisionPathNotConvex }
    guard points.count <= cornerCountMax else { throw .collisionPathTooFine(points.count) }
    if PolygonMeasure(points).signedArea < 0 { points.reverse() }
    let measure = PolygonMeasure(points)
    guard measure.signedArea > 0 else { throw .collisionPathNotConvex }
    let box = Dynamics.boundingBox(of: points) ?? .zero
    // A slanted sliver has a large box and no area.
    let sides = sideMin...2e6
    guard sides.contains(box.width), sides.contains(box.height),
      measure.signedArea >= sideMin * (box.width > box.height ? box.width : box.height)
    else { throw .itemBoundsInvalid(width: box.width, height: box.height) }
    return CollisionShape(
      outline: .polygon(points), area: measure.signedArea, centroid: measure.centroid,
      gyrationSquared: measure.secondMoment / measure.signedArea)
  }

  /// Reads an item's outline.
  ///
  /// - Throws: ``DynamicsError`` for bounds or a path that make no body.
  package init(of item: any DynamicItem) throws(DynamicsError) {
    if let group = item.itemGroup {
      self = try group.outline()
      return
    }
    let size = item.bounds.size
    let sides = CollisionShape.sideMin...1e6
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw .itemBoundsInvalid(width: size.width, height: size.height)
    }
    switch item.collisionBoundsType {
    case .rectangle: self = .rectangle(size)
    case .ellipse: self = .ellipse(size)
    case .path:
      guard let path = item.collisionBoundingPath else { throw .collisionPathMissing }
      self = try .path(path)
    }
  }

  /// The smallest upright box around the outline at the given pose.
  package func boundingBox(at center: Point, cosine: Double, sine: Double) -> Rect {
    switch outline {
    case .circle(let radius):
      return Rect(
        x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    case .polygon(let points):
      let turn = AffineTransform2D(cosine: cosine, sine: sine)
      let box = Dynamics.boundingBox(of: points.map { turn.apply(to: $0) }) ?? .zero
      return Rect(origin: box.origin + (center - .zero), size: box.size)
    case .compound(let parts):
      let turn = AffineTransform2D(cosine: cosine, sine: sine)
      var corners: [Point] = []
      for part in parts {
        switch part {
        case .circle(let middle, let radius):
          let reach = Vector(dx: radius, dy: radius)
          let turned = turn.apply(to: middle)
          corners.append(turned - reach)
          corners.append(turned + reach)
        case .polygon(let points):
          for point in points { corners.append(turn.apply(to: point)) }
        }
      }
      let box = Dynamics.boundingBox(of: corners) ?? .zero
      return Rect(origin: box.origin + (center - .zero), size: box.size)
    }
  }

  /// This outline as a part of a compound. (Groups do not nest.)
  package func part(turnedBy turn: AffineTransform2D, movedBy offset: Vector) -> Part {
    switch outline {
    case .circle(let radius): .circle(center: .zero + offset, radius: radius)
    case .polygon(let points): .polygon(points.map { turn.apply(to: $0) + offset })
    case .compound: .polygon([])
    }
  }
}
