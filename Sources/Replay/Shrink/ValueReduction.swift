import Recording
import Simulation

/// Simpler values in place of a value: numbers nearer to 0 or with fewer digits, shorter texts and
/// lists, nothing in place of something.
///
/// Each is simpler than the value by a measure that cannot fall for ever, so that taking one after
/// the other ends.
package enum ValueReduction {
  /// Sets of words that are simpler in one field, the simplest first for each field.
  package static func reductions(of members: [FieldShape.Member], _ words: [UInt64]) -> [[UInt64]] {
    var cursor = WordCursor(words)
    let found = reductions(of: members.map(\.shape), &cursor)
    return cursor.isAtEnd ? found : []
  }

  /// The words of values that stand one after the other, one of them simpler.
  private static func reductions(
    of shapes: [FieldShape], _ words: inout WordCursor
  ) -> [[UInt64]] {
    let parts = shapes.map { part(of: $0, &words) }
    return replacing(parts)
  }

  /// A value's own words, and simpler ones.
  private typealias Part = (words: [UInt64], simpler: [[UInt64]])

  private static func part(of shape: FieldShape, _ words: inout WordCursor) -> Part {
    let start = words.index
    let simpler = reductions(of: shape, &words)
    return (Array(words.words(from: start)), simpler)
  }

  private static func replacing(_ parts: [Part]) -> [[UInt64]] {
    parts.indices.flatMap { index in
      parts[index].simpler.map { simpler in
        parts[..<index].flatMap(\.words) + simpler + parts[(index + 1)...].flatMap(\.words)
      }
    }
  }

  private static func reductions(of shape: FieldShape, _ words: inout WordCursor) -> [[UInt64]] {
    switch shape {
    case .number(let type, let cases):
      let word = words.next()
      if !cases.isEmpty { return cases.map(\.word).filter { $0 < word }.sorted().map { [$0] } }
      return numbers(simplerThan: word, type).map { [$0] }
    case .flag: return words.next() == 1 ? [[0]] : []
    case .text:
      let bytes = (0..<words.nextCount()).map { _ in words.next() }
      return shorter(bytes.map { ([$0], []) }) { $0 < 0x80 }
    case .list(let element):
      let elements = (0..<words.nextCount()).map { _ in part(of: element, &words) }
      return shorter(elements) { _ in true } + counted(elements)
    case .keyed(let key, let value):
      // Simpler keys might be there already, or in another order.
      let rows = (0..<words.nextCount()).map { _ -> Part in
        let keyWords = part(of: key, &words).words
        let row = value.map { part(of: $0, &words) }
        return (keyWords + (row?.words ?? []), (row?.simpler ?? []).map { keyWords + $0 })
      }
      return shorter(rows) { _ in true } + counted(rows)
    case .optional(let wrapped):
      guard words.next() == 1 else { return [] }
      return [[0]] + part(of: wrapped, &words).simpler.map { [1] + $0 }
    case .cases(let kinds):
      let word = words.next()
      guard word < UInt64(kinds.count) else { return [] }
      let plain = kinds.indices.filter { $0 < Int(word) && kinds[$0].members.isEmpty }
      return plain.map { [UInt64($0)] }
        + reductions(of: kinds[Int(word)].members.map(\.shape), &words).map { [word] + $0 }
    case .members(let members): return reductions(of: members.map(\.shape), &words)
    case .row(let shapes): return reductions(of: shapes, &words)
    }
  }

  /// A list without all, a half, or one of its elements; a text stays one that can be read.
  private static func shorter(
    _ elements: [Part], canEnd: (UInt64) -> Bool
  ) -> [[UInt64]] {
    guard !elements.isEmpty else { return [] }
    let half = elements.count / 2
    var kept = [Array(elements[..<0]), Array(elements[..<half]), Array(elements[half...])]
    kept += elements.indices.prefix(64).map { index in
      Array(elements[..<index] + elements[(index + 1)...])
    }
    let isText = elements.allSatisfy { $0.words.count == 1 }
    let canCut = !isText || elements.allSatisfy { canEnd($0.words[0]) }
    return kept.filter { list in
      list.count < elements.count && (list.isEmpty || canCut)
    }.map { [UInt64($0.count)] + $0.flatMap(\.words) }
  }

  private static func counted(_ elements: [Part]) -> [[UInt64]] {
    replacing(elements).map { [UInt64(elements.count)] + $0 }
  }
}

// MARK: Numbers

extension ValueReduction {
  package static func numbers(simplerThan word: UInt64, _ type: FieldType) -> [UInt64] {
    switch type {
    case .float32:
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: word))
      // As its digits say: what `Float` rounds to is another number as a `Double`.
      let decimal = Double("\(value)") ?? 0
      return numbers(simplerThan: decimal, text: "\(value)").map { UInt64(Float($0).bitPattern) }
    case .float64:
      let value = Double(bitPattern: word)
      return numbers(simplerThan: value, text: "\(value)").map(\.bitPattern)
    case .int32, .int64:
      let value = Int64(bitPattern: word)
      let near = wholeNumbers(below: value.magnitude)
      let signed = near.map { value < 0 ? UInt64(bitPattern: -Int64($0)) : $0 }
      return value < 0 && value > .min ? [UInt64(value.magnitude)] + signed : signed
    default: return wholeNumbers(below: word)
    }
  }

  /// 0, then nearer and nearer to the number.
  private static func wholeNumbers(below number: UInt64) -> [UInt64] {
    var found: [UInt64] = []
    var distance = number
    while distance > 0 {
      found.append(number - distance)
      distance /= 2
    }
    return found
  }

  /// Numbers with fewer digits, or with as many and nearer to 0.
  private static func numbers(simplerThan value: Double, text: String) -> [Double] {
    guard value.isFinite else { return [0] }
    let digits = digitCount(text)
    var candidates = [0, 1, value.magnitude]
    for count in 1..<max(2, digits) {
      let rounded = Double(formatted(value, "%.\(count - 1)e")) ?? 0
      candidates += [rounded, rounded / 10, rounded.rounded(.towardZero)]
    }
    candidates += [(value / 2).rounded(.towardZero), value.rounded(.towardZero)]
    var found: [Double] = []
    for candidate in candidates where isSimpler(candidate, value, digits) {
      if !found.contains(candidate) { found.append(candidate) }
    }
    return found
  }

  /// By sign where the numbers are opposite, then by digits, then by size.
  private static func isSimpler(_ candidate: Double, _ value: Double, _ digits: Int) -> Bool {
    if candidate == -value { return candidate > value }
    if candidate == value { return false }
    let count = digitCount("\(candidate)")
    if candidate.sign != value.sign && candidate != 0 { return false }
    return candidate.magnitude < value.magnitude ? count <= digits : count < digits
  }

  /// The digits of a number, without zeros at its ends.
  private static func digitCount(_ text: String) -> Int {
    let mantissa = text.prefix { $0 != "e" }.filter(\.isNumber)
    let whole = mantissa.drop { $0 == "0" }
    return whole.reversed().drop { $0 == "0" }.count
  }
}
