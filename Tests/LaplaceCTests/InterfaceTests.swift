import CLaplace
import LaplaceC
import Recording
import Simulation
import TestSupport
import Testing

/// What a caller in C can get wrong is an error as a value, with one line of text.
@Suite struct InterfaceTests {
  private struct Row {
    var flag: UInt8 = 1
    var x: Float = 0
    var n: Int64 = 0
  }

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Calls `body` with a simulation that `change` has altered.
  private func withSimulation<Value>(
    _ change: (inout laplace_simulation, inout [laplace_field], inout laplace_table) -> Void = {
      _, _, _ in
    },
    _ body: (UnsafePointer<laplace_simulation>) throws -> Value
  ) rethrows -> Value {
    try "toy".withCString { name in
      try "rows".withCString { table in
        try "x".withCString { x in
          try "flag".withCString { flag in
            try "n".withCString { n in
              var fields = [
                laplace_field(
                  name: x, offset: UInt32(MemoryLayout<Row>.offset(of: \.x)!), type: 5, role: 2,
                  cadence: 0, reserved: 0),
                laplace_field(name: flag, offset: 0, type: 0, role: 0, cadence: 0, reserved: 0),
                laplace_field(
                  name: n, offset: UInt32(MemoryLayout<Row>.offset(of: \.n)!), type: 4, role: 1,
                  cadence: 1, reserved: 0),
              ]
              var rows = laplace_table(
                name: table, fields: nil, field_count: 3,
                stride: UInt32(MemoryLayout<Row>.stride))
              var simulation = laplace_simulation(
                api_version: laplace_api_version(), step_numerator: 1, step_denominator: 60,
                table_count: 1, input_count: 0, name: name, version: nil, build: nil,
                tables: nil, inputs: nil)
              change(&simulation, &fields, &rows)
              return try fields.withUnsafeBufferPointer { buffer in
                if rows.fields == nil { rows.fields = buffer.baseAddress }
                return try withUnsafePointer(to: rows) { pointer in
                  if simulation.tables == nil { simulation.tables = pointer }
                  return try withUnsafePointer(to: simulation) { try body($0) }
                }
              }
            }
          }
        }
      }
    }
  }

  private var error: String { String(cString: laplace_error()) }

  /// Begins a recording of `rows`.
  private func record(
    _ simulation: UnsafePointer<laplace_simulation>?, _ rows: inout [Row], count: UInt64? = nil,
    path: String? = nil
  ) -> OpaquePointer? {
    let length = UInt64(rows.count)
    return rows.withUnsafeMutableBytes { bytes in
      let now = [laplace_rows(base: bytes.baseAddress, count: count ?? length)]
      return laplace_record(path ?? folder.file("a.mcap"), simulation, 1, now)
    }
  }

  @Test func wrongDescriptionsAreRefused() {
    typealias Change = (
      inout laplace_simulation, inout [laplace_field], inout laplace_table
    ) -> Void
    let cases: [(String, Change)] = [
      ("version 9", { simulation, _, _ in simulation.api_version = 9 }),
      ("the name of the simulation is NULL", { simulation, _, _ in simulation.name = nil }),
      ("a step of 0/60 s", { simulation, _, _ in simulation.step_numerator = 0 }),
      ("a step of 1/0 s", { simulation, _, _ in simulation.step_denominator = 0 }),
      ("0 tables", { simulation, _, _ in simulation.table_count = 0 }),
      ("4294967295 kinds of input", { simulation, _, _ in simulation.input_count = .max }),
      ("the kinds of input are NULL", { simulation, _, _ in simulation.input_count = 1 }),
      ("the name of a table is NULL", { _, _, table in table.name = nil }),
      ("has no fields", { _, _, table in table.field_count = 0 }),
      ("4294967295 fields", { _, _, table in table.field_count = .max }),
      ("a stride of 0 bytes", { _, fields, table in (table.stride, table.field_count) = (0, 0) }),
      ("lies outside of the", { _, fields, _ in fields[0].offset = .max }),
      ("has no type 7", { _, fields, _ in fields[0].type = 7 }),
      ("has no role 99", { _, fields, _ in fields[0].role = 99 }),
      ("has no cadence 2", { _, fields, _ in fields[0].cadence = 2 }),
      ("two fields are called 'x'", { _, fields, _ in fields[1].name = fields[0].name }),
    ]
    for (message, change) in cases {
      withSimulation(change) { simulation in
        var rows = [Row()]
        #expect(record(simulation, &rows) == nil, "\(message)")
        #expect(error.contains(message), "\(message): \(error)")
        #expect(!error.contains("\n"))
      }
    }
    var rows = [Row()]
    #expect(record(nil, &rows) == nil && error == "the simulation is NULL")
  }

  @Test func wrongRowsAreRefusedAndWhatCameBeforeStays() throws {
    try withSimulation { simulation in
      var rows = [Row(), Row(flag: 0, x: 2, n: 7)]
      #expect(laplace_record(folder.file("b.mcap"), simulation, 1, nil) == nil)
      #expect(error == "the rows are NULL")
      #expect(record(simulation, &rows, count: 1 << 60) == nil)
      #expect(error.hasPrefix("table 'rows' has 1152921504606846976 rows"), "\(error)")
      rows[1].x = .nan
      #expect(record(simulation, &rows) == nil && error.hasPrefix("rows[1].x is not a number"))
      #expect(laplace_record(nil, simulation, 1, nil) == nil && error == "the path is NULL")

      rows[1].x = 2
      let recorder = try #require(record(simulation, &rows), "\(error)")
      var digest = laplace_digest()
      func step() -> Int32 {
        rows.withUnsafeMutableBytes { bytes in
          let now = [laplace_rows(base: bytes.baseAddress, count: 2)]
          return laplace_step(recorder, nil, 0, now, &digest)
        }
      }
      rows[0].x = 1
      #expect(step() == 0 && error == "")
      #expect(laplace_step(recorder, nil, 3, nil, nil) == 1 && error.contains("3 inputs"))
      #expect(laplace_step(recorder, nil, 0, nil, nil) == 1 && error == "the rows are NULL")
      rows[0].x = .infinity
      #expect(step() == 0, "\(error)")
      rows[0].x = .nan
      #expect(step() == 1 && error.hasPrefix("rows[0].x is not a number"), "\(error)")
      #expect(laplace_mark(recorder, "here") == 0)
      #expect(laplace_mark(recorder, nil) == 1)
      #expect(laplace_finish(recorder) == 0, "\(error)")
      #expect(laplace_finish(nil) == 1 && laplace_step(nil, nil, 0, nil, nil) == 1)
    }
    let recording = try Recording(path: folder.file("a.mcap"))
    #expect(try recording.stepCount == 2 && recording.markers.map(\.text) == ["here"])
    // Columns without holes, the everyStep ones first, whatever lies between them in the struct.
    let groups = recording.header.description.state.tables[0].groups
    #expect(groups.map(\.rowSize) == [5, 8])
    #expect(try recording.keyframe(atOrBefore: 0).image.bytes.count == 26)
  }

  @Test func readerRefusesWhatIsNotThere() throws {
    try withSimulation { simulation in
      var rows = [Row(x: 3), Row(x: 4, n: 9)]
      let recorder = try #require(record(simulation, &rows))
      #expect(laplace_finish(recorder) == 0)
    }
    let recording = try #require(laplace_open(folder.file("a.mcap")), "\(error)")
    defer { laplace_close(recording) }
    #expect(laplace_step_count(recording) == 0 && laplace_step_count(nil) == -1)
    var numbers: [Float] = [0, 0]
    var count: UInt64 = 0
    #expect(laplace_read(recording, -1, 0, &numbers, 8, &count) == 0 && count == 2)
    #expect(numbers == [3, 4])
    numbers = [0, 0]
    #expect(laplace_read(recording, -1, 0, &numbers, 7, &count) == 0 && numbers == [3, 0])
    #expect(laplace_read(recording, -1, 0, nil, 0, &count) == 0 && count == 2)
    #expect(laplace_read(recording, -1, 0, nil, 8, &count) == 1)
    var values: [Int64] = [0, 0]
    #expect(laplace_read(recording, -1, 2, &values, 16, nil) == 0 && values == [0, 9])
    #expect(laplace_read(recording, 0, 0, &numbers, 8, &count) == 1)
    #expect(laplace_read(recording, .min, 0, &numbers, 8, &count) == 1)
    #expect(laplace_read(recording, -1, 3, &numbers, 8, &count) == 1)
    #expect(laplace_column(recording, 3, nil, nil, nil, nil) == 1)
    #expect(laplace_digest_after(recording, 5, nil) == 1)
    #expect(laplace_open(folder.file("none.mcap")) == nil && error.contains("no such file"))
    laplace_close(nil)
  }
}
