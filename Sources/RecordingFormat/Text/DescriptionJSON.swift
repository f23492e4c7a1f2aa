import Simulation

/// A simulation's description as JSON, for readers that know nothing of this project.
enum DescriptionJSON {
  static func text(_ description: SimulationDescription) -> String {
    var members = [
      member("name", .string(description.name)),
      member(
        "stepDuration",
        .string("\(description.stepDuration.numerator)/\(description.stepDuration.denominator)")),
      member("parameters", fields(description.parameters)),
      member("inputs", kinds(description.inputs)),
      member("events", kinds(description.events)),
      member("tables", .array(description.state.tables.map(table))),
    ]
    if let model = description.motionModel {
      members.append(
        member(
          "motionModel",
          .object([
            member("worldSteps", .number("\(model.worldSteps)")),
            member("substeps", .number("\(model.substeps)")),
            member("substep", .number("\(model.substep)")),
            member("gravityX", .number("\(model.gravityX)")),
            member("gravityY", .number("\(model.gravityY)")),
          ])))
    }
    return JSONValue.object(members).text
  }

  private static func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(key: key, value: value)
  }

  private static func fields(_ fields: [FieldSchema]) -> JSONValue {
    .array(fields.map(field))
  }

  /// What only some fields have is left out for the others.
  private static func field(_ field: FieldSchema) -> JSONValue {
    var members = [
      member("name", .string(field.name)), member("type", .string(name(field.type))),
    ]
    switch field.type {
    case .list, .optional, .keyed, .structure, .tuple:
      members.append(member("fields", fields(field.fields)))
    case .cases: members.append(member("kinds", kinds(field.kinds)))
    default: break
    }
    return .object(members + names(field.cases))
  }

  /// - Parameter key: `cases` for the words of cases, `bits` for those of flags.
  private static func names(_ cases: [CaseName], _ key: String = "cases") -> [JSONValue.Member] {
    if cases.isEmpty { return [] }
    let names = cases.map { one -> JSONValue in
      .object([
        member("word", .number("\(one.word)")), member("name", .string(one.name)),
      ])
    }
    return [member(key, .array(names))]
  }

  /// What the field is called in rows of some kinds: a kind is the number in a column of the same
  /// table, without its lower bits.
  private static func names(_ names: KindNames?) -> [JSONValue.Member] {
    guard let names else { return [] }
    let kinds = names.names.map { one -> JSONValue in
      .object([
        member("kind", .number("\(one.word)")), member("name", .string(one.name)),
      ])
    }
    return [
      member(
        "kindNames",
        .object([
          member("column", .string(names.column)), member("shift", .number("\(names.shift)")),
          member("names", .array(kinds)),
        ]))
    ]
  }

  private static func kinds(_ kinds: [KindSchema]) -> JSONValue {
    .array(
      kinds.map {
        .object([member("name", .string($0.name)), member("fields", fields($0.fields))])
      })
  }

  private static func table(_ table: StateSchema.Table) -> JSONValue {
    let groups = table.groups.map { group -> JSONValue in
      let fields = group.fields.map { field -> JSONValue in
        .object(
          [
            member("name", .string(field.label)), member("type", .string(name(field.type))),
            member("offset", .number("\(field.offset)")), member("role", .string(name(field.role))),
          ] + form(field) + names(field.cases) + names(field.kindNames)
            + names(field.bitNames, "bits"))
      }
      return .object([
        member("cadence", .string(name(group.cadence))),
        member("rowSize", .number("\(group.rowSize)")), member("fields", .array(fields)),
      ])
    }
    return .object([
      member("name", .string(table.name)), member("content", .string(name(table.content))),
      member("groups", .array(groups)),
    ])
  }

  /// The place of a column in the tree of its row; nothing for a number that belongs to the row
  /// itself.
  private static func form(_ field: StateSchema.Field) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    switch field.form {
    case .number: break
    case .flag: members.append(member("form", .string("flag")))
    case .presence: members.append(member("form", .string("presence")))
    case .cases: members.append(member("form", .string("cases")))
    case .count(let table):
      members.append(member("form", .string("count")))
      members.append(member("table", .number("\(table)")))
    }
    if let owner = field.owner {
      members.append(member("owner", .number("\(owner.column)")))
      members.append(member("case", .number("\(owner.caseIndex)")))
    }
    return members
  }

  // MARK: Names

  // Written out: a file's names do not follow the spelling of this build's source.

  static func name(_ type: FieldType) -> String {
    switch type {
    case .float32: "float32"
    case .float64: "float64"
    case .int64: "int64"
    case .bool: "bool"
    case .uint8: "uint8"
    case .uint32: "uint32"
    case .int32: "int32"
    case .uint64: "uint64"
    case .text: "text"
    case .list: "list"
    case .optional: "optional"
    case .cases: "cases"
    case .keyed: "keyed"
    case .structure: "structure"
    case .tuple: "tuple"
    }
  }

  static func name(_ type: ScalarType) -> String {
    switch type {
    case .uint8: "uint8"
    case .uint32: "uint32"
    case .int32: "int32"
    case .uint64: "uint64"
    case .int64: "int64"
    case .float32: "float32"
    case .float64: "float64"
    }
  }

  static func name(_ role: FieldRole) -> String {
    switch role {
    case .none: "none"
    case .key: "key"
    case .positionX: "positionX"
    case .positionY: "positionY"
    case .rotationCosine: "rotationCosine"
    case .rotationSine: "rotationSine"
    case .velocityX: "velocityX"
    case .velocityY: "velocityY"
    case .angularVelocity: "angularVelocity"
    }
  }

  static func name(_ content: TableContent) -> String {
    switch content {
    case .rows: "rows"
    case .value: "value"
    case .text: "text"
    case .entries: "entries"
    }
  }

  static func name(_ cadence: StateCadence) -> String {
    switch cadence {
    case .everyStep: "everyStep"
    case .keyFrame: "keyFrame"
    }
  }
}
