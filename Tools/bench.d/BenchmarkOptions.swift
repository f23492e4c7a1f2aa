import GoldenWorlds
import RigidBodies
import Scenarios
import SceneQuality
import Simulation

/// What the command line asks for.
struct BenchmarkOptions {
  struct Trouble: Error {
    var message: String
  }

  var scenes: [BenchmarkScene] = []
  /// Whether no scene was named, and so the usual ones are meant.
  private(set) var namesNoScene = false
  /// `nil`: the scene's own count.
  var stepCount: Int?
  var repeatCount = 1
  /// Threads that step one world; a property of the run, told with every figure.
  var workerCount = 1
  var isSmall = false
  var isMedium = false
  var isJSON = false
  /// Lists the scenes and does nothing else.
  var lists = false
  /// Also record the scene and say what that costs.
  var records = false
  /// Say what recording a single item costs, and nothing else.
  var recordsItem = false
  /// Record the scene from memory and print how fast it is written.
  var timesWriter = false
  /// Tell the time of every step.
  var tellsTimes = false
  /// Tell the figures of the last state.
  var tellsQuality = false
  /// Figures are means over the states after this step and all later ones; `nil`: of the last one.
  /// What a chaotic scene shows at one moment differs by a fifth from the next.
  var figuresFrom: Int?
  /// The first moving body starts by so many mm/s faster along x: the same scene, another course.
  var nudge = 0
  /// Not 0: every moving body starts with a little speed of its own, drawn from this seed. In a
  /// scene of equal parts a nudge to one leaves the others their course; this gives each its own.
  var shake = 0
  /// Programs that run the same scenes on other engines, in turns with this one.
  var peers: [String] = []
  /// Files of stored runs: to write, to compare with, to take the digests from.
  var storePath: String?
  var comparePath: String?
  var expectPath: String?
  /// Tell how a step's cost grows instead of timing scenes.
  var tellsScaling = false
  /// Count instructions instead of time, and compare the counts with those of a file.
  var countsInstructions = false
  var instructionLimitsPath: String?
  /// Time fields over many and over few items instead of scenes.
  var timesFields = false
  /// Time 200 items of an animator, moving and at rest, instead of scenes.
  var timesItems = false
  /// For the process that is counted: call a function between phases.
  var marksPhases = false

  static let usage = """
    usage: laplace-bench [scene…] [option…]
      --list                 list the scenes
      --steps N              steps to run instead of the scene's own count
      --repeat N             the number of runs; the least time of each step counts (default 1)
      --workers N            threads that share a step; by turns with one thread, and with N threads
                             that step one world each, which shows the limit of the machine
      --small                the scene in its size for tests
      --medium               the scene with about 800 bodies, for builds without optimisation
      --quality              print the quality figures of the last state
      --figures-from N       print means over the states after step N and all later steps instead
      --nudge N              the first moving body starts N mm/s faster: another course
      --shake N              all moving bodies start with small speeds drawn from the seed N
      --record               print what recording each scene costs instead, with one worker or more;
                             without a scene's name also what recording a single item costs
      --record-item          print that alone
      --writer               print how many rows a second are written from memory; --repeat: the
                             median of so many turns
      --fields               time fields over 10,000, 50, 4 and 1 items instead of scenes
      --items                time 200 items of an animator, moving and at rest, instead of scenes;
                             with --record: what a journal of that animator costs
      --format text|json     json: one object a line
      --times                print the time of every step (json only)
      --store FILE           write the run to FILE
      --compare FILE         compare with the run stored in FILE: ratios, changed digests
      --expect FILE          fail with exit status 1 when a digest differs from the one in FILE
      --peer PROGRAM         run a peer's driver by turns with this program; may be repeated
      --scaling              measure a step with 1,000 to 100,000 contacts, and with sleeping bodies
      --instructions         count instructions of small scenes under valgrind; nothing is timed
      --check-instructions FILE  fail with exit status 1 on 3 % more instructions than in FILE
    scenes: \(BenchmarkScene.allCases.map(\.rawValue).joined(separator: ", "))
    default: all but falling_hinges. The first step is not timed.
    """

  /// The size that was asked for.
  func parameters<S: BenchmarkSimulation>(of type: S.Type) -> S.Parameters {
    isSmall ? S.smallParameters : isMedium ? S.mediumParameters : S.Parameters()
  }

  /// The steps that were asked for, or those of a scene of that size.
  func stepCount<S: BenchmarkSimulation>(of type: S.Type, _ scene: BenchmarkScene) -> Int {
    stepCount ?? (isSmall ? S.smallStepCount : scene.stepCount)
  }

  static func parse(_ arguments: [String]) -> Result<BenchmarkOptions, Trouble> {
    var options = BenchmarkOptions()
    var rest = arguments[...]
    do {
      while let argument = rest.popFirst() { try options.take(argument, &rest) }
    } catch let trouble as Trouble {
      return .failure(trouble)
    } catch {
      return .failure(Trouble(message: "\(error)"))
    }
    options.namesNoScene = options.scenes.isEmpty
    if options.namesNoScene {
      options.scenes =
        options.countsInstructions ? BenchmarkScene.allCases : BenchmarkScene.timed
    }
    return .success(options)
  }

  private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws {
    func word() throws -> String {
      guard let text = rest.popFirst() else {
        throw Trouble(message: "\(argument) needs something after it")
      }
      return text
    }
    func count(atLeast least: Int) throws -> Int {
      guard let number = Int(try word()), number >= least else {
        throw Trouble(message: "\(argument) needs a number of at least \(least)")
      }
      return number
    }
    switch argument {
    case "--steps": stepCount = try count(atLeast: 2)
    case "--repeat": repeatCount = try count(atLeast: 1)
    case "--workers": workerCount = try count(atLeast: 1)
    case "--small": isSmall = true
    case "--medium": isMedium = true
    case "--list": lists = true
    case "--record": records = true
    case "--record-item": recordsItem = true
    case "--writer": timesWriter = true
    case "--times": tellsTimes = true
    case "--quality": tellsQuality = true
    case "--figures-from": figuresFrom = try count(atLeast: 1)
    case "--nudge": nudge = try count(atLeast: 0)
    case "--shake": shake = try count(atLeast: 0)
    case "--peer": peers.append(try word())
    case "--store": storePath = try word()
    case "--compare": comparePath = try word()
    case "--expect": expectPath = try word()
    case "--scaling": tellsScaling = true
    case "--instructions": countsInstructions = true
    case "--check-instructions":
      countsInstructions = true
      instructionLimitsPath = try word()
    case "--fields": timesFields = true
    case "--items": timesItems = true
    case "--mark-phases": marksPhases = true
    case "--format":
      let text = try word()
      guard text == "text" || text == "json" else {
        throw Trouble(message: "--format needs text or json")
      }
      isJSON = text == "json"
    default:
      guard let scene = BenchmarkScene(rawValue: argument) else {
        throw Trouble(message: "unknown scene or option '\(argument)'")
      }
      scenes.append(scene)
    }
  }
}
