/// A rule for machine code that runs for every body or contact of every step.
package enum HotCodeRule: String, Sendable, CaseIterable {
  /// No call of the Swift runtime: no counting of references, no check of exclusive access, no
  /// look-up of types or casts.
  case runtime
  /// No memory from the heap.
  case allocation
  /// No call through a pointer: of a witness, a method of an open class, a stored closure.
  case indirectCall
  /// In wide loops, no arithmetic on single floats: lanes that the compiler took apart.
  case scalarInWideLoop
  /// No loop whose arithmetic is on single floats alone.
  case scalarLoop
  /// In wide loops, no check of bounds or overflow.
  case trapInWideLoop
  /// In wide loops, no call.
  case callInWideLoop
  /// In wide loops, whole registers are loaded and stored where the compiler knows them aligned.
  case unalignedInWideLoop
  /// In wide loops, registers are used in their whole width.
  case narrowInWideLoop
}

/// Where the hot code begins, and what of it is let off which rule, with the reason.
package struct HotCodeRules: Sendable {
  /// Functions, as the source names them: `World.findPairs(_:)`. A `*` in it stands for
  /// anything. Closures and specialisations count as the function they come from.
  package struct Exception: Sendable {
    package var function: String
    package var rules: Set<HotCodeRule>
    /// What may be called, or done; `nil`: anything. By the beginning of its name.
    package var callees: [String]?
    package var reason: String

    package init(
      _ function: String, _ rules: Set<HotCodeRule>, callees: [String]? = nil, _ reason: String
    ) {
      self.function = function
      self.rules = rules
      self.callees = callees
      self.reason = reason
    }
  }

  /// Everything that these reach is hot.
  package var roots: [String]
  /// Where the walk ends, with the reason.
  package var cold: [String: String]
  package var exceptions: [Exception]
  /// Work on one row at a time: what is asked of loops on lanes is not asked of these.
  package var oneAtATime: [String: String]
  /// Work on lanes without a loop: what is asked of loops on lanes is asked of the whole function.
  package var straight: [String]

  /// A loop is wide that holds so many packed operations, loops within it left out.
  package var wideLoopSize = 8
  /// A loop is scalar that holds so many operations on single floats, and is not wide.
  package var scalarLoopSize = 8

  package init(
    roots: [String], cold: [String: String] = [:], oneAtATime: [String: String] = [:],
    straight: [String] = [], exceptions: [Exception] = []
  ) {
    self.roots = roots
    self.cold = cold
    self.oneAtATime = oneAtATime
    self.straight = straight
    self.exceptions = exceptions
  }

  /// A `*` stands for anything.
  static func matches(_ pattern: String, _ name: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard name.hasPrefix(parts[0]) else { return false }
    var rest = name.dropFirst(parts[0].count)
    for part in parts.dropFirst() where !part.isEmpty {
      guard let end = rest.range(ofText: String(part)) else { return false }
      rest = rest[end...]
    }
    return parts.last == "" || rest.isEmpty
  }
}
