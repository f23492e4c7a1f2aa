/// The loops of a function, found in its jumps.
struct LoopNest {
  struct Loop {
    /// Instructions of the loop, loops within it included; indices, ascending.
    var all: [Int]
    /// Instructions that belong to no loop within it.
    var own: [Int]
    /// Jumps out of the loop that end in a trap; indices.
    var traps: [Int]
  }

  private(set) var loops: [Loop] = []

  private struct Block {
    var first: Int
    var end: Int
    var successors: [Int] = []
    var predecessors: [Int] = []
  }

  /// - Parameter kinds: of the function's instructions.
  init(_ function: MachineFunction, _ kinds: [InstructionKind]) {
    let blocks = LoopNest.blocks(function, kinds)
    if blocks.isEmpty { return }
    let bodies = LoopNest.bodies(blocks)
    for (header, body) in bodies {
      var inner: Set<Int> = []
      for (other, members) in bodies where other != header && body.contains(other) {
        inner.formUnion(members)
      }
      let members = body.sorted()
      loops.append(
        Loop(
          all: members.flatMap { Array(blocks[$0].first..<blocks[$0].end) },
          own: members.filter { !inner.contains($0) }.flatMap {
            Array(blocks[$0].first..<blocks[$0].end)
          },
          traps: LoopNest.traps(members, blocks, kinds)))
    }
  }

  /// The whole function, as if it were a loop.
  static func whole(_ function: MachineFunction, _ kinds: [InstructionKind]) -> Loop {
    let blocks = blocks(function, kinds)
    return Loop(
      all: Array(kinds.indices), own: Array(kinds.indices),
      traps: traps(blocks.indices, blocks, kinds))
  }

  /// The jumps of some pieces of code that end in a trap.
  private static func traps(
    _ members: some Sequence<Int>, _ blocks: [Block], _ kinds: [InstructionKind]
  ) -> [Int] {
    members.flatMap { index in
      blocks[index].successors.filter { kinds[blocks[$0].end - 1] == .trap }
        .map { _ in blocks[index].end - 1 }
    }
  }

  /// Straight pieces of code and where they lead.
  private static func blocks(_ function: MachineFunction, _ kinds: [InstructionKind]) -> [Block] {
    let count = kinds.count
    if count == 0 { return [] }
    var indices: [UInt64: Int] = [:]
    for (index, instruction) in function.instructions.enumerated() {
      indices[instruction.address] = index
    }
    var begins = [Bool](repeating: false, count: count + 1)
    begins[0] = true
    var targets = [Int?](repeating: nil, count: count)
    for index in 0..<count {
      switch kinds[index] {
      case .branch:
        begins[index + 1] = true
        if let address = function.instructions[index].target, let target = indices[address] {
          begins[target] = true
          targets[index] = target
        }
      case .return, .trap, .indirectJump: begins[index + 1] = true
      default: break
      }
    }
    var blocks: [Block] = []
    var blockOf = [Int](repeating: 0, count: count)
    for index in 0..<count {
      if begins[index] { blocks.append(Block(first: index, end: index)) }
      blocks[blocks.count - 1].end = index + 1
      blockOf[index] = blocks.count - 1
    }
    for block in blocks.indices {
      let last = blocks[block].end - 1
      if let target = targets[last] { blocks[block].successors.append(blockOf[target]) }
      switch kinds[last] {
      case .branch(isConditional: false), .return, .trap, .indirectJump: break
      default: if block + 1 < blocks.count { blocks[block].successors.append(block + 1) }
      }
    }
    addTables(&blocks, kinds)
    for block in blocks.indices {
      for successor in blocks[block].successors { blocks[successor].predecessors.append(block) }
    }
    return blocks
  }

  /// The targets of a jump through a table are those pieces that nothing else leads to.
  private static func addTables(_ blocks: inout [Block], _ kinds: [InstructionKind]) {
    let jumps = blocks.indices.filter { kinds[blocks[$0].end - 1] == .indirectJump }
    if jumps.isEmpty { return }
    var isReached = [Bool](repeating: false, count: blocks.count)
    isReached[0] = true
    for block in blocks { for successor in block.successors { isReached[successor] = true } }
    let targets = blocks.indices.filter { !isReached[$0] }
    for jump in jumps { blocks[jump].successors += targets }
  }

  /// Loops by the block they begin with; those that share it are one.
  private static func bodies(_ blocks: [Block]) -> [(header: Int, body: Set<Int>)] {
    let dominators = dominators(blocks)
    var bodies: [(header: Int, body: Set<Int>)] = []
    for header in blocks.indices {
      var body: Set<Int> = []
      for latch in blocks[header].predecessors where dominates(header, latch, dominators) {
        body.insert(header)
        var stack = [latch]
        while let block = stack.popLast() {
          if body.insert(block).inserted { stack += blocks[block].predecessors }
        }
      }
      if !body.isEmpty { bodies.append((header, body)) }
    }
    return bodies
  }

  /// Whether every way to `block` leads through `other`.
  private static func dominates(_ other: Int, _ block: Int, _ dominators: [Int]) -> Bool {
    var block = block
    if dominators[block] < 0 { return false }
    while block != other {
      if block == 0 { return false }
      block = dominators[block]
    }
    return true
  }

  /// The nearest block that every way to a block leads through; −1 where no way leads.
  ///
  /// Source: K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm", 2001.
  private static func dominators(_ blocks: [Block]) -> [Int] {
    var order: [Int] = []
    var isSeen = [Bool](repeating: false, count: blocks.count)
    var stack: [(block: Int, next: Int)] = [(0, 0)]
    isSeen[0] = true
    while let (block, next) = stack.last {
      if next < blocks[block].successors.count {
        stack[stack.count - 1].next += 1
        let successor = blocks[block].successors[next]
        if !isSeen[successor] {
          isSeen[successor] = true
          stack.append((successor, 0))
        }
      } else {
        order.append(block)
        stack.removeLast()
      }
    }
    var number = [Int](repeating: -1, count: blocks.count)
    for (index, block) in order.enumerated() { number[block] = index }
    var dominators = [Int](repeating: -1, count: blocks.count)
    dominators[0] = 0
    var isChanged = true
    while isChanged {
      isChanged = false
      for block in order.reversed() where block != 0 {
        var common = -1
        for predecessor in blocks[block].predecessors where dominators[predecessor] >= 0 {
          if common < 0 {
            common = predecessor
            continue
          }
          var a = predecessor
          while a != common {
            while number[a] < number[common] { a = dominators[a] }
            while number[common] < number[a] { common = dominators[common] }
          }
        }
        if dominators[block] != common {
          dominators[block] = common
          isChanged = true
        }
      }
    }
    return dominators
  }
}
