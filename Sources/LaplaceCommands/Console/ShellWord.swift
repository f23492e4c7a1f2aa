import Recording

/// A word as a shell reads it: in quotes if it needs them.
func shellWord(_ word: String) -> String {
  let plain = word.unicodeScalars.allSatisfy { scalar in
    !scalar.isASCII || Character(scalar).isLetter || Character(scalar).isNumber
      || "-_./=:,@%+~".unicodeScalars.contains(scalar)
  }
  if word.unicodeScalars.contains(where: { $0.rawByte != nil }) {
    let escaped = word.replacing("\\", by: "\\\\").replacing("'", by: "\\'")
    return "$'" + TerminalText.line(escaped) + "'"
  }
  if plain && !word.isEmpty && !word.hasPrefix("~") { return word }
  return "'" + word.replacing("'", by: "'\\''") + "'"
}
