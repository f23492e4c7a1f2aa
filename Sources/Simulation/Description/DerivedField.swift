/// A stored property that a description leaves out, and why.
///
/// ```swift
/// static var derivedFields: [DerivedField] {
///   [DerivedField("tree", "rebuilt from the positions in stateWasRestored")]
/// }
/// ```
public struct DerivedField: Sendable {
  /// The property's name.
  public var name: StaticString
  /// Why a run goes on in the same way without it.
  public var reason: StaticString

  /// Leaves the property `name` out of the state, for `reason`.
  public init(_ name: StaticString, _ reason: StaticString) {
    self.name = name
    self.reason = reason
  }
}

/// A type that says which of its stored properties are no state.
///
/// Every other one is state: where reflection finds one that the description does not visit, or
/// that a restore does not bring back, it is named. Simulations and rows conform already; other
/// types that a simulation is made of may, to list what follows from the rest.
public protocol StateDescribed {
  /// Stored properties that are left out on purpose; none, unless said.
  static var derivedFields: [DerivedField] { get }
}

extension StateDescribed {
  public static var derivedFields: [DerivedField] { [] }
}
