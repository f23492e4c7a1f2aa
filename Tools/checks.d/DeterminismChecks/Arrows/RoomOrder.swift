import Foundation

/// The order in which a module's folders may use each other: each only those above it in the list.
///
/// The file has the module's name. Its lines are:
/// - `room NAME`, in the order of the rooms, or `room NAME NAME` for folders that form one room;
/// - `root PATH` for the file that holds what all rooms own: it may use any of them;
/// - `except FROM -> TO: SYMBOL | REASON`;
/// - `circle COUNT | REASON` if more than three files use each other.
///
/// Blank lines and lines that begin with `#` are for people.
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
  /// The folders of each room, in the order of the rooms.
  package let rooms: [[String]]
  package let roots: Set<String>
  package let exceptions: [Exception]
  /// Files in the module's largest circle, if a line allows more than ``ArrowReport/circleLimit``.
  package let circle: Int?

  /// The folders, in the order of their rooms.
  package var folders: [String] { rooms.flatMap { $0 } }

  /// - Throws: ``Trouble`` for a line of another form.
  package init(text: String, path: String) throws(Trouble) {
    var rooms: [[String]] = []
    var roots: Set<String> = []
    var exceptions: [Exception] = []
    var circle: Int?
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      let trouble = { (what: String) in Trouble(path: path, line: number, what: what) }
      guard let space = line.firstIndex(of: " ") else {
        throw trouble("a line is `room`, `root`, `except` or `circle`, and what it names")
      }
      let rest = String(line[line.index(after: space)...])
      switch line[..<space] {
      case "root": roots.insert(rest)
      case "room":
        let folders = rest.split(separator: " ").map(String.init)
        for folder in folders where rooms.contains(where: { $0.contains(folder) }) {
          throw trouble("\(folder) is in the list twice")
        }
        rooms.append(folders)
      case "except":
        let parts = rest.components(separatedBy: " | ")
        let sides = parts[0].components(separatedBy: ": ")
        let ends = sides[0].components(separatedBy: " -> ")
        guard parts.count == 2, sides.count == 2, ends.count == 2, parts[1].count > 10 else {
          throw trouble("an exception is `FROM -> TO: SYMBOL | REASON`")
        }
        for end in ends where !rooms.contains(where: { $0.contains(end) }) {
          throw trouble("there is no room \(end)")
        }
        exceptions.append(
          Exception(from: ends[0], to: ends[1], symbol: sides[1], reason: parts[1]))
      case "circle":
        let parts = rest.components(separatedBy: " | ")
        guard parts.count == 2, parts[1].count > 10, let count = Int(parts[0]) else {
          throw trouble("a circle is `COUNT | REASON`")
        }
        circle = count
      default: throw trouble("a line is `room`, `root`, `except` or `circle`")
      }
    }
    module = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    self.rooms = rooms
    self.roots = roots
    self.exceptions = exceptions
    self.circle = circle
  }

  /// The orders of all modules that have one, by the names of the modules.
  ///
  /// - Parameter folder: has a file for each module.
  package static func all(in folder: String) throws -> [RoomOrder] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".txt") }
      .sorted().map { name in
        let path = "\(folder)/\(name)"
        return try RoomOrder(text: String(contentsOfFile: path, encoding: .utf8), path: path)
      }
  }

  /// Swift files that a module can have without rooms.
  package static let sizeWithoutRooms = 12

  /// The modules that need an order and have none, one line each.
  ///
  /// - Parameter sources: the folder that holds the modules' folders.
  package static func modulesWithoutRooms(sources: String, _ orders: [RoomOrder]) -> [String] {
    let known = Set(orders.map(\.module))
    let modules = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
    return modules.filter { !known.contains($0) }.sorted().compactMap { module in
      let paths = FileManager.default.subpaths(atPath: "\(sources)/\(module)") ?? []
      let count = paths.count { $0.hasSuffix(".swift") }
      return count <= sizeWithoutRooms
        ? nil : "\(module): \(count) files without rooms: add a list of their order"
    }
  }
}
