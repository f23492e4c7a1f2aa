/// One place in machine code that breaks the contract.
package struct CodeFinding: Equatable, Sendable, CustomStringConvertible {
  package var object: String
  /// The function as the linker knows it.
  package var symbol: String
  /// The function as a person knows it; the symbol where nothing can tell.
  package var function: String
  /// The instruction, or the callee.
  package var what: String
  package var reason: String

  package var description: String { "\(object): \(function): \(what) is \(reason)" }
}

/// Reads a disassembler's output, line by line.
///
/// Written for `llvm-objdump -d -r --no-show-raw-insn`, whatever the processor; GNU objdump's
/// output has the same shape.
struct DisassemblyScan {
  /// The functions that are scanned.
  enum Scope {
    /// All: the object holds nothing else than what is to be checked.
    case everything
    /// Those of these modules: a whole program holds a C library too, which may do as it likes.
    case modules([String])
  }

  let object: String
  let scope: Scope
  private(set) var findings: [CodeFinding] = []
  /// How many functions, and instructions in them, were scanned: a scan of nothing proves
  /// nothing.
  private(set) var functionCount = 0
  private(set) var instructionCount = 0

  private var format = ForbiddenCode.Format.other
  private var symbol = ""
  private var isInScope = false

  init(object: String, scope: Scope) {
    self.object = object
    self.scope = scope
  }

  /// Reads the whole output.
  mutating func read(_ output: [UInt8]) {
    for line in output.split(separator: UInt8(ascii: "\n")) { read(line: line) }
  }

  private mutating func read(line: ArraySlice<UInt8>) {
    let isIndented = line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t")
    // Most lines are instructions of functions that are not ours.
    if isIndented && !isInScope { return }
    let text = Substring(decoding: line, as: UTF8.self)
    if !isIndented, text.hasSuffix(">:"), let open = text.firstIndex(of: "<") {
      begin(String(text[text.index(after: open)...].dropLast(2)))
    } else if let position = text.range(ofText: "file format ") {
      format = ForbiddenCode.Format(String(text[position...]))
    } else if isIndented {
      readInstruction(text)
    }
  }

  private mutating func begin(_ name: String) {
    symbol = name
    switch scope {
    case .everything: isInScope = true
    case .modules(let modules): isInScope = DisassemblyScan.belongs(name, to: modules)
    }
    if isInScope { functionCount += 1 }
  }

  /// Whether a mangled name (`$s` Swift, `$e` Embedded Swift) speaks of one of the modules.
  static func belongs(_ symbol: String, to modules: [String]) -> Bool {
    guard symbol.hasPrefix("$s") || symbol.hasPrefix("$e") || symbol.hasPrefix("_$s") else {
      return false
    }
    return modules.contains { symbol.contains("\($0.utf8.count)\($0)") }
  }

  /// `  4f0:  vfmadd231ss %xmm0, …`, or a relocation: `  4f5:  R_X86_64_PLT32  sinf-0x4`.
  private mutating func readInstruction(_ text: Substring) {
    guard let colon = text.firstIndex(of: ":") else { return }
    let words = text[text.index(after: colon)...].split(maxSplits: 1) { $0 == " " || $0 == "\t" }
    guard let mnemonic = words.first else { return }
    let operands = words.count > 1 ? words[1] : ""
    if mnemonic.hasPrefix("R_") || mnemonic.hasPrefix("ARM64_RELOC")
      || mnemonic.hasPrefix("X86_64_RELOC")
    {
      check(callee: DisassemblyScan.target(ofRelocation: operands))
      return
    }
    instructionCount += 1
    if let reason = ForbiddenCode.reason(mnemonic, format) {
      add(String(mnemonic), reason)
    } else if let open = operands.lastIndex(of: "<"), let close = operands.lastIndex(of: ">"),
      open < close
    {
      // A jump within the function, `<name+0x4f>`, names the function itself.
      check(callee: operands[operands.index(after: open)..<close])
    }
  }

  /// `sinf-0x4`, `sinf+0x8` or `sinf+0`: the symbol without what is added to its address.
  private static func target(ofRelocation operands: Substring) -> Substring {
    operands.prefix { $0 != " " && $0 != "\t" && $0 != "+" && $0 != "-" }
  }

  private mutating func check(callee: Substring) {
    if let reason = ForbiddenCode.reason(callee: callee) { add(String(callee), reason) }
  }

  private mutating func add(_ what: String, _ reason: String) {
    let finding = CodeFinding(
      object: object, symbol: symbol, function: symbol, what: what, reason: reason)
    if findings.last != finding { findings.append(finding) }
  }
}

extension Substring {
  /// The index behind the first occurrence of `text`.
  func range(ofText text: String) -> Index? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
