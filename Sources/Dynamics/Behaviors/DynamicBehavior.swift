import Simulation

/// One item of a behaviour, with what the behaviour keeps for it.
package struct Member {
  package let item: any DynamicItem
  /// The item's slot in the animator; −1 before the animator knows it.
  package var slot: Int32 = -1
  /// Push, attachment: offset of the point on which it acts. Item behaviour: linear velocity still
  /// to be added.
  package var vector = Vector.zero
  /// Item behaviour: angular velocity still to be added.
  package var angular = 0.0

  package init(_ item: any DynamicItem) { self.item = item }
}

/// A behaviour without an effect of its own: a node that holds other behaviours, or the base of a
/// custom one.
///
/// Behaviours form a tree under an animator. Nesting has no cost and no meaning beyond order
/// (depth first, parents before children) and the precedence of item properties that follows it.
/// Not `Sendable`: an animator with its behaviours and items is one isolation domain.
open class DynamicBehavior {
  /// Runs once after every logical frame in which the animator ran, when items have been written.
  ///
  /// It may change anything; changes of structure take effect after all actions have run. It is
  /// kept by the behaviour: capture the animator or the behaviour weakly.
  public final var action: (() -> Void)?

  /// Like ``action``, for a block that is given this behaviour, so that it need not capture it.
  /// Runs after ``action``; each call replaces the block of the one before.
  public final func setAction(_ body: ((DynamicBehavior) -> Void)?) { ownAction = body }

  package final var ownAction: ((DynamicBehavior) -> Void)?

  /// In insertion order.
  public private(set) final var childBehaviors: [DynamicBehavior] = [] {
    didSet { stateDidChange() }
  }

  #if hasFeature(Embedded)
    package final unowned(unsafe) var animatorReference: DynamicAnimator? {
      didSet { stateDidChange() }
    }
    package final unowned(unsafe) var parent: DynamicBehavior? { didSet { stateDidChange() } }
  #else
    package final weak var animatorReference: DynamicAnimator? { didSet { stateDidChange() } }
    package final weak var parent: DynamicBehavior? { didSet { stateDidChange() } }
  #endif

  package final var members: [Member] = [] { didSet { stateDidChange() } }
  /// Where items stand among many members; of few, it is not kept.
  private final var memberPlaces = ObjectIndex()
  /// Place in the animator's list of known behaviours; −1 before it is known.
  package final var ordinal: Int32 = -1 { didSet { stateDidChange() } }
  /// Counts the changes of whatever the tables of a state tell of this behaviour, so that rows that
  /// tell the same as before need not be gathered again. Every property that they tell of says so.
  @exclusivity(unchecked) package private(set) final var revision = Revision()
  /// Removal has been asked for inside a step and waits for its end.
  package final var isRemovalPending = false
  fileprivate final var pendingDiagnostics: [Diagnostic] = []

  package final let kind: BehaviorKind

  /// Makes a behaviour without children.
  public init() { kind = .composite }

  package init(_ kind: BehaviorKind) { self.kind = kind }

  /// Takes the tree below apart from the top, so that its depth does not matter.
  deinit {
    var rest = childBehaviors
    childBehaviors = []
    while var node = rest.popLast() {
      node.parent = nil
      guard isKnownUniquelyReferenced(&node) else { continue }
      rest.append(contentsOf: node.childBehaviors)
      node.childBehaviors = []
    }
  }

  /// The animator at the root of the tree; `nil` outside a tree.
  public final var dynamicAnimator: DynamicAnimator? { animatorReference }

  /// Called before the behaviour (or a parent of it) joins an animator, and with `nil` when it
  /// leaves. Parents first. Subclasses override it; the base does nothing.
  open func willMove(to animator: DynamicAnimator?) {}

  /// Adds `behavior` below this one. A present child is ignored.
  ///
  /// Refused, with a diagnostic, for a concrete behaviour as parent and for a behaviour that is
  /// already elsewhere in a tree. See ``add(child:)`` for errors instead.
  public final func addChildBehavior(_ behavior: DynamicBehavior) {
    do throws(DynamicsError) { try add(child: behavior) } catch {
      note(Diagnostic(.refused, error))
    }
  }

  /// Like ``addChildBehavior(_:)``, with typed errors.
  public final func add(child behavior: DynamicBehavior) throws(DynamicsError) {
    guard kind == .composite else { throw .behaviorRejectsChildren }
    for child in childBehaviors where child === behavior { return }
    guard behavior.parent == nil, behavior.animatorReference == nil, behavior !== self,
      !behavior.isAncestor(of: self)
    else { throw .behaviorInTree }
    if let animator = animatorReference { try animator.check(joining: behavior) }
    perform(.addChild(self, child: behavior))
  }

  /// Removes a child; anything else is ignored.
  public final func removeChildBehavior(_ behavior: DynamicBehavior) {
    for child in childBehaviors where child === behavior {
      perform(.removeChild(self, child: behavior))
      return
    }
  }

  final func isAncestor(of other: DynamicBehavior) -> Bool {
    if childBehaviors.isEmpty { return false }
    var node = other.parent
    while let current = node {
      if current === self { return true }
      node = current.parent
    }
    return false
  }

  package final func insertChild(_ behavior: DynamicBehavior) {
    childBehaviors.append(behavior)
    behavior.parent = self
  }

  package final func dropChild(_ behavior: DynamicBehavior) {
    childBehaviors.removeAll { $0 === behavior }
    behavior.parent = nil
  }

  /// Replaces the children while a state is restored.
  package final func restoreChildren(_ children: [DynamicBehavior]) {
    for child in childBehaviors { child.parent = nil }
    childBehaviors = children
    for child in children { child.parent = self }
  }

  // MARK: Members

  /// - Complexity: O(1) on average, O(members) after one has been removed.
  package final func memberIndex(of item: any DynamicItem) -> Int? {
    if members.count <= 8 {
      for index in members.indices where members[index].item === item { return index }
      return nil
    }
    if memberPlaces.count != members.count {
      memberPlaces.removeAll()
      for index in members.indices.reversed() {
        memberPlaces.set(Int32(index), for: members[index].item)
      }
    }
    return memberPlaces.place(of: item).map { Int($0) }
  }

  package final func appendMember(_ member: Member) {
    if members.count > 8, memberPlaces.count == members.count {
      memberPlaces.set(Int32(members.count), for: member.item)
    }
    members.append(member)
  }

  package final func removeMember(at index: Int) {
    // Indices after this one have shifted.
    memberPlaces.removeAll()
    members.remove(at: index)
  }

  package final func removeAllMembers() {
    memberPlaces.removeAll()
    members.removeAll(keepingCapacity: true)
  }

  /// Something has changed that the tables of a state tell of this behaviour.
  package final func stateDidChange() { revision.count &+= 1 }

  // MARK: What subclasses are

  /// The properties of the behaviour. A subclass ignores values of other kinds, and values with
  /// other fixed properties than its own.
  package var values: AnyBehaviorValues {
    get { .composite }
    set {}
  }

  /// Adds this behaviour's forces of the coming substep to the animator's accumulators.
  package func accumulate(_ animator: DynamicAnimator) {}

  /// Pushes a changed number into the running simulation. The default wakes the items.
  package func didChange(_ property: BehaviorProperty, in animator: DynamicAnimator) {
    animator.wakeMembers(of: self)
  }

  /// The behaviour and its items are now part of the running simulation.
  package func didJoin(_ animator: DynamicAnimator) {}

  /// The behaviour is about to leave the running simulation.
  package func willLeave(_ animator: DynamicAnimator) {}

  /// `member` is now part of the running simulation.
  package func didAdd(_ memberIndex: Int, in animator: DynamicAnimator) {}

  /// The item in `slot` has left this behaviour.
  package func didRemove(slot: Int32, in animator: DynamicAnimator) {}

  /// Adds what the behaviour does to a picture of the present state, beside bodies and joints.
  package func draw(into picture: inout BehaviorPicture, _ animator: DynamicAnimator) {}
}

extension DynamicBehavior {
  /// This behaviour and all below it, parents first.
  package final var subtree: [DynamicBehavior] {
    var all: [DynamicBehavior] = []
    collectSubtree(into: &all)
    return all
  }

  package final func collectSubtree(into all: inout [DynamicBehavior]) {
    if childBehaviors.isEmpty { return all.append(self) }
    var rest = [self]
    while let node = rest.popLast() {
      all.append(node)
      rest.append(contentsOf: node.childBehaviors.reversed())
    }
  }

  /// The one way in which anything changes: through the animator, or at once without one.
  package final func perform(_ command: Command) {
    if let animator = animatorReference {
      animator.perform(command)
    } else {
      command.apply(to: nil)
    }
  }

  package final func set(_ property: BehaviorProperty, _ value: Double?) {
    perform(.set(self, property: property, value: value))
  }

  /// The value, or `nil` with a diagnostic when it is not finite.
  package final func finite(_ value: Double) -> Double? {
    if value.isFinite { return value }
    note(Diagnostic(.valueIgnored))
    return nil
  }

  /// The value in the range, or `nil` when it is not a number; a diagnostic tells of both.
  package final func bounded(_ value: Double, _ low: Double, _ high: Double) -> Double? {
    if value.isNaN {
      note(Diagnostic(.valueIgnored))
      return nil
    }
    if value < low || value > high {
      note(Diagnostic(.valueClamped))
      return value < low ? low : high
    }
    return value
  }

  package final func note(_ diagnostic: Diagnostic) {
    if let animator = animatorReference {
      animator.note(diagnostic)
    } else if pendingDiagnostics.count < 64 {
      pendingDiagnostics.append(diagnostic)
    }
  }

  package final func takeDiagnostics() -> [Diagnostic] {
    defer { pendingDiagnostics = [] }
    return pendingDiagnostics
  }
}
