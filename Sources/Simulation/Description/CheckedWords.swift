// Words that give back what they were made of: what is recorded is then what was stepped.

extension SimulationRecord {
  /// This record as words that give it back.
  ///
  /// - Throws: ``SimulationError/fieldNotFinite(name:)``, or
  ///   ``SimulationError/fieldsIncomplete(name:)`` when the words make another record.
  public func checkedWords() throws(SimulationError) -> RecordWords { try checked().words }

  /// This record as words, and as the words give it back: for a step that is recorded as well.
  ///
  /// - Throws: as ``checkedWords()`` does.
  package func checked() throws(SimulationError) -> (words: RecordWords, value: Self) {
    let words = recordWords
    let value = try Self(words)
    if value != self { throw .fieldsIncomplete(name: text(Self.kinds[words.kind])) }
    return (words, value)
  }
}

extension SimulationParameters {
  /// This parameter set as words that give it back.
  ///
  /// - Throws: ``SimulationError/fieldNotFinite(name:)``, or
  ///   ``SimulationError/fieldsIncomplete(name:)`` when the words make another set.
  public func checkedWords() throws(SimulationError) -> [UInt64] {
    let words = words
    if try Self(words: words) != self { throw .fieldsIncomplete(name: "parameters") }
    return words
  }
}
