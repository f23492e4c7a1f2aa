import DeterministicMath
import Testing

/// Every function against 60-digit references: random arguments of every size, subnormal numbers,
/// huge angles, the angles nearest to multiples of π/2, the seams of every reduction.
@Suite struct ElementaryReferenceTests {
  struct Case<Value: Sendable>: Sendable, CustomTestStringConvertible {
    var name: String
    /// The largest error allowed, in ULP: what the function's documentation states.
    var limit: Double
    var function: @Sendable ([Value]) -> Value
    var testDescription: String { name }
  }

  static let doubles: [Case<Double>] = [
    Case(name: "sin", limit: 0.8) { Elementary.sin($0[0]) },
    Case(name: "cos", limit: 0.8) { Elementary.cos($0[0]) },
    Case(name: "tan", limit: 1.1) { Elementary.tan($0[0]) },
    Case(name: "asin", limit: 0.8) { Elementary.asin($0[0]) },
    Case(name: "acos", limit: 0.8) { Elementary.acos($0[0]) },
    Case(name: "atan", limit: 0.8) { Elementary.atan($0[0]) },
    Case(name: "atan2", limit: 1.5) { Elementary.atan2($0[0], $0[1]) },
    Case(name: "exp", limit: 0.8) { Elementary.exp($0[0]) },
    Case(name: "log", limit: 0.501) { Elementary.log($0[0]) },
    Case(name: "pow", limit: 0.8) { Elementary.pow($0[0], $0[1]) },
  ]

  static let floats: [Case<Float>] = [
    Case(name: "sin", limit: 0.501) { Elementary.sin($0[0]) },
    Case(name: "cos", limit: 0.501) { Elementary.cos($0[0]) },
    Case(name: "tan", limit: 0.501) { Elementary.tan($0[0]) },
    Case(name: "asin", limit: 0.501) { Elementary.asin($0[0]) },
    Case(name: "acos", limit: 0.501) { Elementary.acos($0[0]) },
    Case(name: "atan", limit: 0.501) { Elementary.atan($0[0]) },
    Case(name: "atan2", limit: 0.501) { Elementary.atan2($0[0], $0[1]) },
    Case(name: "exp", limit: 0.501) { Elementary.exp($0[0]) },
    Case(name: "log", limit: 0.501) { Elementary.log($0[0]) },
    Case(name: "pow", limit: 0.501) { Elementary.pow($0[0], $0[1]) },
  ]

  @Test("UD-CORE-06 double precision stays within the stated error", arguments: doubles)
  func double(_ function: Case<Double>) throws {
    let table = try ReferenceTable<UInt64>("\(function.name).f64")
    #expect(table.points.count > 1500)
    var worst = (error: 0.0, point: table.points[0])
    for point in table.points {
      let result = function.function(point.arguments.map { Double(bitPattern: $0) })
      let error = point.error(of: result.bitPattern)
      if !(error <= worst.error) { worst = (error, point) }
    }
    #expect(
      worst.error <= function.limit,
      "\(function.name)\(worst.point.arguments.map { Double(bitPattern: $0) })")
  }

  @Test("UD-CORE-06 single precision stays within the stated error", arguments: floats)
  func float(_ function: Case<Float>) throws {
    let table = try ReferenceTable<UInt32>("\(function.name).f32")
    #expect(table.points.count > 600)
    var worst = (error: 0.0, point: table.points[0])
    for point in table.points {
      let result = function.function(point.arguments.map { Float(bitPattern: $0) })
      let error = point.error(of: result.bitPattern)
      if !(error <= worst.error) { worst = (error, point) }
    }
    #expect(
      worst.error <= function.limit,
      "\(function.name)\(worst.point.arguments.map { Float(bitPattern: $0) })")
  }

  @Test("the tables tell a result one step away from the nearest one")
  func tablesDiscriminate() throws {
    let table = try ReferenceTable<UInt64>("sin.f64")
    for point in table.points {
      #expect(point.error(of: point.nearest) <= 0.5)
      #expect(point.error(of: point.nearest ^ 1) >= 0.5)
    }
  }
}
