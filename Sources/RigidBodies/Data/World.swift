import DeterministicMath
import Simulation

/// Rigid bodies in the plane: shapes, contacts, joints, islands, and a sub-stepped soft solver.
///
/// A step is a function of the state that ``visitState(_:)`` describes, and of nothing else: trees,
/// pairs, islands and solver order are derived from it, so that a restored world goes on with the
/// same bits as the one that never stopped. Not thread-safe: one world belongs to one thread.
///
/// Stale handles and values that are not finite never do harm: what makes something throws
/// ``WorldError``, setters ignore them, getters answer zero.
public final class World {
  /// What the world was made with.
  public let definition: WorldDefinition

  @exclusivity(unchecked) var bodyTable = BodyTable()
  @exclusivity(unchecked) var shapeTable = ShapeTable()
  @exclusivity(unchecked) var jointTable = JointTable()

  /// Derived: the boxes of shapes, and the pairs that may touch.
  @exclusivity(unchecked) var proxyTable = ProxyTable()
  @exclusivity(unchecked) var pairTable = PairTable()
  @exclusivity(unchecked) var contactTable = ContactTable()

  /// Counts steps in which some body is awake, up to ``WorldDefinition/renewalPeriod``.
  @exclusivity(unchecked) var stepsSinceRenewal: UInt32 = 0

  /// How far bodies have come in the last step.
  @exclusivity(unchecked) var travels = Travels()

  /// Derived: which joints take part in a step, and their colours.
  @exclusivity(unchecked) var activeJoints = ActiveJoints()
  @exclusivity(unchecked) var jointGraph = JointGraph()

  /// What changed when.
  @exclusivity(unchecked) var changeLog = ChangeLog()

  /// What restoring visits note.
  @exclusivity(unchecked) var restoreNotes = RestoreNotes()

  /// Which bodies are awake, and which belong together.
  @exclusivity(unchecked) var activity = BodyActivity()
  @exclusivity(unchecked) var islands = Islands()
  @exclusivity(unchecked) var integration = Integration()

  /// Which bodies are swept, and how far they were moved out of each other.
  @exclusivity(unchecked) var sweeps = Sweeps()
  @exclusivity(unchecked) var corrections = OverlapCorrections()

  @exclusivity(unchecked) var workers = Workers()

  @exclusivity(unchecked) var events = ContactEvents()

  /// Steps end in ``checkInvariants()``, until a state is restored, which may come from anywhere.
  /// Not state; Embedded Swift leaves the checks out.
  @exclusivity(unchecked) package var checksSteps = World.checksByDefault
  @exclusivity(unchecked) var stepsUntilCheck = 0

  /// Whether this build is for tests that check each step; applications pay for no check.
  package static var checksByDefault: Bool {
    #if LAPLACE_CHECKS
      true
    #else
      false
    #endif
  }

  /// Called at the beginning of every phase of a step, and with ``StepPhase/done`` at its end; on
  /// the thread that steps. For measuring: an observer must not touch the world. Not state.
  @exclusivity(unchecked) public var phaseObserver: ((StepPhase) -> Void)?
  /// Called after each substep, by its number from 0, while a step is observed. Not state.
  @exclusivity(unchecked) var passObserver: ((Int) -> Void)?

  /// - Precondition: the definition's numbers are finite and in range.
  public init(_ definition: WorldDefinition) {
    precondition(definition.isValid, "a world's definition has finite numbers in range")
    self.definition = definition
  }

  /// Bodies that exist.
  public var bodyCount: Int {
    var count = 0
    for slot in 0..<bodyTable.flags.count where bodyTable.flags[slot] & BodyFlag.used != 0 {
      count += 1
    }
    return count
  }

  /// Dynamic bodies that are awake.
  public var awakeBodyCount: Int {
    var count = 0
    let wanted = BodyFlag.used | BodyFlag.dynamic | BodyFlag.awake
    for slot in 0..<bodyTable.flags.count where bodyTable.flags[slot] & wanted == wanted {
      count += 1
    }
    return count
  }

  /// Contacts, awake or asleep.
  public var contactCount: Int { contactTable.usedCount }

  /// Pairs of shapes whose enlarged boxes overlap. Depends on history; of use for statistics only.
  public var candidatePairCount: Int { pairTable.active.count + pairTable.resting.count }

  /// Pairs that a step checks: with an awake body, or one that fell asleep lately.
  package var activePairCount: Int { pairTable.active.count }

  /// Shapes that left the grid because few move. Depends on history.
  package var strayShapeCount: Int { proxyTable.strayCount }
}
