/// Finds the columns of a row by visiting a blank one.
struct LayoutVisitor: FieldVisitor {
  struct Group {
    var section: Int
    var cadence: StateCadence
    var rowSize = 0
    /// Where the whole group lies in a row in memory, without holes and in order.
    var place: Int?
  }

  struct Table {
    /// The part of the name after that of the row's own table.
    var path: String
    var content: TableContent
    var columns: [RowLayout.Column] = []
    var groups: [Group] = []
    var children: [Int] = []
    /// Elements of the list lie in memory as the table stores them: one group, no holes.
    var isPacked = false
    /// Bytes from one element to the next; 0 where elements are not plain bits.
    var stride = 0
  }

  /// Where the row lies that is visited, and its size.
  var row = UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
  var rowSize = 0
  var isAbsent = false
  var restores: Bool { false }

  private var tables: [Table]
  private var table = 0
  /// The names of the fields that the visit is within, from the owner on.
  private var names: [String] = []
  /// The column of the table that the next ones belong to, by its place in ``Table/columns``.
  private var owner: FieldOwner?
  private var options: [FieldOptions]
  private var section = 0
  /// Lists, optionals and cases that the visit is within.
  private var depth = 0
  /// The names of the next number's values.
  private var caseNames: [CaseName] = []
  /// True for the value of an optional and the payload of a case, which are zeros if they are absent.
  private var mayBeAbsent = false

  @inline(never)
  init(_ options: FieldOptions, _ content: TableContent) {
    tables = [Table(path: "", content: content)]
    self.options = [options]
  }

  // What does not depend on a type stands in functions that are not inlined: each type that is laid out
  // would repeat it.

  @inline(never)
  mutating func enter(_ name: FieldName, _ inner: FieldOptions) { push(name.text, inner) }

  @inline(never)
  mutating func enter(index: Int) { push(decimal(index), FieldOptions()) }

  @inline(never)
  private mutating func push(_ name: String, _ inner: FieldOptions) {
    precondition(names.count < 64, "a row that contains itself cannot be described")
    let outer = options[options.count - 1]
    names.append(name)
    // Each lane of a vector with a role has a role of its own.
    let role = inner.role == .none ? outer.role.lane(name) : inner.role
    options.append(
      FieldOptions(
        inner.cadence ?? outer.cadence, role: role,
        in: inner.range == .any ? outer.range : inner.range))
  }

  @inline(never)
  mutating func leave() {
    names.removeLast()
    options.removeLast()
  }

  mutating func nextGroup() { section += 1 }

  mutating func refuse() {}

  /// The name of a column within its owner.
  private var label: String {
    var joined = ""
    for name in names where !name.utf8.isEmpty {
      if !joined.utf8.isEmpty { joined += "." }
      joined += name
    }
    return joined
  }

  mutating func scalar<Value: StateScalar>(_ value: inout Value, in range: FieldRange) {
    withUnsafePointer(to: &value) { append(Value.scalarType, .number, at: $0, in: range) }
  }

  mutating func flag(_ value: inout Bool) { append(.flag) }

  /// Adds a column of one byte for a truth value, a presence or a case.
  @inline(never)
  private mutating func append(_ form: FieldForm, in range: FieldRange = .bits(1)) {
    var byte: UInt8 = 0
    withUnsafePointer(to: &byte) { append(.uint8, form, at: $0, in: range) }
  }

  @inline(never)
  private mutating func append(
    _ type: ScalarType, _ form: FieldForm, at place: UnsafeRawPointer, in range: FieldRange
  ) {
    let distance = place - row
    let isInside = form == .number && distance >= 0 && distance + type.size <= rowSize
    let inner = options[options.count - 1]
    tables[table].columns.append(
      RowLayout.Column(
        label: label, type: type, form: form, owner: owner, role: inner.role,
        range: mayBeAbsent ? range.within(inner.range).withZero : range.within(inner.range),
        cadence: inner.cadence ?? .keyFrame,
        section: section, place: isInside ? distance : nil, cases: caseNames))
    caseNames = []
  }

  mutating func nextNumber<Value: StateEnum>(isCaseOf type: Value.Type) {
    caseNames = CaseName.list(of: type)
  }

  mutating func optional<Wrapped: StateValue>(_ value: inout Wrapped?) {
    append(.presence)
    let outer = openOwner()
    var wrapped = value ?? Wrapped.blank
    wrapped.visitValue(&self)
    closeOwner(outer)
  }

  mutating func cases<Value: StateCases>(_ value: inout Value) {
    caseNames = CaseName.list(kindsOf: Value.self)
    append(.cases, in: .between(0, Double(Value.kinds.count - 1)))
    let outer = openOwner()
    for kind in Value.kinds.indices {
      owner?.caseIndex = kind
      var blank = Value(kind: kind)
      blank.visitFields(&self)
    }
    closeOwner(outer)
  }

  private typealias OuterOwner = (owner: FieldOwner?, names: [String], mayBeAbsent: Bool)

  /// The columns that follow belong to the last one.
  @inline(never)
  private mutating func openOwner() -> OuterOwner {
    precondition(depth < 64, "a row that contains itself cannot be described")
    let outer = (owner, names, mayBeAbsent)
    owner = FieldOwner(column: tables[table].columns.count - 1)
    (names, mayBeAbsent) = ([], true)
    depth += 1
    return outer
  }

  @inline(never)
  private mutating func closeOwner(_ outer: OuterOwner) {
    (owner, names, mayBeAbsent) = outer
    depth -= 1
  }

  mutating func list<Element: StateValue>(_ elements: inout [Element], _ content: ListContent) {
    let outer = openList(content, stride: _isPOD(Element.self) ? MemoryLayout<Element>.stride : 0)
    let element = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    element.initialize(to: Element.blank)
    (row, rowSize) = (UnsafeRawPointer(element), MemoryLayout<Element>.size)
    let couldBeAbsent = mayBeAbsent
    mayBeAbsent = false
    element.pointee.visitValue(&self)
    mayBeAbsent = couldBeAbsent
    element.deinitialize(count: 1)
    element.deallocate()
    closeList(outer)
  }

  /// What a list's elements are visited without, and what follows the list is visited with again.
  private struct Outer {
    var names: [String]
    var options: [FieldOptions]
    var owner: FieldOwner?
    var table: Int
    var section: Int
    var row: UnsafeRawPointer
    var rowSize: Int
    var role: FieldRole
    var range: FieldRange
  }

  /// Begins a table of its own for the elements of a list.
  @inline(never)
  private mutating func openList(_ content: ListContent, stride: Int) -> Outer {
    // Element types are told apart by their depth only: a row that contains itself never ends.
    precondition(depth < 16, "a row that contains itself cannot be described")
    let child = tables.count
    var count: UInt32 = 0
    let outerRole = options[options.count - 1].role
    // A list that is a key says so at its count; its elements are no rows' keys.
    options[options.count - 1].role = outerRole == .key ? .key : .none
    // A range is that of the elements, not of their count.
    let outerRange = options[options.count - 1].range
    options[options.count - 1].range = .any
    // Tables of a layout follow one another in a schema as well.
    withUnsafePointer(to: &count) {
      append(.uint32, .count(table: child - table), at: $0, in: .any)
    }
    tables[table].children.append(child)
    let name = tables[table].name(ofColumn: tables[table].columns.count - 1)
    tables.append(
      Table(
        path: tables[table].path + (name.utf8.isEmpty ? "[]" : "." + name),
        content: TableContent(content)))
    tables[child].stride = stride

    let outer = Outer(
      names: names, options: options, owner: owner, table: table, section: section, row: row,
      rowSize: rowSize, role: outerRole, range: outerRange)
    options = [
      FieldOptions(
        options[options.count - 1].cadence, in: content == .elements ? outerRange : .any)
    ]
    options[0].role = content == .text || outerRole == .key ? .none : outerRole
    (names, owner) = ([], nil)
    table = child
    section = 0
    depth += 1
    return outer
  }

  @inline(never)
  private mutating func closeList(_ outer: Outer) {
    depth -= 1
    (row, rowSize) = (outer.row, outer.rowSize)
    (names, options, owner) = (outer.names, outer.options, outer.owner)
    (table, section) = (outer.table, outer.section)
    options[options.count - 1].role = outer.role
    options[options.count - 1].range = outer.range
  }

  /// Groups: by section, then by cadence; in each the columns in order. Nothing of that depends on
  /// where a compiler puts what.
  consuming func finish() -> [Table] {
    for index in tables.indices {
      tables[index] = withKeysStored(tables[index])
      for number in tables[index].columns.indices {
        LayoutVisitor.place(number, in: &tables[index])
      }
      LayoutVisitor.renumberOwners(in: &tables[index])
      let groups = tables[index].groups
      tables[index].isPacked =
        groups.count == 1 && groups[0].place == 0 && groups[0].rowSize == tables[index].stride
    }
    return tables
  }

  /// Where rows are stored after every step, their keys are too: without them, a position between
  /// key frames could not be attributed to its row. Keys cost next to nothing, because they do not
  /// change.
  private func withKeysStored(_ described: Table) -> Table {
    var table = described
    guard table.columns.contains(where: { $0.cadence == .everyStep }) else { return table }
    for number in table.columns.indices where table.columns[number].role == .key {
      // A key that is a list has its elements in another table.
      if case .count = table.columns[number].form { continue }
      table.columns[number].cadence = .everyStep
    }
    return table
  }

  /// Counts the columns over all groups, as a schema does.
  private static func renumberOwners(in table: inout Table) {
    var numbers = [Int](repeating: 0, count: table.columns.count)
    var next = 0
    for group in table.groups.indices {
      for column in table.columns.indices where table.columns[column].group == group {
        numbers[column] = next
        next += 1
      }
    }
    for column in table.columns.indices {
      guard let owner = table.columns[column].owner else { continue }
      table.columns[column].owner?.column = numbers[owner.column]
    }
  }

  private static func place(_ number: Int, in table: inout Table) {
    let column = table.columns[number]
    var index = 0
    while index < table.groups.count
      && (table.groups[index].section != column.section
        || table.groups[index].cadence != column.cadence)
    { index += 1 }
    if index == table.groups.count {
      table.groups.append(
        Group(section: column.section, cadence: column.cadence, place: column.place))
    }
    let offset = table.groups[index].rowSize
    if let start = table.groups[index].place, column.place != start + offset {
      table.groups[index].place = nil
    }
    table.groups[index].rowSize += column.type.size
    table.columns[number].group = index
    table.columns[number].offset = offset
  }
}

extension LayoutVisitor.Table {
  /// The name of a column and of its owners.
  fileprivate func name(ofColumn number: Int) -> String {
    let column = columns[number]
    guard let owner = column.owner else { return column.label }
    let outer = name(ofColumn: owner.column)
    return outer.utf8.isEmpty || column.label.utf8.isEmpty
      ? outer + column.label : outer + "." + column.label
  }
}

extension TableContent {
  /// The content of a table of a list.
  init(_ list: ListContent) {
    switch list {
    case .elements: self = .rows
    case .text: self = .text
    case .keyed: self = .entries
    }
  }
}

extension FieldRole {
  /// The role of a lane of a vector that has this role as a whole.
  func lane(_ name: String) -> FieldRole {
    guard name.utf8.count == 1, let letter = name.utf8.first else { return self }
    let (x, y): (UInt8, UInt8) = (120, 121)
    switch self {
    case .positionX: return letter == x ? .positionX : letter == y ? .positionY : .none
    case .velocityX: return letter == x ? .velocityX : letter == y ? .velocityY : .none
    case .rotationCosine: return letter == x ? .rotationCosine : letter == y ? .rotationSine : .none
    default: return self
    }
  }
}
