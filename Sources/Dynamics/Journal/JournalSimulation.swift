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
    /// The raw value of a ``Profile``.
    package var profile: UInt8 = 0
    package var substepsPerFrame: UInt8 = 4
    package var hasReferenceBounds = false
    package var referenceBounds = Rect.zero
    package var hasCullBounds = false
    package var cullBounds = Rect.zero

    package init() {}

    package init(of animator: DynamicAnimator) {
      profile = animator.profile.rawValue
      substepsPerFrame = UInt8(animator.substepsPerFrame)
      (hasReferenceBounds, referenceBounds) = (
        animator.referenceBounds != nil, animator.referenceBounds ?? .zero
      )
      (hasCullBounds, cullBounds) = (animator.cullBounds != nil, animator.cullBounds ?? .zero)
    }

    package static func == (a: Parameters, b: Parameters) -> Bool { a.words == b.words }

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("profile", &profile, in: .between(0, 1))
      visitor.field("substepsPerFrame", &substepsPerFrame, in: .between(1, 16))
      visitor.field("hasReferenceBounds", &hasReferenceBounds)
      visitor.field("boundsX", &referenceBounds.origin.x)
      visitor.field("boundsY", &referenceBounds.origin.y)
      visitor.field("boundsWidth", &referenceBounds.size.width)
      visitor.field("boundsHeight", &referenceBounds.size.height)
      visitor.field("hasCullBounds", &hasCullBounds)
      visitor.field("cullX", &cullBounds.origin.x)
      visitor.field("cullY", &cullBounds.origin.y)
      visitor.field("cullWidth", &cullBounds.size.width)
      visitor.field("cullHeight", &cullBounds.size.height)
    }
  }

  package typealias Input = JournalEntry

  /// `nil` where an app steps the animator, which then outlives this.
  private let owned: DynamicAnimator?
  private unowned(unsafe) let animator: DynamicAnimator
  private unowned(unsafe) let journal: AnimatorJournal

  package init(parameters: Parameters, seed: UInt64) {
    let animator = DynamicAnimator(
      referenceBounds: parameters.hasReferenceBounds ? parameters.referenceBounds : nil,
      profile: Profile(rawValue: parameters.profile) ?? .documented, seed: seed,
      substepsPerFrame: Int(parameters.substepsPerFrame),
      cullBounds: parameters.hasCullBounds ? parameters.cullBounds : nil)
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
