/// One named fact about a build, such as `optimization` = `-O`.
public struct BuildFact: Equatable, Sendable {
  /// The fact's key, unique within a build.
  public var name: String
  /// What the build says, as text for people and for comparison.
  public var value: String

  /// Makes a fact.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

#if !hasFeature(Embedded)
  extension BuildFact: Codable {}
#endif
