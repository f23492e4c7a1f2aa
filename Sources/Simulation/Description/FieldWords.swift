/// Names of the fields that a visit is within.
struct FieldPath {
  private var names: [String] = []

  /// Joined by dots.
  var text: String {
    var joined = ""
    for name in names where !name.utf8.isEmpty {
      if !joined.utf8.isEmpty { joined += "." }
      joined += name
    }
    return joined
  }

  mutating func push(_ name: String) {
    precondition(names.count < 64, "a record that contains itself cannot be described")
    names.append(name)
  }
  mutating func pop() { names.removeLast() }
}

/// Collects the names and types of a record's fields.
struct FieldDescriber: FieldVisitor {
  private(set) var schema: [FieldSchema] = []
  var isAbsent = false
  var restores: Bool { false }
  /// The fields around the visited ones: their names, and the fields before them.
  private var outer: [(name: String, isIndex: Bool, fields: [FieldSchema])] = []
  /// True if the fields of ``schema`` were entered by index.
  private var isTuple = false
  private var depth = 0
  /// The names of the next number's values.
  private var cases: [CaseName] = []

  // What does not depend on a type stands in functions that are not inlined: each type that is described
  // would repeat it.

  @inline(never)
  mutating func enter(_ name: FieldName, _ options: FieldOptions) {
    open(name.text, isIndex: false)
  }
  @inline(never)
  mutating func enter(index: Int) { open(decimal(index), isIndex: true) }

  private mutating func open(_ name: String, isIndex: Bool) {
    precondition(outer.count < 64, "a record that contains itself cannot be described")
    outer.append((name, isIndex, schema))
    (schema, isTuple) = ([], false)
  }

  @inline(never)
  mutating func leave() {
    let (name, isIndex, before) = outer.removeLast()
    var field = FieldDescriber.value(of: schema, isTuple: isTuple)
    field.name = name
    (schema, isTuple) = (before + [field], isIndex)
  }

  /// The schema of a value that visits these fields: a value without a name of its own, or a
  /// structure of fields.
  private static func value(of fields: [FieldSchema], isTuple: Bool) -> FieldSchema {
    if fields.count == 1 && fields[0].name.utf8.isEmpty { return fields[0] }
    return FieldSchema(name: "", type: isTuple ? .tuple : .structure, fields: fields)
  }

  mutating func refuse() {}

  mutating func scalar<Value: StateScalar>(_ value: inout Value, in range: FieldRange) {
    append(FieldType(Value.scalarType))
  }

  @inline(never)
  private mutating func append(
    _ type: FieldType, fields: [FieldSchema] = [], kinds: [KindSchema] = []
  ) {
    schema.append(FieldSchema(name: "", type: type, fields: fields, kinds: kinds, cases: cases))
    cases = []
  }

  mutating func nextNumber<Value: StateEnum>(isCaseOf type: Value.Type) {
    cases = CaseName.list(of: type)
  }

  mutating func flag(_ value: inout Bool) { append(.bool) }

  mutating func list<Element: StateValue>(
    _ elements: inout [Element], _ content: ListContent
  ) {
    if content == .text { return append(.text) }
    let inner = inside { visitor in
      var blank = Element.blank
      blank.visitValue(&visitor)
    }
    if content == .keyed { return append(.keyed, fields: inner.schema) }
    append(.list, fields: [FieldDescriber.value(of: inner.schema, isTuple: inner.isTuple)])
  }

  mutating func optional<Wrapped: StateValue>(_ value: inout Wrapped?) {
    let inner = inside { visitor in
      var blank = Wrapped.blank
      blank.visitValue(&visitor)
    }
    append(.optional, fields: [FieldDescriber.value(of: inner.schema, isTuple: inner.isTuple)])
  }

  mutating func cases<Value: StateCases>(_ value: inout Value) {
    precondition(!Value.kinds.isEmpty, "a value of several kinds has one at least")
    var kinds: [KindSchema] = []
    for (index, name) in Value.kinds.enumerated() {
      let inner = inside { visitor in
        var blank = Value(kind: index)
        blank.visitFields(&visitor)
      }
      kinds.append(KindSchema(name: FieldName(name).text, fields: inner.schema))
    }
    append(.cases, kinds: kinds)
  }

  /// Describes a value within this one.
  @inline(never)
  private func inside(_ body: (inout FieldDescriber) -> Void) -> FieldDescriber {
    precondition(depth < 16, "a record that contains itself cannot be described")
    var visitor = FieldDescriber()
    visitor.depth = depth + 1
    body(&visitor)
    return visitor
  }
}

/// Collects the words of a record's fields.
package struct FieldReader: FieldVisitor {
  package private(set) var words: [UInt64] = []
  package var isAbsent = false
  package var restores: Bool { false }

  package init() {}

  package mutating func refuse() {}

  package mutating func scalar<Value: StateScalar>(_ value: inout Value, in range: FieldRange) {
    append(value.word)
  }

  @inline(never)
  private mutating func append(_ word: UInt64) { words.append(word) }

  package mutating func flag(_ value: inout Bool) { append(value ? 1 : 0) }

  package mutating func list<Element: StateValue>(
    _ elements: inout [Element], _ content: ListContent
  ) {
    append(UInt64(elements.count))
    for index in elements.indices { elements[index].visitValue(&self) }
  }

  package mutating func optional<Wrapped: StateValue>(_ value: inout Wrapped?) {
    append(value == nil ? 0 : 1)
    guard var wrapped = value else { return }
    wrapped.visitValue(&self)
  }

  package mutating func cases<Value: StateCases>(_ value: inout Value) {
    // A value whose bits a test has changed may be of a kind that there is not.
    append(UInt64(truncatingIfNeeded: value.kind))
    value.visitFields(&self)
  }
}

/// Writes words into the fields of a record; refuses numbers that are not finite, words out of
/// range and lists longer than the words there are.
struct FieldWriter: FieldVisitor {
  var words: [UInt64]
  private var index = 0
  private var failure: SimulationError?
  var isAbsent = false
  var restores: Bool { true }
  private var path = FieldPath()
  private var ranges: [FieldRange] = []

  init(words: [UInt64]) { self.words = words }

  /// - Throws: why the words do not fit; also where some are left.
  @inline(never)
  func finish() throws(SimulationError) {
    if let failure { throw failure }
    if index != words.count { throw .fieldsSurplus }
  }

  @inline(never)
  mutating func enter(_ name: FieldName, _ options: FieldOptions) {
    path.push(name.text)
    ranges.append(options.range == .any ? ranges.last ?? .any : options.range)
  }
  @inline(never)
  mutating func enter(index: Int) {
    path.push(decimal(index))
    ranges.append(ranges.last ?? .any)
  }
  @inline(never)
  mutating func leave() {
    path.pop()
    ranges.removeLast()
  }

  @inline(never)
  mutating func refuse() { failure = failure ?? .fieldOutOfRange(name: path.text) }

  @inline(never)
  private mutating func next() -> UInt64? {
    defer { index += 1 }
    if index < words.count { return words[index] }
    failure = failure ?? .fieldMissing(name: path.text)
    return nil
  }

  mutating func scalar<Value: StateScalar>(_ value: inout Value, in range: FieldRange) {
    guard let word = next() else { return }
    guard let new = Value(word: word) else { return refuse() }
    let isFinite = new.isFiniteNumber
    if withUnsafePointer(to: new, { accepts($0, Value.scalarType, isFinite, in: range) }) {
      value = new
    }
  }

  /// Whether a number of this type, which lies at `place`, is allowed; notes why it is not.
  @inline(never)
  private mutating func accepts(
    _ place: UnsafeRawPointer, _ type: ScalarType, _ isFinite: Bool, in range: FieldRange
  ) -> Bool {
    guard isFinite else {
      failure = failure ?? .fieldNotFinite(name: path.text)
      return false
    }
    if range.within(ranges.last ?? .any).contains(place, type) { return true }
    refuse()
    return false
  }

  @inline(never)
  mutating func flag(_ value: inout Bool) {
    guard let word = next() else { return }
    if word <= 1 { value = word == 1 } else { refuse() }
  }

  /// The number of elements that follow: each takes a word at least.
  @inline(never)
  private mutating func nextCount() -> Int {
    guard let word = next() else { return 0 }
    if word <= UInt64(words.count - index) { return Int(word) }
    failure = failure ?? .fieldMissing(name: path.text)
    return 0
  }

  mutating func list<Element: StateValue>(
    _ elements: inout [Element], _ content: ListContent
  ) {
    let count = nextCount()
    elements.removeAll()
    // One by one: a count that is not true must not take memory for elements that never come.
    while elements.count < count && failure == nil {
      var element = Element.blank
      element.visitValue(&self)
      elements.append(element)
    }
  }

  mutating func optional<Wrapped: StateValue>(_ value: inout Wrapped?) {
    var isThere = false
    flag(&isThere)
    guard isThere else {
      value = nil
      return
    }
    var wrapped = Wrapped.blank
    wrapped.visitValue(&self)
    value = wrapped
  }

  mutating func cases<Value: StateCases>(_ value: inout Value) {
    guard let kind = nextKind(of: Value.kinds.count) else { return }
    var new = Value(kind: kind)
    new.visitFields(&self)
    value = new
  }

  @inline(never)
  private mutating func nextKind(of count: Int) -> Int? {
    guard let word = next() else { return nil }
    if word < UInt64(count) { return Int(word) }
    refuse()
    return nil
  }
}

extension CaseName {
  /// The cases of an enumeration, in their order.
  static func list<Value: StateEnum>(of type: Value.Type) -> [CaseName] {
    #if hasFeature(Embedded)
      return []
    #else
      var names: [CaseName] = []
      for value in Value.allCases {
        var reader = FieldReader()
        var copy = value
        copy.visitValue(&reader)
        names.append(CaseName(word: reader.words.first ?? 0, name: "\(value)"))
      }
      return names
    #endif
  }

  /// The kinds of a value, by their indexes.
  static func list<Value: StateCases>(kindsOf type: Value.Type) -> [CaseName] {
    var names: [CaseName] = []
    for (index, kind) in Value.kinds.enumerated() {
      names.append(CaseName(word: UInt64(index), name: FieldName(kind).text))
    }
    return names
  }
}
