import Dynamics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Fields that are timed, by name.
enum TimedField: String, CaseIterable {
  case linearGravity, radialGravity, radialFalloff2, radialFalloffThreeHalves, spring, electric
  case vortex, vortexInDisc, noiseSmooth, noise, turbulence, drag, magnetic, velocity

  func makeField() -> FieldBehavior {
    let center = Point(x: 600, y: 600)
    let field: FieldBehavior
    switch self {
    case .linearGravity: field = .linearGravityField(direction: Vector(dx: 0.5, dy: 1))
    case .radialGravity, .radialFalloff2, .radialFalloffThreeHalves:
      field = .radialGravityField(position: center)
    case .spring: field = .springField()
    case .electric: field = .electricField()
    case .vortex, .vortexInDisc: field = .vortexField()
    case .noiseSmooth: field = .noiseField(smoothness: 1, animationSpeed: 1)
    case .noise: field = .noiseField(smoothness: 0.25, animationSpeed: 1)
    case .turbulence: field = .turbulenceField(smoothness: 0.25, animationSpeed: 1)
    case .drag: field = .dragField()
    case .magnetic: field = .magneticField()
    case .velocity: field = .velocityField(direction: Vector(dx: 0.5, dy: 0.25))
    }
    field.position = center
    field.minimumRadius = 20
    if self == .radialFalloff2 { field.falloff = 2 }
    if self == .radialFalloffThreeHalves { field.falloff = 1.5 }
    if self == .vortexInDisc { field.region = Region(radius: 500) }
    return field
  }
}

/// What a field costs over many items, or over few.
struct FieldCost: Codable {
  var field: String
  var items: Int
  /// A whole logical frame of 4 substeps; the least.
  var msPerStep: Double
  /// Evaluation of the field and adding its effect, for each item and substep; the least.
  var nsPerItem: Double

  var text: String {
    "\(field), \(items) items: \(rounded(nsPerItem, 2)) ns/item, \(rounded(msPerStep, 3)) ms/step"
  }
}

/// Times one field of each kind over small moving items that do not collide.
///
/// Custom fields before and after the timed one read the clock, so that the time between them is
/// that of the field's own work; what two of them cost with nothing between them is taken off.
func timeFields(_ options: BenchmarkOptions) {
  for count in [10_000, 50, 4, 1] {
    let empty = leastFieldTime(nil, count, options)
    for timed in TimedField.allCases {
      let least = leastFieldTime(timed, count, options)
      let cost = FieldCost(
        field: timed.rawValue, items: count, msPerStep: least.step / 1e6,
        nsPerItem: (least.field - empty.field) / Double(count))
      print(options.isJSON ? encoded(cost) : cost.text)
      fflush(nil)
    }
  }
}

/// The clock as the marker fields read it, in nanoseconds.
private final class Marks {
  var start = 0.0
  var least = Double.infinity

  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

private func leastFieldTime(
  _ timed: TimedField?, _ count: Int, _ options: BenchmarkOptions
) -> (step: Double, field: Double) {
  var leastStep = Double.infinity
  let marks = Marks()
  for _ in 0..<options.repeatCount {
    let animator = movingItems(count, timed, marks)
    for step in 0..<(options.stepCount ?? 20) {
      let start = Marks.now()
      animator.step()
      let time = Marks.now() - start
      if step > 0 && time < leastStep { leastStep = time }
    }
  }
  return (leastStep, marks.least)
}

/// Items on a grid of 12 points, each with a velocity and a charge of its own, and the field.
private func movingItems(_ count: Int, _ timed: TimedField?, _ marks: Marks) -> DynamicAnimator {
  let animator = DynamicAnimator()
  var columns = 1
  while columns * columns < count { columns += 1 }
  let pitch = 1200 / Double(columns)
  var items: [Item] = []
  let properties = (0..<5).map { _ in ItemBehavior() }
  for (index, behavior) in properties.enumerated() {
    behavior.density = 1 + Double(index)
    behavior.charge = Double(index) - 2
    behavior.resistance = 0.01
  }
  for index in 0..<count {
    let place = Point(x: pitch * Double(index % columns), y: pitch * Double(index / columns))
    let item = Item(center: place, radius: 2)
    let behavior = properties[index % 5]
    behavior.addItem(item)
    behavior.addLinearVelocity(
      Vector(dx: Double(index * 37 % 201 - 100), dy: Double(index * 53 % 199 - 99)), for: item)
    items.append(item)
  }
  for behavior in properties { animator.addBehavior(behavior) }
  let before = FieldBehavior.field { _, _, _, _, _, _ in
    marks.start = Marks.now()
    return .zero
  }
  let after = FieldBehavior.field { _, _, _, _, _, _ in
    let time = Marks.now() - marks.start
    if time < marks.least { marks.least = time }
    return .zero
  }
  before.addItem(items[0])
  after.addItem(items[0])
  animator.addBehavior(before)
  if let timed {
    let field = timed.makeField()
    for item in items { field.addItem(item) }
    animator.addBehavior(field)
  }
  animator.addBehavior(after)
  return animator
}
