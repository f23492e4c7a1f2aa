import DeterministicMath
import Dynamics
import Simulation

/// Two animators, items and behaviours that come and go, and random calls on all of them: from
/// outside, from actions, delegates, custom fields, `willMove(to:)` and the handler of diagnostics.
///
/// A function of its seed: two runs make the same calls and end in the same digest.
package final class FuzzWorld: CollisionBehaviorDelegate, DynamicAnimatorDelegate {
  var random: FuzzRandom
  var animators: [DynamicAnimator] = []
  var items: [any DynamicItem] = []
  var behaviors: [DynamicBehavior] = []
  /// Calls made so far.
  package private(set) var callCount = 0
  /// Calls that were made from within a callback.
  package private(set) var innerCallCount = 0
  package private(set) var frameCount = 0
  /// Digest of every state and every event so far.
  package private(set) var digest = StateDigest()
  /// The first problem found.
  package private(set) var trouble: String?
  /// Whether no callback is running, so that objects may be let go.
  var isOutside: Bool { depth == 0 && !isStepping }
  private var isStepping = false
  /// Told of everything that goes into the digest: two builds are compared line by line.
  package var trace: ((String) -> Void)?
  /// Callbacks that are being run, one inside another.
  private var depth = 0

  /// Replays what is done to the animators, if there are journals.
  private var journals: [FuzzJournal] = []
  private let hasJournals: Bool

  /// - Parameter hasJournals: whether all that is done to the animators is replayed frame by frame,
  ///   and the states compared.
  package init(seed: UInt64, hasJournals: Bool = false) {
    random = FuzzRandom(seed: seed)
    self.hasJournals = hasJournals
    for _ in 0..<2 { animators.append(makeAnimator()) }
    for _ in 0..<6 { items.append(makeItem()) }
    for _ in 0..<6 { behaviors.append(makeBehavior()) }
    for behavior in behaviors { animators[0].addBehavior(behavior) }
  }

  deinit {
    // Animators go first: their last remark finds the world as it was.
    for animator in animators { animator.diagnosticHandler = nil }
    for behavior in behaviors { behavior.action = nil }
  }

  /// Makes `count` calls and checks the state after each frame.
  package func run(calls count: Int) {
    let end = callCount + count
    while callCount < end && trouble == nil {
      call()
      if random.chance(oneIn: 5) { step() }
    }
  }

  /// A call from within a callback.
  func callback(oneIn n: Int) {
    guard depth < 3, random.chance(oneIn: n) else { return }
    depth += 1
    innerCallCount += 1
    call()
    depth -= 1
  }

  func call() {
    callCount += 1
    perform()
    if isOutside { checkVisits() }
  }

  private func step() {
    callCount += 1
    frameCount += 1
    isStepping = true
    animators[random.chance(oneIn: 6) ? 1 : 0].step()
    isStepping = false
    check()
  }

  // MARK: Journals

  /// Journals of animators that have gone go with the next one.
  func beginJournal(of animator: DynamicAnimator) {
    guard hasJournals else { return }
    journals.removeAll { $0.trouble == nil && !$0.isLive }
    journals.append(FuzzJournal(animator, seed: random.next()))
  }

  /// Frames that were replayed.
  package var replayedCount: Int { journals.reduce(0) { $0 + $1.frameCount } }

  // MARK: Checks

  private func check() {
    for journal in journals {
      if let found = journal.trouble, trouble == nil {
        trouble = "call \(callCount), frame \(frameCount): \(found)"
      }
    }
    for animator in animators {
      var visitor = FiniteVisitor()
      animator.visitState(&visitor)
      if let field = visitor.trouble, trouble == nil {
        trouble = "call \(callCount), frame \(frameCount): \(field) is not finite"
        return
      }
      var digests = DigestVisitor()
      animator.visitState(&digests)
      fold(digests.digest.low ^ digests.digest.high)
      fold(UInt64(animator.stepDiagnostics.count))
    }
  }

  /// A visit gathers again what is said to have changed, and must see what one that gathers
  /// everything sees.
  private func checkVisits() {
    for animator in animators {
      animator.checkInvariants()
      var visitor = IdleVisitor()
      animator.visitState(&visitor)
      if !animator.isStateCurrent, trouble == nil {
        trouble = "call \(callCount), frame \(frameCount): a change of a behaviour went unnoticed"
      }
    }
  }

  func fold(_ word: UInt64) {
    trace?("call \(callCount), frame \(frameCount): \(hexadecimal(word))")
    var hash = RecordHash(tag: digest.low, row: digest.high)
    hash.feed(word)
    digest = hash.finish()
  }

  // MARK: Callbacks

  func tell(_ event: UInt64) {
    fold(event)
    callback(oneIn: 2)
  }

  package func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item1: any DynamicItem,
    with item2: any DynamicItem, at point: Point
  ) { tell(1 ^ point.x.bitPattern ^ point.y.bitPattern) }

  package func collisionBehavior(
    _ behavior: CollisionBehavior, endedContact item1: any DynamicItem, with item2: any DynamicItem
  ) { tell(2) }

  package func collisionBehavior(
    _ behavior: CollisionBehavior, beganContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?, at point: Point
  ) { tell(3 ^ point.x.bitPattern ^ point.y.bitPattern) }

  package func collisionBehavior(
    _ behavior: CollisionBehavior, endedContact item: any DynamicItem,
    withBoundary identifier: BoundaryIdentifier?
  ) { tell(4) }

  package func dynamicAnimatorWillResume(_ animator: DynamicAnimator) { tell(5) }
  package func dynamicAnimatorDidPause(_ animator: DynamicAnimator) { tell(6) }
  package func dynamicAnimator(_ animator: DynamicAnimator, didCull item: any DynamicItem) {
    tell(7)
  }
}

/// Looks at nothing.
struct IdleVisitor: StateVisitor {
  private(set) var rowCount = 0
  var access: StateAccess { .reads }

  mutating func table(_ name: FieldName, rowCount: inout Int) { self.rowCount = rowCount }

  mutating func columns(
    _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
  ) {}
}

/// Finds numbers in a state that are not finite; where an app's own places are kept, for NaN.
struct FiniteVisitor: StateVisitor {
  private(set) var trouble: String?
  private var table = ""
  private(set) var rowCount = 0

  mutating func table(_ name: FieldName, rowCount: inout Int) {
    table = name.text
    self.rowCount = rowCount
  }

  mutating func columns(
    _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
  ) {
    guard let base, trouble == nil else { return }
    for row in 0..<rowCount {
      for field in group.fields {
        let place = base + (row * group.stride + field.offset)
        let value =
          switch field.type {
          case .float32: Double(place.loadUnaligned(as: Float.self))
          case .float64: place.loadUnaligned(as: Double.self)
          default: 0.0
          }
        // An app may put an item that does not move at infinity.
        if value.isNaN || (!value.isFinite && table != "items") {
          trouble = "\(table)[\(row)].\(field.label.text)" + keys(group, base + row * group.stride)
        }
      }
    }
  }

  /// The row's whole numbers, which say whose it is.
  private func keys(_ group: RowGroup, _ row: UnsafeMutableRawPointer) -> String {
    var text = ""
    for field in group.fields where field.type == .int64 || field.type == .uint64 {
      text += " \(field.label.text) \((row + field.offset).loadUnaligned(as: Int64.self))"
    }
    return text.isEmpty ? "" : " (\(text.dropFirst()))"
  }
}
