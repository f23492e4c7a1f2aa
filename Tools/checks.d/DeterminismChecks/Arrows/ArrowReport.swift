import Foundation

/// Uses among the folders and files of a module, compared with the order that they must keep.
package struct ArrowReport: Sendable {
  /// One symbol that a file uses of another.
  package struct Use: Hashable, Sendable, CustomStringConvertible {
    package var file: String
    package var symbol: String
    package var definedIn: String
    package var description: String { "\(file) uses \(symbol) of \(definedIn)" }
  }

  package struct Arrow: Hashable, Sendable {
    package var from: String
    package var to: String

    package init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// Distinct symbols that files of a folder use of another's, by folders.
  package private(set) var counts: [Arrow: Int] = [:]
  /// Uses that go against the order and have no exception, sorted.
  package private(set) var against: [Use] = []
  /// Uses that go against the order, with the exception that excuses each.
  package private(set) var excused: [(use: Use, exception: RoomOrder.Exception)] = []
  package private(set) var unneeded: [RoomOrder.Exception] = []
  /// Files of the folder that the index does not know: they were not built.
  package private(set) var unbuilt: [String] = []
  /// Folders with files that the order does not name.
  package private(set) var unknownRooms: [String] = []
  /// Files at the top of the module, in no folder.
  package private(set) var loose: [String] = []
  /// Files that use each other, directly or through others, roots left out; greatest first.
  package private(set) var circles: [[String]] = []
  package let fileCount: Int

  /// Files in a circle, at most, unless the order allows more.
  package static let circleLimit = 3
  private let allowedCircle: Int?

  /// Pairs of folders that use each other without an exception; the folders of one room do not count.
  package private(set) var pairCount = 0

  /// Whether everything keeps to the order.
  package var isSound: Bool {
    complaints.isEmpty
  }

  /// - Parameter folder: the module's folder, of which paths are told.
  /// - Complexity: O(uses).
  package init(_ index: SymbolIndex, folder: String, order: RoomOrder) {
    let prefix = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path + "/"
    func name(_ path: String) -> String {
      let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }
    fileCount = index.files.count
    allowedCircle = order.circle
    var ranks: [String: Int] = [:]
    for (rank, folders) in order.rooms.enumerated() {
      for folder in folders { ranks[folder] = rank }
    }
    let names = index.files.map { name($0.path) }
    let built = Set(names)
    unbuilt = (FileManager.default.subpaths(atPath: folder) ?? []).filter {
      $0.hasSuffix(".swift") && !built.contains($0)
    }.sorted()
    var owners: [String: String] = [:]
    for (file, name) in zip(index.files, names) {
      for symbol in file.defined.keys { owners[symbol] = name }
    }
    var links: [String: Set<String>] = [:]
    var needed: Set<RoomOrder.Exception> = []
    var unknown: Set<String> = []
    for (file, user) in zip(index.files, names) {
      let from = ArrowReport.room(user)
      links[user, default: []] = []
      if order.roots.contains(user) { continue }
      if from == "." {
        loose.append(user)
      } else if ranks[from] == nil {
        unknown.insert(from)
      }
      for (symbol, symbolName) in file.used {
        guard let owner = owners[symbol], owner != user else { continue }
        if !order.roots.contains(owner) { links[user]!.insert(owner) }
        let to = ArrowReport.room(owner)
        if from == to { continue }
        counts[Arrow(from: from, to: to), default: 0] += 1
        guard let low = ranks[to], let high = ranks[from], low > high else { continue }
        let use = Use(file: user, symbol: symbolName, definedIn: owner)
        if let exception = order.exceptions.first(where: {
          $0.from == from && $0.to == to && $0.symbol == symbolName
        }) {
          needed.insert(exception)
          excused.append((use, exception))
        } else {
          against.append(use)
        }
      }
    }
    against.sort { $0.description < $1.description }
    excused.sort { $0.use.description < $1.use.description }
    unneeded = order.exceptions.filter { !needed.contains($0) }
    unknownRooms = unknown.sorted()
    circles = Circles.of(links)
    pairCount = Set(
      against.map { use in
        Arrow(from: ArrowReport.room(use.file), to: ArrowReport.room(use.definedIn))
      }
    ).count { counts[Arrow(from: $0.to, to: $0.from)] != nil }
  }

  /// The problems to solve, one line each.
  package var complaints: [String] {
    unbuilt.map { "\($0): not in the index: build in debug first" }
      + loose.sorted().map { "\($0): at the top of the module: put it into a folder" }
      + unknownRooms.map { "\($0): a folder that the order does not name" }
      + against.map { "against the order: \($0)" }
      + unneeded.map { "exception needed by nothing: \($0)" }
      + circles.filter { $0.count > allowedCircle ?? ArrowReport.circleLimit }.map {
        "\($0.count) files use each other in a circle: \($0.joined(separator: " "))"
      } + surplus
  }

  /// A bound that the module no longer needs.
  private var surplus: [String] {
    let count = circles.first?.count ?? 0
    guard let allowedCircle, count < allowedCircle else { return [] }
    return ["the largest circle has \(count) files: write `circle \(count)`, or remove the line"]
  }

  /// The arrows as a table: rows use columns.
  package func table(_ rooms: [String]) -> [String] {
    let rooms = unknownRooms + rooms
    let width = (rooms.map(\.count).max() ?? 0) + 1
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let head = rooms.map { padded(String($0.prefix(6)), 7) }.joined()
    return [String(repeating: " ", count: width) + head]
      + rooms.map { from in
        from + String(repeating: " ", count: width - from.count)
          + rooms.map { to in
            let count = counts[Arrow(from: from, to: to)]
            return padded(count.map(String.init) ?? (from == to ? "-" : ""), 7)
          }.joined()
      }
  }

  private static func room(_ file: String) -> String {
    let parts = file.split(separator: "/")
    return parts.count > 1 ? String(parts[0]) : "."
  }
}

/// Sets of nodes that can all be reached from each other.
enum Circles {
  /// Those of more than one node, greatest first, each sorted.
  ///
  /// - Source: R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972.
  static func of(_ links: [String: Set<String>]) -> [[String]] {
    var index: [String: Int] = [:]
    var low: [String: Int] = [:]
    var stack: [String] = []
    var onStack: Set<String> = []
    var circles: [[String]] = []
    func visit(_ node: String) {
      index[node] = index.count
      low[node] = index[node]
      stack.append(node)
      onStack.insert(node)
      for next in links[node, default: []].sorted() {
        if index[next] == nil {
          visit(next)
          low[node] = min(low[node]!, low[next]!)
        } else if onStack.contains(next) {
          low[node] = min(low[node]!, index[next]!)
        }
      }
      if low[node] == index[node] {
        let first = stack.lastIndex(of: node)!
        let circle = stack[first...].sorted()
        stack.removeSubrange(first...)
        onStack.subtract(circle)
        if circle.count > 1 { circles.append(circle) }
      }
    }
    for node in links.keys.sorted() where index[node] == nil { visit(node) }
    return circles.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
  }
}
