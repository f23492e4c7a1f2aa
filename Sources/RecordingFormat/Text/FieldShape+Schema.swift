import Simulation

extension FieldShape {
  /// The JSON schema of a value.
  var schema: JSONValue {
    switch self {
    case .number(let type, let cases):
      let number = FieldShape.schema(type: type.isWholeNumber ? "integer" : "number")
      if cases.isEmpty { return number }
      return .object([
        FieldShape.member(
          "anyOf",
          .array([
            .object([FieldShape.member("enum", .array(cases.map { .string($0.name) }))]), number,
          ]))
      ])
    case .flag: return FieldShape.schema(type: "boolean")
    case .text: return FieldShape.schema(type: "string")
    case .list(let element): return FieldShape.schema(arrayOf: element.schema)
    case .keyed(let key, .none): return FieldShape.schema(arrayOf: key.schema)
    case .keyed(let key, let value?):
      if key.isText {
        return FieldShape.schema(
          type: "object", [FieldShape.member("additionalProperties", value.schema)])
      }
      return FieldShape.schema(
        arrayOf: FieldShape.members([
          Member(name: "key", shape: key), Member(name: "value", shape: value),
        ]).schema)
    case .optional(let wrapped):
      let inner =
        wrapped.isOptional ? FieldShape.schema(arrayOf: wrapped.schema) : wrapped.schema
      return .object([
        FieldShape.member("anyOf", .array([inner, FieldShape.schema(type: "null")]))
      ])
    case .cases(let kinds):
      return FieldShape.schema(
        type: "object",
        [
          FieldShape.member(
            "oneOf", .array(kinds.map { .object(FieldShape.schema(kind: $0)) }))
        ])
    case .members(let members):
      return FieldShape.schema(type: "object", FieldShape.schema(members: members))
    case .row(let shapes):
      return FieldShape.schema(
        type: "array",
        [
          FieldShape.member("prefixItems", .array(shapes.map { $0.schema })),
          FieldShape.member("minItems", .number("\(shapes.count)")),
          FieldShape.member("maxItems", .number("\(shapes.count)")),
        ])
    }
  }

  /// The schema of a kind's object.
  static func schema(kind: Kind) -> [JSONValue.Member] {
    let constant = JSONValue.object([member("const", .string(kind.name))])
    return schema(members: kind.members, [(member("kind", constant))])
  }

  private static func schema(
    members: [Member], _ first: [JSONValue.Member] = []
  ) -> [JSONValue.Member] {
    let properties = first + members.map { member($0.name, $0.shape.schema) }
    let required = first.map { $0.key } + members.filter { !$0.shape.isOptional }.map { $0.name }
    return [
      member("properties", .object(properties)),
      member("required", .array(required.map { .string($0) })),
    ]
  }

  private static func schema(type: String, _ more: [JSONValue.Member] = []) -> JSONValue {
    .object([member("type", .string(type))] + more)
  }

  private static func schema(arrayOf element: JSONValue) -> JSONValue {
    schema(type: "array", [member("items", element)])
  }

  static func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(key: key, value: value)
  }
}
