import SystemC

/// The functions of a program's own sources and the branches within them, with what was counted.
package struct CoverageMap {
  struct Function {
    /// As it is in the machine code.
    var symbol: String
    var file: String
    var line: Int
    var count: UInt64
  }

  /// A stretch of code that runs as a whole.
  struct Branch: Hashable {
    var file: String
    var line: Int
    /// In bytes, from 1.
    var column: Int
    var endLine: Int
    var endColumn: Int
  }

  /// By symbol.
  private(set) var functions: [String: Function] = [:]
  /// Counts, with the symbol of the function that a branch is in.
  private(set) var branches: [Branch: (owner: String, count: UInt64)] = [:]

  init() {}

  /// A function of the exported form; what it says besides is passed over.
  private struct Exported: Decodable {
    var name: String
    var count: UInt64
    var filenames: [String]
    /// First line and column, last line and column, count, file, expanded file, kind.
    var regions: [[UInt64]]
  }

  /// A name without the file that Swift's compiler puts before those that are not seen elsewhere, and
  /// before a program's main function: only some of LLVM's programs say it.
  package static func key(_ name: String) -> String {
    guard let colon = name.lastIndex(of: ":") else { return name }
    let rest = name[name.index(after: colon)...]
    return rest.hasPrefix("$") || name[..<colon].hasSuffix(".swift") ? String(rest) : name
  }

  /// - Parameters:
  ///   - exported: what `llvm-cov export` wrote.
  ///   - sources: says how a path is called, where it is one of the program's own sources.
  ///   - roots: folders that hold all of the own sources.
  /// - Throws: `CommandFailure` for what is not of that form.
  init(exported: [UInt8], roots: [String], sources: (String) -> String?) throws {
    let whole = exported.startIndex..<exported.endIndex
    guard let list = Self.end(of: "\"functions\":[", in: exported, whole) else {
      throw CommandFailure(.trouble, "llvm-cov: what it exports is not of a known form")
    }
    for place in Self.objects(in: exported, from: list) {
      // Most functions are those of libraries: they are not worth decoding.
      guard roots.contains(where: { Self.end(of: $0, in: exported, place) != nil }) else {
        continue
      }
      guard let one = try? decoded(Exported.self, exported[place]) else {
        throw CommandFailure(.trouble, "llvm-cov: what it exports is not of a known form")
      }
      add(one, sources)
    }
  }

  private mutating func add(_ one: Exported, _ sources: (String) -> String?) {
    let files = one.filenames.map(sources)
    guard let first = files.first, let file = first, let start = one.regions.first,
      start.count == 8
    else { return }
    let symbol = Self.key(one.name)
    functions[
      symbol, default: Function(symbol: symbol, file: file, line: Int(start[0]), count: 0)
    ].count &+= one.count
    for region in one.regions where region.count == 8 && region[7] == 0 {
      guard region[5] < files.count, let file = files[Int(region[5])] else { continue }
      let branch = Branch(
        file: file, line: Int(region[0]), column: Int(region[1]), endLine: Int(region[2]),
        endColumn: Int(region[3]))
      branches[branch] = (symbol, (branches[branch]?.count ?? 0) &+ region[4])
    }
  }

  /// The end of the first occurrence of a text; `nil` without one.
  private static func end(of text: String, in data: [UInt8], _ place: Range<Int>) -> Int? {
    let part = Array(text.utf8)
    return data.withUnsafeBytes { bytes in
      var start = place.lowerBound
      let last = place.upperBound - part.count
      while start <= last,
        let found = memchr(bytes.baseAddress! + start, Int32(part[0]), last + 1 - start)
      {
        start = UnsafeRawPointer(found) - bytes.baseAddress! + 1
        if memcmp(found, part, part.count) == 0 { return start - 1 + part.count }
      }
      return nil
    }
  }

  /// Where the objects of a list lie, up to its end.
  private static func objects(in data: [UInt8], from start: Int) -> [Range<Int>] {
    data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      var (places, depth, first, index) = ([Range<Int>](), 0, 0, start)
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "{"):
          if depth == 0 { first = index }
          depth += 1
        case UInt8(ascii: "}"):
          depth -= 1
          if depth == 0 { places.append(first..<index + 1) }
        case UInt8(ascii: "]") where depth == 0: return places
        case UInt8(ascii: "\""):
          index += 1
          while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
          }
        default: break
        }
        index += 1
      }
      return places
    }
  }
}
