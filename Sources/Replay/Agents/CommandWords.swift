import Recording

/// A command line as a program and its arguments, without a shell in between.
package enum CommandWords {
  /// Words separated by spaces; a word with spaces is put in quotes.
  package static func split(_ command: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var isOpen = false
    for character in command {
      if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        isOpen = true
      } else if character == " " {
        if isOpen || !word.isEmpty { words.append(word) }
        word = ""
        isOpen = false
      } else {
        word.append(character)
      }
    }
    if isOpen || !word.isEmpty { words.append(word) }
    return words
  }

  /// The file of a program: a name with a slash is a path, another one is looked up as a shell
  /// would.
  package static func path(of program: String) -> String? {
    if program.contains("/") { return Files.isProgram(program) ? program : nil }
    let folders = environment("PATH") ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") {
      let path = "\(folder)/\(program)"
      if Files.isProgram(path) { return path }
    }
    return nil
  }
}
