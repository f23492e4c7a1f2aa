import Sessions
import Simulation

/// Two states of one schema, and states that have some of the fields of one and the rest of the other.
package struct StateTransplant: Sendable {
  /// What can be taken over alone.
  package enum Part: Hashable, Sendable {
    /// One value.
    case cell(table: Int, group: Int, field: Int, row: Int)
    /// All tables that have other numbers of rows: rows of one belong to rows of another.
    case resizedTables
  }

  package let base: StateView
  package let donor: StateView
  /// Where they differ.
  package let parts: [Part]
  private let resized: Set<Int>

  /// - Precondition: both hold everything, and are of one schema.
  /// - Complexity: O(state).
  package init(base: StateView, donor: StateView) {
    (self.base, self.donor) = (base, donor)
    let tables = base.schema.tables.indices
    let resized = Set(tables.filter { base.rowCount(table: $0) != donor.rowCount(table: $0) })
    var parts: [Part] = resized.isEmpty ? [] : [.resizedTables]
    for table in tables where !resized.contains(table) {
      for (group, described) in base.schema.tables[table].groups.enumerated() {
        for row in 0..<base.rowCount(table: table)
        where base.rowBytes(table: table, group: group, row: row)
          != donor.rowBytes(table: table, group: group, row: row)
        {
          for field in described.fields.indices
          where base.value(table: table, group: group, field: field, row: row)
            != donor.value(table: table, group: group, field: field, row: row)
          {
            parts.append(.cell(table: table, group: group, field: field, row: row))
          }
        }
      }
    }
    (self.parts, self.resized) = (parts, resized)
  }

  /// The base with these parts of the donor.
  package func image(with parts: [Part]) -> StateImage {
    let takesTables = parts.contains(.resizedTables)
    var image = StateImage()
    for table in base.schema.tables.indices {
      let source = takesTables && resized.contains(table) ? donor : base
      image.rowCounts.append(source.image.rowCounts[table])
    }
    var bytes: [UInt8] = []
    var starts: [[Int]] = []
    for table in base.schema.tables.indices {
      let source = takesTables && resized.contains(table) ? donor : base
      starts.append([])
      for group in base.schema.tables[table].groups.indices {
        starts[table].append(bytes.count)
        bytes += source.groupBytes(table: table, group: group)
      }
    }
    for case .cell(let table, let group, let field, let row) in parts {
      let described = base.schema.tables[table].groups[group]
      let start = starts[table][group] + row * described.rowSize + described.fields[field].offset
      guard
        let from = donor.byteOffset(table: table, group: group, field: field, row: row)
      else { continue }
      for byte in 0..<described.fields[field].type.size {
        bytes[start + byte] = donor.image.bytes[from + byte]
      }
    }
    image.bytes = bytes
    return image
  }

  /// Whether `view` has what the donor has in all of these parts, or numbers nearer to it than to
  /// the base.
  package func isNearDonor(_ parts: [Part], in view: StateView) -> Bool {
    parts.allSatisfy { part in
      switch part {
      case .cell(let table, let group, let field, let row):
        func value(_ view: StateView) -> ScalarValue? {
          guard row < view.rowCount(table: table) else { return nil }
          return view.value(table: table, group: group, field: field, row: row)
        }
        guard let found = value(view), let theirs = value(donor), let ours = value(base) else {
          return false
        }
        return found.isNearer(to: theirs, than: ours)
      case .resizedTables:
        return resized.allSatisfy { view.rowCount(table: $0) == donor.rowCount(table: $0) }
      }
    }
  }

  /// What `parts` are, as differences with their names: base's values and the donor's.
  package func differences(of parts: [Part], limit: Int) -> StateComparison? {
    StateView(schema: base.schema, selection: .everything, image: image(with: parts))
      .map { StateComparison(expected: base, actual: $0, limit: limit) }
  }
}

extension StateView {
  /// The bytes of all rows of a group; none where the image does not hold it.
  fileprivate func groupBytes(table: Int, group: Int) -> ArraySlice<UInt8> {
    let count = rowCount(table: table)
    guard count > 0, let first = rowBytes(table: table, group: group, row: 0),
      let last = rowBytes(table: table, group: group, row: count - 1)
    else { return [] }
    return image.bytes[first.startIndex..<last.endIndex]
  }
}

extension ScalarValue {
  /// Whether the value is `other`, or a number that lies nearer to it than to `origin`.
  package func isNearer(to other: ScalarValue, than origin: ScalarValue) -> Bool {
    if bits == other.bits { return true }
    guard let there = distance(to: other), let back = distance(to: origin) else { return false }
    return there < back
  }
}
