/// A record of another program in an MCAP file, for a copy that keeps it.
package struct ForeignRecord: Sendable {
  /// Its kind, as in the file.
  var opcode: UInt8
  /// The bytes after its length, as in the file.
  var contents: [UInt8]

  package init(opcode: UInt8, contents: [UInt8]) {
    (self.opcode, self.contents) = (opcode, contents)
  }
}

/// Numbers of foreign schemas or channels in a copy: their own, unless the copy has used them.
struct ForeignNumbers {
  private var numbers: [UInt16: UInt16] = [:]
  private var used = Set(MCAP.Channel.allCases.map(\.rawValue))

  /// The number of what had the number `old`; `nil` before ``add(_:)``.
  subscript(old: UInt16) -> UInt16? { numbers[old] }

  /// Gives a number to what had the number `old`.
  ///
  /// - Returns: `nil` when it has one, or when none is free.
  mutating func add(_ old: UInt16) -> UInt16? {
    guard numbers[old] == nil,
      let new = used.contains(old) ? (1...UInt16.max).first(where: { !used.contains($0) }) : old
    else { return nil }
    used.insert(new)
    numbers[old] = new
    return new
  }
}
