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

  // Bytes, not characters: Embedded Swift has no tables for comparing those.
  public static func == (a: CaseName, b: CaseName) -> Bool {
    a.word == b.word && Array(a.name.utf8) == Array(b.name.utf8)
  }
}

extension CaseName {
  /// The cases of an enumeration, in their order.
  static func list<Value: StateEnum>(of type: Value.Type) -> [CaseName] {
    #if hasFeature(Embedded)
      return []
    #else
      var names: [CaseName] = []
      for value in Value.allCases {
        var reader = FieldReader()
        var copy = value
        copy.visitValue(&reader)
        names.append(CaseName(word: reader.words.first ?? 0, name: "\(value)"))
      }
      return names
    #endif
  }

  /// The kinds of a value, by their indexes.
  static func list<Value: StateCases>(kindsOf type: Value.Type) -> [CaseName] {
    var names: [CaseName] = []
    for (index, kind) in Value.kinds.enumerated() {
      names.append(CaseName(word: UInt64(index), name: FieldName(kind).text))
    }
    return names
  }
}

extension StateSchema.Field {
  /// What a person calls the case that `word` stands for; `nil` where the field is no enumeration,
  /// or none of its cases has this number.
  ///
  /// - Parameter word: the field's bits in the low bytes, as a state holds them; bits above are not
  ///   looked at.
  /// - Complexity: O(cases).
  public func name(of word: UInt64) -> String? {
    let mask: UInt64 = type.size == 8 ? .max : 1 << UInt64(8 * type.size) - 1
    return cases.first { ($0.word ^ word) & mask == 0 }?.name
  }
}
