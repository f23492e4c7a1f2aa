/// A fixed-step simulation that can be recorded, replayed, compared and bisected.
///
/// A run is a function of (``name``, parameters, seed, inputs): nothing else may enter it: no
/// clock, no environment, no hash seed, no thread order. The state is described once, by
/// ``visitState(_:)``; saving, restoring, digests, columns for compression and the names in a diff
/// all derive from it.
public protocol Simulation: SendableMetatype, StateDescribed {
  /// What happens to the simulation from outside, bound to steps.
  associatedtype Input: SimulationRecord
  /// What the simulation reports of a step; never read back by it.
  associatedtype Event: SimulationRecord = NoEvent
  /// What a run can be set to before it starts.
  associatedtype Parameters: SimulationParameters = NoParameters

  /// The name in recordings and on the command line: unique in a catalogue, never changed.
  static var name: StaticString { get }

  /// How long one step lasts.
  static var stepDuration: StepDuration { get }

  /// The state before step 0.
  init(parameters: Parameters, seed: UInt64)

  /// Advances by exactly one fixed step, with the inputs bound to it, in order.
  mutating func step(_ inputs: [Input])

  /// Visits every field of the state, by name, always in the same order:
  /// `visitor.field("units", &units)`.
  ///
  /// Saving, restoring, digests and names derive from it. What follows from other fields is left
  /// out and made again in ``stateWasRestored()``.
  mutating func visitState(_ visitor: inout some StateVisitor)

  /// Called after a restore, before ``stateWasRestored()``: whether the simulation could have left
  /// this state itself. States come from files; one that is refused is rolled back.
  func isStateSound() -> Bool

  /// Called after a restore: rebuild whatever is derived from the state (trees, islands, caches).
  mutating func stateWasRestored()

  /// From the next step on, shares the work of steps with a team where that pays; `nil`: with none.
  /// Results are identical with or without it.
  mutating func share(among team: WorkerTeam?)

  /// Whether a step without inputs would leave every bit of the state as it is. `false` is always
  /// right; `true` saves observers of the state from reading it again.
  var isAtRest: Bool { get }

  /// The events of the last step, in order.
  var events: [Event] { get }

  /// How rows of a motion table move when nothing acts on them; lets a recording predict them.
  ///
  /// A `World` and a `DynamicAnimator` tell theirs. With `nil`, a recording expects semi-implicit Euler
  /// without gravity, a step being one substep.
  var motionModel: MotionModel? { get }

  /// What the present state looks like; `nil` when the simulation has no picture. It must not
  /// change the state.
  func drawing(_ request: DrawingRequest) -> StepDrawing?
}

extension Simulation {
  public func isStateSound() -> Bool { true }
  public mutating func stateWasRestored() {}
  public mutating func share(among team: WorkerTeam?) {}
  public var isAtRest: Bool { false }
  public var motionModel: MotionModel? { nil }
  public func drawing(_ request: DrawingRequest) -> StepDrawing? { nil }
}

extension Simulation where Event == NoEvent {
  public var events: [NoEvent] { [] }
}

/// Free flight as the engine computes it, operation by operation in single precision.
///
/// One step is `worldSteps` repetitions of: zero a displacement `d` and an angle `a`; `substeps`
/// times `v = v + h·g`, `d = d + h·v`, `a = a + h·w`; then `x = x + d`, and the rotation turns
/// once, by `a` (`Rotation.turned(by:)`). With `substeps == 1` this is semi-implicit Euler.
/// Encoder and decoder run the same operations, so a row that flies freely, without damping and at
/// gravity scale 1, has residual zero. A model that does not hold costs bytes, never exactness.
@frozen
public struct MotionModel: Equatable, Sendable {
  /// Repetitions in one step, at least 1.
  public var worldSteps: Int32
  /// Integrations of the velocity in each repetition, at least 1.
  public var substeps: Int32
  /// Substep duration `h` in seconds.
  public var substep: Float
  /// Acceleration `g`, in length units per second squared.
  public var gravityX: Float
  /// Acceleration `g` along y, in length units per second squared.
  public var gravityY: Float

  /// Makes a model; see the type for what the numbers mean.
  public init(
    worldSteps: Int32, substeps: Int32, substep: Float, gravityX: Float, gravityY: Float
  ) {
    self.worldSteps = worldSteps
    self.substeps = substeps
    self.substep = substep
    self.gravityX = gravityX
    self.gravityY = gravityY
  }
}
