/// One instruction of a disassembly.
package struct MachineInstruction {
  package var address: UInt64
  var mnemonic: String
  var operands: String
  /// What its relocation names: the callee, or what it takes the address of.
  var relocation: String?
  /// Where that is no symbol but a place in the code: its address.
  var place: UInt64?

  /// The symbol it calls, jumps to or takes the address of, without what is added to the address.
  ///
  /// Before linking, what a relocation will fill in is printed as an address, too: of no meaning.
  var symbol: String? { symbolAndOffset?.symbol }

  /// With what is added to the address, in bytes, where no relocation names the symbol.
  var symbolAndOffset: (symbol: String, offset: UInt64)? {
    if let relocation { return (relocation, 0) }
    guard let open = operands.lastIndex(of: "<"), let close = operands.lastIndex(of: ">"),
      open < close
    else { return nil }
    let words = operands[operands.index(after: open)..<close].split(separator: "+", maxSplits: 1)
    guard let name = words.first else { return nil }
    let digits = words.count > 1 ? words[1] : "0"
    return (
      String(name), UInt64(digits.hasPrefix("0x") ? digits.dropFirst(2) : digits, radix: 16) ?? 0
    )
  }

  /// The address it jumps to, where that is known before linking.
  var target: UInt64? {
    if relocation != nil { return nil }
    // `jne 0x13ed <…>`, `cbz x0, 0x40 <…>`; GNU objdump writes no `0x`.
    let words = operands.prefix { $0 != "<" }.split { $0 == " " || $0 == "," || $0 == "\t" }
    guard let last = words.last else { return nil }
    return UInt64(last.hasPrefix("0x") ? last.dropFirst(2) : last, radix: 16)
  }
}

/// One function of a disassembly.
package struct MachineFunction {
  var object: String
  package var symbol: String
  var format: ForbiddenCode.Format
  /// In bytes, where the table of symbols says so.
  var size: UInt64?
  package var instructions: [MachineInstruction] = []

  /// Reads the whole output of `llvm-objdump -t -d -r --no-show-raw-insn`.
  ///
  /// The disassembly gives a function everything up to the next name. Code that the compiler makes on its
  /// own account has no name in an object; where the table of symbols says how long a function is, what
  /// lies behind its end becomes a function of its own, ``behind`` it.
  package static func read(_ output: [UInt8], object: String) -> [MachineFunction] {
    var functions: [MachineFunction] = []
    var sizes: [String: UInt64] = [:]
    var format = ForbiddenCode.Format.other
    for line in output.split(separator: UInt8(ascii: "\n")) {
      let text = Substring(decoding: line, as: UTF8.self)
      let isIndented = text.first == " " || text.first == "\t"
      if !isIndented, text.hasSuffix(">:"), let open = text.firstIndex(of: "<") {
        functions.append(
          MachineFunction(
            object: object, symbol: String(text[text.index(after: open)...].dropLast(2)),
            format: format))
      } else if isIndented, !functions.isEmpty {
        functions[functions.count - 1].append(text)
      } else if let position = text.range(ofText: "file format ") {
        format = ForbiddenCode.Format(String(text[position...]))
      } else if let (symbol, size) = symbolSize(text) {
        sizes[symbol] = size
      }
    }
    return functions.flatMap { $0.split(after: sizes[$0.symbol]) }
  }

  /// A line of the table of symbols, of a function: address, flags with `F`, section, a tab, size, for
  /// some `.hidden`, and its name.
  private static func symbolSize(_ line: Substring) -> (symbol: String, size: UInt64)? {
    let halves = line.split(separator: "\t")
    guard halves.count == 2, halves[0].split(separator: " ").dropFirst().contains("F") else {
      return nil
    }
    let words = halves[1].split(separator: " ")
    guard let digits = words.first, let size = UInt64(digits, radix: 16), size > 0,
      let name = words.last
    else { return nil }
    return (String(name), size)
  }

  /// The name of the code behind a function's end.
  static func behind(_ symbol: String) -> String { "code behind \(symbol)" }

  private func split(after size: UInt64?) -> [MachineFunction] {
    guard let size, let start = instructions.first?.address else { return [self] }
    var (own, rest) = (self, self)
    own.size = size
    own.instructions.removeAll { $0.address >= start + size }
    rest.symbol = MachineFunction.behind(symbol)
    rest.instructions.removeAll { $0.address < start + size }
    return rest.instructions.isEmpty ? [own] : [own, rest]
  }

  private mutating func append(_ text: Substring) {
    guard let colon = text.firstIndex(of: ":") else { return }
    let words = text[text.index(after: colon)...].split(maxSplits: 1) { $0 == " " || $0 == "\t" }
    guard let mnemonic = words.first else { return }
    // Behind `#` LLVM explains constants and addresses; an address that is resolved counts.
    var operands = words.count > 1 ? words[1] : ""
    while operands.last == " " || operands.last == "\t" { operands.removeLast() }
    if mnemonic.hasPrefix("R_") {
      guard !instructions.isEmpty else { return }
      let name = operands.prefix { $0 != " " && $0 != "\t" && $0 != "+" && $0 != "-" }
      instructions[instructions.count - 1].relocation = String(name)
      // `.text+0x1c1dc`: relative to the end of the instruction's four bytes.
      if name == ".text", let plus = operands.lastIndex(of: "+") {
        let digits = operands[operands.index(after: plus)...]
        let offset = UInt64(digits.hasPrefix("0x") ? digits.dropFirst(2) : digits, radix: 16)
        instructions[instructions.count - 1].place = offset.map { $0 + 4 }
      }
      return
    }
    let address = text[..<colon].drop { $0 == " " || $0 == "\t" }
    instructions.append(
      MachineInstruction(
        address: UInt64(address, radix: 16) ?? 0, mnemonic: String(mnemonic),
        operands: String(operands)))
  }
}

/// What an instruction does, as far as the rules for hot code ask.
enum InstructionKind: Equatable {
  /// Arithmetic of floats: one of them, or as many as the register has bytes for.
  case scalarArithmetic
  case packedArithmetic(registerSize: Int)
  /// A load or store of a whole register whose alignment the compiler does not know, where that
  /// costs: arithmetic then cannot read memory itself. With AVX it can.
  case unalignedMove
  case branch(isConditional: Bool)
  case call
  /// Through a pointer: a witness, a method of a class, a closure.
  case indirectCall
  /// To an address from a table.
  case indirectJump
  case `return`
  /// Where a failed precondition ends.
  case trap
  case other

  init(_ instruction: MachineInstruction, _ format: ForbiddenCode.Format) {
    switch format {
    case .x86: self.init(x86: instruction)
    case .arm64: self.init(arm64: instruction)
    default: self = .other
    }
  }

  private init(x86 instruction: MachineInstruction) {
    let mnemonic = instruction.mnemonic[...]
    let operands = instruction.operands
    switch mnemonic {
    case "ud2", "int3", "hlt": self = .trap
    case "ret", "retq", "rep": self = .return
    case "jmp", "jmpq":
      self = operands.hasPrefix("*") ? .indirectJump : .branch(isConditional: false)
    case "call", "callq": self = operands.hasPrefix("*") ? .indirectCall : .call
    default:
      if mnemonic.hasPrefix("j") {
        self = .branch(isConditional: true)
        return
      }
      let name = mnemonic.hasPrefix("v") ? mnemonic.dropFirst() : mnemonic
      let size = operands.contains("%zmm") ? 64 : (operands.contains("%ymm") ? 32 : 16)
      switch name {
      case "movups", "movupd", "movdqu":
        self = operands.contains("(") && name == mnemonic ? .unalignedMove : .other
      case "addss", "subss", "mulss", "divss", "sqrtss", "minss", "maxss",
        "addsd", "subsd", "mulsd", "divsd", "sqrtsd", "minsd", "maxsd":
        self = .scalarArithmetic
      case "addps", "subps", "mulps", "divps", "sqrtps", "minps", "maxps",
        "addpd", "subpd", "mulpd", "divpd", "sqrtpd", "minpd", "maxpd":
        self = .packedArithmetic(registerSize: size)
      default: self = .other
      }
    }
  }

  private init(arm64 instruction: MachineInstruction) {
    let mnemonic = instruction.mnemonic
    switch mnemonic {
    case "brk", "udf": self = .trap
    case "ret": self = .return
    case "b": self = .branch(isConditional: false)
    case "cbz", "cbnz", "tbz", "tbnz": self = .branch(isConditional: true)
    case "bl": self = .call
    case "blr": self = .indirectCall
    case "br": self = .indirectJump
    case "fadd", "fsub", "fmul", "fnmul", "fdiv", "fsqrt", "fmin", "fmax", "fminnm", "fmaxnm":
      self =
        instruction.operands.hasPrefix("v")
        ? .packedArithmetic(registerSize: 16) : .scalarArithmetic
    default: self = mnemonic.hasPrefix("b.") ? .branch(isConditional: true) : .other
    }
  }
}
