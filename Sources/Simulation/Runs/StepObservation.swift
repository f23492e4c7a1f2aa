import DeterministicMath

/// Notes the state at the borders between the phases of one step, for who looks for the first wrong
/// word of it.
///
/// It sees the steps that are taken while ``during(_:)`` works, by the same thread or task: others
/// go on as ever. Until somebody observes a step in this process, all that steps do for it is to ask
/// one flag. Unchecked, because only the thread or task that made it ever sees it.
package final class StepObservation: @unchecked Sendable {
  /// Whether any step of this process was ever observed. Only ever set, never reset: who reads it
  /// too early is not who observes.
  @exclusivity(unchecked)
  nonisolated(unsafe) private static var wasEverOn = false

  #if hasFeature(Embedded)
    // One thread: a global is as good as one that belongs to a task.
    nonisolated(unsafe) private static var current: StepObservation?
  #else
    @TaskLocal private static var current: StepObservation?
  #endif

  private(set) var borders: [StepBorder] = []
  private(set) var states: [BorderState] = []
  private var isPaused = false
  private var round = 0
  /// Whether somebody who repeats its phases is at it: what that calls does not count.
  private var isInRound = false

  /// Whether this step is observed: what everybody asks.
  @inline(__always)
  package static var isOn: Bool { wasEverOn ? isObserving : false }

  @inline(never)
  private static var isObserving: Bool {
    guard let current else { return false }
    return !current.isPaused
  }

  /// Does `work` while its steps are observed; returns what was noted.
  static func during(_ work: () -> Void) -> StepObservation {
    let observation = StepObservation()
    wasEverOn = true
    #if hasFeature(Embedded)
      current = observation
      work()
      current = nil
    #else
      $current.withValue(observation, operation: work)
    #endif
    observation.forgetSingleRound()
    return observation
  }

  /// Where nothing is repeated, rounds tell nothing.
  private func forgetSingleRound() {
    if round > 1 { return }
    for index in borders.indices { borders[index].round = 0 }
  }

  /// Does `work` unobserved: for who notes its borders itself.
  package static func paused(_ work: () -> Void) {
    current?.isPaused = true
    work()
    current?.isPaused = false
  }

  /// Begins another repetition of the phases that follow, unless who calls has begun one.
  ///
  /// - Returns: whether it was begun, and is to be ended with ``endRound()``.
  package static func beginRound() -> Bool {
    guard let current, !current.isInRound else { return false }
    current.round += 1
    current.isInRound = true
    return true
  }

  /// Ends the repetition.
  package static func endRound() { current?.isInRound = false }

  /// A phase ends here.
  ///
  /// - Parameters:
  ///   - phase: its name for people, unique within a round unless `pass` tells.
  ///   - pass: which of its passes, from 1; 0 for the only one.
  ///   - schema: the tables that can be seen.
  ///   - image: their rows, all groups.
  package static func note(
    _ phase: String, pass: Int = 0, _ schema: SchemaVisitor, _ image: consuming SaveVisitor
  ) {
    guard let current else { return }
    let state = BorderState(schema: schema.schema, image: image.finish())
    current.borders.append(
      StepBorder(
        phase: phase, round: current.isInRound ? current.round : 0, pass: pass,
        digest: state.digest))
    current.states.append(state)
  }
}

extension BorderState {
  /// The digest of all rows, as their columns say them; columns that lie elsewhere in memory give
  /// the same.
  package var digest: StateDigest {
    var words = RecordHash(tag: UInt64(schema.tables.count), row: 0)
    for count in image.rowCounts { words.feed(UInt64(UInt32(bitPattern: count))) }
    var word: UInt64 = 0
    for index in image.bytes.indices {
      word |= UInt64(image.bytes[index]) << UInt64(8 * (index & 7))
      if index & 7 == 7 {
        words.feed(word)
        word = 0
      }
    }
    words.feed(word)
    return words.finish()
  }
}

extension Simulation {
  /// Says that a phase of the step ends here: call it within ``step(_:)``, as often as you like.
  ///
  /// When a build goes wrong, `bisect` takes the first differing step again and compares the states
  /// at these places, so that it can name the phase and the first wrong value. In all other steps
  /// it costs a comparison.
  ///
  /// - Parameter phase: its name, as people are to read it: `forces`.
  @inlinable @inline(__always)
  public mutating func mark(_ phase: StaticString) {
    if PhaseMarks.areNoted { PhaseMarks.note(phase, &self) }
  }
}

extension Simulation where Self: AnyObject {
  /// Says that a phase of the step ends here, for a simulation that is a class.
  ///
  /// - Parameter phase: its name, as people are to read it: `forces`.
  @inlinable @inline(__always)
  public func mark(_ phase: StaticString) {
    if PhaseMarks.areNoted {
      var simulation = self
      PhaseMarks.note(phase, &simulation)
    }
  }
}

/// What ``Simulation/mark(_:)`` is made of.
@usableFromInline
enum PhaseMarks {
  @usableFromInline static var areNoted: Bool { StepObservation.isOn }

  @usableFromInline @inline(never)
  static func note<S: Simulation>(_ phase: StaticString, _ simulation: inout S) {
    withUnsafeMutablePointer(to: &simulation) { note(phase, Visited<S>($0)) }
  }

  static func note(_ phase: StaticString, _ simulation: some VisitedSimulation) {
    var schema = SchemaVisitor()
    simulation.visit(&schema)
    var image = SaveVisitor(.everything)
    simulation.visit(&image)
    StepObservation.note(text(phase), schema, image)
  }
}
