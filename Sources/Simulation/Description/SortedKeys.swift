import DeterministicMath

/// A value as words that stand in the order of the values: numbers by size, texts and lists by
/// their elements, the shorter one first where one begins with the other.
struct KeyWords: FieldVisitor {
  var words: [UInt64] = []
  var isAbsent = false
  var restores: Bool { false }

  mutating func refuse() {}

  mutating func scalar<Value: StateScalar>(_ value: inout Value, in range: FieldRange) {
    words.append(isAbsent ? 0 : value.orderedWord)
  }

  mutating func list<Element: StateValue>(_ elements: inout [Element], _ content: ListContent) {
    for index in elements.indices {
      words.append(1)
      elements[index].visitValue(&self)
    }
    words.append(0)
  }
}

/// `elements` by ascending keys, whatever order they came in.
///
/// - Parameter areAlike: set when two keys are the same in all that they visit.
/// - Complexity: O(n log n) comparisons.
@usableFromInline
func sortedByKey<Element, Key: StateValue>(
  _ elements: [Element], _ areAlike: inout Bool, _ key: (Element) -> Key
) -> [Element] {
  var keyed: [(words: [UInt64], element: Element)] = []
  keyed.reserveCapacity(elements.count)
  for element in elements { keyed.append((keyWords(key(element)), element)) }
  keyed.sortStably { isOrdered($0.words, before: $1.words) }
  for index in keyed.indices.dropFirst()
  where !isOrdered(keyed[index - 1].words, before: keyed[index].words) { areAlike = true }
  return keyed.map { $0.element }
}

/// Whether each key stands before the next one.
///
/// - Complexity: O(n) comparisons.
@usableFromInline
func isAscending<Element, Key: StateValue>(
  _ elements: [Element], _ key: (Element) -> Key
) -> Bool {
  guard var last = elements.first.map({ keyWords(key($0)) }) else { return true }
  for element in elements.dropFirst() {
    let next = keyWords(key(element))
    if !isOrdered(last, before: next) { return false }
    last = next
  }
  return true
}

private func keyWords<Key: StateValue>(_ key: Key) -> [UInt64] {
  var visitor = KeyWords()
  var copy = key
  copy.visitValue(&visitor)
  return visitor.words
}

private func isOrdered(_ a: [UInt64], before b: [UInt64]) -> Bool {
  var index = 0
  while index < a.count && index < b.count {
    if a[index] != b[index] { return a[index] < b[index] }
    index += 1
  }
  return a.count < b.count
}
