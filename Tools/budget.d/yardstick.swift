// A fixed piece of work for the compiler: Tools/budget compiles it to find how fast a machine is.
// Nothing runs it. An edit here moves its time, and then all stored values have to be renewed.

// MARK: Parsers, made of closures

struct Parser<Output> {
  var run: (inout Substring) -> Output?

  func map<Other>(_ transform: @escaping (Output) -> Other) -> Parser<Other> {
    Parser<Other> { input in self.run(&input).map(transform) }
  }

  func then<Other>(_ next: Parser<Other>) -> Parser<(Output, Other)> {
    Parser<(Output, Other)> { input in
      let start = input
      guard let first = self.run(&input), let second = next.run(&input) else {
        input = start
        return nil
      }
      return (first, second)
    }
  }

  func or(_ other: Parser<Output>) -> Parser<Output> {
    Parser { input in self.run(&input) ?? other.run(&input) }
  }

  func repeated<Separator>(by separator: Parser<Separator>) -> Parser<[Output]> {
    Parser<[Output]> { input in
      var outputs: [Output] = []
      var rest = input
      while let output = self.run(&input) {
        outputs.append(output)
        rest = input
        guard separator.run(&input) != nil else { break }
      }
      input = rest
      return outputs
    }
  }
}

func prefix(while isIncluded: @escaping (Character) -> Bool) -> Parser<Substring> {
  Parser { input in
    let match = input.prefix(while: isIncluded)
    input = input[match.endIndex...]
    return match.isEmpty ? nil : match
  }
}

func literal(_ text: String) -> Parser<Void> {
  Parser { input in
    guard input.hasPrefix(text) else { return nil }
    input = input.dropFirst(text.count)
    return ()
  }
}

indirect enum Tree: Hashable {
  case number(Int)
  case name(String)
  case list([Tree])
  case pair(Tree, Tree)

  func fold<Value>(_ initial: Value, _ combine: (Value, Tree) -> Value) -> Value {
    let value = combine(initial, self)
    switch self {
    case .number, .name: return value
    case .list(let trees): return trees.reduce(value) { $1.fold($0, combine) }
    case .pair(let left, let right): return right.fold(left.fold(value, combine), combine)
    }
  }
}

public func parse(_ text: String) -> Int {
  let space = prefix { $0 == " " || $0 == "\n" }
  let number = prefix(while: \.isNumber).map { Tree.number(Int($0) ?? 0) }
  let name = prefix(while: \.isLetter).map { Tree.name(String($0)) }
  let atom = number.or(name)
  let pair = atom.then(literal(":")).then(atom).map { Tree.pair($0.0.0, $0.1) }
  let list = literal("(").then(pair.or(atom).repeated(by: space)).then(literal(")"))
    .map { Tree.list($0.0.1) }
  var input = text[...]
  let trees = list.or(pair).or(atom).repeated(by: space).run(&input) ?? []
  return trees.reduce(0) { count, tree in tree.fold(count) { sum, _ in sum + 1 } }
}

// MARK: Arithmetic, generic over the number

protocol Field {
  static var zero: Self { get }
  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  static func * (left: Self, right: Self) -> Self
  init(_ value: Int)
}

extension Float: Field {}
extension Double: Field {}
extension Int32: Field {}

struct Complex<Part: Field>: Field {
  var real: Part
  var imaginary: Part
  static var zero: Self { Self(real: .zero, imaginary: .zero) }
  init(real: Part, imaginary: Part) { (self.real, self.imaginary) = (real, imaginary) }
  init(_ value: Int) { self.init(real: Part(value), imaginary: .zero) }
  static func + (left: Self, right: Self) -> Self {
    Self(real: left.real + right.real, imaginary: left.imaginary + right.imaginary)
  }
  static func - (left: Self, right: Self) -> Self {
    Self(real: left.real - right.real, imaginary: left.imaginary - right.imaginary)
  }
  static func * (left: Self, right: Self) -> Self {
    Self(
      real: left.real * right.real - left.imaginary * right.imaginary,
      imaginary: left.real * right.imaginary + left.imaginary * right.real)
  }
}

struct Matrix<Element: Field> {
  var rows: Int
  var columns: Int
  var elements: [Element]

  init(_ rows: Int, _ columns: Int, _ element: (Int, Int) -> Element) {
    (self.rows, self.columns) = (rows, columns)
    elements = (0..<rows * columns).map { element($0 / columns, $0 % columns) }
  }

  subscript(row: Int, column: Int) -> Element {
    get { elements[row * columns + column] }
    set { elements[row * columns + column] = newValue }
  }

  static func * (left: Self, right: Self) -> Self {
    Self(left.rows, right.columns) { row, column in
      (0..<left.columns).reduce(.zero) { $0 + left[row, $1] * right[$1, column] }
    }
  }

  func power(_ exponent: Int) -> Self {
    var (result, square, rest) = (
      Self(rows, rows) { Element($0 == $1 ? 1 : 0) }, self, exponent
    )
    while rest > 0 {
      if rest & 1 == 1 { result = result * square }
      square = square * square
      rest >>= 1
    }
    return result
  }

  func determinant() -> Element {
    guard rows > 1 else { return self[0, 0] }
    return (0..<columns).reduce(.zero) { sum, skipped in
      let minor = Self(rows - 1, columns - 1) { self[$0 + 1, $1 < skipped ? $1 : $1 + 1] }
      let term = self[0, skipped] * minor.determinant()
      return skipped.isMultiple(of: 2) ? sum + term : sum - term
    }
  }
}

public func multiply(_ size: Int) -> (Float, Double, Int32) {
  func corner<Element: Field>(_: Element.Type) -> Element {
    let matrix = Matrix<Element>(size, size) { Element($0 * 3 + $1) }
    return matrix.power(size)[0, 0] * matrix.determinant()
  }
  return (corner(Float.self), corner(Complex<Double>.self).imaginary, corner(Int32.self))
}

// MARK: Visitors of fields

protocol Visitor {
  mutating func field<Value: BinaryInteger & Sendable>(_ name: StaticString, _ value: inout Value)
  mutating func rows<Row: Visited>(_ name: StaticString, _ rows: inout [Row])
}

protocol Visited {
  mutating func visit(_ visitor: inout some Visitor)
}

struct Writer: Visitor {
  var bytes: [UInt8] = []
  mutating func field<Value: BinaryInteger>(_ name: StaticString, _ value: inout Value) {
    var rest = UInt64(truncatingIfNeeded: value)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
  mutating func rows<Row: Visited>(_ name: StaticString, _ rows: inout [Row]) {
    bytes.append(UInt8(truncatingIfNeeded: rows.count))
    for index in rows.indices { rows[index].visit(&self) }
  }
}

struct Reader: Visitor {
  var bytes: ArraySlice<UInt8>
  var isDamaged = false
  mutating func field<Value: BinaryInteger>(_ name: StaticString, _ value: inout Value) {
    var (result, shift) = (UInt64(0), UInt64(0))
    while let byte = bytes.popFirst() {
      result |= UInt64(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 {
        value = Value(truncatingIfNeeded: result)
        return
      }
    }
    isDamaged = true
  }
  mutating func rows<Row: Visited>(_ name: StaticString, _ rows: inout [Row]) {
    let count = Int(bytes.popFirst() ?? 0)
    isDamaged = isDamaged || count != rows.count
    for index in rows.indices where !isDamaged { rows[index].visit(&self) }
  }
}

struct Hasher64: Visitor {
  var state: UInt64 = 0xcbf2_9ce4_8422_2325
  mutating func field<Value: BinaryInteger>(_ name: StaticString, _ value: inout Value) {
    state = (state ^ UInt64(truncatingIfNeeded: value)) &* 0x100_0000_01b3
  }
  mutating func rows<Row: Visited>(_ name: StaticString, _ rows: inout [Row]) {
    for index in rows.indices { rows[index].visit(&self) }
  }
}

struct Describer: Visitor {
  var lines: [String: String] = [:]
  var path: [String] = []
  mutating func field<Value: BinaryInteger>(_ name: StaticString, _ value: inout Value) {
    lines[(path + ["\(name)"]).joined(separator: ".")] = String(value, radix: 16)
  }
  mutating func rows<Row: Visited>(_ name: StaticString, _ rows: inout [Row]) {
    for index in rows.indices {
      path.append("\(name)[\(index)]")
      rows[index].visit(&self)
      path.removeLast()
    }
  }
}

struct Item: Visited {
  var (id, kind, age, flags) = (Int32(0), UInt8(0), Int64(0), UInt16(0))
  mutating func visit(_ visitor: inout some Visitor) {
    visitor.field("id", &id)
    visitor.field("kind", &kind)
    visitor.field("age", &age)
    visitor.field("flags", &flags)
  }
}

struct Unit: Visited {
  var (x, y, speed, team) = (Int16(0), Int16(0), UInt32(0), Int8(0))
  var items = Array(repeating: Item(), count: 3)
  mutating func visit(_ visitor: inout some Visitor) {
    visitor.field("x", &x)
    visitor.field("y", &y)
    visitor.field("speed", &speed)
    visitor.field("team", &team)
    visitor.rows("items", &items)
  }
}

struct World: Visited {
  var (step, seed) = (0, UInt64(0))
  var units = Array(repeating: Unit(), count: 5)
  var spare: [Item] = []
  mutating func visit(_ visitor: inout some Visitor) {
    visitor.field("step", &step)
    visitor.field("seed", &seed)
    visitor.rows("units", &units)
    visitor.rows("spare", &spare)
  }
}

public func copy(_ seed: UInt64) -> (isSame: Bool, lines: [String]) {
  var world = World()
  world.seed = seed
  var writer = Writer()
  world.visit(&writer)
  var (other, reader) = (World(), Reader(bytes: writer.bytes[...]))
  other.visit(&reader)
  var (first, second, describer) = (Hasher64(), Hasher64(), Describer())
  world.visit(&first)
  other.visit(&second)
  other.visit(&describer)
  let lines = describer.lines.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
  return (first.state == second.state && !reader.isDamaged, lines)
}
