import DeterministicMath

/// A node of a ``DynamicTree``: 32 bytes.
struct TreeNode: BitwiseCopyable {
  var box: BoundingBox
  /// The parent, or the next free node; −1 for none.
  var parent: Int32
  /// −1 in a leaf.
  var child1: Int32
  /// In a leaf: the shape's slot.
  var child2: Int32
  var height: Int32
}

/// A binary tree of bounding boxes, for finding pairs.
///
/// Leaves are inserted where the perimeter grows least (surface area heuristic), with rotations on
/// the way back. The tree's form depends on history, the set of boxes a query finds does not.
struct DynamicTree: ~Copyable {
  private var nodes = Store<TreeNode>(capacity: 64)
  private(set) var root: Int32 = -1
  private var freeHead: Int32 = -1
  private(set) var leafCount = 0

  private var n: UnsafeMutablePointer<TreeNode> { @inline(__always) get { nodes.base } }

  mutating func removeAll() {
    nodes.removeAll()
    root = -1
    freeHead = -1
    leafCount = 0
  }

  @inline(__always)
  func box(of leaf: Int32) -> BoundingBox { nodes.base[Int(leaf)].box }

  private mutating func allocate(_ node: TreeNode) -> Int32 {
    assert(freeHead < 0 || n[Int(freeHead)].height < 0, "the first free node is free")
    if freeHead >= 0 {
      let index = freeHead
      freeHead = n[Int(index)].parent
      n[Int(index)] = node
      return index
    }
    nodes.append(node)
    return Int32(truncatingIfNeeded: nodes.count &- 1)
  }

  private mutating func release(_ index: Int32) {
    assert(index >= 0 && Int(index) < nodes.count, "the node exists")
    assert(n[Int(index)].height >= 0, "the node is not free")
    n[Int(index)].parent = freeHead
    n[Int(index)].height = -1
    freeHead = index
  }

  /// Adds a leaf. - Complexity: O(log n).
  mutating func insert(_ box: BoundingBox, shape: UInt32) -> Int32 {
    assert(
      !(box.lower.x > box.upper.x) && !(box.lower.y > box.upper.y),
      "a box ends where it begins or later")
    let leaf = allocate(
      TreeNode(
        box: box, parent: -1, child1: -1, child2: Int32(truncatingIfNeeded: shape), height: 0))
    link(leaf)
    leafCount &+= 1
    return leaf
  }

  mutating func remove(_ leaf: Int32) {
    assert(leafCount > 0, "there is a leaf to remove")
    assert(n[Int(leaf)].child1 < 0, "the node is a leaf")
    unlink(leaf)
    release(leaf)
    leafCount &-= 1
  }

  /// Gives a leaf another box.
  mutating func move(_ leaf: Int32, to box: BoundingBox) {
    assert(n[Int(leaf)].child1 < 0 && n[Int(leaf)].height == 0, "the node is a leaf in use")
    unlink(leaf)
    n[Int(leaf)].box = box
    link(leaf)
  }

  private mutating func link(_ leaf: Int32) {
    assert(leaf >= 0 && Int(leaf) < nodes.count, "the node exists")
    if root < 0 {
      root = leaf
      n[Int(leaf)].parent = -1
      return
    }
    let box = n[Int(leaf)].box
    // Descend to the cheapest sibling.
    var index = root
    while n[Int(index)].child1 >= 0 {
      let node = n[Int(index)]
      let union = node.box.union(box).perimeter
      let costHere = 2 * union
      let inherited = 2 * (union - node.box.perimeter)
      let cost1 = descentCost(node.child1, box) + inherited
      let cost2 = descentCost(node.child2, box) + inherited
      if costHere < cost1 && costHere < cost2 { break }
      index = cost1 < cost2 ? node.child1 : node.child2
    }
    let sibling = index
    let oldParent = n[Int(sibling)].parent
    let newParent = allocate(
      TreeNode(
        box: box.union(n[Int(sibling)].box), parent: oldParent, child1: sibling, child2: leaf,
        height: n[Int(sibling)].height &+ 1))
    n[Int(sibling)].parent = newParent
    n[Int(leaf)].parent = newParent
    if oldParent < 0 {
      root = newParent
    } else if n[Int(oldParent)].child1 == sibling {
      n[Int(oldParent)].child1 = newParent
    } else {
      n[Int(oldParent)].child2 = newParent
    }
    refit(from: oldParent, rotating: true)
  }

  @inline(__always)
  private func descentCost(_ child: Int32, _ box: BoundingBox) -> Float {
    assert(child >= 0 && Int(child) < nodes.count, "the node exists")
    let node = nodes.base[Int(child)]
    let union = node.box.union(box).perimeter
    return node.child1 < 0 ? union : union - node.box.perimeter
  }

  private mutating func unlink(_ leaf: Int32) {
    assert(root >= 0, "the tree is not empty")
    assert(leaf == root || n[Int(leaf)].parent >= 0, "every other leaf has a parent")
    if leaf == root {
      root = -1
      return
    }
    let parent = n[Int(leaf)].parent
    let grand = n[Int(parent)].parent
    let sibling = n[Int(parent)].child1 == leaf ? n[Int(parent)].child2 : n[Int(parent)].child1
    n[Int(sibling)].parent = grand
    release(parent)
    if grand < 0 {
      root = sibling
      return
    }
    if n[Int(grand)].child1 == parent {
      n[Int(grand)].child1 = sibling
    } else {
      n[Int(grand)].child2 = sibling
    }
    refit(from: grand, rotating: false)
  }

  private mutating func refit(from start: Int32, rotating: Bool) {
    var index = start
    while index >= 0 {
      let c1 = n[Int(index)].child1
      let c2 = n[Int(index)].child2
      n[Int(index)].box = n[Int(c1)].box.union(n[Int(c2)].box)
      let h1 = n[Int(c1)].height
      let h2 = n[Int(c2)].height
      n[Int(index)].height = 1 &+ (h1 > h2 ? h1 : h2)
      if rotating { rotate(index) }
      index = n[Int(index)].parent
    }
  }

  /// Swaps a child with a grandchild below the other child when that shrinks the inner node.
  private mutating func rotate(_ a: Int32) {
    assert(n[Int(a)].child1 >= 0 && n[Int(a)].child2 >= 0, "an inner node has two children")
    assert(n[Int(a)].height >= 2, "a leaf came below a child")
    let b = n[Int(a)].child1
    let c = n[Int(a)].child2
    var bestGain: Float = 0
    var upper: Int32 = -1  // the child of a that goes down
    var lower: Int32 = -1  // the grandchild that goes up
    func consider(_ down: Int32, _ other: Int32) {
      if n[Int(other)].child1 < 0 { return }
      let g1 = n[Int(other)].child1
      let g2 = n[Int(other)].child2
      let area = n[Int(other)].box.perimeter
      let downBox = n[Int(down)].box
      let gain1 = area - downBox.union(n[Int(g2)].box).perimeter
      let gain2 = area - downBox.union(n[Int(g1)].box).perimeter
      if gain1 > bestGain {
        bestGain = gain1
        upper = down
        lower = g1
      }
      if gain2 > bestGain {
        bestGain = gain2
        upper = down
        lower = g2
      }
    }
    consider(b, c)
    consider(c, b)
    if upper < 0 { return }
    let other = upper == b ? c : b
    if n[Int(a)].child1 == upper { n[Int(a)].child1 = lower } else { n[Int(a)].child2 = lower }
    if n[Int(other)].child1 == lower {
      n[Int(other)].child1 = upper
    } else {
      n[Int(other)].child2 = upper
    }
    n[Int(lower)].parent = a
    n[Int(upper)].parent = other
    let g1 = n[Int(other)].child1
    let g2 = n[Int(other)].child2
    n[Int(other)].box = n[Int(g1)].box.union(n[Int(g2)].box)
    let ho1 = n[Int(g1)].height
    let ho2 = n[Int(g2)].height
    n[Int(other)].height = 1 &+ (ho1 > ho2 ? ho1 : ho2)
    let h1 = n[Int(n[Int(a)].child1)].height
    let h2 = n[Int(n[Int(a)].child2)].height
    n[Int(a)].height = 1 &+ (h1 > h2 ? h1 : h2)
  }

  /// Calls `visit` with the shape of every leaf whose box overlaps `box`, in no particular order.
  ///
  /// - Parameter stack: scratch, reused between queries.
  @inline(__always)
  func query(
    _ box: BoundingBox, stack: inout Store<Int32>, _ visit: (UInt32) -> Void
  ) {
    if root < 0 { return }
    let nodes = nodes.base
    stack.removeAll()
    stack.append(root)
    while stack.count > 0 {
      let index = stack.base[stack.count &- 1]
      stack.setCount(stack.count &- 1)
      let node = nodes + Int(index)
      if !node.pointee.box.overlaps(box) { continue }
      if node.pointee.child1 < 0 {
        visit(UInt32(truncatingIfNeeded: node.pointee.child2))
      } else {
        stack.append(node.pointee.child1)
        stack.append(node.pointee.child2)
      }
    }
  }

  /// Checks links, boxes and heights; traps when one is wrong. - Complexity: O(n).
  func checkInvariants() {
    if root < 0 { return }
    precondition(nodes.base[Int(root)].parent == -1, "the root has no parent")
    precondition(countLeaves(root) == leafCount, "every leaf is reachable")
  }

  private func countLeaves(_ index: Int32) -> Int {
    let node = nodes.base[Int(index)]
    if node.child1 < 0 { return 1 }
    let a = nodes.base[Int(node.child1)]
    let b = nodes.base[Int(node.child2)]
    precondition(a.parent == index && b.parent == index, "children know their parent")
    precondition(node.box.contains(a.box) && node.box.contains(b.box), "a box holds its children")
    precondition(node.height == 1 + (a.height > b.height ? a.height : b.height), "heights add up")
    return countLeaves(node.child1) + countLeaves(node.child2)
  }
}
