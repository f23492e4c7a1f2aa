import DeterminismChecks
import Foundation
import TestSupport
import Testing

/// What the checks of hot code ask, and what they are asked of.
enum HotCode {
  /// The loops on lanes of a step, whatever the processor: contacts, joints, integration, and their
  /// preparation. Were fewer found, the compiler would have taken some apart.
  static let stepLoopCount = 27
  static let fieldLoopCount = 2

  /// Which functions are left after inlining, and so the exceptions' names, is the compiler's
  /// choice: they are those of Swift 6.3.
  static var knowsCompiler: Bool {
    #if compiler(>=6.3)
      true
    #else
      false
    #endif
  }

  static func expectSound(_ objects: [String], _ registerSize: Int) throws {
    if !knowsCompiler { return }
    let step = try HotCodeCheck(.step).check(objects)
    #expect(step.findings.isEmpty, "\n\(lines(step.findings))")
    #expect(step.wideLoopCount >= stepLoopCount, "\(step.wideLoops)")
    #expect(step.narrowestRegister == registerSize, "\(step.narrowestFunction ?? "")")
    #expect(step.functionCount > 80)
    let fields = try HotCodeCheck(.fields).check(objects)
    #expect(fields.findings.isEmpty, "\n\(lines(fields.findings))")
    #expect(fields.wideLoopCount >= fieldLoopCount, "\(fields.wideLoops)")
    #expect(fields.narrowestRegister == registerSize, "\(fields.narrowestFunction ?? "")")
  }

  static func lines(_ findings: [CodeFinding]) -> String {
    findings.map { "\($0)" }.joined(separator: "\n")
  }
}

/// Slow code that is planted is found: a check that cannot fail shows nothing.
///
/// The plants are compiled as the engine is. Each is a kernel in which one thing is wrong.
@Suite struct PlantedHotCodeTests {
  struct Plant: Sendable, CustomTestStringConvertible {
    var name: String
    /// Source of the function `kernel` and of what it needs.
    var source: String
    /// What the finding names, and why.
    var what: String
    var reason: String
    var options: [String] = []
    var testDescription: String { name }
  }

  /// Eight lanes whose operations are instructions.
  static let lanes = """
    import Builtin
    public struct Lanes {
      var v: Builtin.Vec8xFPIEEE32
      @_transparent init(_ v: Builtin.Vec8xFPIEEE32) { self.v = v }
      @_transparent static func + (a: Lanes, b: Lanes) -> Lanes {
        Lanes(Builtin.fadd_Vec8xFPIEEE32(a.v, b.v))
      }
      @_transparent static func * (a: Lanes, b: Lanes) -> Lanes {
        Lanes(Builtin.fmul_Vec8xFPIEEE32(a.v, b.v))
      }
    }
    public typealias Row = SIMD8<Float>
    public typealias Rows = UnsafeMutablePointer<Row>
    @inline(__always) func work(_ a: Row, _ b: Row) -> Row {
      let (x, y) = (Lanes(a._storage._value), Lanes(b._storage._value))
      var row = Row()
      row._storage._value = ((((x * y + x) * y + x) * y + x) * ((x + y) * x + y)).v
      return row
    }

    """

  static let sound = """
    public func kernel(_ a: Rows, _ b: Rows, _ n: Int) {
      var i = 0
      while i < n {
        a[i] = work(a[i], b[i])
        i &+= 1
      }
    }
    """

  static let plants: [Plant] = [
    Plant(
      name: "lanes one at a time, beside whole ones",
      source: """
        public func kernel(_ a: Rows, _ b: Rows, _ s: UnsafeMutablePointer<Float>, _ n: Int) {
          var i = 0
          while i < n {
            a[i] = work(a[i], b[i])
            s[i] = s[i] * s[i] + 1 / s[i]
            i &+= 1
          }
        }
        """,
      what: "divss", reason: "one float in a loop on lanes"),
    Plant(
      name: "no lanes at all",
      source: """
        public func kernel(_ s: UnsafeMutablePointer<Float>, _ n: Int) {
          var i = 0
          var x: Float = 1
          while i < n {
            x = (((x * s[i] + x) * s[i] + x) / s[i] + x) * ((x + s[i]) * x + s[i])
            i &+= 1
          }
          s[0] = x
        }
        """,
      what: "mulss", reason: "in a loop without lanes"),
    Plant(
      name: "a bounds check per block",
      source: """
        public func kernel(_ a: Rows, _ b: Rows, _ list: UnsafeMutableBufferPointer<Int>, _ n: Int) {
          var i = 0
          while i < n {
            let k = list[i]
            precondition(k < n)
            a[k] = work(a[k], b[i])
            i &+= 1
          }
        }
        """,
      what: "j", reason: "a jump to a trap"),
    Plant(
      name: "rows of a class, in an array",
      source: """
        public final class Store { public var rows: [Float] = [] }
        public func kernel(_ s: Store, _ n: Int) {
          var i = 0
          while i < n {
            s.rows[i] += 1
            i &+= 1
          }
        }
        """,
      what: "swift_beginAccess", reason: "a call of the runtime"),
    Plant(
      name: "references counted",
      source: """
        public final class Body { public var next: Body?; public var x: Float = 0 }
        @inline(never) public func kernel(_ first: Body) -> Float {
          var body: Body? = first
          var sum: Float = 0
          while let here = body {
            sum += here.x
            body = here.next
          }
          return sum
        }
        """,
      what: "swift_re", reason: "a call of the runtime"),
    Plant(
      name: "a witness",
      source: """
        public protocol Shape { func area() -> Float }
        public func kernel(_ shapes: UnsafePointer<any Shape>, _ n: Int) -> Float {
          var sum: Float = 0
          var i = 0
          while i < n {
            sum += shapes[i].area()
            i &+= 1
          }
          return sum
        }
        """,
      what: "callq *", reason: "a call through a pointer"),
    Plant(
      name: "an object per call, in a function that the kernel calls",
      source: """
        public final class Box { public var x: Float = 1 }
        @inline(never) func box(_ n: Int) -> Box { Box() }
        public func kernel(_ boxes: UnsafeMutablePointer<Box?>, _ n: Int) {
          var i = 0
          while i < n {
            boxes[i] = box(i)
            i &+= 1
          }
        }
        """,
      what: "swift_allocObject", reason: "a call of the heap"),
    Plant(
      name: "memory from the heap",
      source: """
        public func kernel(_ n: Int) -> UnsafeMutablePointer<Float> { .allocate(capacity: n) }
        """,
      what: "swift_slowAlloc", reason: "a call of the heap"),
    Plant(
      name: "a call per block",
      source: """
        @inline(never) public func log(_ i: Int) -> Bool { i != 77 }
        public func kernel(_ a: Rows, _ b: Rows, _ n: Int, _ flags: UnsafeMutablePointer<Int>) {
          var i = 0
          while i < n {
            a[i] = work(a[i], b[i])
            if !log(flags[i]) { return }
            i &+= 1
          }
        }
        """,
      what: "log(", reason: "a call in a loop on lanes"),
    Plant(
      name: "stores that may lie anywhere",
      source: """
        public func kernel(_ a: UnsafeMutableRawPointer, _ b: Rows, _ n: Int) {
          var i = 0
          while i < n {
            a.storeBytes(of: work(b[i], b[i]), toByteOffset: i &* 32, as: Row.self)
            i &+= 1
          }
        }
        """,
      what: "movup", reason: "not known to be aligned"),
    Plant(
      name: "half a register",
      source: """
        public func kernel(_ a: Rows, _ b: Rows, _ c: UnsafeMutablePointer<SIMD4<Float>>, _ n: Int) {
          var i = 0
          while i < n {
            a[i] = work(a[i], b[i])
            c[i] = c[i] * b[i].lowHalf
            i &+= 1
          }
        }
        """,
      what: "vmulps", reason: "a part of a register", options: ["-Xcc", "-mavx2"]),
  ]

  @Test(arguments: plants)
  func isFoundAndNamed(plant: Plant) throws {
    let report = try check(plant.source, plant.options)
    let found = report.findings.filter {
      $0.what.hasPrefix(plant.what) && $0.reason.contains(plant.reason)
    }
    #expect(!found.isEmpty, "\n\(HotCode.lines(report.findings))")
    let others = report.findings.filter { !$0.reason.contains(plant.reason) }
    // Where references are counted, memory is given back, too.
    #expect(others.allSatisfy { $0.reason.contains("hot code") }, "\n\(HotCode.lines(others))")
  }

  @Test(arguments: [[String](), ["-Xcc", "-mavx2"]])
  func soundCodePasses(options: [String]) throws {
    let report = try check(Self.sound, options)
    #expect(report.findings.isEmpty, "\n\(HotCode.lines(report.findings))")
    #expect(report.wideLoopCount == 1)
    #expect(report.narrowestRegister == (options.isEmpty ? 16 : 32))
  }

  /// An exception lets off what it names; one that nothing needs is told.
  @Test func exceptionsAreUsedOrTold() throws {
    let plant = try #require(Self.plants.first { $0.name == "a call per block" })
    let call = HotCodeRules.Exception(
      "kernel(*", [.callInWideLoop], callees: ["log("], "the plant")
    let other = HotCodeRules.Exception("elsewhere()", [.callInWideLoop], "nothing")
    let rules = HotCodeRules(roots: ["kernel(*"], exceptions: [call, other])
    let report = try check(plant.source, [], rules)
    #expect(report.findings.isEmpty, "\n\(HotCode.lines(report.findings))")
    #expect(report.unused == ["elsewhere()"])
  }

  @Test func aRootThatIsNotThereIsAnError() throws {
    #expect(throws: CodeCheck.Failure.self) {
      try check(Self.sound, [], HotCodeRules(roots: ["World.step(duration:substeps:)"]))
    }
  }

  private func check(
    _ source: String, _ options: [String],
    _ rules: HotCodeRules = HotCodeRules(roots: ["kernel(*"])
  ) throws -> HotCodeCheck.Report {
    let folder = try TemporaryFolder()
    let (file, object) = (folder.file("Planted.swift"), folder.file("Planted.o"))
    try Data((Self.lanes + source).utf8).write(to: URL(fileURLWithPath: file))
    let target = EngineObjects.Target(
      name: "x86-64", triple: EngineObjects.Target.x86.triple, options: options)
    try EngineObjects.run(target, ["-module-name", "Planted", "-c", "-o", object, file])
    return try HotCodeCheck(rules).check([object])
  }
}

/// Code that the compiler makes on its own account has no name in an object, and stands behind some
/// function, which has no part in it.
@Test func codeBehindAFunctionIsNotItsOwn() {
  let text = """
    a.o:	file format elf64-x86-64

    SYMBOL TABLE:
    0000000000000000 l    df *ABS*	0000000000000000 a
    0000000000000010 g     F .text	0000000000000002 .hidden fill
    0000000000000040 g     F .text	0000000000000001 other

    Disassembly of section .text:

    0000000000000010 <fill>:
          10: nop
          11: retq
          12: nop
          20: callq 0x25 <fill+0x15>
    \t\t0000000000000021:  R_X86_64_PLT32	hash-0x4

    0000000000000040 <other>:
          40: jmp 0x20 <fill+0x10>
    """
  let functions = MachineFunction.read(Array(text.utf8), object: "a.o")
  #expect(functions.map(\.symbol) == ["fill", "code behind fill", "other"])
  #expect(
    functions.map { $0.instructions.map(\.address) } == [[0x10, 0x11], [0x12, 0x20], [0x40]])
}
