import Dynamics
import Foundation
import Testing

@Suite("Regions")
struct RegionTests {
  static let grid: [Point] = (-12...12).flatMap { i in
    (-12...12).map { j in Point(x: Double(i) * 1.25, y: Double(j) * 1.25) }
  }

  @Test("UD-REG-01 circle, rectangle, infinite, empty; closed edges")
  func primitives() {
    let circle = Region(radius: 5)
    #expect(circle.contains(Point(x: 3, y: 4)))
    #expect(!circle.contains(Point(x: 3, y: 4.0001)))
    let rectangle = Region(size: Size(width: 6, height: 4))
    for p in [Point(x: 3, y: 2), Point(x: -3, y: -2)] { #expect(rectangle.contains(p)) }
    for p in [Point(x: 3.001, y: 0), Point(x: 0, y: -2.001)] { #expect(!rectangle.contains(p)) }
    #expect(Region.infinite.contains(Point(x: 1e300, y: -1e300)))
    for empty in [
      Region.empty, Region(radius: -1), Region(radius: .nan),
      Region(size: Size(width: -1, height: 2)), Region(size: Size(width: 2, height: .nan)),
      Region.infinite.inverse(),
    ] {
      #expect(!empty.contains(.zero))
    }
    #expect(Region(radius: 0).contains(.zero))
  }

  @Test("UD-REG-02 union, intersection, inverse, De Morgan")
  func algebra() {
    let a = Region(radius: 7)
    let b = Region(size: Size(width: 22, height: 5))
    for p in Self.grid {
      #expect(a.union(with: b).contains(p) == (a.contains(p) || b.contains(p)))
      #expect(a.intersection(with: b).contains(p) == (a.contains(p) && b.contains(p)))
      #expect(a.inverse().contains(p) == !a.contains(p))
      #expect(a.inverse().inverse().contains(p) == a.contains(p))
      #expect(
        a.union(with: b).inverse().contains(p)
          == a.inverse().intersection(with: b.inverse()).contains(p))
      #expect(a.union(with: .infinite).contains(p))
    }
  }

  @Test("UD-REG-03 difference = receiver minus argument")
  func difference() {
    let a = Region(radius: 7)
    let b = Region(size: Size(width: 22, height: 5))
    for p in Self.grid {
      #expect(a.difference(from: b).contains(p) == (a.contains(p) && !b.contains(p)))
    }
  }

  /// Deep in both directions, so that the stack of truth values is one deep and 200 deep.
  @Test("UD-REG-04 deep nesting; the program round-trips")
  func deep() throws {
    var left = Region(radius: 1)
    var right = Region(radius: 1)
    for i in 2...200 {
      let ring = Region(radius: Double(i))
      left = i % 2 == 0 ? ring.difference(from: left) : left.union(with: ring).inverse()
      right =
        i % 2 == 0 ? ring.difference(from: right) : Region(radius: 3).union(with: right)
    }
    for region in [left, right] {
      let copy = try #require(Region(program: region.nodes))
      #expect(copy == region)
    }
    func expected(_ p: Point) -> (Bool, Bool) {
      func inside(_ r: Double) -> Bool { p.x * p.x + p.y * p.y <= r * r }
      var left = inside(1)
      var right = inside(1)
      for i in 2...200 {
        let ring = inside(Double(i))
        left = i % 2 == 0 ? ring && !left : !(left || ring)
        right = i % 2 == 0 ? ring && !right : inside(3) || right
      }
      return (left, right)
    }
    for p in Self.grid {
      let want = expected(p)
      #expect(left.contains(p) == want.0)
      #expect(right.contains(p) == want.1)
    }
  }

  @Test("UD-REG-04 programs that are not well formed are refused")
  func malformed() {
    #expect(Region(program: []) == nil)
    #expect(Region(program: [.init(operation: .union)]) == nil)
    #expect(Region(program: [.init(operation: .infinite), .init(operation: .infinite)]) == nil)
    #expect(Region(program: [.init(operation: .infinite), .init(operation: .difference)]) == nil)
  }

  @Test("UD-REG-04 coded and decoded, every operation; what is not a region is refused")
  func coding() throws {
    let disc = Region(radius: 40)
    let box = Region(size: Size(width: 60, height: 30))
    let regions = [
      .infinite, .empty, disc, box, disc.inverse(), disc.union(with: box),
      disc.intersection(with: box), disc.difference(from: box),
      disc.union(with: box.inverse()).difference(from: Region(radius: 3)),
    ]
    for region in regions {
      let data = try JSONEncoder().encode(region)
      #expect(try JSONDecoder().decode(Region.self, from: data) == region)
    }
    for text in [
      "[]", #"[{"operation":"union"}]"#, #"[{"operation":"disc"}]"#,
      #"[{"operation":"circle","radiusSquared":-1}]"#, #"[{"operation":"circle"}]"#,
    ] {
      #expect(throws: DecodingError.self) {
        _ = try JSONDecoder().decode(Region.self, from: Data(text.utf8))
      }
    }
  }

  @Test("UD-REG-02 UD-REG-03 UIKit's names give the same sets")
  func uikitNames() {
    let a = Region(radius: 5)
    let b = Region(size: Size(width: 4, height: 30))
    #expect(a.byUnion(with: b) == a.union(with: b))
    #expect(a.byIntersection(with: b) == a.intersection(with: b))
    #expect(a.byDifference(from: b) == a.difference(from: b))
    let properties: DynamicItemBehavior = ItemBehavior(items: [])
    #expect(properties.density == 1)
  }
}
