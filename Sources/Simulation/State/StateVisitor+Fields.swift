// What a simulation hands over field by field.

extension StateVisitor {
  /// One field of the state, of any type that can be recorded; what it is made of gets dotted
  /// names.
  ///
  /// - Parameters:
  ///   - name: as people see it; part of the recorded format.
  ///   - value: the simulation's own variable.
  ///   - cadence: stored after every step, or at key frames only. Everything is digested after
  ///     every step, whatever its cadence.
  ///   - role: what it means to tools; of a vector, what its first number means.
  ///   - range: a restored state with another number is refused.
  @inlinable
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
  public mutating func field<Value: StateValue>(
    _ name: StaticString, _ value: inout Value, _ cadence: StateCadence = .keyFrame,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {
    enter(FieldName(name), &value)
    let codec = codec(
      FieldName(name), of: Value.self, FieldOptions(cadence, role: role, in: range), .value)
    if access != .restores, let fault = codec.encode(&value) { report(fault, name) }
    codec.visit(&self)
    if access != .reads && !codec.decode(&value, checks: !restoresOwnImage) { refuse() }
  }

  /// A list of rows: a table with one row for each.
  ///
  /// Rows of plain numbers are handed over as they lie, at the speed of memory.
  @inlinable
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
  public mutating func field<Row: StateValue>(
    _ name: StaticString, _ rows: inout [Row], _ cadence: StateCadence = .keyFrame,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {
    enter(FieldName(name), &rows)
    list(name, &rows, FieldOptions(cadence, role: role, in: range), .rows)
  }

  /// A dictionary: a table with one row for each pair, by ascending keys.
  @inlinable
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
  public mutating func field<Key: StateValue, Value: StateValue>(
    _ name: StaticString, _ dictionary: inout [Key: Value], _ cadence: StateCadence = .keyFrame,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {
    enter(FieldName(name), &dictionary)
    var areAlike = false
    var rows = dictionary.sortedRows(&areAlike)
    if areAlike && access != .restores { report(.keysAlike, name) }
    list(name, &rows, FieldOptions(cadence, role: role, in: range), .entries)
    if access != .reads && !dictionary.restore(rows) { refuse() }
  }

  /// A set: a table with one row for each element, in ascending order.
  @inlinable
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
  public mutating func field<Element: StateValue>(
    _ name: StaticString, _ set: inout Set<Element>, _ cadence: StateCadence = .keyFrame,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {
    enter(FieldName(name), &set)
    var areAlike = false
    var rows = set.sortedRows(&areAlike)
    if areAlike && access != .restores { report(.keysAlike, name) }
    list(name, &rows, FieldOptions(cadence, role: role, in: range), .entries)
    if access != .reads && !set.restore(rows) { refuse() }
  }

  /// A text: a table with one row for each byte of its UTF-8.
  @inlinable
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
  public mutating func field(
    _ name: StaticString, _ text: inout String, _ cadence: StateCadence = .keyFrame
  ) {
    enter(FieldName(name), &text)
    var bytes = Array(text.utf8)
    list(name, &bytes, FieldOptions(cadence), .text)
    if access != .reads && !text.restore(bytes) { refuse() }
  }

  /// Says at the field what is missing, where the compiler would only name a protocol.
  @available(
    *, unavailable,
    message: """
      this type cannot be recorded: put @Recorded on it, or conform it to StateRow, StateEnum or \
      StateCases; or leave the field out if it follows from the others
      """
  )
  public mutating func field<Value>(
    _ name: StaticString, _ value: inout Value, _ cadence: StateCadence = .keyFrame,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {}

  /// An object is not a value.
  @available(
    *, unavailable,
    message: """
      a class cannot be recorded: two runs, or a run and its copy, would share the object; make it \
      a structure, or leave the field out if it follows from the others
      """
  )
  public mutating func field<Value: AnyObject>(
    _ name: StaticString, _ value: inout Value, _ cadence: StateCadence = .keyFrame,
    role: FieldRole = .none, in range: FieldRange = .any
  ) {}

  // Inlined, so that what follows knows the rows' type even where it does not know the visitor's.
  @inlinable
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
  mutating func list<Row: StateValue>(
    _ name: StaticString, _ rows: inout [Row], _ options: FieldOptions, _ content: TableContent
  ) {
    let codec = codec(FieldName(name), of: Row.self, options, content)
    if codec.isInPlace {
      handOver(&rows, codec)
      return
    }
    if access != .restores, let fault = codec.encode(rows: &rows) { report(fault, name) }
    codec.visit(&self)
    if access != .reads && !codec.decode(rows: &rows, checks: !restoresOwnImage) { refuse() }
  }

  /// Rows of plain numbers, where they lie.
  @inlinable
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
  mutating func handOver<Row: StateValue>(_ rows: inout [Row], _ codec: RowCodec) {
    var count = rows.count
    table(codec.name, rowCount: &count)
    if access == .reads {
      // Not as mutable bytes: that would copy an array that somebody else holds too.
      rows.withUnsafeBytes { visitGroups(codec, UnsafeMutableRawPointer(mutating: $0.baseAddress)) }
      return
    }
    rows.resize(to: count)
    rows.withUnsafeMutableBytes { visitGroups(codec, $0.baseAddress) }
    if restoresOwnImage { return }
    let isSound = rows.withUnsafeBytes { bytes in
      codec.layout.groups.allSatisfy { $0.areSound(bytes.baseAddress, count: count) }
    }
    if !isSound { refuse() }
  }

  @usableFromInline
  mutating func visitGroups(_ codec: RowCodec, _ rows: UnsafeMutableRawPointer?) {
    for group in codec.layout.groups {
      columns(group, base: rows.map { $0 + group.place }, changes: nil)
    }
  }

  @usableFromInline
  mutating func codec<Value: StateValue>(
    _ name: FieldName, of type: Value.Type, _ options: FieldOptions, _ content: TableContent
  ) -> RowCodec {
    // A visitor on its own makes what a run would have kept.
    (layouts ?? StateLayouts()).codec(name, of: type, options, content)
  }

  @usableFromInline
  mutating func report(_ fault: RowFault, _ name: StaticString) {
    if let layouts, layouts.fault == nil {
      switch fault {
      case .columnsChanged: layouts.fault = .columnsChanged(field: text(name))
      case .keysAlike: layouts.fault = .keysAlike(field: text(name))
      }
    }
    refuse()
  }
}
