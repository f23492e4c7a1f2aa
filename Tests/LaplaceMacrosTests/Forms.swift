import LaplaceMacros
import Simulation

/// What the compiler has to take, beyond the game: access levels, generic types, names that are
/// words of the language, conformances said elsewhere.
@Recorded public struct Forms {
  public static var name: StaticString { "forms" }
  public static var stepDuration: StepDuration { StepDuration(1, 20) }

  @Recorded public enum Team: String, Sendable { case red, blue }

  @Recorded public struct Row: Sendable, Equatable {
    @Key private var id: Int
    public private(set) var pairs: [Pair<Float>] = []
    @EveryStep fileprivate var team: Team
    var count = Optional<Int>.none
    @Derived("the pairs") private lazy var pairCount = pairs.count
    public var isEmpty: Bool { pairs.isEmpty }
    static let zero = 0
    init(id: Int) { (self.id, team) = (id, .blue) }
  }

  @Recorded public struct Pair<Value: StateValue & Sendable & Equatable>: Sendable, Equatable {
    var a: Value
    var `default`: Value?
  }

  @Recorded public enum Outcome<Value: StateValue> {
    case none
    case some(Value)
    case `default`(_ inner: Value)
  }

  /// A number as well as an input: the kinds' names count.
  @Recorded package enum Signal: Int, SimulationRecord {
    case on = 4
    case off
  }

  @Recorded enum Letter: String, CaseIterable { case a, b }

  /// Names that the description uses itself.
  @Recorded enum Code {
    case kind(Int)
    case value(Int, visitor: Int)
  }

  @Recorded enum NoInput: SimulationRecord {}

  @Recorded fileprivate struct Hidden { var visitor: Int }

  /// Described elsewhere, by hand: with a blank of its own.
  @Recorded struct Blanked {
    static let blank = Blanked(x: 7)
    var x: Int
  }

  @Recorded struct Made: StateRow { var x = 3 }

  var rows: [Row] = []
  private var hidden: [Hidden] = []
  var outcome = Outcome<Float>.none
  var letter = Letter.a
  var code = Code.kind(1)
  var blanked = Blanked.blank
  var made = Made()
}

extension Forms: Simulation {
  public init(parameters: NoParameters, seed: UInt64) { rows.append(Row(id: 1)) }
  public mutating func step(_ inputs: [NoEvent]) {}
}
