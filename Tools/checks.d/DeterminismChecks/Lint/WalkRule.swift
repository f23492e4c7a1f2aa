/// Dictionaries and sets may be asked, never walked: their order differs from run to run.
struct WalkRule {
  /// Variables, parameters and functions whose value is a dictionary or a set, by name.
  private(set) var names: Set<String> = []

  static let instead =
    "walk an array in index order, or sorted keys: its order differs from run to run"

  /// What walks its receiver in its own order.
  private static let walkers: Set<String> = [
    "keys", "values", "map", "flatMap", "compactMap", "forEach", "filter", "reduce", "first",
    "enumerated", "lazy", "makeIterator", "allSatisfy", "mapValues", "compactMapValues", "min",
    "max", "popFirst", "prefix", "dropFirst", "startIndex", "indices", "elementsEqual", "joined",
    "underestimatedCount", "randomElement", "reversed",
  ]
  /// What makes the order of a walk harmless.
  private static let orderless: Set<String> = ["sorted", "count", "isEmpty", "contains"]

  /// Notes what `file` declares.
  mutating func collect(_ file: SourceFile) {
    for index in file.tokens.indices where file.isName(index) {
      let next = file.text(index + 1)
      if next == ":" || next == "=" {
        var start = index + 2
        if file.text(start) == "inout" { start += 1 }
        if WalkRule.isUnordered(file, start) { names.insert(file.text(index)) }
      }
      if file.text(index) == "func", let arrow = WalkRule.arrow(file, index),
        WalkRule.isUnordered(file, arrow + 1)
      {
        names.insert(file.text(index + 1))
      }
    }
  }

  /// The token that walks, if the one at `index` does.
  func check(_ file: SourceFile, _ index: Int) -> String? {
    let word = file.text(index)
    let isUnnamed = (word == "Set" || word == "Dictionary") && WalkRule.isUnordered(file, index)
    guard names.contains(word) || isUnnamed else { return nil }
    var next = index + 1
    // Past type arguments and the arguments of a call: what is done with the result?
    if file.text(next) == "<" { next = WalkRule.end(file, next, "<", ">") }
    if file.text(next) == "(" {
      next = WalkRule.end(file, next, "(", ")")
      if file.text(next) == "{", !isLoopHead(file, index) {
        next = WalkRule.end(file, next, "{", "}")
      }
    }
    if ["?", "!"].contains(file.text(next)) { next += 1 }
    if file.text(next) == "." {
      let member = file.text(next + 1)
      guard WalkRule.walkers.contains(member) else { return nil }
      let isOrderless =
        file.text(next + 2) == "." && WalkRule.orderless.contains(file.text(next + 3))
      return isOrderless ? nil : "\(word).\(member)"
    }
    if file.text(next) == "[" { return nil }
    // `in NAME`, `in self.NAME`, `in body.NAME`
    var start = index
    while file.text(start - 1) == "." { start -= 2 }
    let before = file.text(start - 1)
    if before == "in", isLoop(file, start - 1) { return "for … in \(word)" }
    let isCopied =
      before == "(" && ["Array", "zip", "stride", "ArraySlice"].contains(file.text(start - 2))
    if isCopied || before == ":" && file.text(start - 2) == "contentsOf" {
      return "a walk of \(word)"
    }
    return nil
  }

  /// Whether a brace behind the call at `index` opens a loop's body, and is no trailing closure.
  private func isLoopHead(_ file: SourceFile, _ index: Int) -> Bool {
    var start = index
    while file.text(start - 1) == "." { start -= 2 }
    return file.text(start - 1) == "in" && isLoop(file, start - 1)
  }

  /// Whether the `in` at `index` belongs to a loop and not to a closure.
  private func isLoop(_ file: SourceFile, _ index: Int) -> Bool {
    var back = index - 1
    while back >= 0, index - back < 24 {
      if file.text(back) == "for" { return true }
      if file.text(back) == "{" || file.text(back) == "}" { return false }
      back -= 1
    }
    return false
  }

  /// Whether a dictionary's or a set's type or value begins at `index`.
  private static func isUnordered(_ file: SourceFile, _ index: Int) -> Bool {
    switch file.text(index) {
    case "Set", "Dictionary": return ["<", "("].contains(file.text(index + 1))
    case "Swift" where file.text(index + 1) == ".": return isUnordered(file, index + 2)
    case "[": break
    default: return false
    }
    var depth = 0
    var hasCondition = false
    var position = index
    while position < file.tokens.count {
      switch file.text(position) {
      case "[", "(", "<", "{": depth += 1
      case "]", ")", ">", "}":
        depth -= 1
        if depth == 0 { return false }
      case "?" where depth == 1 && file.tokens[position].followsSpace: hasCondition = true
      case ":" where depth == 1:
        if !hasCondition { return true }
        hasCondition = false
      default: break
      }
      position += 1
    }
    return false
  }

  /// The `>` of the arrow of the function that is declared at `index`.
  private static func arrow(_ file: SourceFile, _ index: Int) -> Int? {
    var position = index + 1
    while position < file.tokens.count, !["(", "{", "}"].contains(file.text(position)) {
      position += 1
    }
    guard file.text(position) == "(" else { return nil }
    position = end(file, position, "(", ")")
    while ["throws", "async", "rethrows"].contains(file.text(position)) {
      position += 1
      if file.text(position) == "(" { position = end(file, position, "(", ")") }
    }
    return file.text(position) == "-" && file.text(position + 1) == ">" ? position + 1 : nil
  }

  /// The index behind the bracket that closes the one at `index`.
  private static func end(
    _ file: SourceFile, _ index: Int, _ open: String, _ close: String
  ) -> Int {
    var depth = 0
    var position = index
    while position < file.tokens.count {
      if file.text(position) == open { depth += 1 }
      if file.text(position) == close { depth -= 1 }
      position += 1
      if depth == 0 { break }
    }
    return position
  }
}
