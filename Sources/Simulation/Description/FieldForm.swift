/// The place of a column in the tree of its row.
public enum FieldForm: Equatable, BitwiseCopyable, Sendable {
  /// A number.
  case number
  /// A truth value: 0 or 1.
  case flag
  /// 1 if an optional has a value, else 0. The columns of that value belong to this one.
  case presence
  /// The index of a case. The columns of its payload belong to this one.
  case cases
  /// The number of rows that belong to this row in the table with this index.
  case count(table: Int)
}

/// The column that a column belongs to: an optional, or a value of one of several cases.
public struct FieldOwner: Equatable, BitwiseCopyable, Sendable {
  /// The owner's index among the columns of the table, counted over all groups.
  public var column: Int
  /// The index of the case that has the column; 0 for the value of an optional.
  public var caseIndex: Int

  /// Makes an owner; see the properties for what the values mean.
  public init(column: Int, caseIndex: Int = 0) {
    self.column = column
    self.caseIndex = caseIndex
  }
}

/// The kind of rows that a table has.
public enum TableContent: UInt8, BitwiseCopyable, Sendable {
  /// Rows of a list, or of a table of the simulation.
  case rows = 0
  /// A single value, always one row.
  case value = 1
  /// The bytes of a text in UTF-8.
  case text = 2
  /// The entries of a dictionary or of a set, by ascending keys.
  case entries = 3
}
