import DeterministicMath

extension Gestures {
  /// Ten minutes of play: every seven to eighteen seconds a tap, a pull or a tilt, drawn from a
  /// fixed seed.
  ///
  /// Made instead of recorded, because a recording of this length would be larger than the rest of
  /// the module. Whole numbers, and decimals that are written out: Embedded Swift formats no others
  /// alike everywhere.
  package static let playground: String = {
    var player = Player()
    while player.step < 36_000 - 600 { player.play() }
    return player.lines
  }()

  /// Writes the gestures one after the other.
  private struct Player {
    var lines = ""
    var step: Int64 = 120
    var count: Int64 = 0
    var draws = RandomStream(seed: 1, stream: "playground.gestures").draws(step: 0)

    mutating func play() {
      draws = RandomStream(seed: 1, stream: "playground.gestures").draws(step: count)
      count += 1
      switch draws.integer(below: 4) {
      case 0, 1: tap()
      case 2: pull()
      default: tilt()
      }
      step += draws.integer(in: 400...1_100)
    }

    private mutating func add(_ kind: StaticString, _ fields: [(StaticString, Int64)]) {
      var line = "{\"step\":\(step),\"kind\":\"\(kind)\""
      for (name, value) in fields { line += ",\"\(name)\":\(value)" }
      lines += line + "}\n"
    }

    private mutating func point() -> (x: Int64, y: Int64) {
      let x = draws.integer(in: 20...300)
      return (x, draws.integer(in: 200...550))
    }

    private mutating func tap() {
      let p = point()
      add("tap", [("x", p.x), ("y", p.y)])
    }

    private mutating func pull() {
      var p = point()
      add("panBegan", [("x", p.x), ("y", p.y)])
      let dx = draws.integer(in: -6...6)
      let dy = draws.integer(in: -14...2)
      for _ in 0..<draws.integer(in: 12...30) {
        step += 1
        p = (p.x + dx, p.y + dy)
        add("panChanged", [("x", p.x), ("y", p.y)])
      }
      step += 1
      add(
        "panEnded", [("x", p.x), ("y", p.y), ("velocityX", 40 * dx), ("velocityY", 40 * dy)])
    }

    /// To one side and back, a report every other frame.
    private mutating func tilt() {
      let sign: StaticString = draws.integer(below: 2) == 0 ? "-" : ""
      for (x, y) in Player.tilts {
        lines += "{\"step\":\(step),\"kind\":\"tilt\",\"x\":\(sign)\(x),\"y\":\(y),\"z\":0}\n"
        step += 2
      }
    }

    private static let tilts: [(x: StaticString, y: StaticString)] = [
      ("0.1", "-0.99"), ("0.3", "-0.95"), ("0.45", "-0.9"), ("0.6", "-0.8"), ("0.7", "-0.7"),
      ("0.8", "-0.6"), ("0.9", "-0.45"), ("0.95", "-0.3"), ("0.95", "-0.3"), ("0.9", "-0.45"),
      ("0.8", "-0.6"), ("0.7", "-0.7"), ("0.6", "-0.8"), ("0.45", "-0.9"), ("0.3", "-0.95"),
      ("0.1", "-0.99"), ("0.0", "-1"),
    ]
  }
}
