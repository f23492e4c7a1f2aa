import Simulation

/// The simulation that replays an app's own animator: its inputs are all that the app did to it.
///
/// It begins as an empty animator; behaviours and items come with the inputs.
package struct JournalSimulation: Simulation {
  package static let name: StaticString = "dynamics.journal"
  /// A frame of 4 substeps; one of more or fewer lasts as much longer or shorter.
  package static var stepDuration: StepDuration { StepDuration(1, 60) }

  /// What an animator is made with.
  package struct Parameters: SimulationParameters {
    package var profile = Profile.documented
    package var substepsPerFrame: UInt8 = 4
    package var referenceBounds: JournalRect?
    package var cullBounds: JournalRect?

    package init() {}

    package init(of animator: DynamicAnimator) {
      profile = animator.profile
      substepsPerFrame = UInt8(animator.substepsPerFrame)
      referenceBounds = animator.referenceBounds.map { JournalRect($0) }
      cullBounds = animator.cullBounds.map { JournalRect($0) }
    }

    package static func == (a: Parameters, b: Parameters) -> Bool { a.words == b.words }

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("profile", &profile)
      visitor.field("substepsPerFrame", &substepsPerFrame, in: .between(1, 16))
      visitor.field("referenceBounds", &referenceBounds)
      visitor.field("cullBounds", &cullBounds)
    }
  }

  package typealias Input = JournalEntry

  /// `nil` where an app steps the animator, which then outlives this.
  private let owned: DynamicAnimator?
  private unowned(unsafe) let animator: DynamicAnimator
  private unowned(unsafe) let journal: AnimatorJournal

  package init(parameters: Parameters, seed: UInt64) {
    let animator = DynamicAnimator(
      referenceBounds: parameters.referenceBounds?.rect, profile: parameters.profile, seed: seed,
      substepsPerFrame: Int(parameters.substepsPerFrame),
      cullBounds: parameters.cullBounds?.rect)
    let journal = AnimatorJournal(animator, isReplaying: true)
    animator.observer = journal
    (owned, self.animator, self.journal) = (animator, animator, journal)
  }

  /// What an app's animator is as a simulation: the app takes the steps.
  ///
  /// - Parameter animator: one with a journal; it must outlive the simulation.
  package init(observing animator: DynamicAnimator, _ journal: AnimatorJournal) {
    (owned, self.animator, self.journal) = (nil, animator, journal)
  }

  package mutating func step(_ inputs: [JournalEntry]) {
    guard owned != nil else { return }
    if journal.beginStep(inputs) { animator.runFrame() } else { journal.carryOutRest() }
  }

  package var motionModel: MotionModel? { animator.motionModel }

  package mutating func visitState(_ visitor: inout some StateVisitor) {
    journal.gather()
    journal.rows.visit(&visitor)
    animator.visitState(&visitor)
  }

  package func isStateSound() -> Bool { journal.areRowsSound && animator.isStateSound() }

  package mutating func stateWasRestored() {
    journal.takeObjects()
    animator.stateWasRestored(takingAll: true)
    journal.takeMembers()
  }

  package mutating func share(among team: WorkerTeam?) { animator.team = team }

  package func drawing(_ request: DrawingRequest) -> StepDrawing? { animator.drawing(request) }
}
