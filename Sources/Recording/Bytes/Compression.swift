/// How chunks are compressed. Files name it in each chunk; this is the list of all that there are.
package enum Compression: CaseIterable, Sendable {
  case zstd
  /// What other tools write that do not compress; this one always does.
  case none

  /// What a case is. A new one is a line here and a file with its format.
  var format: CompressionFormat {
    switch self {
    case .zstd: .zstd
    case .none: .none
    }
  }

  /// The compression that a file calls `name`; `nil` when this build has none of that name.
  init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.format.name == name }) else { return nil }
    self = found
  }
}

/// A compression: its name in files, and what does the work.
struct CompressionFormat: Sendable {
  /// The name in files, which never changes.
  var name: String
  /// What a frame of so many bytes can hold at most.
  var sizeMax: @Sendable (_ compressedCount: Int) -> Int
  /// - Parameter level: 1 (fast) to 19 (small).
  var makeCompressor: @Sendable (_ level: Int) -> any Compressor
  var makeDecompressor: @Sendable () -> any Decompressor
}

/// Compresses the sections of a chunk into one frame.
protocol Compressor: AnyObject {
  /// One frame holding the concatenated `sections`, behind `room` zeros, and the compressed size of each
  /// section.
  func compress(_ sections: [[UInt8]], room: Int) -> (bytes: [UInt8], sizes: [Int])
}

/// Undoes a ``Compressor``.
protocol Decompressor: AnyObject {
  /// The contents of a frame, or `nil` when it is damaged or does not hold exactly `count` bytes.
  ///
  /// Allocates `count` bytes: the caller has bounded it.
  func decompress(_ bytes: [UInt8], _ range: Range<Int>, count: Int) -> [UInt8]?
}

extension Compressor {
  /// One frame holding `bytes`.
  func compress(_ bytes: [UInt8]) -> [UInt8] { compress([bytes], room: 0).bytes }
}

extension CompressionFormat {
  static let none = CompressionFormat(
    name: "", sizeMax: { $0 }, makeCompressor: { _ in Copier() }, makeDecompressor: { Copier() })
}

/// Leaves bytes as they are.
private final class Copier: Compressor, Decompressor {
  func compress(_ sections: [[UInt8]], room: Int) -> (bytes: [UInt8], sizes: [Int]) {
    ([UInt8](repeating: 0, count: room) + Array(sections.joined()), sections.map(\.count))
  }

  func decompress(_ bytes: [UInt8], _ range: Range<Int>, count: Int) -> [UInt8]? {
    range.count == count ? Array(bytes[range]) : nil
  }
}
