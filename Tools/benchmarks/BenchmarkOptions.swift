/// A benchmark scene by name, with the step count of its published figures.
enum BenchmarkScene: String, CaseIterable {
  case largePyramid = "large_pyramid"
  case manyPyramids = "many_pyramids"
  case tumbler = "tumbler"
  case jointGrid = "joint_grid"
  case smash = "smash"
  case spinner = "spinner"
  case washer = "washer"
  case compounds = "compounds"
  case junkyard = "junkyard"
  case rain = "rain"
  case fallingHinges = "falling_hinges"

  var stepCount: Int {
    switch self {
    case .largePyramid: 500
    case .manyPyramids: 200
    case .tumbler: 750
    case .jointGrid: 500
    case .smash: 300
    case .spinner: 500
    case .washer: 500
    case .compounds: 500
    case .junkyard: 800
    case .rain: 1000
    case .fallingHinges: 300
    }
  }
}

/// What the command line asks for.
struct BenchmarkOptions {
  struct Trouble: Error {
    var message: String
  }

  var scenes: [BenchmarkScene] = []
  /// `nil`: the scene's own count.
  var stepCount: Int?
  var repeatCount = 1
  var isJSON = false
  /// Also record the scene and say what that costs.
  var records = false

  static let usage = """
    usage: laplace-bench [scene…] [--steps N] [--repeat N] [--record] [--format text|json]
    scenes: \(BenchmarkScene.allCases.map(\.rawValue).joined(separator: ", ")) (default: all)
    --record also records each scene and says what that costs.
    The first step is not timed. With --repeat, the least time of each step counts.
    """

  static func parse(_ arguments: [String]) -> Result<BenchmarkOptions, Trouble> {
    var options = BenchmarkOptions()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--steps", "--repeat":
        guard let text = rest.popFirst(), let count = Int(text),
          count > 1 || argument == "--repeat",
          count > 0
        else {
          return .failure(Trouble(message: "\(argument) needs a number of at least 1 (steps: 2)"))
        }
        if argument == "--steps" { options.stepCount = count } else { options.repeatCount = count }
      case "--record": options.records = true
      case "--format":
        guard let text = rest.popFirst(), text == "text" || text == "json" else {
          return .failure(Trouble(message: "--format needs text or json"))
        }
        options.isJSON = text == "json"
      default:
        guard let scene = BenchmarkScene(rawValue: argument) else {
          return .failure(Trouble(message: "unknown scene or option '\(argument)'"))
        }
        options.scenes.append(scene)
      }
    }
    if options.scenes.isEmpty { options.scenes = BenchmarkScene.allCases }
    return .success(options)
  }
}
