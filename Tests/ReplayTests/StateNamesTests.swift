import Sessions
import Simulation
import TestSupport
import Testing

/// States written by hand: tables of columns, values as numbers.
struct HandState {
  struct Column {
    var name: String
    var type: ScalarType
    var role: FieldRole
    var cadence: StateCadence
    var values: [Double]
    var form: FieldForm
    var owner: FieldOwner?

    init(
      _ name: String, _ type: ScalarType, _ values: [Double], role: FieldRole = .none,
      _ cadence: StateCadence = .keyFrame, form: FieldForm = .number, owner: FieldOwner? = nil
    ) {
      (self.name, self.type, self.role) = (name, type, role)
      (self.cadence, self.values) = (cadence, values)
      (self.form, self.owner) = (form, owner)
    }

    /// The count of the rows of a child table.
    static func count(
      _ name: String, of table: Int, _ values: [Double], role: FieldRole = .none,
      owner: FieldOwner? = nil
    ) -> Column {
      Column(name, .uint32, values, role: role, form: .count(table: table), owner: owner)
    }
  }

  var tables: [(name: String, content: TableContent, columns: [Column])] = []

  mutating func table(_ name: String, _ content: TableContent = .rows, _ columns: Column...) {
    tables.append((name, content, columns))
  }

  /// A string for each row of the parent.
  mutating func strings(_ name: String, _ texts: [String]) {
    let bytes = texts.flatMap { $0.utf8.map { Double($0) } }
    table(name, .text, Column("", .uint8, bytes))
  }

  var schema: StateSchema {
    StateSchema(
      tables: tables.map { table in
        StateSchema.Table(
          name: table.name, content: table.content,
          groups: table.columns.map { column in
            StateSchema.Group(
              cadence: column.cadence, rowSize: column.type.size,
              fields: [
                StateSchema.Field(
                  label: column.name, type: column.type, offset: 0, form: column.form,
                  owner: column.owner, role: column.role)
              ])
          })
      })
  }

  func view(_ selection: StateSelection = .everything, rowCounts: [Int32]? = nil) -> StateView? {
    var image = StateImage(rowCounts: tables.map { Int32($0.columns.first?.values.count ?? 0) })
    for column in tables.flatMap(\.columns) where selection.includes(column.cadence) {
      for value in column.values { image.bytes += bytes(value, column.type) }
    }
    if let rowCounts { image.rowCounts = rowCounts }
    return StateView(schema: schema, selection: selection, image: image)
  }

  private func bytes(_ value: Double, _ type: ScalarType) -> [UInt8] {
    let bits: UInt64 =
      switch type {
      case .float32: UInt64(Float(value).bitPattern)
      case .float64: value.bitPattern
      default: UInt64(bitPattern: Int64(value))
      }
    return (0..<type.size).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
  }
}

/// A skirmish: units with an order, a target, a path, marks on the path and a name; gold by metal
/// and by number; a message.
struct Skirmish {
  struct Unit {
    var id: Double
    var target: Double?
    var path: [(x: Double, marks: [Double])] = []
    var name = "ann"
    var title: String?
    var x = 0.0
  }

  var units: [Unit]
  var metals: [(String, Double)] = [("gold", 3), ("iron", 5)]
  var owners: [(Double, Double)] = [(-3, 10), (3, 20)]
  var tags = ["blue", "red"]
  var scores: [Double] = [1, 2, 3]
  var message = "a"

  static let usual = Skirmish(units: [
    Unit(id: 2), Unit(id: 7, target: 2, path: [(1, [1]), (2, []), (3, [4, 5])], name: "bob"),
    Unit(id: 9, path: [(8, [6])]),
  ])

  var state: HandState {
    typealias Column = HandState.Column
    var state = HandState()
    let points = units.flatMap(\.path)
    state.table(
      "units", .rows, Column("id", .uint32, units.map(\.id), role: .key),
      Column("x", .float32, units.map(\.x), .everyStep),
      Column("target", .uint8, units.map { $0.target == nil ? 0 : 1 }, form: .presence),
      Column("", .uint32, units.map { $0.target ?? 0 }, owner: FieldOwner(column: 2)),
      .count("path", of: 1, units.map { Double($0.path.count) }),
      .count("name", of: 3, units.map { Double($0.name.utf8.count) }),
      Column("title", .uint8, units.map { $0.title == nil ? 0 : 1 }, form: .presence),
      .count(
        "", of: 4, units.map { Double($0.title?.utf8.count ?? 0) }, owner: FieldOwner(column: 6)))
    state.table(
      "units.path", .rows, Column("x", .float32, points.map(\.x)),
      .count("marks", of: 2, points.map { Double($0.marks.count) }))
    state.table("units.path.marks", .rows, Column("", .int32, points.flatMap(\.marks)))
    state.strings("units.name", units.map(\.name))
    state.strings("units.title", units.map { $0.title ?? "" })
    state.table(
      "metals", .entries,
      .count("key", of: 6, metals.map { Double($0.0.utf8.count) }, role: .key),
      Column("", .int64, metals.map(\.1)))
    state.strings("metals.key", metals.map(\.0))
    state.table(
      "owners", .entries, Column("key", .int32, owners.map(\.0), role: .key),
      Column("gold", .int64, owners.map(\.1)))
    state.table(
      "tags", .entries, .count("key", of: 9, tags.map { Double($0.utf8.count) }, role: .key))
    state.strings("tags.key", tags)
    state.table("scores", .rows, Column("", .float64, scores))
    state.strings("message", [message])
    return state
  }
}

@Suite struct StateNamesTests {
  struct Change: Sendable, CustomTestStringConvertible {
    var says: [String]
    var change: @Sendable (inout Skirmish) -> Void
    var testDescription: String { says.joined(separator: "; ") }

    init(_ says: String..., change: @escaping @Sendable (inout Skirmish) -> Void) {
      (self.says, self.change) = (says, change)
    }
  }

  static let changes = [
    Change("units[7].target  0x00000002 (2)  ->  0x00000009 (9)") { $0.units[1].target = 9 },
    Change("units[7].target  0x00000002 (2)  ->  nil") { $0.units[1].target = nil },
    // The bits of the column are the same: only the mark tells an empty optional from a zero.
    Change("units[9].target  nil  ->  0x00000000 (0)") { $0.units[2].target = 0 },
    Change("units[7].x  0x00000000 (0.0)  ->  0x3fc00000 (1.5)  by 1.5, 1069547520 ULP") {
      $0.units[1].x = 1.5
    },
    Change("units[7].x  0x00000000 (0.0)  ->  0x80000000 (-0.0)  by its sign only") {
      $0.units[1].x = -0.0
    },
    Change("units[7].path[2].x  0x40400000 (3.0)  ->  0x40800000 (4.0)  by 1, 4194304 ULP") {
      $0.units[1].path[2].x = 4
    },
    Change("units[7].path[2].marks[1]  0x00000005 (5)  ->  0x00000006 (6)") {
      $0.units[1].path[2].marks[1] = 6
    },
    Change("units[7].path[2]  is missing") { $0.units[1].path.removeLast() },
    Change("units[7].path[3]  is only in the second state") { $0.units[1].path.append((0, [])) },
    Change("units[7].name  \"bob\"  ->  \"eve\"") { $0.units[1].name = "eve" },
    Change("units[7].name  \"bob\"  ->  \"b\\nb \\\"\\\\\"") { $0.units[1].name = "b\nb \"\\" },
    Change("units[2].title  nil  ->  \"\"") { $0.units[0].title = "" },
    Change("units[2].title  nil  ->  \"Dr\"") { $0.units[0].title = "Dr" },
    // Nothing behind an inserted or a removed row changes its name.
    Change("units[5]  is only in the second state") {
      $0.units.insert(Skirmish.Unit(id: 5, path: [(0, [3])], name: "x"), at: 1)
    },
    Change("units[2]  is missing", "units[9].path[0].x  0x41000000 (8.0)  ->  0x40e00000 (7.0)") {
      $0.units.removeFirst()
      $0.units[1].path[0].x = 7
    },
    Change("units[2]  is row 0  ->  row 1", "units[7]  is row 1  ->  row 0") {
      $0.units.swapAt(0, 1)
    },
    Change("metals[\"iron\"]  0x0000000000000005 (5)  ->  0x0000000000000006 (6)") {
      $0.metals[1].1 = 6
    },
    Change("metals[\"copper\"]  is only in the second state") {
      $0.metals.insert(("copper", 1), at: 0)
    },
    Change("owners[-3].gold  0x000000000000000a (10)  ->  0x000000000000000b (11)") {
      $0.owners[0].1 = 11
    },
    Change("owners[3]  is missing") { $0.owners.removeLast() },
    Change("tags[\"red\"]  is missing", "tags[\"green\"]  is only in the second state") {
      $0.tags = ["blue", "green"]
    },
    Change("scores[1]  0x4000000000000000 (2.0)  ->  0x4010000000000000 (4.0)  by 2, ") {
      $0.scores[1] = 4
    },
    Change("message  \"a\"  ->  \"b\"") { $0.message = "b" },
    Change("message  \"a\"  ->  \"\\u{301}\"") { $0.message = "\u{301}" },
  ]

  @Test(arguments: changes) func placeIsNamed(change: Change) throws {
    var other = Skirmish.usual
    change.change(&other)
    let comparison = StateComparison(
      expected: try #require(Skirmish.usual.state.view()),
      actual: try #require(other.state.view()))
    let found = comparison.differences.map(\.description)
    #expect(comparison.count == change.says.count, "\(found)")
    for (line, says) in zip(found, change.says) { #expect(line.hasPrefix(says), "\(line)") }
  }

  @Test func nothingDiffersFromItself() throws {
    let view = try #require(Skirmish.usual.state.view())
    #expect(StateComparison(expected: view, actual: view).count == 0)
  }

  /// Two spellings of one letter look the same, and long texts are shown around the difference.
  @Test func textsThatLookAlike() throws {
    func line(_ a: String, _ b: String) throws -> String {
      var (left, right) = (HandState(), HandState())
      left.strings("message", [a])
      right.strings("message", [b])
      let comparison = StateComparison(
        expected: try #require(left.view()), actual: try #require(right.view()))
      return try #require(comparison.differences.first).description
    }
    #expect(try line("é", "e\u{301}") == "message  \"\\u{e9}\"  ->  \"e\\u{301}\"")
    let long = String(repeating: "word ", count: 100)
    let text = try line(long + "end", long + "and")
    #expect(text.contains("end\"  ->  \"…") && text.hasSuffix("and\""))
    #expect(text.count < 100)
  }

  /// Stored every step are the units' places, but not their keys: no number is called one.
  @Test func keyThatIsNotAtHand() throws {
    var other = Skirmish.usual
    other.units[1].x = 2
    let comparison = StateComparison(
      expected: try #require(Skirmish.usual.state.view(.everyStep)),
      actual: try #require(other.state.view(.everyStep)))
    #expect(comparison.differences.map(\.place) == ["units[row 1].x"])
  }

  /// Nor are there names: rows of a list that went with their parent are not told of as others.
  @Test func listsThatAreNotAtHand() throws {
    func differences(_ change: (inout Skirmish) -> Void) throws -> [String] {
      var other = Skirmish.usual
      change(&other)
      return StateComparison(
        expected: try #require(Skirmish.usual.state.view(.everyStep)),
        actual: try #require(other.state.view(.everyStep))
      ).differences.map(\.description)
    }
    #expect(try differences { $0.units.removeLast() } == ["units[row 2]  is missing"])
    #expect(try differences { $0.units[1].name = "bobby" } == ["units.name  9 rows  ->  11 rows"])
    #expect(try differences { $0.message = "ab" } == ["message  1 row  ->  2 rows"])
    #expect(try differences { $0.units[1].name = "eve" } == [])
  }

  @Test func rowsAreShownByTheirNames() throws {
    let rows = StateRows(try #require(Skirmish.usual.state.view()))
    func shown(_ table: Int, _ row: Int) -> String {
      rows.path(table: table, row: row).label + " "
        + rows.shownFields(table: table, row: row).map { "\($0.name)=\($0.value)" }
        .joined(separator: " ")
    }
    #expect(shown(0, 1) == "units[7] id=7 x=0.0 target=2 path.count=3 name=\"bob\" title=nil")
    #expect(shown(1, 3) == "units[9].path[0] x=8.0 marks.count=1")
    #expect(shown(2, 2) == "units[7].path[2].marks[1] =5")
    #expect(shown(5, 1) == "metals[\"iron\"] =5")
    #expect(shown(7, 0) == "owners[-3] gold=10")
    #expect(rows.rootText(11)?.string == "a")
  }

  // MARK: Files that lie

  /// Whatever a schema claims, its rows have names, and none is a trap.
  @Test func hostileSchemas() throws {
    typealias Column = HandState.Column
    var states: [(HandState, String)] = []
    func add(_ expected: String, _ build: (inout HandState) -> Void) {
      var state = HandState()
      build(&state)
      states.append((state, expected))
    }
    add("units.path[0].x") { state in  // more rows than the parents count
      state.table("units", .rows, .count("path", of: 1, [1, 0]))
      state.table("units.path", .rows, Column("x", .float32, [1, 2]))
    }
    add("units.path[0].x") { state in  // fewer rows
      state.table("units", .rows, .count("path", of: 1, [1, 4_294_967_295]))
      state.table("units.path", .rows, Column("x", .float32, [1, 2]))
    }
    add("units.path[0].x") { state in  // a count of a table that is not there, and one of itself
      state.table("units", .rows, .count("path", of: 7, [1, 0]), .count("self", of: 0, [1, 1]))
      state.table("units.path", .rows, Column("x", .float32, [1, 2]))
    }
    add("message[0]") { state in  // text in numbers
      state.table("message", .text, Column("", .float64, [1, 2]))
    }
    add("gold[row 0]") { state in  // a key whose letters are not there
      state.table(
        "gold", .entries, .count("key", of: 1, [9, 9], role: .key), Column("", .int32, [1, 2]))
      state.strings("gold.key", ["a"])
    }
    add("a[0].b[0].x") { state in  // two tables of one name, which share their rows
      state.table("a", .rows, .count("b", of: 2, [2]))
      state.table("a", .rows, .count("b", of: 2, [2]))
      state.table("a.b", .rows, Column("x", .float32, [1, 2]))
    }
    add(".x[0].x") { state in  // columns that own one another, or none that there is
      state.table("", .value, Column("", .float32, [1]), Column(".#", .uint32, [1]))
      state.table(
        ".", .rows, Column("?", .uint8, [3], form: .presence, owner: FieldOwner(column: 1)),
        Column("x", .uint8, [2], form: .cases, owner: FieldOwner(column: 0, caseIndex: 9)))
      state.table("..#", .rows, Column("??", .uint8, [3], owner: FieldOwner(column: -1)))
      state.table(".x", .rows, Column("x", .float32, [1, 2]))
    }
    for (state, expected) in states {
      var other = state
      let last = other.tables.indices.last { index in
        other.tables[index].columns.contains {
          ["x", ""].contains($0.name)
        } && (other.tables[index].content != .text || expected.hasPrefix("message"))
      }
      let table = try #require(last)
      let column = other.tables[table].columns.firstIndex { ["x", ""].contains($0.name) }
      other.tables[table].columns[try #require(column)].values[0] += 1
      let comparison = StateComparison(
        expected: try #require(state.view()), actual: try #require(other.view()))
      #expect(comparison.differences.map(\.place) == [expected])
      let rows = StateRows(try #require(state.view()))
      for table in state.tables.indices {
        for row in state.tables[table].columns[0].values.indices {
          #expect(
            rows.path(table: table, row: row).label.isEmpty == state.tables[table].name.isEmpty)
          _ = rows.shownFields(table: table, row: row)
          _ = rows.texts(table: table, row: row)
        }
      }
    }
    var image = HandState()
    image.table("a", .rows, Column("x", .float32, [1]))
    #expect(image.view(rowCounts: [-1]) == nil)
    #expect(image.view(rowCounts: [2]) == nil)
    #expect(image.view(rowCounts: []) == nil)
  }

  /// States of random tables with names that mean something, and may not: whatever they are, two of
  /// them are compared and listed without a trap, and equal ones do not differ.
  @Test func randomSchemas() throws {
    typealias Column = HandState.Column
    var random = SplitMix(seed: 15)
    func pick<T>(_ values: [T]) -> T { values[Int(random.next() % UInt64(values.count))] }
    let names = ["", "a", "b", "key", "value", "items", "a.b", ".a", "?", "a?", "??", "a.#", ".#"]
    for _ in 0..<1500 {
      var states = (HandState(), HandState())
      for _ in 0...(random.next() % 5) {
        let name = pick(["a", "a.b", "a.key", "a.value", "a.b.items", "b", "", "a."])
        let rowCount = pick([0, 1, 1, 2, 3])
        let columns = (0...(random.next() % 4)).map { _ in
          let type = pick([ScalarType.uint8, .uint32, .uint32, .int64, .float32, .float64])
          let number = Int(random.next() % 6)
          return Column(
            pick(names) + pick(["", "", "?", ".#"]), type,
            (0..<rowCount).map { _ in Double(random.next() % 3) },
            role: pick([.none, .none, .key, .positionX, .positionY]),
            pick([.everyStep, .keyFrame]),
            form: pick([.number, .flag, .presence, .cases, .count(table: number)]),
            owner: pick([nil, nil, FieldOwner(column: number - 1, caseIndex: number)]))
        }
        let content = pick([TableContent.rows, .rows, .text, .entries])
        states.0.tables.append((name, content, columns))
        let changed = columns.map { column in
          var column = column
          column.values = column.values.map { _ in Double(random.next() % 3) }
          return column
        }
        states.1.tables.append((name, content, changed))
      }
      for selection in [StateSelection.everything, .everyStep] {
        guard let a = states.0.view(selection), let b = states.1.view(selection) else { continue }
        #expect(StateComparison(expected: a, actual: a).count == 0)
        let comparison = StateComparison(expected: a, actual: b, limit: 100)
        #expect(comparison.count == comparison.differences.count)
        #expect(comparison.count > 0 || a.image == b.image || selection == .everyStep)
        _ = comparison.differences.map(\.description)
        let rows = StateRows(a)
        for table in a.schema.tables.indices {
          _ = rows.rootText(table)
          for row in 0..<a.rowCount(table: table) {
            _ = rows.path(table: table, row: row).label
            _ = rows.shownFields(table: table, row: row)
            _ = rows.texts(table: table, row: row)
          }
        }
        for placed in PlacedTable.all(in: a.schema) { _ = placed.rows(in: rows) }
      }
    }
  }
}
