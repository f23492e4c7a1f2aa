import Simulation

/// What a UIKit scenario reports of a step. Items are numbered in the order of the scenario's list.
package enum SceneEvent: SimulationRecord {
  case contactBegan(item1: Int64, item2: Int64, x: Double, y: Double)
  case contactEnded(item1: Int64, item2: Int64)
  /// `boundary` is 0 for the reference bounds, else 1 + its place in the behaviour's list.
  case boundaryContactBegan(item: Int64, boundary: Int64, x: Double, y: Double)
  case boundaryContactEnded(item: Int64, boundary: Int64)
  case willResume
  case didPause

  package static var kinds: [StaticString] {
    [
      "contactBegan", "contactEnded", "boundaryContactBegan", "boundaryContactEnded", "willResume",
      "didPause",
    ]
  }

  package init(kind: Int) {
    switch kind {
    case 0: self = .contactBegan(item1: 0, item2: 0, x: 0, y: 0)
    case 1: self = .contactEnded(item1: 0, item2: 0)
    case 2: self = .boundaryContactBegan(item: 0, boundary: 0, x: 0, y: 0)
    case 3: self = .boundaryContactEnded(item: 0, boundary: 0)
    case 4: self = .willResume
    default: self = .didPause
    }
  }

  package var kind: Int {
    switch self {
    case .contactBegan: 0
    case .contactEnded: 1
    case .boundaryContactBegan: 2
    case .boundaryContactEnded: 3
    case .willResume: 4
    case .didPause: 5
    }
  }

  package mutating func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .contactBegan(var item1, var item2, var x, var y):
      visitor.field("item1", &item1)
      visitor.field("item2", &item2)
      visitor.field("x", &x)
      visitor.field("y", &y)
      self = .contactBegan(item1: item1, item2: item2, x: x, y: y)
    case .contactEnded(var item1, var item2):
      visitor.field("item1", &item1)
      visitor.field("item2", &item2)
      self = .contactEnded(item1: item1, item2: item2)
    case .boundaryContactBegan(var item, var boundary, var x, var y):
      visitor.field("item", &item)
      visitor.field("boundary", &boundary)
      visitor.field("x", &x)
      visitor.field("y", &y)
      self = .boundaryContactBegan(item: item, boundary: boundary, x: x, y: y)
    case .boundaryContactEnded(var item, var boundary):
      visitor.field("item", &item)
      visitor.field("boundary", &boundary)
      self = .boundaryContactEnded(item: item, boundary: boundary)
    case .willResume, .didPause: break
    }
  }
}
