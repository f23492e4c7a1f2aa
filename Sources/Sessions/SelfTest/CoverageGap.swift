import Simulation

/// A stored property that a description does not hand over.
public struct CoverageGap: Hashable, Sendable {
  /// What is known of the gap.
  public enum Kind: Hashable, Sendable {
    /// It is not visited, and is not listed as derived.
    case unvisited
    /// The type hides its properties: it was built without reflection metadata.
    case silent
  }

  /// Whether a property or a whole type is meant.
  public var kind: Kind
  /// The type that stores it.
  public var type: String
  /// Its name; empty when the whole type is meant.
  public var property: String

  /// Makes a gap.
  public init(_ kind: Kind, type: String, property: String = "") {
    self.kind = kind
    self.type = type
    self.property = property
  }
}

extension CoverageGap {
  /// The gaps of a run's simulation; none if it cannot be inspected.
  package static func all(of run: any RunningSimulation) -> [CoverageGap] {
    (run as? any InspectedRun).flatMap { CoverageVisitor.inspect($0)?.gaps } ?? []
  }
}

extension CoverageGap: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String { problem + "; " + advice }

  var problem: String {
    switch kind {
    case .unvisited: CoverageGap.unvisitedProblem("\(type).\(property)")
    case .silent: "\(type) hides its stored properties"
    }
  }

  static func unvisitedProblem(_ property: String) -> String {
    "\(property) is stored but never visited"
  }

  var advice: String {
    switch kind {
    case .unvisited: "visit it, or list it as derived"
    case .silent: "build it without -disable-reflection-metadata"
    }
  }
}
