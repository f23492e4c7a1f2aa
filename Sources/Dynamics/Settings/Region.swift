import Simulation

/// The part of the plane in which a field acts, relative to the field's position.
///
/// A set: circle, rectangle and the whole plane, and what complement, union, intersection and
/// difference make of them, to any depth. Primitives contain their edge. A region neither turns
/// nor scales.
///
/// Held as a program for a stack of truth values (operands first), so that a region is plain data:
/// it can be compared, copied and stored in a recording.
public struct Region: Hashable, Sendable {
  package enum Operation: UInt8, CaseIterable, StateEnum, Sendable {
    case infinite = 0
    case circle = 1
    case rectangle = 2
    case inverse = 3
    case union = 4
    case intersection = 5
    case difference = 6
    case empty = 7
  }

  package struct Node: Hashable, Sendable {
    package var operation: Operation
    /// Circle: radius squared. Rectangle: half the width.
    package var a: Double = 0
    /// Rectangle: half the height.
    package var b: Double = 0

    package init(operation: Operation, a: Double = 0, b: Double = 0) {
      self.operation = operation
      self.a = a
      self.b = b
    }
  }

  package let nodes: [Node]
  /// The largest number of truth values on the stack.
  private let depth: Int

  private init(_ nodes: [Node], depth: Int) {
    self.nodes = nodes
    self.depth = depth
  }

  /// The region that the program describes; `nil` when it is not a well-formed one.
  package init?(program: [Node]) {
    var height = 0
    var deepest = 0
    for node in program {
      switch node.operation {
      case .infinite, .circle, .rectangle, .empty: height += 1
      case .inverse: if height < 1 { return nil }
      case .union, .intersection, .difference:
        if height < 2 { return nil }
        height -= 1
      }
      if height > deepest { deepest = height }
    }
    guard height == 1 else { return nil }
    self.init(program, depth: deepest)
  }

  /// All points.
  public static let infinite = Region([Node(operation: .infinite)], depth: 1)

  /// No point.
  public static let empty = Region([Node(operation: .empty)], depth: 1)

  /// The disc `x² + y² ≤ r²`; empty for a negative radius or NaN.
  public init(radius: Double) {
    let square = radius * radius
    let node =
      radius >= 0
      // State holds finite numbers only, and no point is farther away.
      ? (square.isFinite ? Node(operation: .circle, a: square) : Node(operation: .infinite))
      : Node(operation: .empty)
    self.init([node], depth: 1)
  }

  /// The rectangle `|x| ≤ w/2, |y| ≤ h/2`; empty for a negative side or NaN.
  public init(size: Size) {
    let node =
      size.width >= 0 && size.height >= 0
      ? Node(
        operation: .rectangle, a: Region.finite(size.width / 2), b: Region.finite(size.height / 2))
      : Node(operation: .empty)
    self.init([node], depth: 1)
  }

  private static func finite(_ x: Double) -> Double {
    x.isFinite ? x : .greatestFiniteMagnitude
  }

  /// The complement.
  public func inverse() -> Region {
    Region(nodes + [Node(operation: .inverse)], depth: depth)
  }

  /// The points that lie in either region.
  public func union(with other: Region) -> Region { combined(with: other, .union) }

  /// The points that lie in both regions.
  public func intersection(with other: Region) -> Region { combined(with: other, .intersection) }

  /// The receiver minus `other`, despite the word "from" that UIKit uses here.
  public func difference(from other: Region) -> Region { combined(with: other, .difference) }

  private func combined(with other: Region, _ operation: Operation) -> Region {
    let needed = other.depth + 1
    return Region(
      nodes + other.nodes + [Node(operation: operation)], depth: depth > needed ? depth : needed)
  }

  /// Whether the point, relative to the region's origin, belongs to the region.
  ///
  /// - Complexity: O(primitives and operations).
  public func contains(_ p: Point) -> Bool {
    if depth > 64 { return containsDeep(p) }
    var stack: UInt64 = 0
    for node in nodes {
      switch node.operation {
      case .inverse: stack ^= 1
      case .union: stack = (stack >> 1) | (stack & 1)
      case .intersection: stack = (stack >> 1) & (~1 | (stack & 1))
      case .difference: stack = (stack >> 1) & (~1 | (~stack & 1))
      case .infinite, .circle, .rectangle, .empty:
        stack = (stack << 1) | (Region.primitive(node, contains: p) ? 1 : 0)
      }
    }
    return stack & 1 == 1
  }

  private func containsDeep(_ p: Point) -> Bool {
    var stack: [Bool] = []
    stack.reserveCapacity(depth)
    for node in nodes {
      switch node.operation {
      case .inverse: stack[stack.count - 1] = !stack[stack.count - 1]
      case .union, .intersection, .difference:
        let right = stack.removeLast()
        let left = stack.removeLast()
        switch node.operation {
        case .union: stack.append(left || right)
        case .intersection: stack.append(left && right)
        default: stack.append(left && !right)
        }
      case .infinite, .circle, .rectangle, .empty:
        stack.append(Region.primitive(node, contains: p))
      }
    }
    return stack[0]
  }

  private static func primitive(_ node: Node, contains p: Point) -> Bool {
    switch node.operation {
    case .infinite: true
    case .circle: p.x * p.x + p.y * p.y <= node.a
    case .rectangle: p.x <= node.a && -p.x <= node.a && p.y <= node.b && -p.y <= node.b
    default: false
    }
  }
}

extension Region: StateValue {
  public static var blank: Region { .infinite }

  /// Visits the program, and refuses one that is not well-formed.
  public mutating func visitValue(_ visitor: inout some FieldVisitor) {
    var nodes = nodes
    visitor.list(&nodes, .elements)
    guard visitor.restores && !visitor.isAbsent else { return }
    if let region = Region(program: nodes) { self = region } else { visitor.refuse() }
  }
}

extension Region.Node: StateRow {
  package init() { self.init(operation: .empty) }

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("operation", &operation)
    visitor.field("a", &a)
    visitor.field("b", &b)
  }
}
