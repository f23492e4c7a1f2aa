import Foundation

/// In which order a module's folders may use each other: each only those above it in the list.
///
/// Lines of a file: `module NAME`; `room NAME`, in their order; `root PATH` for the file that holds
/// what all rooms own, which may use any of them; `except FROM -> TO: SYMBOL | REASON`. Lines that
/// begin with `#` and blank lines are for people.
package struct RoomOrder: Sendable {
  package struct Exception: Hashable, Sendable, CustomStringConvertible {
    package var from: String
    package var to: String
    package var symbol: String
    package var reason: String
    package var description: String { "\(from) -> \(to): \(symbol) | \(reason)" }
  }

  /// A problem of the list itself.
  package struct Trouble: Error, CustomStringConvertible, Equatable {
    package var path: String
    package var line: Int
    package var what: String

    package var description: String { "\(path):\(line): \(what)" }
  }

  package let module: String
  package let rooms: [String]
  package let roots: Set<String>
  package let exceptions: [Exception]

  /// - Throws: ``Trouble`` for a line that says none of these.
  package init(text: String, path: String) throws(Trouble) {
    var module: String?
    var rooms: [String] = []
    var roots: Set<String> = []
    var exceptions: [Exception] = []
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      let trouble = { (what: String) in Trouble(path: path, line: number, what: what) }
      guard let space = line.firstIndex(of: " ") else {
        throw trouble("a line is `module`, `room`, `root` or `except`, and what it names")
      }
      let rest = String(line[line.index(after: space)...])
      switch line[..<space] {
      case "module": module = rest
      case "root": roots.insert(rest)
      case "room":
        if rooms.contains(rest) { throw trouble("\(rest) stands there twice") }
        rooms.append(rest)
      case "except":
        let parts = rest.components(separatedBy: " | ")
        let sides = parts[0].components(separatedBy: ": ")
        let ends = sides[0].components(separatedBy: " -> ")
        guard parts.count == 2, sides.count == 2, ends.count == 2, parts[1].count > 10 else {
          throw trouble("an exception is `FROM -> TO: SYMBOL | REASON`")
        }
        for end in ends where !rooms.contains(end) { throw trouble("there is no room \(end)") }
        exceptions.append(
          Exception(from: ends[0], to: ends[1], symbol: sides[1], reason: parts[1]))
      default: throw trouble("a line is `module`, `room`, `root` or `except`")
      }
    }
    guard let module else { throw Trouble(path: path, line: number, what: "names no module") }
    self.module = module
    self.rooms = rooms
    self.roots = roots
    self.exceptions = exceptions
  }
}
