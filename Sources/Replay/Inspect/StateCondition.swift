import Sessions
import Simulation

/// A condition on a state: comparisons of fields with numbers, names of cases or other fields, joined
/// by `&&`, `||`, `!` and parentheses.
///
/// `[*]` holds where it holds for some row; all `[*]` of a condition are one and the same row, so that
/// `bodies[*].speed > 4000 && bodies[*].positionY < 0` asks for one body. Numbers are compared as
/// `Double`. A comparison with a value that is not there is false.
package struct StateCondition: Sendable {
  indirect enum Node: Sendable {
    case any([Node])
    case all([Node])
    case not(Node)
    case compare(Operand, Comparison, Operand)
  }

  enum Operand: Sendable {
    case number(Double)
    case name(String)
    /// An index of ``StateCondition/fields``.
    case field(Int)
  }

  enum Comparison: String, CaseIterable, Sendable {
    case atMost = "<="
    case atLeast = ">="
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case greater = ">"
  }

  let root: Node
  /// The fields that it reads, in the order in which they stand.
  package let fields: [PathReader]

  /// - Throws: `FieldPathProblem`.
  package init(_ text: String, in schema: StateSchema) throws(FieldPathProblem) {
    var parser = StateConditionParser(text, schema)
    root = try parser.condition()
    fields = parser.fields
    let many = fields.filter(\.path.isMany)
    if let first = many.first, let other = many.first(where: { $0.table != first.table }) {
      throw FieldPathProblem(
        description: "[*] stands for one row: '\(first.path.text)' and '\(other.path.text)' are "
          + "of different tables", known: [])
    }
  }

  /// The rows that `[*]` stands for where the condition holds; `[nil]` for a condition without `[*]`
  /// that holds, none where it does not.
  ///
  /// - Complexity: O(rows × fields).
  package func matches(in view: StateView) -> [Int?] {
    guard let many = fields.first(where: \.path.isMany) else {
      return holds(root, row: nil, rows(in: view), view) ? [nil] : []
    }
    let fixed = rows(in: view)
    return many.rows(in: view).filter { holds(root, row: $0, fixed, view) }
  }

  /// The row of each field that means one.
  private func rows(in view: StateView) -> [Int?] {
    fields.map { $0.path.isMany ? nil : $0.rows(in: view).first }
  }

  private func holds(_ node: Node, row: Int?, _ rows: [Int?], _ view: StateView) -> Bool {
    switch node {
    case .any(let nodes): nodes.contains { holds($0, row: row, rows, view) }
    case .all(let nodes): nodes.allSatisfy { holds($0, row: row, rows, view) }
    case .not(let node): !holds(node, row: row, rows, view)
    case .compare(let left, let comparison, let right):
      compare(left, comparison, right, row: row, rows, view)
    }
  }

  private func compare(
    _ left: Operand, _ comparison: Comparison, _ right: Operand, row: Int?, _ rows: [Int?],
    _ view: StateView
  ) -> Bool {
    func scalar(_ operand: Operand) -> ScalarValue? {
      guard case .field(let index) = operand, let row = rows[index] ?? row else { return nil }
      return fields[index].scalar(row, in: view)
    }
    func number(_ operand: Operand) -> Double? {
      switch operand {
      case .number(let number): return number
      case .name: return nil
      case .field(let index):
        guard let row = rows[index] ?? row else { return nil }
        return fields[index].number(row, in: view)
      }
    }
    if case .name(let name) = right {
      guard let value = scalar(left) else { return false }
      return comparison == .unequal ? value.name != name : value.name == name
    }
    guard let a = number(left), let b = number(right) else { return false }
    return switch comparison {
    case .atMost: a <= b
    case .atLeast: a >= b
    case .equal: a == b
    case .unequal: a != b
    case .less: a < b
    case .greater: a > b
    }
  }
}

/// Reads a condition from its text.
struct StateConditionParser {
  private var rest: Substring
  private let schema: StateSchema
  private(set) var fields: [PathReader] = []
  /// Parentheses and `!` that are open: a condition is no reason to run out of stack.
  private var depth = 0

  init(_ text: String, _ schema: StateSchema) { (rest, self.schema) = (text[...], schema) }

  mutating func condition() throws(FieldPathProblem) -> StateCondition.Node {
    let node = try any()
    guard peek() == nil else { throw problem("cannot read '\(rest)'") }
    return node
  }

  private mutating func any() throws(FieldPathProblem) -> StateCondition.Node {
    var nodes = [try all()]
    while take("||") { nodes.append(try all()) }
    return nodes.count == 1 ? nodes[0] : .any(nodes)
  }

  private mutating func all() throws(FieldPathProblem) -> StateCondition.Node {
    var nodes = [try one()]
    while take("&&") { nodes.append(try one()) }
    return nodes.count == 1 ? nodes[0] : .all(nodes)
  }

  private mutating func one() throws(FieldPathProblem) -> StateCondition.Node {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { throw problem("more than 100 parentheses are open") }
    if take("!") { return .not(try one()) }
    if take("(") {
      let node = try any()
      guard take(")") else { throw problem("a parenthesis is not closed") }
      return node
    }
    let left = try operand()
    guard let comparison = StateCondition.Comparison.allCases.first(where: { take($0.rawValue) })
    else { throw problem("needs a comparison (== != < <= > >=) before '\(rest)'") }
    let right = try operand()
    if case .name = left { throw problem("a name in quotes stands at the right") }
    if case .name = right {
      guard case .field = left, comparison == .equal || comparison == .unequal else {
        throw problem("a name in quotes is compared with a field, by == or !=")
      }
    }
    return .compare(left, comparison, right)
  }

  private mutating func operand() throws(FieldPathProblem) -> StateCondition.Operand {
    guard let first = peek() else { throw problem("needs a field or a number at its end") }
    if first == "\"" {
      rest.removeFirst()
      let name = rest.prefix { $0 != "\"" }
      guard name.endIndex < rest.endIndex else { throw problem("a quote is not closed") }
      rest = rest[name.endIndex...].dropFirst()
      return .name(String(name))
    }
    if first.isNumber || "+-.".contains(first) {
      var end = rest.startIndex
      while end < rest.endIndex, isPart(of: rest[..<end], rest[end]) { rest.formIndex(after: &end) }
      let word = rest[..<end]
      guard let number = Double(word), number.isFinite else {
        throw problem("'\(word)' is no number")
      }
      rest = rest[end...]
      return .number(number)
    }
    var (text, isInside, isQuoted) = ("", false, false)
    while let next = rest.first, isInside || !" \t\n()=!<>&|".contains(next) {
      if next == "\"" { isQuoted.toggle() }
      if next == "[" { isInside = true }
      if next == "]" && !isQuoted { isInside = false }
      text.append(rest.removeFirst())
    }
    guard let path = FieldPath(text) else { throw problem("'\(text)\(rest)' is no field") }
    let reader = try PathReader(path, in: schema)
    fields.append(reader)
    return .field(fields.count - 1)
  }

  /// Whether a character goes on with a number: a sign does after an `e`.
  private func isPart(of number: Substring, _ next: Character) -> Bool {
    if next.isNumber || next.isLetter || next == "." { return true }
    return "+-".contains(next) && (number.isEmpty || number.last == "e" || number.last == "E")
  }

  private mutating func peek() -> Character? {
    rest = rest.drop { $0.isWhitespace }
    return rest.first
  }

  private mutating func take(_ word: String) -> Bool {
    guard peek() != nil, rest.hasPrefix(word) else { return false }
    // `!` of `!=` belongs to a comparison.
    if word == "!" && rest.hasPrefix("!=") { return false }
    rest = rest.dropFirst(word.count)
    return true
  }

  private func problem(_ what: String) -> FieldPathProblem {
    FieldPathProblem(description: what, known: [])
  }
}
