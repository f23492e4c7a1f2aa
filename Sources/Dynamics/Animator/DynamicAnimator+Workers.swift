import RigidBodies
import Simulation

extension DynamicAnimator {
  /// Threads that help with steps of many items; `nil`: the caller's alone. Of no consequence for
  /// any bit.
  public var team: WorkerTeam? {
    get { world.team }
    set { world.team = newValue }
  }
}
