// Words that give back what they were made of: what is recorded is then what was stepped.

extension SimulationRecord {
  /// This record as words that give it back.
  ///
  /// - Throws: ``SimulationError/fieldNotFinite(name:)``, or ``SimulationError/fieldsIncomplete(name:)``
  ///   when the words make another record.
  public func checkedWords() throws(SimulationError) -> RecordWords {
    let record = recordWords
    if try Self(record) != self {
      throw .fieldsIncomplete(name: text(Self.kinds[record.kind]))
    }
    return record
  }
}

extension SimulationParameters {
  /// This parameter set as words that give it back.
  ///
  /// - Throws: ``SimulationError/fieldNotFinite(name:)``, or ``SimulationError/fieldsIncomplete(name:)``
  ///   when the words make another set.
  public func checkedWords() throws(SimulationError) -> [UInt64] {
    let words = words
    if try Self(words: words) != self { throw .fieldsIncomplete(name: "parameters") }
    return words
  }
}
