/// The name under which a collision behaviour keeps a boundary.
public struct BoundaryIdentifier: Sendable, ExpressibleByStringLiteral {
  /// The name as given; compared byte by byte.
  public let name: String

  /// Makes an identifier of any text.
  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.name = name }
}

extension BoundaryIdentifier: Equatable {
  /// Byte by byte: canonical equivalence would need Unicode tables.
  public static func == (a: BoundaryIdentifier, b: BoundaryIdentifier) -> Bool {
    a.name.utf8.elementsEqual(b.name.utf8)
  }
}

extension BoundaryIdentifier: CustomStringConvertible {
  public var description: String { name }
}
