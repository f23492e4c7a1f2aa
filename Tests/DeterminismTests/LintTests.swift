import DeterminismChecks
import Foundation
import Testing

/// The folder that holds the package.
let packageRoot: String = {
  var url = URL(fileURLWithPath: #filePath)
  for _ in 0..<3 { url.deleteLastPathComponent() }
  return url.path
}()

@Suite struct LintTests {
  /// House rules of the engine's modules; the findings name file, line and what to write.
  @Test func engineKeepsItsRules() throws {
    let report = try SourceLint.engine.check(folder: packageRoot + "/Sources")
    #expect(report.findings.isEmpty, "\n\(lines(report.findings))")
    #expect(report.fileCount > 100)
    // A new one is looked at once by a person, then listed here with what it is asked.
    #expect(
      report.unordered == [
        // Visited by ascending keys: `sortedRows` walks, sorts, and nothing else sees its order.
        "Simulation.dictionary", "Simulation.restored", "Simulation.set",
      ])
  }

  @Test func formatNeedsTheStandardLibraryOnly() throws {
    let report = try SourceLint.format.check(folder: packageRoot + "/Sources")
    #expect(report.findings.isEmpty, "\n\(lines(report.findings))")
    #expect(report.fileCount > 100)
  }

  /// Foundation brings ICU's tables, which are most of a program that Linux links statically.
  @Test func theToolGetsByWithFoundationEssentials() throws {
    var count = 0
    for folder in ["Sources", "Tools/sign"] {
      for file in try FileManager.default.subpathsOfDirectory(atPath: "\(packageRoot)/\(folder)")
      where file.hasSuffix(".swift") && !file.hasPrefix("UIKitDynamicsCompatibility/") {
        let text = try String(contentsOfFile: "\(packageRoot)/\(folder)/\(file)", encoding: .utf8)
        let other = text.replacingOccurrences(
          of: "  import FoundationEssentials\n#else\n  import Foundation\n#endif\n", with: "")
        #expect(
          !other.contains("import Foundation\n"),
          "\(folder)/\(file): import FoundationEssentials if available, or use Files of Recording"
        )
        count += 1
      }
    }
    #expect(count > 400)
  }

  private func lines(_ findings: [LintFinding]) -> String {
    findings.map { "\($0)" }.joined(separator: "\n")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    /// Must be caught, on its last line.
    var bad: String
    /// Must not be.
    var good: String
    var testDescription: String { rule }
    init(_ rule: String, bad: String, good: String) {
      self.rule = rule
      self.bad = bad
      self.good = good
    }
  }

  static let cases: [Case] = [
    Case(".hashValue", bad: "let h = body.hashValue", good: "let hashValues = 3"),
    Case(
      "Hasher", bad: "var h = Hasher()", good: "func hash(into hasher: inout Hasher) { }"),
    Case(".addingProduct", bad: "let y = c.addingProduct(a, b)", good: "let y = a * b + c"),
    Case(".minimum()", bad: "let y = Float.minimum(a, b)", good: "let y = a < b ? a : b"),
    Case(".maximum()", bad: "let y = Double.maximum(a, b)", good: "let y = limits.maximum"),
    Case(".sum()", bad: "let y = v.sum()", good: "let y = sum(v)"),
    Case("ContinuousClock", bad: "let t = ContinuousClock.now", good: "rows.clock.rewind()"),
    Case("Date", bad: "let t = Date()", good: "let update = Updater()"),
    Case(
      "SystemRandomNumberGenerator", bad: "var g = SystemRandomNumberGenerator()",
      good: "var g = RandomStream(seed: 1)"),
    Case(".random()", bad: "let x = Float.random(in: 0..<1)", good: "let x = random(3)"),
    Case(".shuffled()", bad: "for x in list.shuffled() {}", good: "let shuffled = true"),
    Case("sin()", bad: "let y = sin(x)", good: "let y = Elementary.sin(x)"),
    Case("cosf()", bad: "let y = 2 * cosf(x)", good: "let y = sincos.cosf"),
    Case("atan2()", bad: "let y = Glibc.atan2(x, 1)", good: "func atan2(_ y: Float) {}"),
    Case("fma()", bad: "return fma(a, b, c)", good: "return magma(a, b, c)"),
    Case(".truncatingRemainder()", bad: "x.truncatingRemainder(dividingBy: 3)", good: "x % 3"),
    Case(
      "ObjectIdentifier", bad: "a.sort { ObjectIdentifier($0) < k }", good: "a.sort { $0.id < k }"),
    Case(
      "Int(bitPattern:)", bad: "let k = Int(bitPattern: pointer)",
      good: "let k = UInt32(bitPattern: index)"),
    Case("Task", bad: "Task { step() }", good: "let TaskCount = 1"),
    Case("Thread", bad: "Thread.sleep(1)", good: "let isThreaded = false"),
    Case("@_silgen_name", bad: "@_silgen_name(\"sinf\") func f()", good: "@inlinable func f()"),
    Case("weak", bad: "weak var delegate: D?", good: "let weak = 1"),
    Case("unowned", bad: "f { [unowned self] in g() }", good: "unowned(unsafe) var d: D?"),
    Case(
      "unowned", bad: "f { [unowned(safe) self] in g() }",
      good: "f { [unowned(unsafe) self] in g() }"),
    Case(
      "weak", bad: "#if hasFeature(Embedded)\nlet a = 1\n#endif\nweak var d: D?",
      good: "#if hasFeature(Embedded)\nunowned(unsafe) var d: D?\n#else\nweak var d: D?\n#endif"),
    Case("import Foundation", bad: "import Foundation", good: "import DeterministicMath"),
    Case("import Dynamics", bad: "import Dynamics", good: "import Simulation"),
    Case("import Collections", bad: "import Collections", good: "// import Collections"),
    Case(
      "import Builtin", bad: "import Builtin",
      good: "#if hasFeature(BuiltinModule)\nimport Builtin\n#endif"),
    Case(
      "import CoreGraphics", bad: "import CoreGraphics",
      good: "#if canImport(CoreGraphics)\nimport CoreGraphics\n#endif"),
    Case(
      "for … in pairs", bad: "var pairs: [Int: Float] = [:]\nfor (k, v) in pairs { f(k, v) }",
      good: "var pairs: [(Int, Float)] = []\nfor (k, v) in pairs { f(k, v) }"),
    Case(
      "for … in seen", bad: "var seen = Set<Int>()\nfor x in self.seen where x > 1 { f(x) }",
      good: "var seen = Set<Int>()\nif seen.contains(3) { f(3) }"),
    Case(
      "pairs.keys", bad: "let pairs: [Int: Float]\nlet first = pairs.keys.map { $0 }",
      good: "let pairs: [Int: Float]\nfor k in pairs.keys.sorted() { f(k, pairs[k]) }"),
    Case(
      "pairs.values", bad: "let pairs: Dictionary<Int, Float>\nfor v in pairs.values { f(v) }",
      good: "let pairs: [Float]\nfor v in pairs.values { f(v) }"),
    Case(
      "groups.forEach", bad: "let groups = [1: 2]\ngroups.forEach { f($0) }",
      good: "let groups = [flag ? 1 : 2]\ngroups.forEach { f($0) }"),
    Case(
      "found.reduce", bad: "func found() -> Set<Int> { s }\nlet n = found().reduce(0, +)",
      good: "func found() -> [Int] { s }\nlet n = found().reduce(0, +)"),
    Case(
      "Dictionary.map", bad: "let a = Dictionary(grouping: b) { $0 }.map { $0 }",
      good: "let a = Dictionary(grouping: b) { $0 }[3]"),
    Case(
      "a walk of seen", bad: "func f(seen: Set<Int>) {\nlet list = Array(seen) }",
      good: "func f(seen: Set<Int>) {\nlet list = Array(seen.sorted()) }"),
  ]

  @Test(arguments: cases)
  func badLineIsCaughtAndGoodOneIsNot(rule: Case) {
    let bad = SourceLint.engine.check(
      module: "RigidBodies", [(path: "Sources/RigidBodies/Bad.swift", text: rule.bad)])
    let last = rule.bad.split(separator: "\n").count
    let message = "Sources/RigidBodies/Bad.swift:\(last): \(rule.rule) is banned here; "
    #expect(bad.findings.contains { $0.description.hasPrefix(message) }, "\(bad.findings)")
    let good = SourceLint.engine.check(
      module: "RigidBodies", [(path: "Good.swift", text: rule.good)])
    #expect(good.findings.isEmpty, "\(good.findings)")
  }

  @Test(arguments: [
    "// let h = body.hashValue",
    "/* a /* nested */ hashValue */ let x = 1",
    "let s = \"hashValue \\\" Date()\"",
    "let s = #\"a \" hashValue \\(Date())\"#",
    "let s = \"\"\"\n  hashValue \" Date()\n  \"\"\"",
    "/// Never use `hashValue`.",
  ])
  func textIsNoCode(source: String) {
    #expect(findings(source).isEmpty)
  }

  /// What is interpolated is computed.
  @Test func interpolationIsCode() {
    #expect(findings("let s = \"h \\(body.hashValue) (\\(1))\"\nlet t = 1").map(\.line) == [1])
    #expect(findings("let s = #\"h \\#(body.hashValue)\"#").count == 1)
    #expect(
      findings("let s = \"\"\"\n  a\n  \\(f(\"x\", body.hashValue))\n  \"\"\"").map(\.line) == [3])
  }

  /// An exception stands in the line itself, with its reason; a bare marker is none.
  @Test func exceptionNeedsAReason() {
    #expect(
      findings("let h = b.hashValue  // determinism: compared with itself only").isEmpty)
    #expect(findings("let h = b.hashValue  // determinism:").count == 1)
    #expect(findings("// determinism: another line\nlet h = b.hashValue").count == 1)
  }

  /// Names are known in the whole module, wherever they were declared.
  @Test func walkInAnotherFileIsCaught() {
    let report = SourceLint.engine.check(
      module: "RigidBodies",
      [
        (path: "A.swift", text: "var proxies: [UInt64: Int32] = [:]"),
        (path: "B.swift", text: "for (key, proxy) in world.proxies { f(key, proxy) }"),
      ])
    #expect(report.findings.map(\.path) == ["B.swift"])
    #expect(report.unordered == ["RigidBodies.proxies"])
  }

  private func findings(_ source: String) -> [LintFinding] {
    SourceLint.engine.check(module: "RigidBodies", [(path: "A.swift", text: source)]).findings
  }
}
