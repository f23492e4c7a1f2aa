import Simulation

/// Visits blank rows and compares what they hand over with what their types store.
///
/// A property counts as visited when a field has its name, or lies where it lies.
struct CoverageVisitor: FieldVisitor {
  /// A field that was handed over.
  struct Visited {
    var name: String
    var start: UInt
    var size: Int
  }

  private(set) var gaps: [CoverageGap] = []
  /// How many stored properties were checked.
  private(set) var propertyCount = 0
  var isAbsent = false
  var restores: Bool { false }

  private var names: [String] = [""]
  /// The fields of the value that is being visited, and of those around it.
  private var frames: [[Visited]] = [[]]
  private var known: Set<ObjectIdentifier> = []

  mutating func enter(_ name: FieldName, _ options: FieldOptions) { names.append(name.text) }
  mutating func enter(index: Int) { names.append("\(index)") }
  mutating func leave() { names.removeLast() }
  mutating func refuse() {}
  mutating func scalar<Value: StateScalar>(_ value: inout Value, in range: FieldRange) {}
  mutating func flag(_ value: inout Bool) {}

  mutating func visit<Value: StateValue>(_ value: inout Value) {
    let start = withUnsafeMutablePointer(to: &value) { UInt(bitPattern: $0) }
    frames[frames.count - 1].append(
      Visited(name: names[names.count - 1], start: start, size: MemoryLayout<Value>.size))
    walk(&value, start)
  }

  /// Visits a value on its own, and checks its properties where it is a row.
  private mutating func walk<Value: StateValue>(_ value: inout Value, _ start: UInt) {
    guard Value.self is any StateFields.Type else { return value.visitValue(&self) }
    guard known.insert(ObjectIdentifier(Value.self)).inserted else { return }
    let copy = value
    frames.append([])
    value.visitValue(&self)
    let fields = frames.removeLast()
    check(Value.self, at: start, fields) { Self.responds(copy, to: $0) }
  }

  /// Like ``walk(_:_:)``, of a blank value.
  private mutating func walkBlank<Value: StateValue>(_ type: Value.Type) {
    guard known.insert(ObjectIdentifier([Value].self)).inserted else { return }
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: Value.blank)
    walk(&place.pointee, UInt(bitPattern: place))
    place.deinitialize(count: 1)
    place.deallocate()
  }

  mutating func list<Element: StateValue>(_ elements: inout [Element], _ content: ListContent) {
    walkBlank(Element.self)
  }

  mutating func optional<Wrapped: StateValue>(_ value: inout Wrapped?) { walkBlank(Wrapped.self) }

  mutating func cases<Value: StateCases>(_ value: inout Value) {
    guard known.insert(ObjectIdentifier(Value.self)).inserted else { return }
    var visited: [Visited] = []
    for kind in Value.kinds.indices {
      frames.append([])
      var blank = Value(kind: kind)
      blank.visitFields(&self)
      let fields = frames.removeLast()
      visited += fields
      checkPayload(of: Value(kind: kind), "\(Value.kinds[kind])", fields)
    }
    // A structure may stand for several kinds: between them they visit all that it stores.
    let derived = Reflection.derivedNames(of: Value.self).union(["kind"])
    if Mirror(reflecting: value).displayStyle == .struct {
      for property in Reflection.properties(of: Value.self) where property.size > 0 {
        propertyCount += 1
        let isVisited = visited.contains { isName($0.name, of: property.name) }
        if !isVisited && !derived.contains(property.name) {
          add(.unvisited, Value.self, property.name)
        }
      }
    }
  }

  /// Whether a case hands over as many values as it holds.
  private mutating func checkPayload<Value: StateCases>(
    of value: Value, _ kind: String, _ fields: [Visited]
  ) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let payload = mirror.children.first else { return }
    let tuple = Mirror(reflecting: payload.value)
    let labels =
      tuple.displayStyle == .tuple ? tuple.children.map { $0.label ?? "" } : [payload.label ?? ""]
    propertyCount += labels.count
    if fields.count >= labels.count { return }
    let missing = labels.enumerated().filter { index, label in
      label.hasPrefix(".") || label == kind
        ? index >= fields.count : !fields.contains { isName($0.name, of: label) }
    }
    for (index, label) in missing {
      let name = label.hasPrefix(".") || label == kind ? "\(index)" : label
      add(.unvisited, Value.self, "\(kind).\(name)")
    }
  }

  /// - Parameter responds: whether a change of a property's bits changes what is handed over.
  private mutating func check(
    _ type: Any.Type, at start: UInt, _ fields: [Visited],
    responds: (Reflection.Property) -> Bool
  ) {
    let derived = Reflection.derivedNames(of: type)
    if Reflection.isSilent(type) { return add(.silent, type, "") }
    for property in Reflection.properties(of: type)
    where property.size > 0 && !derived.contains(property.name) {
      propertyCount += 1
      let place = start + UInt(property.offset)
      let inside = fields.filter { $0.start >= place && $0.start < place + UInt(property.size) }
      let isWhole = inside.contains { $0.start == place && $0.size == property.size }
      if isWhole || fields.contains(where: { $0.name == property.name }) { continue }
      let parts =
        property.type is any StateValue.Type ? [] : Reflection.properties(of: property.type)
      if !inside.isEmpty && !parts.isEmpty {
        // Its parts are handed over one by one.
        check(property.type, at: place, inside) { part in
          var moved = part
          moved.offset += property.offset
          return responds(moved)
        }
      } else if inside.isEmpty && !fields.contains(where: { isName($0.name, of: property.name) })
        && !responds(property) && mayBeState(property)
      {
        add(.unvisited, type, property.name)
      }
    }
  }

  /// What a property refers to is compared after a restore; whether it is visited cannot be known here.
  private func mayBeState(_ property: Reflection.Property) -> Bool {
    property.isValue && !Reflection.isReference(property.type)
  }

  private mutating func add(_ kind: CoverageGap.Kind, _ type: Any.Type, _ property: String) {
    let gap = CoverageGap(kind, type: Reflection.title(type), property: property)
    if !gaps.contains(gap) { gaps.append(gap) }
  }

  /// `_gold` is visited as `gold`, and `position` by its parts `position.x` and `position.y`.
  private func isName(_ field: String, of property: String) -> Bool {
    let first = field.split(separator: ".", maxSplits: 1).first.map(String.init) ?? field
    return first == property || "_" + first == property
  }

  /// Whether a row hands over other numbers when the bits of one of its plain properties change: so
  /// it does where a copy of the property is visited under another name.
  private static func responds<Value: StateValue>(
    _ value: Value, to property: Reflection.Property
  ) -> Bool {
    let isPlain =
      property.type is any FixedWidthInteger.Type || property.type is any BinaryFloatingPoint.Type
      || property.type is any SIMD.Type
    guard isPlain else { return false }
    var changed = value
    withUnsafeMutableBytes(of: &changed) { bytes in
      for index in property.offset..<(property.offset + property.size) { bytes[index] ^= 1 }
    }
    return words(value) != words(changed)
  }

  private static func words<Value: StateValue>(_ value: Value) -> [UInt64] {
    var reader = FieldReader()
    var copy = value
    copy.visitValue(&reader)
    return reader.words
  }
}

// MARK: The simulation itself

extension CoverageVisitor {
  /// The stored properties of the run's simulation, and of the rows in it, that its description
  /// leaves out; `nil` when this build cannot tell.
  static func inspect(_ run: any InspectedRun) -> CoverageVisitor? {
    guard Reflection.isAvailable else { return nil }
    func visit(_ run: some InspectedRun) -> CoverageVisitor {
      var visitor = SimulationCoverage()
      let (type, place) = run.inspect(&visitor)
      var address = UInt(bitPattern: place)
      // An object lies where the variable says, and lives: the run holds it.
      if type is AnyClass {
        address = UInt(
          bitPattern: Unmanaged.passUnretained(run.simulationValue as AnyObject).toOpaque())
      }
      visitor.rows.check(type, at: address, visitor.fields) { _ in false }
      return visitor.rows
    }
    return visit(run)
  }

  /// A field of the simulation.
  fileprivate mutating func visitTop<Value: StateValue>(_ value: inout Value) -> (UInt, Int) {
    let start = withUnsafeMutablePointer(to: &value) { UInt(bitPattern: $0) }
    walk(&value, start)
    return (start, MemoryLayout<Value>.size)
  }
}

/// Collects the fields that a simulation hands over, and checks the properties of their rows.
private struct SimulationCoverage: StateVisitor {
  var rows = CoverageVisitor()
  var fields: [CoverageVisitor.Visited] = []
  private(set) var rowCount = 0
  var access: StateAccess { .reads }

  mutating func enter<Value: StateValue>(_ name: FieldName, _ value: inout Value) {
    let (start, size) = rows.visitTop(&value)
    fields.append(CoverageVisitor.Visited(name: name.text, start: start, size: size))
  }

  mutating func table(_ name: FieldName, rowCount: inout Int) {
    self.rowCount = rowCount
    fields.append(CoverageVisitor.Visited(name: name.text, start: 0, size: 0))
  }

  mutating func columns(
    _ group: RowGroup, base: UnsafeMutableRawPointer?, changes: StateChanges?
  ) {}
}
