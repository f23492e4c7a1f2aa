import Foundation

/// A table of arguments and results to 60 digits, written by `Reference/generate.py`.
struct ReferenceTable<Bits: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  struct Point: Sendable {
    var arguments: [Bits]
    /// The nearest number to the exact result.
    var nearest: Bits
    /// The exact result less `nearest`, in gaps between neighbouring numbers.
    var rest: Double

    /// How far `result` is from the exact one, in gaps between neighbouring numbers (ULP).
    func error(of result: Bits) -> Double {
      abs(Double(ordinal(result) - ordinal(nearest)) - rest)
    }

    /// Numbers in order, by whole steps: the sign-and-magnitude pattern as a signed integer.
    private func ordinal(_ bits: Bits) -> Int64 {
      let magnitude = Int64(bits & (Bits.max >> 1))
      return bits >> (Bits.bitWidth - 1) == 1 ? -magnitude : magnitude
    }
  }

  var points: [Point] = []

  /// - Parameter name: the file's name without `.txt`.
  init(_ name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Reference/\(name).txt")
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 3, let thousandths = Double(words[words.count - 1]) else {
        throw CocoaError(.fileReadCorruptFile)
      }
      let patterns = try words.dropLast().map { word in
        guard let bits = Bits(word, radix: 16) else { throw CocoaError(.fileReadCorruptFile) }
        return bits
      }
      points.append(
        Point(
          arguments: Array(patterns.dropLast()), nearest: patterns[patterns.count - 1],
          rest: thousandths / 1000))
    }
  }
}
