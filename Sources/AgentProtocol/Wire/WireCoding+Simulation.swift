import DeterministicMath
import Simulation

/// The bit of a type's number that says that names of cases follow.
private let namesFollow: UInt8 = 0x80
/// The bit of a column's type that says that names by kind follow.
private let kindNamesFollow: UInt8 = 0x40
/// The bit of a column's type that says that its form and its owner follow.
private let formFollows: UInt8 = 0x20
/// The bit of a column's type that is set if names of bits follow.
private let bitNamesFollow: UInt8 = 0x10

extension WireWriter {
  mutating func append(_ digest: StateDigest) {
    append(digest.low)
    append(digest.high)
  }

  package mutating func append(words: [UInt64]) {
    append(count: words.count)
    for word in words { append(word) }
  }

  package mutating func append(records: [RecordWords]) {
    append(count: records.count)
    for record in records {
      append(UInt32(record.kind))
      append(words: record.words)
    }
  }

  mutating func append(_ image: StateImage) {
    append(count: image.rowCounts.count)
    for count in image.rowCounts { append(UInt32(bitPattern: count)) }
    append(bytes: image.bytes)
  }

  mutating func append(fields: [FieldSchema]) {
    append(count: fields.count)
    for field in fields {
      append(field.name)
      append(type: field.type.rawValue, hasNames: !field.cases.isEmpty)
      append(names: field.cases)
      switch field.type {
      case .list, .optional, .keyed, .structure, .tuple: append(fields: field.fields)
      case .cases: append(kinds: field.kinds)
      default: break
      }
    }
  }

  /// A type's number, and in the highest bit whether names of cases follow the field.
  private mutating func append(type: UInt8, hasNames: Bool) {
    append(hasNames ? type | namesFollow : type)
  }

  /// Appends the names of cases; no byte for a field without any.
  private mutating func append(names cases: [CaseName]) {
    if cases.isEmpty { return }
    append(count: cases.count)
    for one in cases {
      append(one.word)
      append(one.name)
    }
  }

  mutating func append(kinds: [KindSchema]) {
    append(count: kinds.count)
    for kind in kinds {
      append(kind.name)
      append(fields: kind.fields)
    }
  }

  mutating func append(_ schema: StateSchema) {
    append(count: schema.tables.count)
    for table in schema.tables {
      append(table.name)
      append(table.content.rawValue)
      append(count: table.groups.count)
      for group in table.groups {
        append(group.cadence.rawValue)
        append(count: group.rowSize)
        append(count: group.fields.count)
        for field in group.fields {
          let isPlain = field.form == .number && field.owner == nil
          append(field.label)
          append(
            type: field.type.rawValue | (field.kindNames == nil ? 0 : kindNamesFollow)
              | (field.bitNames.isEmpty ? 0 : bitNamesFollow) | (isPlain ? 0 : formFollows),
            hasNames: !field.cases.isEmpty)
          append(count: field.offset)
          append(field.role.rawValue)
          if !isPlain { append(field.form, field.owner) }
          append(names: field.cases)
          if let names = field.kindNames {
            append(names.column)
            append(names.shift)
            append(names: names.names)
          }
          append(names: field.bitNames)
        }
      }
    }
  }

  private mutating func append(_ form: FieldForm, _ owner: FieldOwner?) {
    switch form {
    case .number: append(UInt8(0))
    case .flag: append(UInt8(1))
    case .presence: append(UInt8(2))
    case .cases: append(UInt8(3))
    case .count(let table):
      append(UInt8(4))
      append(count: table)
    }
    // The column's number, from 1 on.
    append(count: owner.map { $0.column + 1 } ?? 0)
    if let owner { append(count: owner.caseIndex) }
  }

  package mutating func append(_ description: SimulationDescription) {
    append(description.name)
    append(description.stepDuration.numerator)
    append(description.stepDuration.denominator)
    append(fields: description.parameters)
    append(kinds: description.inputs)
    append(kinds: description.events)
    append(description.state)
    if let model = description.motionModel {
      append(UInt8(1))
      append(UInt32(bitPattern: model.worldSteps))
      append(UInt32(bitPattern: model.substeps))
      append(model.substep.bitPattern)
      append(model.gravityX.bitPattern)
      append(model.gravityY.bitPattern)
    } else {
      append(UInt8(0))
    }
  }
}

extension WireReader {
  mutating func digest() throws(AgentError) -> StateDigest {
    let low = try word64()
    return StateDigest(low: low, high: try word64())
  }

  package mutating func words() throws(AgentError) -> [UInt64] {
    let count = try count(minimumSize: 8)
    var words: [UInt64] = []
    words.reserveCapacity(count)
    for _ in 0..<count { words.append(try word64()) }
    return words
  }

  /// A number that takes 32 bits and may be at most 65,535.
  private mutating func number16() throws(AgentError) -> Int {
    let word = try word32()
    guard word <= 0xFFFF else { throw .garbled }
    return Int(word)
  }

  package mutating func records() throws(AgentError) -> [RecordWords] {
    let count = try count(minimumSize: 8)
    var records: [RecordWords] = []
    for _ in 0..<count {
      let kind = try number16()
      records.append(RecordWords(kind: kind, words: try words()))
    }
    return records
  }

  mutating func image() throws(AgentError) -> StateImage {
    let count = try count(minimumSize: 4)
    var rowCounts: [Int32] = []
    for _ in 0..<count { rowCounts.append(Int32(bitPattern: try word32())) }
    return StateImage(rowCounts: rowCounts, bytes: try block())
  }

  /// - Parameter depth: how many fields these lie within.
  mutating func fields(depth: Int = 0) throws(AgentError) -> [FieldSchema] {
    // As deep as a description of one's own can be.
    guard depth <= FieldSchema.depthMax else { throw .garbled }
    var fields: [FieldSchema] = []
    for _ in 0..<(try count(minimumSize: 5)) {
      fields.append(try field(depth: depth))
    }
    return fields
  }

  private mutating func field(depth: Int) throws(AgentError) -> FieldSchema {
    let name = try string()
    let number = try byte()
    guard let type = FieldType(rawValue: number & ~namesFollow) else { throw .garbled }
    var field = FieldSchema(name: name, type: type)
    if number & namesFollow != 0 {
      guard type.isWholeNumber else { throw .garbled }
      field.cases = try names()
    }
    switch type {
    case .list, .optional, .keyed, .structure, .tuple:
      field.fields = try fields(depth: depth + 1)
      guard field.hasItsFields else { throw .garbled }
    case .cases:
      field.kinds = try kinds(depth: depth + 1)
      if field.kinds.isEmpty { throw .garbled }
    default: break
    }
    return field
  }

  private mutating func names() throws(AgentError) -> [CaseName] {
    var names: [CaseName] = []
    let count = try count(minimumSize: 12)
    guard count > 0 else { throw .garbled }
    for _ in 0..<count {
      let word = try word64()
      names.append(CaseName(word: word, name: try string()))
    }
    return names
  }

  private mutating func kindNames() throws(AgentError) -> KindNames {
    let column = try string()
    let shift = try byte()
    guard shift < 64 else { throw .garbled }
    return KindNames(column: column, shift: shift, names: try names())
  }

  mutating func kinds(depth: Int = 0) throws(AgentError) -> [KindSchema] {
    var kinds: [KindSchema] = []
    for _ in 0..<(try count(minimumSize: 8)) {
      let name = try string()
      kinds.append(KindSchema(name: name, fields: try fields(depth: depth)))
    }
    return kinds
  }

  mutating func schema() throws(AgentError) -> StateSchema {
    var schema = StateSchema()
    for _ in 0..<(try count(minimumSize: 8)) {
      let name = try string()
      guard let content = TableContent(rawValue: try byte()) else { throw .garbled }
      var groups: [StateSchema.Group] = []
      for _ in 0..<(try count(minimumSize: 9)) { groups.append(try group()) }
      let table = StateSchema.Table(name: name, content: content, groups: groups)
      guard table.isTree, table.hasItsColumns else { throw .garbled }
      schema.tables.append(table)
    }
    guard schema.areCountsSound else { throw .garbled }
    return schema
  }

  private mutating func group() throws(AgentError) -> StateSchema.Group {
    guard let cadence = StateCadence(rawValue: try byte()) else { throw .garbled }
    let rowSize = try number16()
    var fields: [StateSchema.Field] = []
    var covered = 0
    for _ in 0..<(try count(minimumSize: 10)) {
      let name = try string()
      let number = try byte()
      let flags = namesFollow | kindNamesFollow | formFollows | bitNamesFollow
      guard let type = ScalarType(rawValue: number & ~flags) else { throw .garbled }
      let offset = try number16()
      guard let role = FieldRole(rawValue: try byte()) else { throw .garbled }
      guard offset == covered else { throw .garbled }
      covered += type.size
      let (form, owner) = number & formFollows == 0 ? (.number, nil) : try self.form(of: type)
      let cases = number & namesFollow == 0 ? [] : try names()
      let kindNames = number & kindNamesFollow == 0 ? nil : try self.kindNames()
      let bitNames = number & bitNamesFollow == 0 ? [] : try names()
      fields.append(
        StateSchema.Field(
          label: name, type: type, offset: offset, form: form, owner: owner, role: role,
          cases: cases, kindNames: kindNames, bitNames: bitNames))
    }
    guard covered == rowSize else { throw .garbled }
    return StateSchema.Group(cadence: cadence, rowSize: rowSize, fields: fields)
  }

  private mutating func form(
    of type: ScalarType
  ) throws(AgentError) -> (FieldForm, FieldOwner?) {
    let form: FieldForm
    switch (try byte(), type) {
    case (0, _): form = .number
    case (1, .uint8): form = .flag
    case (2, .uint8): form = .presence
    case (3, .uint8): form = .cases
    case (4, .uint32): form = .count(table: try number16())
    default: throw .garbled
    }
    let column = try number16()
    if column == 0 { return (form, nil) }
    return (form, FieldOwner(column: column - 1, caseIndex: try number16()))
  }

  package mutating func description() throws(AgentError) -> SimulationDescription {
    let name = try string()
    let numerator = try word32()
    let denominator = try word32()
    guard numerator > 0, denominator > 0, denominator <= 1_000_000 else { throw .garbled }
    let parameters = try fields()
    let inputs = try kinds()
    let events = try kinds()
    let state = try schema()
    var model: MotionModel?
    if try byte() == 1 {
      let worldSteps = Int32(bitPattern: try word32())
      let substeps = Int32(bitPattern: try word32())
      let substep = Float(bitPattern: try word32())
      let gravityX = Float(bitPattern: try word32())
      let gravityY = Float(bitPattern: try word32())
      model = MotionModel(
        worldSteps: worldSteps, substeps: substeps, substep: substep, gravityX: gravityX,
        gravityY: gravityY)
    }
    return SimulationDescription(
      name: name, stepDuration: StepDuration(numerator, denominator), parameters: parameters,
      inputs: inputs, events: events, state: state, motionModel: model)
  }
}
