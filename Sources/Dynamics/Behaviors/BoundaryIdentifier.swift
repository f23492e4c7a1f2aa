/// The name under which a collision behaviour keeps a boundary.
public struct BoundaryIdentifier: Sendable, ExpressibleByStringLiteral {
  /// The name as given; compared byte by byte.
  public let name: String

  /// Makes an identifier of any text.
  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.name = name }
}

extension BoundaryIdentifier: Hashable {
  /// Byte by byte: canonical equivalence would need Unicode tables.
  public static func == (a: BoundaryIdentifier, b: BoundaryIdentifier) -> Bool {
    a.name.utf8.elementsEqual(b.name.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8.max)  // occurs in no name: the end of one
  }
}

extension BoundaryIdentifier: CustomStringConvertible {
  public var description: String { name }
}
