import SystemC

/// The counters of a program that runs, read from outside.
///
/// LLVM's runtime maps a program's counters to its profile where the file's name has `%c` and the
/// program was compiled with `-runtime-counter-relocation`: they are in the file while it runs, and
/// stay there if it is killed.
package final class CounterFile {
  package enum Trouble: Error {
    /// There is no such file, or it cannot be mapped.
    case missing
    /// It is of a form that is not known here; the runtime's number of it.
    case version(UInt64)
  }

  /// Where the counters are in the file, in words.
  package let place: Range<Int>
  package let path: String
  /// Which of the counters say something; all where none was named.
  package var isWanted: [Bool]
  private let words: UnsafeBufferPointer<UInt64>
  private var last: [UInt64]
  /// For each counter, which sizes of counts a session had; see ``size(of:)``.
  private var seen: [UInt8]
  private static let pageWords = 512

  /// The raw form's words before the data, and those of one function's data, by its version.
  private static let forms: [UInt64: (head: Int, function: Int)] = [
    8: (11, 6), 9: (13, 8), 10: (16, 8),
  ]

  /// - Parameter before: of another process of the same program: what it has seen stays seen.
  /// - Throws: ``Trouble``.
  package init(path: String, after before: CounterFile? = nil) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Trouble.missing }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_size >= 128,
      let start = mmap(nil, Int(facts.st_size), PROT_READ, MAP_SHARED, file, 0), start != MAP_FAILED
    else { throw Trouble.missing }
    let count = Int(facts.st_size) / 8
    self.path = path
    words = UnsafeBufferPointer(
      start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt64.self), count: count)
    // The upper byte says how the program was instrumented.
    let version = words[1] & 0x00FF_FFFF_FFFF_FFFF
    guard let form = Self.forms[version] else {
      munmap(start, Int(facts.st_size))
      throw Trouble.version(version)
    }
    // Binary ids, functions, bytes before the counters, counters: none may lead out of the file.
    let sizes = words[2...5].map { Int(clamping: $0) }
    guard sizes.allSatisfy({ $0 <= count * 8 }) else {
      munmap(start, Int(facts.st_size))
      throw Trouble.version(version)
    }
    let first = form.head + sizes[0] / 8 + sizes[1] * form.function + sizes[2] / 8
    guard first + sizes[3] <= count else {
      munmap(start, Int(facts.st_size))
      throw Trouble.version(version)
    }
    place = first..<first + sizes[3]
    last = Array(repeating: 0, count: place.count)
    isWanted = before.map(\.isWanted) ?? Array(repeating: true, count: place.count)
    seen = before.map(\.seen) ?? Array(repeating: 0, count: place.count)
    if seen.count != place.count {
      seen = Array(repeating: 0, count: place.count)
      isWanted = Array(repeating: true, count: place.count)
    }
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: words.baseAddress), words.count * 8) }

  /// Wanted counters that, since this was last asked, counted as much as they never did in one
  /// session; `isFirst` says that they never counted at all.
  package func news() -> [(counter: Int, isFirst: Bool)] {
    var news: [(counter: Int, isFirst: Bool)] = []
    var page = 0
    while page < place.count {
      let end = min(page + Self.pageWords, place.count)
      let size = (end - page) * 8
      let isSame = last.withUnsafeBufferPointer {
        memcmp($0.baseAddress! + page, words.baseAddress! + place.lowerBound + page, size) == 0
      }
      if !isSame {
        for counter in page..<end {
          let now = words[place.lowerBound + counter]
          let count = now &- last[counter]
          last[counter] = now
          guard count != 0, isWanted[counter] else { continue }
          let bit = Self.size(of: count)
          if seen[counter] & bit == 0 {
            news.append((counter, seen[counter] == 0))
            seen[counter] |= bit
          }
        }
      }
      page = end
    }
    return news
  }

  /// Passes over all that counted since ``news()`` was last asked.
  package func dropChanged() {
    for counter in 0..<place.count where words[place.lowerBound + counter] != last[counter] {
      isWanted[counter] = false
      last[counter] = words[place.lowerBound + counter]
    }
  }

  /// Counts of about the same size: once, twice, three times, up to 7, 15, 31, 127, and more.
  private static func size(of count: UInt64) -> UInt8 {
    switch count {
    case 1: 1
    case 2: 2
    case 3: 4
    case 4...7: 8
    case 8...15: 16
    case 16...31: 32
    case 32...127: 64
    default: 128
    }
  }

  /// The file with the number of each counter, from 1, in the place of its count: what reads
  /// profiles then says which counter belongs to which function.
  package var numbered: [UInt8] {
    var copy = Array(words)
    for index in 0..<place.count { copy[place.lowerBound + index] = UInt64(index + 1) }
    return copy.withUnsafeBytes { Array($0) }
  }
}
