import DeterministicMath
import RigidBodies
import Simulation

/// Told when an animator starts and stops to move items. All methods have empty defaults.
public protocol DynamicAnimatorDelegate: AnyObject {
  /// Before the first moved frame, also the very first one.
  func dynamicAnimatorWillResume(_ animator: DynamicAnimator)
  /// Everything has come to rest, or nothing is left to move. Behaviours may be added here.
  func dynamicAnimatorDidPause(_ animator: DynamicAnimator)
  /// The item has left ``DynamicAnimator/cullBounds``: this step ends its membership everywhere.
  func dynamicAnimator(_ animator: DynamicAnimator, didCull item: any DynamicItem)
}

extension DynamicAnimatorDelegate {
  public func dynamicAnimatorWillResume(_ animator: DynamicAnimator) {}
  public func dynamicAnimatorDidPause(_ animator: DynamicAnimator) {}
  public func dynamicAnimator(_ animator: DynamicAnimator, didCull item: any DynamicItem) {}
}

/// Moves items as behaviours say.
///
/// Time advances in logical frames of a fixed number of substeps (4 of 1/240 s), so that results
/// do not depend on how time is sliced. The same calls give the same bits on every build and
/// processor. An animator, its behaviours and its items belong to one isolation domain.
///
/// State can be saved and restored with ``visitState(_:)``. A state names behaviours and items by
/// the order in which the animator came to know them: restore it into an animator that was built in
/// the same way. Objects that joined after the first step come back by ``snapshot()`` and
/// ``restore(_:making:)``.
public final class DynamicAnimator {
  /// The defaults and limits that the animator was made with.
  public let profile: Profile
  /// Substeps of 1/240 s in a logical frame: 4 give 60 frames a second, 2 give 120.
  public let substepsPerFrame: Int
  /// The noise seed of fields that have none of their own.
  public let seed: UInt64
  /// Items that leave this rectangle altogether are taken out of all behaviours at the end of the
  /// step, so that what falls for ever does not keep the animator running. `nil`, the default,
  /// keeps them. Attachments and snaps that hold such an item leave the tree.
  public let cullBounds: Rect?

  #if hasFeature(Embedded)
    public unowned(unsafe) var delegate: (any DynamicAnimatorDelegate)?
  #else
    /// Told when items start and stop to move; not kept alive by the animator.
    public weak var delegate: (any DynamicAnimatorDelegate)?
    /// The view whose bounds are ``referenceBounds``; `nil` without one, and when it has gone away.
    public internal(set) weak var referenceView: (any ReferenceView)?
  #endif

  /// Rounds written centres to multiples of this, in points; it does not feed back into the
  /// simulation. `nil`, the default, writes them as they are. 10⁻⁶ … 10⁶; what is beyond is brought
  /// into that range, zero, negative and not-a-number grids are ignored, with a diagnostic each.
  public var writeBackGrid: Double? {
    get { grid }
    set {
      guard let value = newValue else {
        grid = nil
        observer?.didSetGrid()
        return
      }
      guard value > 0 else { return note(Diagnostic(.valueIgnored)) }
      grid = value < 1e-6 ? 1e-6 : (value > 1e6 ? 1e6 : value)
      observer?.didSetGrid()
      if grid != value { note(Diagnostic(.valueClamped)) }
    }
  }
  var grid: Double?

  /// Top-level behaviours, in insertion order.
  public internal(set) var behaviors: [DynamicBehavior] = [] {
    didSet { structureHasChanged = true }
  }
  /// Items are being moved; see ``DynamicAnimatorDelegate``.
  public internal(set) var isRunning: Bool {
    get { clock.isRunning != 0 }
    set { clock.isRunning = UInt64(newValue) }
  }
  /// The latest remarks, oldest first; at most 256 are kept. Not state.
  public internal(set) var diagnostics: [Diagnostic] = []
  /// The remarks since the last step began, oldest first; at most 256 are kept. Not state.
  public internal(set) var stepDiagnostics: [Diagnostic] = []
  /// Told of every remark, at once; also from within a step, where changes that it asks for wait
  /// for the end of the substep or frame. Remarks that it causes itself are listed, not told. Kept
  /// by the animator: capture the animator weakly. ``Diagnostic/Code/animatorReleased`` is told
  /// while the animator goes away: do not touch then what held it.
  public var diagnosticHandler: ((Diagnostic) -> Void)?
  private var isTellingDiagnostic = false
  private var pauseObservers: [(Double) -> Bool] = []

  /// Frames end in a check of the animator's lists, as steps of its world do. Not state; Embedded
  /// Swift leaves the checks out.
  package var checksFrames = World.checksByDefault

  package let world: World
  let tuning: KernelTuning
  let ground: BodyID

  // That no two accesses to the clock, or to the lists of behaviours and slots, overlap is checked in
  // debug builds only: no code of an app runs during one that writes.

  /// Time, counters and bounds.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var clock = ClockRow()

  // The objects the animator knows, by ordinal and by slot.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var known: [DynamicBehavior?] = [] { didSet { structureHasChanged = true } }
  var foundingCount = 0
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var slots: [ItemSlot] = []
  var freeSlots: [Int32] = []
  /// The slot of each item that has one.
  var slotPlaces = ObjectIndex()
  /// The parts of registered groups, each with its group's slot.
  var groupParts = ObjectIndex()
  /// Slots of registered items, in registration order.
  var order: [Int32] = []
  var motion: [Motion] = []

  // The tree, flattened: depth first, parents before children.
  var flat: [DynamicBehavior] = []
  var flatIsDirty = false
  var collisions: [CollisionBehavior] = []
  var itemBehaviors: [ItemBehavior] = []
  var fields: [FieldBehavior] = []
  /// Class of each known behaviour, by ordinal; −1: none.
  var collisionClass: [Int32] = [] { didSet { structureHasChanged = true } }
  /// All filters must be worked out anew; or else those of the slots listed.
  var filtersAreDirty = false
  var dirtyFilters: [Int32] = []
  /// All permissions must be worked out anew; or else those of the slots listed.
  var sleepPermissionsAreDirty = false
  var dirtySleepPermissions: [Int32] = []
  /// Slots whose properties may be others.
  var dirtyProperties: [Int32] = []

  // Contacts.
  var tags: [TagOwner] = []
  var touching: [TouchingPair] = [] {
    didSet { rows.log.noteContact() }
  }
  var contacts: [ActiveContact] = [] {
    didSet { rows.log.noteContact() }
  }
  var contactsAreDirty = false
  /// Set by a restore, for the next substep: see ``findUnreportedEnds()``.
  var unreportedEnds: [TouchingPair] = []
  var events: [ContactReport] = []
  /// Contacts whose beginning was kept from the delegate; empty between steps.
  var untold: [ActiveContact] = []

  // The step in progress.
  enum Phase { case idle, substeps, callbacks }
  var phase = Phase.idle
  var queue: [(command: Command, isOwn: Bool)] = []
  /// A command is being carried out between steps: structural ones that come meanwhile wait.
  var isChanging = false
  /// Neither stepping nor carrying out a change.
  var isIdle: Bool { phase == .idle && !isChanging }
  /// Set by a change between steps: items may have to move again.
  var runIsRequested = false

  /// Writes down what the app does, or does it again; `nil`: neither.
  package internal(set) var observer: AnimatorObserver?

  // State.
  var rows = AnimatorRows()
  /// The rows of items were gathered, and no code of an app has run since.
  var itemsAreGathered = false
  /// Which behaviours and items the animator knows, or what it keeps of them, may have changed
  /// since their rows were gathered.
  var structureHasChanged = true
  /// Restored rows tell something else of behaviours than these say of themselves.
  var behaviorsMustFollow = false

  /// - Parameters:
  ///   - referenceBounds: the rectangle that collision behaviours can translate into a boundary.
  ///   - profile: what items are like without item behaviours.
  ///   - seed: of noise and turbulence.
  ///   - substepsPerFrame: 1 … 16.
  ///   - cullBounds: see ``cullBounds``; one that is not a rectangle within ±10⁶ points counts as
  ///     none.
  public convenience init(
    referenceBounds: Rect? = nil, profile: Profile = .documented, seed: UInt64 = 1,
    substepsPerFrame: Int = 4, cullBounds: Rect? = nil
  ) {
    self.init(
      referenceBounds: referenceBounds, profile: profile, seed: seed,
      substepsPerFrame: substepsPerFrame, cullBounds: cullBounds, tuning: .chosen)
  }

  /// With settings of the kernel other than those that were chosen: for measuring.
  package init(
    referenceBounds: Rect?, profile: Profile, seed: UInt64, substepsPerFrame: Int,
    cullBounds: Rect?, tuning: KernelTuning
  ) {
    self.profile = profile
    self.seed = seed
    self.substepsPerFrame =
      substepsPerFrame < 1 ? 1 : (substepsPerFrame > 16 ? 16 : substepsPerFrame)
    self.cullBounds = DynamicAnimator.usable(cullBounds)
    self.tuning = tuning
    var definition = tuning.worldDefinition
    definition.hasExactSprings = profile.hasExactSprings
    world = World(definition)
    ground = DynamicAnimator.makeGround(in: world)
    referenceBoundsStore = DynamicAnimator.usable(referenceBounds)
  }

  deinit {
    if !behaviors.isEmpty { diagnosticHandler?(Diagnostic(.animatorReleased)) }
    for slot in slots where slot.isRegistered { slot.item?.registeredAnimator = nil }
    flattenIfNeeded()
    for behavior in flat {
      behavior.animatorReference = nil
      // What they had in this world is no part of another one.
      for index in behavior.members.indices { behavior.members[index].slot = -1 }
      (behavior as? AttachmentBehavior)?.joint = nil
      guard let collision = behavior as? CollisionBehavior else { continue }
      collision.referenceBoundary = nil
      for index in collision.boundaries.indices { collision.boundaries[index].shapes = [] }
    }
  }

  /// pt/s: 200 points in a substep.
  static let speedMax: Float = 48_000
  /// rad/s: 90° in a substep.
  static let turnRateMax: Float = 376.991_12

  /// A substep, in seconds.
  public var substepDuration: Double { 1.0 / 240 }

  /// The length of a logical frame as an exact fraction of a second.
  public var frameDuration: StepDuration { StepDuration(UInt32(substepsPerFrame), 240) }

  /// Simulated seconds since the first start; frozen while paused, never reset.
  public var elapsedTime: Double { Double(substepCount) / 240 }

  /// Factor on the time that ``advance(by:)`` is given, 0 … 1000. It does not change the results,
  /// only how fast they come. The default is 1.
  public var timeScale: Double {
    get { clock.timeScale }
    set { set(.timeScale, newValue) }
  }

  /// What collision behaviours translate into a boundary; a change moves the boundary and wakes the
  /// items. A wall carries along what it meets on its way, however far it moves: what was inside is
  /// inside afterwards, and keeps its velocity. A rectangle that is not finite or has a negative side
  /// is ignored.
  public var referenceBounds: Rect? {
    get { referenceBoundsStore }
    set {
      if newValue != nil && DynamicAnimator.usable(newValue) == nil {
        return note(Diagnostic(.valueIgnored))
      }
      guard newValue != referenceBoundsStore else { return }
      perform(.setReferenceBounds(newValue.map { JournalRect($0) }))
    }
  }

  static func usable(_ bounds: Rect?) -> Rect? {
    guard let bounds, bounds.isValid, bounds.minX >= -1e6, bounds.minY >= -1e6,
      bounds.maxX <= 1e6, bounds.maxY <= 1e6
    else { return nil }
    return bounds
  }

  /// Has a block told the time of every pause, as the delegate is, until it answers `false`.
  package func observePauses(_ observer: @escaping (Double) -> Bool) {
    pauseObservers.append(observer)
  }

  func tellPause() {
    let time = elapsedTime
    pauseObservers.removeAll { !$0(time) }
    delegate?.dynamicAnimatorDidPause(self)
  }

  func note(_ diagnostic: Diagnostic) {
    if diagnostics.count >= 256 { diagnostics.removeFirst() }
    diagnostics.append(diagnostic)
    if stepDiagnostics.count >= 256 { stepDiagnostics.removeFirst() }
    stepDiagnostics.append(diagnostic)
    guard let diagnosticHandler, !isTellingDiagnostic else { return }
    isTellingDiagnostic = true
    diagnosticHandler(diagnostic)
    isTellingDiagnostic = false
  }
}
