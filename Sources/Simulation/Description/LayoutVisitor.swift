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
    var path: String
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
  private var names: [String] = []
  private var options: [FieldOptions]
  private var section = 0
  /// What an unnamed number is called.
  private var unnamed: String
  /// What stands in front of every name.
  private var isSingle: Bool
  /// Lists within lists.
  private var depth = 0
  /// The names of the next number's values.
  private var caseNames: [CaseName] = []
  /// True for the value of an optional and the payload of a case, which are zeros if they are absent.
  private var mayBeAbsent = false

  @inline(never)
  init(_ options: FieldOptions, isSingle: Bool, content: ListContent) {
    tables = [Table(path: "")]
    self.options = [options]
    self.isSingle = isSingle
    unnamed = isSingle ? "" : "value"
    if content == .text { self.options[0].role = .text }
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

  /// Names joined by dots; the question of an optional follows its name: `target?`.
  private var path: String {
    var joined = ""
    for name in names where !name.utf8.isEmpty {
      if name.utf8.first != questionMark && (isSingle || !joined.utf8.isEmpty) { joined += "." }
      joined += name
    }
    return joined
  }

  private var questionMark: UInt8 { 63 }
  private var numberSign: UInt8 { 35 }

  private var columnName: String {
    let path = path
    return path.utf8.isEmpty ? unnamed : path
  }

  mutating func scalar<Value: StateScalar>(_ value: inout Value, in range: FieldRange) {
    withUnsafePointer(to: &value) { append(Value.scalarType, at: $0, in: range) }
  }

  @inline(never)
  private mutating func append(
    _ type: ScalarType, at place: UnsafeRawPointer, in range: FieldRange
  ) {
    let distance = place - row
    let isInside = distance >= 0 && distance + type.size <= rowSize
    let inner = options[options.count - 1]
    var name = columnName
    // An optional of an optional asks twice.
    while name.utf8.last == questionMark
      && tables[table].columns.contains(where: { Array($0.name.utf8) == Array(name.utf8) })
    { name += "?" }
    tables[table].columns.append(
      RowLayout.Column(
        name: name, type: type, role: inner.role,
        range: mayBeAbsent ? range.within(inner.range).withZero : range.within(inner.range),
        cadence: inner.cadence ?? .keyFrame,
        section: section, place: isInside ? distance : nil, cases: caseNames))
    caseNames = []
  }

  mutating func nextNumber<Value: StateEnum>(isCaseOf type: Value.Type) {
    caseNames = CaseName.list(of: type)
  }

  mutating func optional<Wrapped: StateValue>(_ value: inout Wrapped?) {
    var isThere = false
    enter("?", FieldOptions())
    flag(&isThere)
    leave()
    var wrapped = value ?? Wrapped.blank
    let outer = mayBeAbsent
    mayBeAbsent = true
    wrapped.visitValue(&self)
    mayBeAbsent = outer
  }

  /// Fields that several kinds have, by name, are named after their kind as well: `order.move.to`.
  mutating func cases<Value: StateCases>(_ value: inout Value) {
    var index: UInt8 = 0
    let kinds = Value.kinds
    caseNames = CaseName.list(kindsOf: Value.self)
    scalar(&index, in: .between(0, Double(kinds.count - 1)))
    var names: [[[UInt8]]] = []
    for kind in kinds.indices {
      var describer = FieldDescriber()
      var blank = Value(kind: kind)
      blank.visitFields(&describer)
      names.append(describer.schema.map { Array($0.name.utf8) })
    }
    let outer = mayBeAbsent
    mayBeAbsent = true
    for kind in kinds.indices {
      let isShared = names.indices.contains { other in
        other != kind && names[other].contains { name in names[kind].contains { $0 == name } }
      }
      push(isShared ? FieldName(kinds[kind]).text : "", FieldOptions())
      var blank = Value(kind: kind)
      blank.visitFields(&self)
      leave()
    }
    mayBeAbsent = outer
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
    var table: Int
    var section: Int
    var unnamed: String
    var isSingle: Bool
    var row: UnsafeRawPointer
    var rowSize: Int
    var role: FieldRole
    var range: FieldRange
    var isUnnamedList: Bool
  }

  /// Begins a table of its own for the elements of a list.
  @inline(never)
  private mutating func openList(_ content: ListContent, stride: Int) -> Outer {
    // Element types are told apart by their depth only: a row that contains itself never ends.
    precondition(depth < 16, "a row that contains itself cannot be described")
    let isUnnamed = path.utf8.isEmpty
    if isUnnamed { push("items", FieldOptions()) }
    let title = path
    var count: UInt32 = 0
    let outerRole = options[options.count - 1].role
    // A list that is a key says so at its count; its elements are no rows' keys.
    options[options.count - 1].role = outerRole == .key ? .key : .none
    // A range is that of the elements, not of their count.
    let outerRange = options[options.count - 1].range
    options[options.count - 1].range = .any
    push("#", FieldOptions())
    scalar(&count, in: .any)
    leave()
    let child = tables.count
    let above = tables[table].path
    tables[table].children.append(child)
    let link = isSingle || above.utf8.isEmpty ? above : above + "."
    tables.append(Table(path: link + title))

    tables[child].stride = stride

    let outer = Outer(
      names: names, options: options, table: table, section: section, unnamed: unnamed,
      isSingle: isSingle, row: row, rowSize: rowSize, role: outerRole, range: outerRange,
      isUnnamedList: isUnnamed)
    options = [
      FieldOptions(
        options[options.count - 1].cadence, in: content == .elements ? outerRange : .any)
    ]
    options[0].role = content == .text ? .text : outerRole == .key ? .none : outerRole
    names = []
    table = child
    section = 0
    unnamed = "value"
    isSingle = false
    depth += 1
    return outer
  }

  @inline(never)
  private mutating func closeList(_ outer: Outer) {
    depth -= 1
    (row, rowSize) = (outer.row, outer.rowSize)
    (names, options, table) = (outer.names, outer.options, outer.table)
    (section, unnamed, isSingle) = (outer.section, outer.unnamed, outer.isSingle)
    options[options.count - 1].role = outer.role
    options[options.count - 1].range = outer.range
    if outer.isUnnamedList { leave() }
  }

  /// Groups: by section, then by cadence; in each the columns in order. Nothing of that depends on
  /// where a compiler puts what.
  consuming func finish() -> [Table] {
    for index in tables.indices {
      tables[index] = withKeysStored(tables[index])
      for number in tables[index].columns.indices {
        LayoutVisitor.place(number, in: &tables[index])
      }
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
      if table.columns[number].name.utf8.last != numberSign {
        table.columns[number].cadence = .everyStep
      }
    }
    return table
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
