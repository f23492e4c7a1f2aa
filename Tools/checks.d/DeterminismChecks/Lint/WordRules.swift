/// Words that bring something into a run that is no function of its inputs, or other bits
/// elsewhere.
enum WordRules {
  /// Banned wherever they stand as a word of code.
  static let words: [String: String] = [
    "hashValue": "use StateDigest: hash values differ from run to run",
    "addingProduct": "use a * b + c, which rounds twice on every target",
    "addProduct": "use a * b + c, which rounds twice on every target",
    "ContinuousClock": clock, "SuspendingClock": clock, "Date": clock, "DispatchTime": clock,
    "SystemRandomNumberGenerator": random,
    "ObjectIdentifier": "use a serial number of your own: addresses differ from run to run",
    "Task": workers, "Thread": workers, "TaskGroup": workers, "DispatchQueue": workers,
    "@_silgen_name": foreign, "@_extern": foreign,
    "Foundation": foreign, "Glibc": foreign, "Musl": foreign, "Darwin": foreign,
    "WASILibc": foreign,
    "ProcessInfo": "pass it as a parameter: the environment is no input",
    "CommandLine":
      "pass it as a parameter: the environment is no input",
    "Float16": "use Float: half precision is computed in other ways by processors without it",
    "Float80": "use Double: only one processor has extended precision",
    "CGFloat": "use Float or Double: its width differs between targets",
  ]

  /// Banned as a method: after a dot, before a parenthesis.
  static let methods: [String: String] = [
    "random": random, "randomElement": random, "shuffle": random, "shuffled": random,
    "sum": "write the order: (v.x + v.y) + (v.z + v.w)",
    "wrappedSum": "write the order of the lanes",
    "minimum": "compare: a < b ? a : b, which answers alike for ±0 on every target",
    "maximum": "compare: a > b ? a : b, which answers alike for ±0 on every target",
    "minimumMagnitude": "compare magnitudes", "maximumMagnitude": "compare magnitudes",
    "truncatingRemainder": "use ArgumentReduction: it may call libm's fmod",
    "remainder": "use ArgumentReduction: it may call libm's remainder",
  ]

  /// libm's functions that Elementary has in its place.
  static let libm: Set<String> = {
    let names = [
      "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh",
      "acosh", "atanh", "exp", "exp2", "expm1", "exp10", "log", "log2", "log10", "log1p", "pow",
      "cbrt", "hypot", "erf", "erfc", "tgamma", "lgamma", "fma", "fmod", "remainder", "sincos",
    ]
    return Set(names + names.map { $0 + "f" } + names.map { $0 + "l" })
  }()

  private static let clock = "count steps: a run knows no clock"
  private static let random = "use RandomStream: a value of (seed, stream, entity, step, draw)"
  private static let workers = "leave concurrency to the caller: results must not depend on threads"
  private static let foreign = "the engine needs the standard library only"

  /// What the token at `index` breaks: how it is written and what to write instead.
  ///
  /// - Parameter declared: the functions that the module itself declares.
  static func check(
    _ file: SourceFile, _ index: Int, declared: Set<String>
  ) -> (what: String, instead: String)? {
    let word = file.text(index)
    let (before, after) = (file.text(index - 1), file.text(index + 1))
    if let instead = words[word], before != "import" {
      return ((before == "." ? "." : "") + word, instead)
    }
    if before == ".", after == "(", let instead = methods[word] { return (".\(word)()", instead) }
    if after == "(", before != "func", libm.contains(word), !declared.contains(word),
      before != "." || ["Foundation", "Glibc", "Darwin", "Musl"].contains(file.text(index - 2))
    {
      return ("\(word)()", "use Elementary: libm's bits differ from library to library")
    }
    if word == "Hasher", !isHashableConformance(file, index) {
      return (word, "use StateDigest: Hasher is seeded anew in every process")
    }
    if word == "Int" || word == "UInt", after == "(", file.text(index + 2) == "bitPattern" {
      return ("\(word)(bitPattern:)", "use an index: an address is no value of a run")
    }
    return reference(file, index)
  }

  /// `func hash(into hasher: inout Hasher)`.
  private static func isHashableConformance(_ file: SourceFile, _ index: Int) -> Bool {
    (2...6).contains { distance in
      file.text(index - distance) == "into" && file.text(index - distance - 2) == "hash"
    }
  }

  /// `weak` and `unowned` where Embedded Swift would read them.
  private static func reference(
    _ file: SourceFile, _ index: Int
  ) -> (what: String, instead: String)? {
    let word = file.text(index)
    let after = file.text(index + 1)
    if word == "unowned" && after == "(" && file.text(index + 2) == "unsafe" { return nil }
    let isCapture = file.text(index - 1) == "[" || file.text(index - 1) == ","
    let isModifier = ["var", "let", "self"].contains(after) || isCapture
    let isSafeUnowned = word == "unowned" && after == "(" && file.text(index + 2) == "safe"
    guard (word == "weak" || word == "unowned") && isModifier || isSafeUnowned,
      !file.holds("!hasFeature(Embedded)", at: index)
    else { return nil }
    return (word, "put it under #if !hasFeature(Embedded), with unowned(unsafe) or an index beside")
  }
}
