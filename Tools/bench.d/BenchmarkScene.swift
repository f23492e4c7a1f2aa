import GoldenWorlds
import Scenarios
import SceneQuality

/// A benchmark scene by name, with the step count of its published figures.
enum BenchmarkScene: String, CaseIterable {
  case largePyramid = "large_pyramid"
  case manyPyramids = "many_pyramids"
  case jointGrid = "joint_grid"
  case smash = "smash"
  case spinner = "spinner"
  case tumbler = "tumbler"
  case washer = "washer"
  case compounds = "compounds"
  case junkyard = "junkyard"
  case rain = "rain"
  case fallingHinges = "falling_hinges"

  var stepCount: Int {
    switch self {
    case .largePyramid, .jointGrid, .spinner, .washer, .compounds: 500
    case .manyPyramids: 200
    case .smash, .fallingHinges: 300
    case .tumbler: 750
    case .junkyard: 800
    case .rain: 1000
    }
  }

  /// The ten scenes that are timed; falling_hinges is for comparing bits.
  static var timed: [BenchmarkScene] { allCases.filter { $0 != .fallingHinges } }

  /// Does something with the scene's type.
  func visit<Visitor: SceneVisitor>(_ visitor: Visitor) throws -> Visitor.Outcome {
    switch self {
    case .largePyramid: try visitor.visit(LargePyramid.self, self)
    case .manyPyramids: try visitor.visit(ManyPyramids.self, self)
    case .jointGrid: try visitor.visit(JointGrid.self, self)
    case .smash: try visitor.visit(Smash.self, self)
    case .spinner: try visitor.visit(Spinner.self, self)
    case .tumbler: try visitor.visit(Tumbler.self, self)
    case .washer: try visitor.visit(Washer.self, self)
    case .compounds: try visitor.visit(Compounds.self, self)
    case .junkyard: try visitor.visit(Junkyard.self, self)
    case .rain: try visitor.visit(Rain.self, self)
    case .fallingHinges: try visitor.visit(FallingHinges.self, self)
    }
  }
}

/// Something that is done with a scene, whatever its type.
protocol SceneVisitor {
  associatedtype Outcome
  func visit<S: BenchmarkSimulation>(_ type: S.Type, _ scene: BenchmarkScene) throws -> Outcome
}
