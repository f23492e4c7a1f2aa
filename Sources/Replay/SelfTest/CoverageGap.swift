/// A stored property that a description does not hand over.
public struct CoverageGap: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// It is visited by nobody, and is not listed as derived.
    case unvisited
    /// Nothing can be said of the type: it was built without reflection metadata.
    case silent
  }

  public var kind: Kind
  /// The type that stores it.
  public var type: String
  /// Its name; empty when the whole type is meant.
  public var property: String

  public init(_ kind: Kind, type: String, property: String = "") {
    self.kind = kind
    self.type = type
    self.property = property
  }
}

extension CoverageGap: CustomStringConvertible {
  public var description: String { problem + "; " + advice }

  var problem: String {
    switch kind {
    case .unvisited: CoverageGap.unvisitedProblem("\(type).\(property)")
    case .silent: "\(type) tells nothing of its stored properties"
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
