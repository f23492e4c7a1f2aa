import Dynamics

/// What turns freely turns by its angular velocity.
let spinLines: [QualityLine] = [10, 60, 100, 200, 300].map { speed in
  QualityLine("spin/\(Int(speed)) rad/s", goal: "within 0.01 %") { _ in
    let item = box(0, 0)
    let scene = Scene([item], bounds: nil, falls: false, isFine: true)
    scene.properties.addAngularVelocity(speed, for: item)
    var turned = 0.0
    var last = 0.0
    scene.run(1) {
      let way = item.rotation - last
      turned += way < 0 ? way + 2 * Double.pi : way
      last = item.rotation
    }
    let error = 100 * (turned / speed - 1)
    return Finding(
      "\(fixed(turned, 3)) rad in 1 s: \(fixed(error, 3)) %", isGood: abs(error) < 0.01)
  }
}
