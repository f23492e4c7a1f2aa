import Simulation

/// What a collision behaviour makes its items collide with.
public struct CollisionMode: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The items with each other.
  public static let items = CollisionMode(rawValue: 1)
  /// The items with the behaviour's boundaries.
  public static let boundaries = CollisionMode(rawValue: 2)
  /// Items and boundaries.
  public static let everything = CollisionMode(rawValue: .max)
}

/// A boundary that a collision behaviour owns; it outlives removal from an animator.
package struct Boundary {
  /// `nil`: the reference bounds.
  package var identifier: BoundaryIdentifier?
  package var path: Path2D
  package var lines: [Polyline]
  /// Its shapes in the running simulation, one for each run of lines.
  package var shapes: [BoundaryShape] = []

  /// True if the path has a line, and every point is within ±10⁶ points.
  package var isUsable: Bool {
    !lines.isEmpty && lines.allSatisfy { $0.points.allSatisfy { $0.isUsable } }
  }
}

/// Makes items collide with each other and with boundaries.
///
/// Two items collide when some behaviour in the tree holds both and its mode includes
/// ``CollisionMode/items``; an item collides with a boundary when a behaviour that holds the item
/// owns the boundary and its mode includes ``CollisionMode/boundaries``. Up to 31 collision
/// behaviours under one animator have an effect.
public final class CollisionBehavior: MultiItemBehavior {
  /// ``CollisionMode`` without bits that mean nothing.
  package enum Collisions: UInt8, CaseIterable, StateEnum, Sendable {
    case none, items, boundaries, everything
  }

  /// The properties of a collision behaviour.
  package struct Values: BehaviorValues {
    package var collisionMode = Collisions.everything
    package var translatesReferenceBoundsIntoBoundary = false
    package var insets = EdgeInsets2D(top: 0, left: 0, bottom: 0, right: 0)

    package static let layout = RowLayout(BehaviorValuesRow<Values>.self)

    package init() {}

    package mutating func visitFields(_ visitor: inout some FieldVisitor) {
      visitor.field("collisionMode", &collisionMode)
      visitor.field("translatesReferenceBoundsIntoBoundary", &translatesReferenceBoundsIntoBoundary)
      visitor.field("insets.top", &insets.top)
      visitor.field("insets.left", &insets.left)
      visitor.field("insets.bottom", &insets.bottom)
      visitor.field("insets.right", &insets.right)
    }
  }

  private var own = Values() { didSet { stateDidChange() } }

  #if hasFeature(Embedded)
    public unowned(unsafe) var collisionDelegate: (any CollisionBehaviorDelegate)?
  #else
    /// Told when items begin and end to touch; not kept alive by the behaviour.
    public weak var collisionDelegate: (any CollisionBehaviorDelegate)?
  #endif

  private var contactObservers: [(ContactReport) -> Bool] = []

  package var boundaries: [Boundary] = [] { didSet { stateDidChange() } }
  /// The reference bounds as a boundary, while they are translated and the behaviour is in a tree.
  package var referenceBoundary: Boundary? { didSet { stateDidChange() } }
  private var hadBoundary = false

  /// Makes a behaviour that collides its items with each other and with boundaries that are added
  /// later.
  public init(items: [any DynamicItem] = []) { super.init(.collision, items: items) }

  package override var values: AnyBehaviorValues {
    get { .collision(own) }
    set { if case .collision(let values) = newValue { own = values } }
  }

  /// The default is ``CollisionMode/everything``; the empty set means no collisions.
  public var collisionMode: CollisionMode {
    get {
      own.collisionMode == .everything
        ? .everything : CollisionMode(rawValue: UInt32(own.collisionMode.rawValue))
    }
    set { set(.collisionMode, Double(newValue.rawValue & 3)) }
  }

  package var collidesItems: Bool { own.collisionMode.rawValue & 1 != 0 }
  package var collidesBoundaries: Bool { own.collisionMode.rawValue & 2 != 0 }

  /// Whether the animator's reference bounds are a boundary too. Its identifier is `nil`, and it
  /// follows later changes of the bounds. The default is `false`.
  public var translatesReferenceBoundsIntoBoundary: Bool {
    get { own.translatesReferenceBoundsIntoBoundary }
    set { set(.translatesReferenceBoundsIntoBoundary, newValue ? 1 : 0) }
  }

  /// Makes the reference bounds, moved inwards by `insets`, a boundary. Insets beyond ±10⁶ points
  /// are brought into that range.
  public func setTranslatesReferenceBoundsIntoBoundary(with insets: EdgeInsets2D) {
    let sides: [(BehaviorProperty, Double)] = [
      (.insetTop, insets.top), (.insetLeft, insets.left), (.insetBottom, insets.bottom),
      (.insetRight, insets.right),
    ]
    for (_, value) in sides where value.isNaN { return note(Diagnostic(.valueIgnored)) }
    for (side, value) in sides {
      if let value = bounded(value, -1e6, 1e6) { set(side, value) }
    }
    translatesReferenceBoundsIntoBoundary = true
  }

  package var boundaryInsets: EdgeInsets2D { own.insets }

  /// Adds a boundary along `path`, flattened to straight lines within 0.25 points; open or closed,
  /// dents allowed. An identifier in use gets the new path. A path without a line or with
  /// coordinates that are not finite is refused. See ``add(boundary:path:)`` for errors instead.
  public func addBoundary(withIdentifier identifier: BoundaryIdentifier, for path: Path2D) {
    do throws(DynamicsError) {
      try add(boundary: identifier, path: path)
    } catch {
      note(Diagnostic(.refused, error))
    }
  }

  /// Adds a straight boundary. See ``addBoundary(withIdentifier:for:)-(BoundaryIdentifier,_)``.
  public func addBoundary(
    withIdentifier identifier: BoundaryIdentifier, from start: Point, to end: Point
  ) {
    addBoundary(withIdentifier: identifier, for: Path2D(points: [start, end], isClosed: false))
  }

  /// Like ``addBoundary(withIdentifier:for:)-(BoundaryIdentifier,_)``, for an identifier that is a text.
  public func addBoundary(withIdentifier identifier: String, for path: Path2D) {
    addBoundary(withIdentifier: BoundaryIdentifier(identifier), for: path)
  }

  /// Like ``addBoundary(withIdentifier:from:to:)``, for an identifier that is a text.
  public func addBoundary(withIdentifier identifier: String, from start: Point, to end: Point) {
    addBoundary(withIdentifier: BoundaryIdentifier(identifier), from: start, to: end)
  }

  /// Like ``addBoundary(withIdentifier:for:)-(BoundaryIdentifier,_)``, with typed errors.
  public func add(boundary identifier: BoundaryIdentifier, path: Path2D) throws(DynamicsError) {
    let boundary = Boundary(identifier: identifier, path: path, lines: path.polylines())
    guard boundary.isUsable else { throw .boundaryInvalid }
    perform(
      .setBoundary(self, boundary: JournalBoundary(identifier: identifier.name, path: path)))
  }

  /// `nil` for an unknown identifier.
  public func boundary(withIdentifier identifier: BoundaryIdentifier) -> Path2D? {
    guard let index = boundaryIndex(identifier) else { return nil }
    return boundaries[index].path
  }

  /// `nil` for an unknown identifier.
  public func boundary(withIdentifier identifier: String) -> Path2D? {
    boundary(withIdentifier: BoundaryIdentifier(identifier))
  }

  /// In insertion order; `nil` when none was ever added.
  public var boundaryIdentifiers: [BoundaryIdentifier]? {
    hadBoundary ? boundaries.compactMap { $0.identifier } : nil
  }

  /// Removes a boundary; what rested on it wakes. An unknown identifier is ignored.
  public func removeBoundary(withIdentifier identifier: BoundaryIdentifier) {
    guard boundaryIndex(identifier) != nil else { return }
    perform(.removeBoundary(self, identifier: identifier.name))
  }

  /// Removes a boundary; what rested on it wakes. An unknown identifier is ignored.
  public func removeBoundary(withIdentifier identifier: String) {
    removeBoundary(withIdentifier: BoundaryIdentifier(identifier))
  }

  /// Removes all boundaries but the reference bounds.
  public func removeAllBoundaries() {
    for boundary in boundaries {
      if let name = boundary.identifier?.name {
        perform(.removeBoundary(self, identifier: name))
      }
    }
  }

  package func boundaryIndex(_ identifier: BoundaryIdentifier) -> Int? {
    for index in boundaries.indices where boundaries[index].identifier == identifier {
      return index
    }
    return nil
  }

  /// Stores a boundary; a known identifier keeps its place.
  /// - Returns: the index of the boundary, whose old shapes the caller has removed.
  package func store(_ boundary: Boundary) -> Int {
    hadBoundary = true
    if let identifier = boundary.identifier, let index = boundaryIndex(identifier) {
      boundaries[index] = boundary
      return index
    }
    boundaries.append(boundary)
    return boundaries.count - 1
  }

  /// Has a block told of every contact, as the delegate is, until it answers `false`.
  package func observeContacts(_ observer: @escaping (ContactReport) -> Bool) {
    contactObservers.append(observer)
  }

  package func tellObservers(_ report: ContactReport) {
    if contactObservers.isEmpty { return }
    contactObservers.removeAll { !$0(report) }
  }

  /// Replaces the boundaries while a snapshot is restored; shapes follow.
  package func replaceBoundaries(_ boundaries: [Boundary]) {
    self.boundaries = boundaries
    if !boundaries.isEmpty { hadBoundary = true }
  }

  package override func didChange(_ property: BehaviorProperty, in animator: DynamicAnimator) {
    if property == .collisionMode {
      animator.filtersDidChange()
    } else {
      animator.referenceBoundaryDidChange(of: self)
    }
    animator.wakeMembers(of: self)
  }

  package override func didJoin(_ animator: DynamicAnimator) {
    for index in boundaries.indices { animator.makeShapes(of: &boundaries[index]) }
    animator.referenceBoundaryDidChange(of: self)
    animator.filtersDidChange()
  }

  package override func willLeave(_ animator: DynamicAnimator) {
    for index in boundaries.indices { animator.removeShapes(ofBoundary: index, of: self) }
    if let boundary = referenceBoundary { animator.removeShapes(of: boundary) }
    referenceBoundary = nil
    animator.filtersDidChange()
  }

  package override func didAdd(_ memberIndex: Int, in animator: DynamicAnimator) {
    animator.filterDidChange(slot: members[memberIndex].slot)
  }

  package override func didRemove(slot: Int32, in animator: DynamicAnimator) {
    animator.filterDidChange(slot: slot)
  }
}
