/// As much of JSON Schema (2020-12) as the documents of the tool need.
indirect enum JSONSchema: Equatable {
  case boolean
  case number
  /// A whole number, from `least` up where there is one.
  case integer(least: Int?)
  /// A string, of this form where one is given.
  case string(pattern: String?)
  /// One of these strings.
  case choice([String])
  /// This number or this string and no other.
  case version(Int)
  case word(String)
  case array(JSONSchema)
  /// An object with keys of any name.
  case map(JSONSchema)
  /// An object with these keys and no other.
  case object([String: JSONSchema], required: [String])
  /// An object whose keys are nobody else's business.
  case opaque(because: String)
  case any([JSONSchema])
  /// A definition of the same file.
  case reference(String)
}

extension JSONSchema: Encodable {
  func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: Keyword.self)
    switch self {
    case .boolean: try keys.encode("boolean", forKey: .type)
    case .number: try keys.encode("number", forKey: .type)
    case .integer(let least):
      try keys.encode("integer", forKey: .type)
      try keys.encodeIfPresent(least, forKey: .minimum)
    case .string(let pattern):
      try keys.encode("string", forKey: .type)
      try keys.encodeIfPresent(pattern, forKey: .pattern)
    case .choice(let words): try keys.encode(words, forKey: .enumeration)
    case .version(let number): try keys.encode(number, forKey: .constant)
    case .word(let word): try keys.encode(word, forKey: .constant)
    case .array(let element):
      try keys.encode("array", forKey: .type)
      try keys.encode(element, forKey: .items)
    case .map(let value):
      try keys.encode("object", forKey: .type)
      try keys.encode(value, forKey: .additionalProperties)
    case .object(let properties, let required):
      try keys.encode("object", forKey: .type)
      try keys.encode(properties, forKey: .properties)
      try keys.encode(required.sorted(), forKey: .required)
      try keys.encode(false, forKey: .additionalProperties)
    case .opaque(let reason):
      try keys.encode("object", forKey: .type)
      try keys.encode(reason, forKey: .comment)
    case .any(let schemas): try keys.encode(schemas, forKey: .anyOf)
    case .reference(let name): try keys.encode("#/$defs/\(name)", forKey: .reference)
    }
  }

  enum Keyword: String, CodingKey {
    case type = "type"
    case minimum = "minimum"
    case pattern = "pattern"
    case enumeration = "enum"
    case constant = "const"
    case items = "items"
    case properties = "properties"
    case required = "required"
    case additionalProperties = "additionalProperties"
    case anyOf = "anyOf"
    case reference = "$ref"
    case comment = "$comment"
    case definitions = "$defs"
    case dialect = "$schema"
    case id = "$id"
    case title = "title"
    case description = "description"
  }
}
