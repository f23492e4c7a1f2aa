/// What a person calls a number that stands for the case of an enumeration.
///
/// Names are for people: no digest and no comparison sees them, and builds that keep no names of
/// cases (Embedded Swift) give none.
public struct CaseName: Equatable, Sendable {
  /// The number as a word of a record; see ``RecordWords``.
  public var word: UInt64
  /// The case's name, as the source spells it.
  public var name: String

  /// Names a number.
  public init(word: UInt64, name: String) {
    self.word = word
    self.name = name
  }

  /// Names of bits; see ``StateSchema/Field/bitNames``.
  package static func bits(_ names: [(bits: UInt32, name: String)]) -> [CaseName] {
    names.map { CaseName(word: UInt64($0.bits), name: $0.name) }
  }

  // Bytes, not characters: Embedded Swift has no tables for comparing those.
  public static func == (a: CaseName, b: CaseName) -> Bool {
    a.word == b.word && Array(a.name.utf8) == Array(b.name.utf8)
  }
}
