import Sessions
import Simulation

/// The rows of a run's states, gathered step by step: what stands in the page's tables.
package struct PageTables {
  /// A column of a table, as words that keep the order of its values.
  package struct Column {
    package var group: Int
    package var field: Int
    package var name: String
    package var type: ScalarType
    package var role: FieldRole
    package var words: [UInt64: String]
    package var bits: [CaseName] = []
    /// True if another column shows the optional that this one marks.
    package var isHidden = false
    /// Columns of the page's table that hold certain words if the value, an optional, is not `nil`.
    package var own: [Field.Condition] = []
    /// Columns that hold certain words if the row has the value at all.
    package var outer: [Field.Condition] = []

    package var isFloat: Bool { type == .float32 || type == .float64 }
    package var isWide: Bool { type.size == 8 }
  }

  /// One place for a row. A step that has more rows than this one's number fills it.
  package struct Slot {
    package var labels: [Int64] = []
    /// For each column, the upper 32 bits of its words, or all of them.
    package var words: [[Int64]]
    /// The lower 32 bits of words of 64.
    package var lowWords: [[Int64]]
  }

  package struct Table {
    package var index: Int
    package var name: String
    package var isSingleValue: Bool
    package var columns: [Column]
    package var counts: [Int64] = []
    package var slots: [Slot] = []
  }

  package private(set) var tables: [Table]
  private let schema: StateSchema
  /// Whether only the groups of every step are there.
  private let holdsEveryStep: Bool
  package private(set) var labels: [String] = []
  private var labelIndices: [String: Int64] = [:]

  /// - Parameter isEveryStep: columns that are stored at key frames only are left out, unless there
  ///   are no others.
  package init(_ schema: StateSchema, isEveryStep: Bool) {
    let hasEveryStep = schema.tables.contains { $0.groups.contains { $0.cadence == .everyStep } }
    let holdsEveryStep = hasEveryStep && isEveryStep
    (self.schema, self.holdsEveryStep) = (schema, holdsEveryStep)
    let structure = StateStructure(schema)
    tables = schema.tables.enumerated().compactMap { index, table in
      var columns: [Column] = []
      for (column, name) in zip(structure.tables[index].columns, table.columnNames)
      where table.content != .text && (column.cadence == .everyStep || !holdsEveryStep) {
        let field = table.groups[column.place.group].fields[column.place.field]
        columns.append(
          Column(
            group: column.place.group, field: column.place.field,
            name: column.form == .presence ? field.name : name, type: field.type,
            role: field.role, words: PageTables.words(of: field), bits: field.bitNames))
      }
      if columns.isEmpty { return nil }
      PageTables.setConditions(of: &columns, structure.tables[index])
      return Table(
        index: index, name: table.name, isSingleValue: table.isSingleValue, columns: columns)
    }
  }

  /// The texts of values that are more than numbers.
  private static func words(of field: StateSchema.Field) -> [UInt64: String] {
    switch field.form {
    case .flag: [0: "false", 1: "true"]
    case .presence: [0: "nil", 1: "some"]
    case .number, .cases, .count:
      Dictionary(field.cases.map { ($0.word, $0.name) }, uniquingKeysWith: { one, _ in one })
    }
  }

  /// Copies from the state's structure when a column has a value.
  private static func setConditions(of columns: inout [Column], _ table: StateStructure.Table) {
    let places = columns.map { ($0.group, $0.field) }
    func index(of place: StateStructure.Place) -> Int? {
      places.firstIndex { $0 == (place.group, place.field) }
    }
    func conditions(_ all: [StateStructure.Condition]) -> [Field.Condition] {
      all.compactMap { condition in
        index(of: condition.place).map { Field.Condition(column: $0, word: "\(condition.word)") }
      }
    }
    for column in table.columns {
      guard let index = index(of: column.place) else { continue }
      columns[index].own = conditions(column.own)
      columns[index].outer = conditions(column.outer)
      for condition in columns[index].own { columns[condition.column].isHidden = true }
    }
  }

  /// How many values a state has in these tables.
  package func valueCount(_ rows: StateRows) -> Int {
    tables.reduce(0) { $0 + rows.view.rowCount(table: $1.index) * $1.columns.count }
  }

  package mutating func add(_ rows: StateRows) {
    for index in tables.indices {
      let table = tables[index].index
      let columns = tables[index].columns
      // A state as it is stored every step lacks other groups.
      let isThere = columns.allSatisfy { rows.view.holds(table: table, group: $0.group) }
      let count = isThere && !rows.isTextOfRows(table) ? rows.view.rowCount(table: table) : 0
      tables[index].counts.append(Int64(count))
      while tables[index].slots.count < count {
        let empty = [[Int64]](repeating: [], count: columns.count)
        tables[index].slots.append(Slot(words: empty, lowWords: empty))
      }
      for row in 0..<count {
        let label =
          tables[index].isSingleValue
          ? tables[index].name : rows.path(table: table, row: row).label
        tables[index].slots[row].labels.append(labelIndex(label))
        for (place, column) in columns.enumerated() {
          let value = rows.view.value(
            table: table, group: column.group, field: column.field, row: row)
          let word = PageTables.ordered(column.type, value?.bits ?? 0)
          if column.isWide {
            tables[index].slots[row].words[place].append(Int64(word >> 32))
            tables[index].slots[row].lowWords[place].append(Int64(word & 0xFFFF_FFFF))
          } else {
            tables[index].slots[row].words[place].append(Int64(word))
          }
        }
      }
    }
  }

  private mutating func labelIndex(_ label: String) -> Int64 {
    if let known = labelIndices[label] { return known }
    let index = Int64(labels.count)
    labels.append(label)
    labelIndices[label] = index
    return index
  }

  /// Bits as a number without a sign that grows as the value does.
  private static func ordered(_ type: ScalarType, _ bits: UInt64) -> UInt64 {
    switch type {
    case .uint8, .uint32, .uint64: bits
    case .int32: bits ^ 0x8000_0000
    case .int64: bits ^ (1 << 63)
    case .float32: bits >> 31 == 1 ? bits ^ 0xFFFF_FFFF : bits ^ 0x8000_0000
    case .float64: bits >> 63 == 1 ? ~bits : bits ^ (1 << 63)
    }
  }

  /// Appends the tables' lanes: how many rows each step has, and then each row's name and columns.
  ///
  /// - Parameter hasFields: whether the columns are written; names always are.
  package func write(to track: inout LaneWriter, hasFields: Bool) {
    for table in tables {
      track.append(table.counts)
      for slot in table.slots {
        track.append(slot.labels)
        for (place, column) in table.columns.enumerated() where hasFields {
          track.append(slot.words[place])
          if column.isWide { track.append(slot.lowWords[place]) }
        }
      }
    }
  }

  /// How the page reads the states that its engine remakes.
  package var rows: Rows {
    Rows(
      selection: holdsEveryStep ? 0 : 1,
      layout: schema.tables.map { $0.groups.filter(isHeld).map(\.rowSize) })
  }

  private func isHeld(_ group: StateSchema.Group) -> Bool {
    group.cadence == .everyStep || !holdsEveryStep
  }

  /// - Parameter isRemade: whether the page's engine remakes the states.
  package func facts(isRemade: Bool) -> [TableFacts] {
    tables.map { table in
      let groups = schema.tables[table.index].groups
      return TableFacts(
        name: table.name, index: table.index,
        fields: table.columns.map { column in
          let before = groups[..<column.group].filter(isHeld).count
          return Field(
            name: column.name, type: "\(column.type)",
            role: column.role == .none ? nil : "\(column.role)",
            cases: column.words.isEmpty
              ? nil : Dictionary(uniqueKeysWithValues: column.words.map { ("\($0)", $1) }),
            bits: column.bits.isEmpty
              ? nil : column.bits.map { Field.Bits(word: "\($0.word)", name: $0.name) },
            isHidden: column.isHidden ? true : nil, own: column.own.isEmpty ? nil : column.own,
            outer: column.outer.isEmpty ? nil : column.outer,
            group: isRemade ? before : nil,
            offset: isRemade ? groups[column.group].fields[column.field].offset : nil)
        }, rows: table.slots.count)
    }
  }
}
