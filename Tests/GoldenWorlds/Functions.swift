import DeterministicMath
import Simulation

/// Every function and every kind of draw that the engine offers to simulations, at a thousand places
/// a step: builds that round one of them otherwise show here, and perhaps nowhere else.
package struct Functions: Simulation {
  package static var name: StaticString { "determinism.functions" }
  package static var stepDuration: StepDuration { StepDuration(1, 60) }

  package static var derivedFields: [DerivedField] {
    [DerivedField("draws", "made of the seed")]
  }

  private static var placesPerStep: Int { 64 }

  private let draws: RandomStream
  private var stepCount: Int64 = 0
  /// What each function gave lately, each the sum of its results and half of those before.
  private var sums = [Double](repeating: 0, count: 28)
  private var singles = [Float](repeating: 0, count: 13)
  private var rotation = Rotation.identity

  package init(parameters: NoParameters, seed: UInt64) {
    draws = RandomStream(seed: seed, stream: "places")
  }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("stepCount", &stepCount)
    visitor.field("sums", &sums)
    visitor.field("singles", &singles)
    visitor.field("rotationCosine", &rotation.cosine)
    visitor.field("rotationSine", &rotation.sine)
  }

  package mutating func step(_ inputs: [NoEvent]) {
    for place in 0..<Functions.placesPerStep {
      var draw = draws.draws(entity: UInt64(place), step: stepCount)
      addDoubles(&draw)
      addSingles(&draw)
    }
    stepCount += 1
  }

  private mutating func addDoubles(_ draw: inout RandomDraws) {
    let x: Double = draw.uniform(in: -50...50)
    let unit = 2 * draw.unitDouble() - 1
    let size = Elementary.exp(draw.uniform(in: -20.0...20.0) as Double)
    let pair = Elementary.sincos(x)
    let direction = draw.unitVector()
    let place = 0.37 * x
    let values: [Double] = [
      Elementary.sin(x), Elementary.cos(x), Elementary.tan(x), pair.sine, pair.cosine,
      // Beyond what a short reduction of the angle can do.
      Elementary.sin(1e9 * x), Elementary.cos(1e17 * x), Elementary.tan(-1e5 * x),
      Elementary.asin(unit), Elementary.acos(unit), Elementary.atan(x), Elementary.atan2(unit, x),
      Elementary.exp(0.1 * x), Elementary.log(size), Elementary.pow(size, unit),
      Elementary.pow(-size, 3), Elementary.pow(size, 0.5), Elementary.pow(-size, -2),
      draw.gaussian(), Double(direction.x), Double(direction.y),
      Double(draw.integer(in: -9...9)), squareRoot(size),
      GradientNoise.value(7, place, unit, 0.5),
      GradientNoise.value(8, -place, size, unit),
      Double(draw.integer(below: 1000)), Elementary.exp(-x), Elementary.log(1 + unit * unit),
    ]
    for index in sums.indices where values[index].magnitude < 1e100 {
      sums[index] = 0.5 * sums[index] + values[index]
    }
  }

  private mutating func addSingles(_ draw: inout RandomDraws) {
    let x: Float = draw.uniform(in: -20...20)
    let unit = 2 * draw.unitFloat() - 1
    let pair = Elementary.sincos(x)
    let values: [Float] = [
      Elementary.sin(x), Elementary.cos(x), Elementary.tan(x), pair.sine, pair.cosine,
      Elementary.asin(unit), Elementary.acos(unit), Elementary.atan(x), Elementary.atan2(unit, x),
      Elementary.exp(x), Elementary.log(x * x), Elementary.pow(1 + x * x, unit),
      squareRoot(x * x + 1),
    ]
    for index in singles.indices where values[index].magnitude < 1e20 {
      singles[index] = 0.5 * singles[index] + values[index]
    }
    rotation = rotation.integrated(by: 0.01 * x).turned(by: 0.1 * unit)
  }
}
