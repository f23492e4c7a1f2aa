/// Looks through the machine code that a function can reach for what makes it slow.
///
/// What it does not see: which way a jump goes. Rare ways count like common ones, and need an
/// exception with a reason; nor functions that are reached through pointers alone.
package struct HotCodeCheck: Sendable {
  package struct Report: Sendable {
    package var findings: [CodeFinding] = []
    /// Functions that the roots reach.
    package var functionCount = 0
    /// Loops on lanes, and operations on whole registers in them.
    package var wideLoopCount = 0
    package var packedCount = 0
    /// The fewest bytes that such an operation works on, where there is one.
    package var narrowestRegister: Int?
    /// The function that does so.
    package var narrowestFunction: String?
    /// Wide loops by function, for reading.
    package var wideLoops: [String: Int] = [:]
    /// Exceptions and ends of the walk that nothing needed.
    package var unused: [String] = []
  }

  private let rules: HotCodeRules
  private let disassembler: CodeCheck

  /// - Throws: ``CodeCheck/Failure`` when there is no disassembler.
  package init(_ rules: HotCodeRules) throws(CodeCheck.Failure) {
    self.rules = rules
    disassembler = try CodeCheck()
  }

  /// - Throws: ``CodeCheck/Failure`` when an object cannot be disassembled, names cannot be
  ///   demangled, or a root is not there.
  package func check(_ objects: [String]) throws(CodeCheck.Failure) -> Report {
    var functions: [MachineFunction] = []
    for object in objects {
      let output = try disassembler.disassemble(object, withSymbols: true)
      functions += MachineFunction.read(output, object: object)
    }
    let names = try HotCodeCheck.names(functions.map(\.symbol))
    var walk = HotCodeWalk(rules, functions, names)
    try walk.run()
    return walk.report
  }

  /// Functions as the source names them.
  private static func names(_ symbols: [String]) throws(CodeCheck.Failure) -> [String] {
    guard let tool = Programs.find("swift-demangle") else {
      throw CodeCheck.Failure(
        description: "no swift-demangle on the path: put the Swift toolchain on it")
    }
    var names: [String] = []
    var start = 0
    // A few thousand words at once: there is a limit to a command line.
    while start < symbols.count {
      let part = symbols[start..<min(start + 4000, symbols.count)]
      start += part.count
      let output = try Programs.output(
        tool, ["--compact", "--simplified"] + part.map { $0.replacing("$e", with: "$s") },
        failing: "swift-demangle")
      let lines = String(decoding: output, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      guard lines.count >= part.count else {
        throw CodeCheck.Failure(
          description: "swift-demangle: \(lines.count) names of \(part.count)")
      }
      names += lines.prefix(part.count).map { HotCodeCheck.source(String($0)) }
    }
    return names
  }

  /// The function that a closure or a specialisation comes from.
  static func source(_ name: String) -> String {
    var name = name[...]
    var isShorter = true
    while isShorter {
      isShorter = false
      for word in [
        "specialized ", "merged ", "partial apply for ", "implicit closure ", "closure ",
      ]
      where name.hasPrefix(word) {
        name = name.dropFirst(word.count)
        // `#1 (Int) -> () in World.step(…)`
        if word.hasSuffix("closure "), let end = name.range(ofText: " in ") { name = name[end...] }
        isShorter = true
      }
    }
    return String(name)
  }
}

/// One walk through the functions.
private struct HotCodeWalk {
  let rules: HotCodeRules
  let functions: [MachineFunction]
  let names: [String]
  var report = HotCodeCheck.Report()
  private var used: Set<String> = []
  private var bySymbol: [String: Int] = [:]
  /// By object and address.
  private var byPlace: [String: [UInt64: Int]] = [:]

  init(_ rules: HotCodeRules, _ functions: [MachineFunction], _ names: [String]) {
    self.rules = rules
    self.functions = functions
    self.names = names
    for (index, function) in functions.enumerated() {
      if bySymbol[function.symbol] == nil { bySymbol[function.symbol] = index }
      guard let address = function.instructions.first?.address else { continue }
      if byPlace[function.object]?[address] == nil {
        byPlace[function.object, default: [:]][address] = index
      }
    }
  }

  /// The function that an instruction calls, jumps to or takes the address of.
  private func target(_ instruction: MachineInstruction, _ index: Int) -> Int? {
    if let place = instruction.place {
      return byPlace[functions[index].object]?[place]
        ?? functions.indices.first { isBehind($0, place, in: functions[index].object) }
    }
    guard let (symbol, offset) = instruction.symbolAndOffset, let named = bySymbol[symbol] else {
      return nil
    }
    if let size = functions[named].size, offset >= size {
      return bySymbol[MachineFunction.behind(symbol)]
    }
    return named
  }

  /// Whether code without a name of its own holds an address.
  private func isBehind(_ index: Int, _ place: UInt64, in object: String) -> Bool {
    let function = functions[index]
    guard function.object == object, function.size == nil,
      let first = function.instructions.first, let last = function.instructions.last
    else { return false }
    return first.address <= place && place <= last.address
      && function.symbol.hasPrefix(MachineFunction.behind(""))
  }

  mutating func run() throws(CodeCheck.Failure) {
    var stack: [Int] = []
    for root in rules.roots {
      let found = names.indices.filter { HotCodeRules.matches(root, names[$0]) }
      guard !found.isEmpty else {
        throw CodeCheck.Failure(description: "no function is named \(root)")
      }
      stack += found.filter { bySymbol[functions[$0].symbol] == $0 }
    }
    var isReached = [Bool](repeating: false, count: functions.count)
    for index in stack { isReached[index] = true }
    while let index = stack.popLast() {
      report.functionCount += 1
      check(index)
      for instruction in functions[index].instructions {
        guard let next = target(instruction, index), !isReached[next] else { continue }
        isReached[next] = true
        if let end = rules.cold.keys.first(where: { HotCodeRules.matches($0, names[next]) }) {
          used.insert(end)
        } else {
          stack.append(next)
        }
      }
    }
    report.unused =
      (rules.exceptions.map(\.function) + Array(rules.cold.keys) + Array(rules.oneAtATime.keys))
      .filter { !used.contains($0) }.sorted()
    report.findings.sort { ($0.function, $0.reason) < ($1.function, $1.reason) }
  }

  private mutating func check(_ index: Int) {
    let function = functions[index]
    let kinds = function.instructions.map { InstructionKind($0, function.format) }
    for (instruction, kind) in zip(function.instructions, kinds) {
      if kind == .indirectCall {
        add(index, .indirectCall, "\(instruction.mnemonic) \(instruction.operands)")
      } else if let symbol = instruction.symbol, target(instruction, index) == nil,
        kind == .call || kind == .branch(isConditional: false)
      {
        if let rule = HotCodeWalk.rule(ofCallee: symbol) { add(index, rule, symbol) }
      }
    }
    checkLoops(index, kinds)
  }

  private mutating func checkLoops(_ index: Int, _ kinds: [InstructionKind]) {
    let function = functions[index]
    if let one = rules.oneAtATime.keys.first(where: { HotCodeRules.matches($0, names[index]) }) {
      used.insert(one)
      return
    }
    var loops = LoopNest(function, kinds).loops
    if rules.straight.contains(where: { HotCodeRules.matches($0, names[index]) }) {
      loops = [LoopNest.whole(function, kinds)]
    }
    for loop in loops {
      let sizes = loop.own.compactMap { instruction -> Int? in
        if case .packedArithmetic(let size) = kinds[instruction] { size } else { nil }
      }
      guard sizes.count >= rules.wideLoopSize else {
        let scalars = loop.own.filter { kinds[$0] == .scalarArithmetic }
        if scalars.count >= rules.scalarLoopSize {
          add(index, .scalarLoop, "\(function.instructions[scalars[0]].mnemonic)")
        }
        continue
      }
      let before = report.findings.count
      // Registers of AVX hold eight floats: half of one is lanes taken apart, or half a vector.
      let isWide = loop.all.contains { function.instructions[$0].operands.contains("%ymm") }
      for place in loop.all {
        let instruction = function.instructions[place]
        switch kinds[place] {
        case .scalarArithmetic: add(index, .scalarInWideLoop, instruction.mnemonic)
        case .packedArithmetic(let size) where isWide && size < 32:
          add(index, .narrowInWideLoop, "\(instruction.mnemonic) \(instruction.operands)")
        // Where the stack is concerned, spills and results of calls: not rows.
        case .unalignedMove
        where !instruction.operands.contains("rbp") && !instruction.operands.contains("rsp"):
          add(index, .unalignedInWideLoop, "\(instruction.mnemonic) \(instruction.operands)")
        case .call:
          let callee = target(instruction, index).map { names[$0] }
          add(index, .callInWideLoop, callee ?? instruction.symbol ?? "?")
        default: break
        }
      }
      for place in loop.traps {
        let instruction = function.instructions[place]
        add(index, .trapInWideLoop, "\(instruction.mnemonic) \(instruction.operands)")
      }
      report.wideLoopCount += 1
      report.packedCount += sizes.count
      report.wideLoops[names[index], default: 0] += 1
      // A function that may work on parts of registers says nothing of their size.
      let isExcused = rules.exceptions.contains {
        $0.callees == nil && $0.rules.contains(.narrowInWideLoop)
          && HotCodeRules.matches($0.function, names[index])
      }
      if report.findings.count == before, !isExcused, let least = sizes.min(),
        least < report.narrowestRegister ?? .max
      {
        report.narrowestRegister = least
        report.narrowestFunction = names[index]
      }
    }
  }

  private mutating func add(_ index: Int, _ rule: HotCodeRule, _ what: String) {
    let name = names[index]
    for exception in rules.exceptions
    where exception.rules.contains(rule) && HotCodeRules.matches(exception.function, name) {
      guard let callees = exception.callees else {
        used.insert(exception.function)
        return
      }
      if callees.contains(where: { what.hasPrefix($0) }) {
        used.insert(exception.function)
        return
      }
    }
    let finding = CodeFinding(
      object: functions[index].object, symbol: functions[index].symbol, function: name,
      what: what, reason: HotCodeWalk.reason(rule))
    if !report.findings.contains(finding) { report.findings.append(finding) }
  }

  private static let heap: Set<String> = [
    "malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc", "swift_slowAlloc",
    "swift_slowDealloc", "swift_allocObject", "swift_allocBox", "swift_deallocObject",
    "swift_deallocClassInstance", "swift_deallocBox",
  ]

  private static func rule(ofCallee symbol: String) -> HotCodeRule? {
    let name = String(symbol.prefix { $0 != "@" })
    if heap.contains(name) { return .allocation }
    if name.hasPrefix("swift_") || name.hasPrefix("__swift_") { return .runtime }
    // The standard library's functions are not compiled into the engine.
    return name.hasPrefix("$ss") || name.hasPrefix("$sS") ? .runtime : nil
  }

  private static func reason(_ rule: HotCodeRule) -> String {
    switch rule {
    case .runtime: "a call of the runtime in hot code"
    case .allocation: "a call of the heap in hot code"
    case .indirectCall: "a call through a pointer in hot code"
    case .scalarInWideLoop: "arithmetic on one float in a loop on lanes"
    case .scalarLoop: "arithmetic on one float at a time, in a loop without lanes"
    case .trapInWideLoop: "a jump to a trap in a loop on lanes"
    case .callInWideLoop: "a call in a loop on lanes"
    case .unalignedInWideLoop: "a move that is not known to be aligned, in a loop on lanes"
    case .narrowInWideLoop: "arithmetic on a part of a register in a loop on lanes"
    }
  }
}
