import DeterministicMath

/// The columns of a row type: names, types, groups, and where they lie in memory. Derived from one
/// visit of a blank row.
///
/// Make it once: `static let layout = RowLayout(Row.self)`. Rows that are handed over by
/// `StateVisitor.field` need none: a run makes and keeps their layouts.
public final class RowLayout: @unchecked Sendable {
  /// One column of a table.
  struct Column {
    /// The name within the owner.
    var label: String
    var type: ScalarType
    var form: FieldForm
    var owner: FieldOwner?
    var role: FieldRole
    var range: FieldRange
    var cadence: StateCadence
    /// Groups that a description divides by ``FieldVisitor/nextGroup()``.
    var section: Int
    /// Bytes from the start of the row in memory; `nil` when it is not there as it is stored.
    var place: Int?
    /// What people call its numbers, where they stand for cases.
    var cases: [CaseName] = []
    /// What people call it in rows of some kinds.
    var kindNames: KindNames?
    /// Names of its bits.
    var bitNames: [CaseName] = []
    /// Index of its group in the table, and bytes from the start of the group's row.
    var group = 0
    var offset = 0
  }

  /// The columns of a row, or of the rows of a list within it.
  struct Table {
    /// Below the row's own table; empty for that.
    var path: String
    var columns: [Column] = []
    var groups: [RowGroup] = []
    /// In the order in which a visit comes to them.
    var children: [Int] = []
  }

  /// The row's own table, then those of the lists in it, depth first.
  let tables: [Table]
  /// Every group of every table, in order: what a codec looks up for each number.
  let places: UnsafeMutablePointer<ColumnPlace>
  /// Where each table's columns, groups and children begin; one more for the end.
  let starts: UnsafeMutablePointer<TableStart>
  /// Tables of lists, in the order in which a visit comes to them.
  let children: UnsafeMutablePointer<Int>
  /// Bytes of a packed row of each group.
  let groupSizes: UnsafeMutablePointer<Int>
  /// Bytes from one row in memory to the next.
  let stride: Int
  /// Rows can be handed over as they lie, and taken back without a look.
  package let isInPlace: Bool
  private let fields: UnsafeMutablePointer<StateField>
  private let fieldCount: Int
  private let names: UnsafeMutablePointer<UInt8>
  /// The names of all columns' cases and bits, one column after another.
  private let cases: UnsafeMutableBufferPointer<CaseName>
  /// What the kinds of rows call a column, for those that have such names.
  private let kindNames: UnsafeMutableBufferPointer<KindNames>

  /// Whether the columns are all that a row in memory holds: one group, in order, without holes. A
  /// stored property that a description forgets leaves one.
  package var coversWholeRow: Bool {
    isInPlace && groups.count == 1 && groups[0].rowSize == stride
  }

  /// The groups of the row's own table.
  public var groups: [RowGroup] { tables[0].groups }

  var groupCount: Int { starts[tables.count].group }

  /// The layout of rows of `type`.
  ///
  /// - Complexity: O(columns). About a microsecond for ten.
  public convenience init<Row: StateFields>(_ type: Row.Type) {
    self.init(type, FieldOptions(), .rows, seeksNaN: false)
  }

  /// The layout of rows of `type`.
  ///
  /// - Parameters:
  ///   - kinds: the names that each kind of a union has.
  ///   - flags: the bits of the column `flags`, by name; see ``StateSchema/Field/bitNames``.
  package convenience init<Row: StateFields>(
    _ type: Row.Type, kinds: RowOverlays? = nil, flags: [CaseName] = []
  ) {
    self.init(type, FieldOptions(), .rows, seeksNaN: false, kinds: kinds, flags: flags)
  }

  /// - Parameter content: of the table of these rows.
  convenience init<Row: StateValue>(
    _ type: Row.Type, _ options: FieldOptions, _ content: TableContent, seeksNaN: Bool,
    kinds: RowOverlays? = nil, flags: [CaseName] = []
  ) {
    var visitor = LayoutVisitor(options, content)
    // The visitor compares addresses with the row's own, and so the row must lie somewhere.
    let row = UnsafeMutablePointer<Row>.allocate(capacity: 1)
    row.initialize(to: Row.blank)
    visitor.row = UnsafeRawPointer(row)
    visitor.rowSize = MemoryLayout<Row>.size
    row.pointee.visitValue(&visitor)
    row.deinitialize(count: 1)
    row.deallocate()
    self.init(
      visitor, kinds, flags, stride: MemoryLayout<Row>.stride, isPlain: _isPOD(Row.self),
      seeksNaN: seeksNaN)
  }

  // Not inlined, as there is a call for each type of row.
  @inline(never)
  private convenience init(
    _ visitor: consuming LayoutVisitor, _ kinds: RowOverlays?, _ flags: [CaseName], stride: Int,
    isPlain: Bool, seeksNaN: Bool
  ) {
    var tables = RowLayout.name(visitor.finish(), kinds)
    if !flags.isEmpty {
      // Bytes, not characters: Embedded Swift has no tables for comparing those.
      let index = tables[0].columns.firstIndex { Array($0.label.utf8) == Array("flags".utf8) }
      guard let index else { preconditionFailure("names of bits are those of a column 'flags'") }
      tables[0].columns[index].bitNames = flags
    }
    self.init(tables, stride: stride, isPlain: isPlain, seeksNaN: seeksNaN)
  }

  /// Gives the columns of a row the names that its kinds have for them.
  private static func name(
    _ described: [LayoutVisitor.Table], _ kinds: RowOverlays?
  ) -> [LayoutVisitor.Table] {
    guard let kinds else { return described }
    var tables = described
    let first = tables[0].columns.first { Array($0.label.utf8) == Array(kinds.first.utf8) }?.place
    guard let first else { preconditionFailure("overlays begin at a column of the row") }
    for number in tables[0].columns.indices {
      guard let place = tables[0].columns[number].place else { continue }
      let column = tables[0].columns[number]
      tables[0].columns[number].kindNames = kinds.names(
        column.type, of: column.label, at: place - first)
    }
    return tables
  }

  // Not generic: Embedded Swift wants generic initializers to be convenience ones.
  private init(
    _ described: [LayoutVisitor.Table], stride: Int, isPlain: Bool, seeksNaN: Bool
  ) {
    // Rows without bytes could be claimed by a file without end.
    precondition(
      described.allSatisfy { !$0.columns.isEmpty }, "a row has at least one field to record")
    self.stride = stride

    let columnCount = described.reduce(0) { $0 + $1.columns.count }
    let groupCount = described.reduce(0) { $0 + $1.groups.count }
    var nameSize = 0
    for table in described { for column in table.columns { nameSize += column.label.utf8.count } }
    names = .allocate(capacity: nameSize + 1)
    var caseCount = 0
    for table in described {
      for column in table.columns { caseCount += column.cases.count + column.bitNames.count }
    }
    cases = .allocate(capacity: caseCount)
    var namedCount = 0
    for table in described {
      for column in table.columns where column.kindNames != nil { namedCount += 1 }
    }
    kindNames = .allocate(capacity: namedCount)
    fields = .allocate(capacity: columnCount + 1)
    places = .allocate(capacity: columnCount + 1)
    starts = .allocate(capacity: described.count + 1)
    children = .allocate(capacity: described.count)
    groupSizes = .allocate(capacity: groupCount + 1)

    var tables: [Table] = []
    var nextName = names
    var nextField = fields
    var nextCase = 0
    var nextNamed = 0
    var start = TableStart(column: 0, group: 0, child: 0)
    for (index, table) in described.enumerated() {
      starts[index] = start
      starts[index].isPacked = table.isPacked
      var made = Table(path: table.path, columns: table.columns, children: table.children)
      for column in table.columns {
        places[start.column] = ColumnPlace(
          group: Int32(start.group + column.group), offset: Int32(column.offset),
          type: column.type)
        start.column += 1
      }
      for child in table.children {
        children[start.child] = child
        start.child += 1
      }
      for (number, group) in table.groups.enumerated() {
        let first = nextField
        var rowSize = 0
        for column in table.columns where column.group == number {
          let length = column.label.utf8.count
          var next = nextName
          for byte in column.label.utf8 {
            next.pointee = byte
            next += 1
          }
          let firstCase = nextCase
          for one in column.cases + column.bitNames {
            cases.initializeElement(at: nextCase, to: one)
            nextCase += 1
          }
          let firstBit = firstCase + column.cases.count
          var names: UnsafePointer<KindNames>?
          if let found = column.kindNames {
            kindNames.initializeElement(at: nextNamed, to: found)
            names = UnsafePointer(kindNames.baseAddress.unsafelyUnwrapped + nextNamed)
            nextNamed += 1
          }
          nextField.initialize(
            to: StateField(
              FieldName(start: nextName, count: length), column.type, offset: column.offset,
              form: column.form, owner: column.owner, role: column.role, range: column.range,
              cases: UnsafeBufferPointer(rebasing: cases[firstCase..<firstBit]),
              kindNames: names,
              bitNames: UnsafeBufferPointer(rebasing: cases[firstBit..<nextCase])))
          nextName = next
          nextField += 1
          rowSize += column.type.size
        }
        groupSizes[start.group] = rowSize
        start.group += 1
        made.groups.append(
          RowGroup(
            first, count: nextField - first, table.content, group.cadence, rowSize: rowSize,
            stride: stride, place: group.place ?? 0, seeksNaN: seeksNaN))
      }
      tables.append(made)
    }
    starts[described.count] = start
    fieldCount = nextField - fields
    self.tables = tables
    isInPlace =
      isPlain && described.count == 1
      && described[0].groups.allSatisfy { $0.place != nil }
      && described[0].columns.allSatisfy { $0.place != nil }
      && !RowLayout.overlap(described[0].columns)
  }

  /// Whether a variable, or a part of it, is visited twice: rows where they lie could not tell
  /// whether what is restored agrees.
  private static func overlap(_ columns: [Column]) -> Bool {
    var ends: [(place: Int, end: Int)] = []
    for column in columns {
      guard let place = column.place else { continue }
      ends.append((place, place + column.type.size))
    }
    ends.sortStably { $0.place < $1.place }
    return ends.indices.dropFirst().contains { ends[$0].place < ends[$0 - 1].end }
  }

  deinit {
    fields.deinitialize(count: fieldCount)
    fields.deallocate()
    names.deallocate()
    cases.deinitialize()
    cases.deallocate()
    kindNames.deinitialize()
    kindNames.deallocate()
    places.deallocate()
    starts.deallocate()
    children.deallocate()
    groupSizes.deallocate()
  }
}

/// Where a number goes: which group of all, and bytes from the start of the group's row.
@usableFromInline
struct ColumnPlace: BitwiseCopyable {
  @usableFromInline var group: Int32
  @usableFromInline var offset: Int32
  @usableFromInline var type: ScalarType
}

/// Where a table's columns, groups and children begin among those of all tables.
@usableFromInline
struct TableStart: BitwiseCopyable {
  @usableFromInline var column: Int
  @usableFromInline var group: Int
  @usableFromInline var child: Int
  /// Elements of the list lie in memory as the table stores them: one group, no holes.
  @usableFromInline var isPacked = false
}

/// How each kind of a row that is a union reads it: as a row of its own, over some of its columns.
package struct RowOverlays {
  /// The column of the table that tells the kind, and the bits of it below those that do.
  package let column: String
  package let shift: UInt8
  /// The union's first column that the overlays cover.
  package let first: String
  package let kinds: [(word: UInt64, layout: RowLayout)]

  /// Describes the kinds of a row.
  package init(
    by column: String, shift: UInt8, from first: String,
    _ kinds: [(word: UInt64, layout: RowLayout)]
  ) {
    self.column = column
    self.shift = shift
    self.first = first
    self.kinds = kinds
  }

  /// What the kinds call the column `own` that lies `distance` bytes behind the first one.
  ///
  /// A kind that uses the column's own name is left out: readers fall back to that name.
  func names(_ type: ScalarType, of own: String, at distance: Int) -> KindNames? {
    // Bytes, not characters: Embedded Swift has no tables for comparing those.
    let own = Array(own.utf8)
    var names: [CaseName] = []
    for kind in kinds {
      for column in kind.layout.tables[0].columns
      where column.place == distance && column.type == type && Array(column.label.utf8) != own {
        names.append(CaseName(word: kind.word, name: column.label))
      }
    }
    return names.isEmpty ? nil : KindNames(column: column, shift: shift, names: names)
  }
}
