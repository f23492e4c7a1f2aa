import Simulation
import TestSupport
import Testing

/// States of many shapes: every one-byte corruption of an image is refused and rolled back, or
/// taken and saved back bit for bit.
@Suite struct ShapeFuzzTests {
  private func fuzz<Value: Fuzzed>(_ type: Value.Type, _ seed: UInt64) -> (Int, Int) {
    var random = SplitMix(seed: seed)
    var (taken, refused) = (0, 0)
    func make() -> Shape<Value> {
      var shape = Shape<Value>()
      shape.one = Value(using: &random)
      shape.rows = (0..<random.next() % 5).map { _ in Value(using: &random) }
      shape.maybe = random.next() % 2 == 0 ? nil : Value(using: &random)
      shape.nested = (0..<random.next() % 3).map { _ in
        (0..<random.next() % 3).map { _ in Value(using: &random) }
      }
      for _ in 0..<random.next() % 4 {
        shape.keyed[UInt8(random.next() % 200)] = Value(using: &random)
      }
      return shape
    }
    let run = SimulationRun(make())
    func image() -> StateImage {
      var image = StateImage()
      run.save(.everything, into: &image)
      return StateImage(rowCounts: image.rowCounts, bytes: image.bytes)
    }
    for _ in 0..<4 {
      run.replace(make())
      let saved = image()
      let digest = run.digest()
      for _ in 0..<25 {
        var broken = saved
        let index = Int(random.next() % UInt64(saved.bytes.count))
        broken.bytes[index] ^= random.next() % 4 == 0 ? 0x80 : UInt8(random.next() % 128) | 1
        do {
          try run.restore(broken, stepCount: 1)
          taken += 1
          #expect(image() == broken, "\(type), seed \(seed), byte \(index)")
          try? run.restore(saved, stepCount: 0)
        } catch {
          refused += 1
          #expect(image() == saved && run.digest() == digest, "\(type), \(seed), byte \(index)")
        }
      }
      #expect(image() == saved && run.digest() == digest && run.fault == nil, "\(type), \(seed)")
    }
    return (taken, refused)
  }

  @Test("corrupted images of 25 shapes", arguments: Sample.of(UInt64(0)..<2))
  func corruptions(seed: UInt64) {
    typealias A = UInt8
    typealias B = Pair<Bool, Float>
    typealias C = Pair<String, Int16>
    var (taken, refused) = (0, 0)
    func add(_ counts: (Int, Int)) { (taken, refused) = (taken + counts.0, refused + counts.1) }
    add(fuzz(A.self, seed))
    add(fuzz(Bool.self, seed))
    add(fuzz(Int.self, seed))
    add(fuzz(Double.self, seed))
    add(fuzz(String.self, seed))
    add(fuzz(Int8.self, seed))
    add(fuzz(Hue.self, seed))
    add(fuzz(B.self, seed))
    add(fuzz(C.self, seed))
    add(fuzz([A].self, seed))
    add(fuzz([B].self, seed))
    add(fuzz([C].self, seed))
    add(fuzz(B?.self, seed))
    add(fuzz(C?.self, seed))
    add(fuzz(A??.self, seed))
    add(fuzz(Pair<A?, [Float]?>.self, seed))
    add(fuzz(Pair<Pair<A, Double>, Pair<Int, UInt16>>.self, seed))
    add(fuzz(Pair<Float, Double>.self, seed))
    add(fuzz(Either<A, C>.self, seed))
    add(fuzz(Either<[B], Either<Hue, String?>>.self, seed))
    add(fuzz([Either<B, [Int]>].self, seed))
    add(fuzz(Table<String, A>.self, seed))
    add(fuzz(Table<Double, [C]>.self, seed))
    add(fuzz(Table<Pair<Bool, String>, Table<Int8, B>>.self, seed))
    add(fuzz(Table<Hue?, Either<A, B>>.self, seed))
    #expect(taken > 400 && refused > 200, "\(taken) taken, \(refused) refused")
  }
}

private protocol Fuzzed: StateValue, Hashable {
  init(using random: inout SplitMix)
}

extension FixedWidthInteger {
  fileprivate init(bits random: inout SplitMix) { self.init(truncatingIfNeeded: random.next()) }
}
extension UInt8: Fuzzed { init(using random: inout SplitMix) { self.init(bits: &random) } }
extension Int8: Fuzzed { init(using random: inout SplitMix) { self.init(bits: &random) } }
extension Int16: Fuzzed { init(using random: inout SplitMix) { self.init(bits: &random) } }
extension UInt16: Fuzzed { init(using random: inout SplitMix) { self.init(bits: &random) } }
extension Int: Fuzzed { init(using random: inout SplitMix) { self.init(bits: &random) } }
extension Bool: Fuzzed { init(using random: inout SplitMix) { self = random.next() % 2 == 0 } }
extension Float: Fuzzed {
  init(using random: inout SplitMix) {
    self = [0, -0.0, .infinity, .leastNonzeroMagnitude, 1.5, -7][Int(random.next() % 6)]
  }
}
extension Double: Fuzzed {
  init(using random: inout SplitMix) {
    self = [0, -0.0, -.infinity, .leastNonzeroMagnitude, 1.5, -7e300][Int(random.next() % 6)]
  }
}
extension String: Fuzzed {
  init(using random: inout SplitMix) {
    self = (0..<random.next() % 4).map { _ in
      ["é", "e\u{301}", "a", "\0", "👩‍🌾", "\u{301}"][Int(random.next() % 6)]
    }.joined()
  }
}
extension Array: Fuzzed where Element: Fuzzed {
  init(using random: inout SplitMix) {
    self = (0..<random.next() % 4).map { _ in Element(using: &random) }
  }
}
extension Optional: Fuzzed where Wrapped: Fuzzed {
  init(using random: inout SplitMix) {
    self = random.next() % 3 == 0 ? nil : Wrapped(using: &random)
  }
}

private enum Hue: String, CaseIterable, StateEnum, Fuzzed {
  case red, green, blue
  init(using random: inout SplitMix) { self = Hue.allCases[Int(random.next() % 3)] }
}

private struct Pair<A: Fuzzed, B: Fuzzed>: StateRow, Fuzzed {
  var a = A.blank
  var b = B.blank
  init() {}
  init(using random: inout SplitMix) { (a, b) = (A(using: &random), B(using: &random)) }
  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("a", &a)
    visitor.nextGroup()
    visitor.field("b", &b)
  }
}

private enum Either<A: Fuzzed, B: Fuzzed>: StateCases, Fuzzed {
  case none
  case a(A)
  case b(B, A)
  static var kinds: [StaticString] { ["none", "a", "b"] }
  var kind: Int {
    switch self {
    case .none: 0
    case .a: 1
    case .b: 2
    }
  }
  init(kind: Int) { self = kind == 0 ? .none : kind == 1 ? .a(A.blank) : .b(B.blank, A.blank) }
  init(using random: inout SplitMix) {
    self =
      switch random.next() % 3 {
      case 0: .none
      case 1: .a(A(using: &random))
      default: .b(B(using: &random), A(using: &random))
      }
  }
  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .none: break
    case .a(var a):
      visitor.field("a", &a)
      self = .a(a)
    case .b(var b, var a):
      visitor.field("b", &b)
      visitor.field("a", &a)
      self = .b(b, a)
    }
  }
}

private struct Table<Key: Fuzzed, Content: Fuzzed>: StateRow, Fuzzed {
  var content: [Key: Content] = [:]
  var keys: Set<Key> = []
  init() {}
  init(using random: inout SplitMix) {
    for _ in 0..<random.next() % 4 { content[Key(using: &random)] = Content(using: &random) }
    for _ in 0..<random.next() % 4 { keys.insert(Key(using: &random)) }
  }
  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("content", &content)
    visitor.field("keys", &keys, .everyStep)
  }
}

private struct Shape<Value: Fuzzed>: Simulation {
  static var name: StaticString { "shape" }
  static var stepDuration: StepDuration { StepDuration(1, 10) }
  var one = Value.blank
  var rows: [Value] = []
  var maybe: Value?
  var nested: [[Value]] = []
  var keyed: [UInt8: Value] = [:]
  init() {}
  init(parameters: NoParameters, seed: UInt64) {}
  mutating func step(_ inputs: [NoEvent]) {}
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field("one", &one)
    visitor.field("rows", &rows)
    visitor.field("maybe", &maybe)
    visitor.field("nested", &nested)
    visitor.field("keyed", &keyed)
  }
}
