import Simulation

/// A row of the table `tree`: a behaviour and what it stands under; parents before children.
struct TreeRow: StateRow {
  var behavior: Int64 = 0
  /// An ordinal, or a word of ``Root``.
  var parent: Int64 = 0

  /// The parent of a root.
  enum Root: Int64, CaseIterable, StateEnum {
    /// The parent of a top-level behaviour of the animator.
    case animator = -1
    /// The parent of a root outside the tree.
    case `nil` = -2
  }

  static let top = Root.animator.rawValue
  static let outside = Root.nil.rawValue

  static let layout = RowLayout(TreeRow.self)

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("behavior", &behavior, role: .key)
    visitor.word("parent", &parent, Root.self)
  }
}

extension DynamicAnimator {
  /// - Returns: whether the animator knows every behaviour that it came upon: nobody hears of
  ///   changes of others.
  func gatherTree(into rows: inout [TreeRow]) -> Bool {
    var isKnown = true
    for behavior in behaviors { gather(behavior, TreeRow.top, into: &rows, &isKnown) }
    // Children of known behaviours that are not in this tree now come and go too.
    for behavior in known {
      guard let behavior, !behavior.childBehaviors.isEmpty, behavior.animatorReference !== self
      else { continue }
      if let parent = behavior.parent, ordinal(of: parent) != nil { continue }
      let count = rows.count
      gather(behavior, TreeRow.outside, into: &rows, &isKnown)
      // Without a known child there is nothing to tell.
      if rows.count == count + 1 { rows.removeLast() }
    }
    return isKnown
  }

  private func gather(
    _ root: DynamicBehavior, _ top: Int64, into rows: inout [TreeRow], _ isKnown: inout Bool
  ) {
    var rest = [(behavior: root, parent: top)]
    while let (behavior, parent) = rest.popLast() {
      guard let ordinal = ordinal(of: behavior) else {
        isKnown = false
        continue
      }
      rows.append(TreeRow(behavior: Int64(ordinal), parent: parent))
      for child in behavior.childBehaviors.reversed() { rest.append((child, Int64(ordinal))) }
    }
  }

  func scatterTree() {
    for behavior in known { behavior?.animatorReference = nil }
    var tops: [DynamicBehavior] = []
    var parents: [DynamicBehavior?] = []
    var nodes: [DynamicBehavior] = []
    var isPlaced = [Bool](repeating: false, count: known.count)
    for row in rows.tree.rows {
      // Each behaviour stands once, after its parent.
      guard let behavior = knownBehavior(row.behavior), !isPlaced[Int(row.behavior)] else {
        continue
      }
      let isRoot = row.parent == TreeRow.top || row.parent == TreeRow.outside
      let above = isRoot ? nil : knownBehavior(row.parent)
      if above != nil, !isPlaced[Int(row.parent)] { continue }
      isPlaced[Int(row.behavior)] = true
      nodes.append(behavior)
      parents.append(above)
      let isInTree = above.map { $0.animatorReference === self } ?? (row.parent == TreeRow.top)
      if isInTree { behavior.animatorReference = self }
      if above == nil && isInTree { tops.append(behavior) }
    }
    for behavior in known { behavior?.parent = nil }
    for (ordinal, behavior) in known.enumerated() where !isPlaced[ordinal] {
      // Children that the animator does not know are not in its state either.
      if let behavior {
        behavior.restoreChildren(behavior.childBehaviors.filter { $0.ordinal < 0 })
      }
    }
    // All are taken from where they were before any is put where it belongs.
    for behavior in nodes { behavior.restoreChildren([]) }
    var children = [[DynamicBehavior]](repeating: [], count: known.count)
    for (node, parent) in zip(nodes, parents) {
      if let parent { children[Int(parent.ordinal)].append(node) }
    }
    for behavior in nodes { behavior.restoreChildren(children[Int(behavior.ordinal)]) }
    behaviors = tops
    flatIsDirty = true
  }
}
