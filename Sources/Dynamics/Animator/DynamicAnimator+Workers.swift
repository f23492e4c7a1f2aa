import RigidBodies
import Simulation

extension DynamicAnimator {
  /// Threads that share the work of steps with many items; `nil`: the caller's alone. Results are
  /// identical with or without it.
  public var team: WorkerTeam? {
    get { world.team }
    set { world.team = newValue }
  }
}
