/// How a field of an input, an event or a parameter set is to be read.
public enum FieldType: UInt8, Sendable {
  /// A `Float`: its bit pattern in the low half of a word.
  case float32 = 0
  /// A `Double`: its bit pattern.
  case float64 = 1
  /// A signed number of 64 bits, in two's complement.
  case int64 = 2
  /// A truth value: 0 or 1.
  case bool = 3
  /// A whole number in 0 … 255.
  case uint8 = 4
  /// A whole number in 0 ..< 2³².
  case uint32 = 5
  /// A signed number of 32 bits, in two's complement.
  case int32 = 6
  /// A whole number in 0 ..< 2⁶⁴.
  case uint64 = 7
  /// A text: its length in bytes of UTF-8, then a word for each byte.
  case text = 8
  /// A list: its length, then the words of each element.
  case list = 9
  /// A value that may be missing: 0, or 1 and the words of the value.
  case optional = 10
  /// A value of one of several kinds: the kind's index, then the words of the kind's fields.
  case cases = 11
  /// A dictionary or a set: a list by ascending keys, each key once. The first field of an element is
  /// its key, and the second one, in a dictionary, its value.
  case keyed = 12
  /// A structure: the words of its fields.
  case structure = 13
  /// Values in a fixed order, by their indexes: the words of each.
  case tuple = 14

  /// Whether it is a whole number of any width.
  package var isWholeNumber: Bool {
    switch self {
    case .uint8, .uint32, .int32, .uint64, .int64: true
    default: false
    }
  }

  package init(_ type: ScalarType) {
    switch type {
    case .uint8: self = .uint8
    case .uint32: self = .uint32
    case .int32: self = .int32
    case .uint64: self = .uint64
    case .int64: self = .int64
    case .float32: self = .float32
    case .float64: self = .float64
    }
  }
}

/// Name and type of one field.
public struct FieldSchema: Sendable {
  /// The field's name; empty for the elements of a list and the value of an optional.
  public var name: String
  /// How the field's words are read.
  public var type: FieldType
  /// The fields of a structure, the values of a tuple, or the key and the value of a dictionary's
  /// entry. A list has its element as the only field, an optional its value.
  public var fields: [FieldSchema]
  /// What a field of type ``FieldType/cases`` may be.
  public var kinds: [KindSchema]
  /// What people call the numbers of an enumeration; empty for other numbers.
  public var cases: [CaseName]

  /// Makes a field; `fields` and `kinds` are for types that contain others.
  public init(
    name: String, type: FieldType, fields: [FieldSchema] = [], kinds: [KindSchema] = [],
    cases: [CaseName] = []
  ) {
    self.name = name
    self.type = type
    self.fields = fields
    self.kinds = kinds
    self.cases = cases
  }
}

extension FieldSchema {
  /// The greatest number of structures, lists, optionals and cases around a field.
  package static let depthMax = 32
}

extension FieldSchema {
  /// The fields without structures around them, in the order of their words. Their names, for people,
  /// are joined with dots.
  package static func leaves(_ fields: [FieldSchema]) -> [FieldSchema] {
    var leaves: [FieldSchema] = []
    for field in fields {
      guard field.type == .structure || field.type == .tuple else {
        leaves.append(field)
        continue
      }
      for var leaf in FieldSchema.leaves(field.fields) {
        leaf.name = leaf.name.utf8.isEmpty ? field.name : field.name + "." + leaf.name
        leaves.append(leaf)
      }
    }
    return leaves
  }

  /// True if the type has as many fields as it needs. Elements of lists have a word at least: a file
  /// could claim any number of others at no cost.
  package var hasItsFields: Bool {
    switch type {
    case .list: fields.count == 1 && fields[0].hasWord
    case .optional: fields.count == 1
    case .keyed: (1...2).contains(fields.count) && fields.contains { $0.hasWord }
    default: true
    }
  }

  /// True if a value has a word at least.
  private var hasWord: Bool {
    type != .structure && type != .tuple || fields.contains { $0.hasWord }
  }
}

extension FieldSchema: Equatable {
  /// Whether both are read in the same way: the names of cases do not count.
  public static func == (a: FieldSchema, b: FieldSchema) -> Bool {
    Array(a.name.utf8) == Array(b.name.utf8) && a.type == b.type && a.fields == b.fields
      && a.kinds == b.kinds
  }
}

/// The fields of one kind of record.
public struct KindSchema: Equatable, Sendable {
  /// The kind's name, as in ``StateCases/kinds``.
  public var name: String
  /// The kind's fields, in the order of their words.
  public var fields: [FieldSchema]

  /// Makes a kind.
  public init(name: String, fields: [FieldSchema]) {
    self.name = name
    self.fields = fields
  }
}

/// A record without its Swift type: a kind, and the words of its fields.
///
/// A number is one 64-bit word: `Float` and `Double` are bit patterns (a `Float`'s in the low
/// half), signed numbers are two's complement, `Bool` is 0 or 1. What has no fixed length says it
/// first: see ``FieldType``.
public struct RecordWords: Equatable, Sendable {
  /// Index of the record's kind in its schema.
  public var kind: Int
  /// The words of the kind's fields, in order.
  public var words: [UInt64]

  /// Makes a record; whether it fits a schema shows when it is read.
  public init(kind: Int, words: [UInt64]) {
    self.kind = kind
    self.words = words
  }
}

#if !hasFeature(Embedded)
  extension RecordWords: Codable {}
#endif
