extension PageTables {
  package struct Field: Encodable {
    /// A column of the same table, and the word that it holds if the value is there.
    package struct Condition: Encodable {
      package var column: Int
      package var word: String
    }

    /// The name of a bit, or of several bits.
    package struct Bits: Encodable {
      package var word: String
      package var name: String
    }

    package var name: String
    package var type: String
    package var role: String?
    package var cases: [String: String]?
    /// The names of its bits, in the order in which they apply.
    package var bits: [Bits]?
    /// True if another field shows the optional that this one marks.
    package var isHidden: Bool?
    /// The conditions on which an optional is not `nil`.
    package var own: [Condition]?
    /// The conditions on which the row has the field.
    package var outer: [Condition]?
    /// Where it stands in a state that the page's engine remakes: see `Rows`.
    package var group: Int?
    package var offset: Int?

    package init(
      name: String, type: String, role: String? = nil, cases: [String: String]? = nil,
      bits: [Bits]? = nil, isHidden: Bool? = nil, own: [Condition]? = nil,
      outer: [Condition]? = nil,
      group: Int? = nil, offset: Int? = nil
    ) {
      (self.name, self.type, self.role, self.cases) = (name, type, role, cases)
      self.bits = bits
      (self.isHidden, self.own, self.outer) = (isHidden, own, outer)
      (self.group, self.offset) = (group, offset)
    }
  }

  /// How to read the states that the page's engine remakes: then the track has no fields.
  package struct Rows: Encodable {
    /// What to ask the engine for: 0, the groups of every step; 1, all.
    package var selection: Int
    /// For each table of the state, the sizes of a row in the groups that are asked for.
    package var layout: [[Int]]
  }

  package struct TableFacts: Encodable {
    package var name: String
    /// Its place in the state.
    package var index: Int
    package var fields: [Field]
    /// The greatest number of rows in a step.
    package var rows: Int
  }
}
