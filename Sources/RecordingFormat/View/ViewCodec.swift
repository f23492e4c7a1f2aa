import DeterministicMath

/// The numbers of the view track: what it keeps of a position and an angle, and how a whole number is
/// predicted.
package enum ViewCodec {
  /// The name in files, which never changes.
  static let name = "laplace-view-1"
  /// A position's part that is kept, in the simulation's unit of length: a kept one is off by half of
  /// it at most.
  package static let lengthUnit = 1.0 / 1024
  /// So many angles are told apart: a kept one is off by half of a 4096th of a turn, and a little more
  /// for the rounding of sine and cosine.
  package static let turn: Int64 = 4096
  /// Positions reach so many units either way; farther ones are kept as the farthest.
  package static let positionEnd: Int64 = 1 << 52
  /// Stands for a position that is not finite.
  package static let nowhere = positionEnd

  package static func position(_ value: Double) -> Int64 {
    guard value.isFinite else { return nowhere }
    let end = Double(positionEnd - 1)
    return Int64(max(-end, min((value / lengthUnit).rounded(), end)))
  }

  package static func position(units: Int64) -> Double {
    units == nowhere ? .nan : Double(units) * lengthUnit
  }

  /// Parts of a turn, from 0 on; 0 for what is no direction.
  package static func angle(cosine: Double, sine: Double) -> Int64 {
    guard cosine.isFinite, sine.isFinite, cosine != 0 || sine != 0 else { return 0 }
    let turns = Elementary.atan2(sine, cosine) / 6.283_185_307_179_586
    return Int64((turns * Double(turn)).rounded()) & (turn - 1)
  }

  /// Cosine and sine of so many parts of a turn.
  package static func direction(_ angle: Int64) -> (cosine: Double, sine: Double) {
    directions[Int(angle & (turn - 1))]
  }

  private static let directions = (0..<turn).map { part in
    // Quarters are told exactly.
    let (quarter, rest) = (part / (turn / 4), part % (turn / 4))
    let radians = Double(rest) / Double(turn) * 6.283_185_307_179_586
    let (cosine, sine) = (Elementary.cos(radians), Elementary.sin(radians))
    return switch quarter {
    case 0: (cosine: cosine, sine: sine)
    case 1: (cosine: -sine, sine: cosine)
    case 2: (cosine: -cosine, sine: -sine)
    default: (cosine: sine, sine: -cosine)
    }
  }
}

/// The kinds of numbers in the view track.
enum ViewNumber {
  case key
  case position
  case angle
}

extension ViewLayout.Column {
  var number: ViewNumber {
    switch self {
    case .key: .key
    case .position: .position
    case .angle: .angle
    }
  }
}

/// What is known of a number of one row: the same on both sides, so nothing of it is stored.
///
/// Three predictions compete: unchanged, on a line, and on a parabola, as what falls goes. The one with
/// the least running cost is used.
struct ViewPast {
  private var last: Int64
  private var before: Int64 = 0
  private var third: Int64 = 0
  private var count = 0
  private var costs: (UInt16, UInt16, UInt16) = (0, 0, 0)

  /// - Parameter first: what the row's first number is expected to be.
  init(first: Int64) { last = first }

  private func predictions(_ number: ViewNumber) -> (Int64, Int64, Int64) {
    switch number {
    case .key: return (last, last, last)
    case .position where last == ViewCodec.nowhere: return (last, last, last)
    case .position, .angle:
      let line = count >= 2 ? last + (last - before) : last
      let parabola = count >= 3 ? 3 * (last - before) + third : line
      return (last, line, parabola)
    }
  }

  private func best(_ all: (Int64, Int64, Int64)) -> Int64 {
    if costs.0 <= costs.1 && costs.0 <= costs.2 { return all.0 }
    return costs.1 <= costs.2 ? all.1 : all.2
  }

  private mutating func take(_ value: Int64, _ all: (Int64, Int64, Int64), _ number: ViewNumber) {
    func after(_ cost: UInt16, _ prediction: Int64) -> UInt16 {
      let length = bitLength(ViewPast.residual(value, prediction, number))
      return cost - cost / 4 + 4 * UInt16(truncatingIfNeeded: length)
    }
    if count > 0, number != .key {
      costs = (after(costs.0, all.0), after(costs.1, all.1), after(costs.2, all.2))
    }
    switch number {
    case .angle:
      // On this side of a full turn, so that differences are small.
      let near = last &+ ViewPast.shortest(value &- last)
      (third, before, last) = (before, last, near)
    case .key, .position: (third, before, last) = (before, last, value)
    }
    if count < 3 { count += 1 }
  }

  /// The difference of two angles by the shorter way.
  private static func shortest(_ difference: Int64) -> Int64 {
    let half = ViewCodec.turn / 2
    return ((difference &+ half) & (ViewCodec.turn - 1)) - half
  }

  /// Zigzagged: 0, −1, 1, −2, … become 0, 1, 2, 3, …
  private static func residual(
    _ value: Int64, _ prediction: Int64, _ number: ViewNumber
  ) -> UInt64 {
    let difference = value &- prediction
    let short = number == .angle ? shortest(difference) : difference
    return UInt64(bitPattern: (short &<< 1) ^ (short >> 63))
  }

  /// What stands for the next number.
  mutating func code(_ value: Int64, _ number: ViewNumber) -> UInt64 {
    let all = predictions(number)
    let residual = ViewPast.residual(value, best(all), number)
    take(value, all, number)
    return residual
  }

  /// The next number; `nil` for a residual that stands for none.
  mutating func decode(_ residual: UInt64, _ number: ViewNumber) -> Int64? {
    let all = predictions(number)
    let prediction = best(all)
    let difference = Int64(bitPattern: (residual >> 1) ^ (0 &- (residual & 1)))
    let value: Int64
    switch number {
    case .key: value = prediction &+ difference
    case .position:
      let (sum, overflow) = prediction.addingReportingOverflow(difference)
      guard !overflow, sum > -ViewCodec.positionEnd, sum <= ViewCodec.nowhere else { return nil }
      value = sum
    case .angle:
      guard residual < UInt64(ViewCodec.turn) else { return nil }
      value = (prediction &+ difference) & (ViewCodec.turn - 1)
    }
    take(value, all, number)
    return value
  }
}
