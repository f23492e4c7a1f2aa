import Recording

/// Functions outside of a program that it calls, by the dynamic symbols of its file.
public struct UndefinedSymbols: Equatable, Sendable {
  /// Why a call may give other bits on another build, machine or run.
  public enum Danger: String, Sendable {
    /// `a · b + c` with one rounding.
    case fusedMultiplyAdd = "fused multiply-add"
    /// Sine and the like, which every C library rounds in its own way.
    case elementaryFunction = "elementary function of the C library"
    /// What time it is.
    case clock = "clock"
    /// The time zone.
    case timeZone = "time zone"
    /// Numbers that no seed gives.
    case randomness = "randomness"
    /// Variables of the environment, and the locale.
    case environment = "environment"
    /// Rounding modes and the flushing of subnormal numbers.
    case floatingPointMode = "floating-point environment"
    /// Other threads.
    case threads = "threads"
  }

  /// Their names.
  public var names: Set<String>

  /// Reads a program; `nil` where the file is no 64-bit little-endian ELF program with dynamic
  /// symbols.
  public init?(program path: String) {
    guard let bytes = try? Files.read(path) else { return nil }
    self.init(elf: bytes)
  }

  /// Reads the bytes of an ELF file. Hostile bytes give `nil`, never a trap.
  package init?(elf: [UInt8]) {
    let file = ELFFile(bytes: elf)
    guard file.isReadable, let names = file.undefinedNames else { return nil }
    self.names = names
  }

  /// What this program calls, and `other` does not, that may give other bits; by name.
  public func dangersMissing(in other: UndefinedSymbols) -> [(name: String, danger: Danger)] {
    names.subtracting(other.names).sorted().compactMap { name in
      UndefinedSymbols.danger(of: name).map { (name: name, danger: $0) }
    }
  }

  /// What may be wrong with a function; `nil` where nothing is known against it.
  package static func danger(of name: String) -> Danger? {
    if let danger = dangers[name] { return danger }
    // `sinf` and `sinl` are what `sin` is.
    guard let last = name.last, last == "f" || last == "l" else { return nil }
    guard let danger = dangers[String(name.dropLast())],
      danger == .elementaryFunction || danger == .fusedMultiplyAdd
    else { return nil }
    return danger
  }

  private static let dangers: [String: Danger] = {
    let lists: [(Danger, String)] = [
      (.fusedMultiplyAdd, "fma"),
      (
        .elementaryFunction,
        "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh sincos exp exp2 exp10 "
          + "expm1 log log2 log10 log1p pow cbrt hypot erf erfc lgamma tgamma"
      ),
      (.clock, "clock_gettime gettimeofday time clock timespec_get times"),
      (.timeZone, "localtime localtime_r mktime tzset strftime"),
      (
        .randomness,
        "rand random rand_r drand48 lrand48 srand srandom arc4random arc4random_buf "
          + "arc4random_uniform getrandom getentropy"
      ),
      (.environment, "getenv secure_getenv setlocale localeconv newlocale uselocale"),
      (.floatingPointMode, "fesetenv fesetround feholdexcept feupdateenv"),
      (.threads, "pthread_create thrd_create"),
    ]
    var dangers: [String: Danger] = [:]
    for (danger, names) in lists {
      for name in names.split(separator: " ") { dangers[String(name)] = danger }
    }
    return dangers
  }()
}

/// The parts of an ELF file that say what it needs of others.
private struct ELFFile {
  let bytes: [UInt8]

  /// 64 bits, little-endian.
  var isReadable: Bool {
    bytes.count >= 64 && bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
  }

  private struct Section {
    var type: UInt64
    var offset: Int
    var size: Int
    var link: Int
  }

  /// The names of dynamic symbols without a section; `nil` where there are no such symbols.
  var undefinedNames: Set<String>? {
    let sections = self.sections
    let dynamicSymbols: UInt64 = 11
    guard let symbols = sections.first(where: { $0.type == dynamicSymbols }),
      sections.indices.contains(symbols.link)
    else { return nil }
    let strings = sections[symbols.link]
    var names: Set<String> = []
    for place in stride(from: symbols.offset, to: symbols.offset + symbols.size - 23, by: 24) {
      guard number(place + 6, 2) == 0, let start = number(place, 4), start > 0 else { continue }
      if let name = string(Int(start), in: strings), !name.isEmpty { names.insert(name) }
    }
    return names
  }

  private var sections: [Section] {
    guard let start = number(0x28, 8), let size = number(0x3A, 2), let count = number(0x3C, 2),
      size >= 64, let first = Int(exactly: start), first < bytes.count
    else { return [] }
    var found: [Section] = []
    for index in 0..<Int(count) {
      let place = first + index * Int(size)
      guard let type = number(place + 4, 4), let offset = number(place + 0x18, 8),
        let length = number(place + 0x20, 8), let link = number(place + 0x28, 4)
      else { return found }
      let total = UInt64(bytes.count)
      let isInside = offset <= total && length <= total - offset
      // One that claims more than there is holds nothing.
      found.append(
        Section(
          type: type, offset: isInside ? Int(offset) : 0, size: isInside ? Int(length) : 0,
          link: Int(link)))
    }
    return found
  }

  private func string(_ start: Int, in table: Section) -> String? {
    guard start < table.size else { return nil }
    let text = bytes[table.offset + start..<table.offset + table.size]
    return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A little-endian number; `nil` beyond the end.
  private func number(_ place: Int, _ size: Int) -> UInt64? {
    guard place >= 0, place <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for index in 0..<size {
      value |= UInt64(bytes[place + index]) << UInt64(8 * index)
    }
    return value
  }
}

extension UndefinedSymbols {
  /// The file of the program that a command runs: behind `env` and the variables that it sets;
  /// `nil` where it is not found.
  public static func program(ofCommand command: String) -> String? {
    let words = CommandWords.split(command).drop { word in
      word.split(separator: "/").last == "env" || (word.contains("=") && !word.hasPrefix("/"))
    }
    return words.first.flatMap { CommandWords.path(of: $0) }
  }
}
