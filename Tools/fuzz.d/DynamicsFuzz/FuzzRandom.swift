import DeterministicMath
import Dynamics

/// SplitMix64 with draws that suit the interface: ordinary values mostly, impossible ones often.
package struct FuzzRandom {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return GradientNoise.finalize(state)
  }

  /// 0 ..< n.
  mutating func below(_ n: Int) -> Int { Int(next() % UInt64(n)) }
  mutating func element<T>(_ list: [T]) -> T { list[below(list.count)] }
  mutating func chance(oneIn n: Int) -> Bool { below(n) == 0 }
  mutating func between(_ a: Double, _ b: Double) -> Double {
    a + Double(next() >> 11) / 9_007_199_254_740_992 * (b - a)
  }

  /// What a setter should survive.
  static let extremes: [Double] = [
    .nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    .leastNormalMagnitude, -0.0, 0, 1e9, -1e9, 1e6, -1e6, 1e-12, 1, -1, 3.4e38, 3.5e38, 6.3e5,
  ]

  /// A value of the range, now and then an extreme one.
  mutating func value(_ a: Double, _ b: Double) -> Double {
    chance(oneIn: 9)
      ? element(FuzzRandom.extremes) : between(a, b)
  }

  mutating func vector(_ size: Double) -> Vector {
    Vector(dx: value(-size, size), dy: value(-size, size))
  }

  /// On or near the stage.
  mutating func point() -> Point { Point(x: value(-40, 360), y: value(-40, 600)) }

  mutating func rect() -> Rect {
    Rect(x: value(-20, 40), y: value(-20, 40), width: value(100, 400), height: value(100, 600))
  }

  mutating func region() -> Region {
    var region = chance(oneIn: 2) ? Region(radius: value(5, 300)) : Region.infinite
    for _ in 0..<below(4) {
      let other = Region(size: Size(width: value(5, 300), height: value(5, 300)))
      switch below(4) {
      case 0: region = region.union(with: other)
      case 1: region = region.intersection(with: other)
      case 2: region = region.difference(from: other)
      default: region = region.inverse()
      }
    }
    return region
  }

  mutating func path() -> Path2D {
    var path = Path2D()
    for _ in 0..<(1 + below(6)) {
      switch below(6) {
      case 0: path.move(to: point())
      case 1: path.close()
      case 2: path.addQuadraticCurve(control: point(), to: point())
      case 3: path.addCurve(control1: point(), control2: point(), to: point())
      default: path.addLine(to: point())
      }
    }
    return path
  }

  mutating func insets() -> EdgeInsets2D {
    EdgeInsets2D(
      top: value(-20, 60), left: value(-20, 60), bottom: value(-20, 60), right: value(-20, 60))
  }
}
