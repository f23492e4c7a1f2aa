import CZstd

extension Compression {
  /// The compression of chunks.
  package static let zstd = Compression(
    name: "zstd", sizeMax: { ZstdDecompressor.sizeMax(compressedCount: $0) },
    size: { ZstdDecompressor.size(of: $0) }, blocks: { ZstdBlocks.sizes($0, $1, count: $2) },
    makeDecompressor: {
      let decompressor = ZstdDecompressor()
      return Decompressor { decompressor.decompress($0, $1, count: $2) }
    })

  /// The compressions that are read.
  package static let allCases: [Compression] = [.zstd, .none]

  /// Compresses so.
  ///
  /// - Parameter level: 1 (fast) to 19 (small).
  func compressor(_ level: Int) -> Compressor {
    self == .none ? .none : .zstd(level)
  }
}

extension Compressor {
  /// - Parameter level: 1 (fast) to 19 (small).
  static func zstd(_ level: Int) -> Compressor {
    let compressor = ZstdCompressor(level: level)
    return Compressor(name: Compression.zstd.name) { compressor.compress($0, room: $1) }
  }

  /// Compresses what is stored once in a file: its description.
  static var once: Compressor { .zstd(9) }
}

/// What `sections` take in a recording's chunk, which compresses each with tables of its own.
package func compressedSize(_ sections: [[UInt8]], level: Int) -> Int {
  let compressor = ZstdCompressor(level: level)
  return compressor.compress(sections.filter { !$0.isEmpty }, room: 0).bytes.count
}

/// Compresses the sections of a chunk into one zstd frame.
///
/// A flush after a section ends a zstd block, so the next section starts with entropy tables of its
/// own: tokens and raw bits do not spoil each other's statistics. Any zstd decoder reads the frame.
final class ZstdCompressor {
  private let context: OpaquePointer

  /// - Parameter level: 1 (fast) to 19 (small).
  /// - Precondition: there is memory for the context.
  init(level: Int) {
    guard let made = ZSTD_createCCtx() else { preconditionFailure("out of memory") }
    context = made
    let status = ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Int32(level))
    precondition(ZSTD_isError(status) == 0, "zstd knows its own parameters")
  }

  deinit { ZSTD_freeCCtx(context) }

  func compress(_ sections: [[UInt8]], room: Int) -> (bytes: [UInt8], sizes: [Int]) {
    var total = 0
    for section in sections { total += section.count }
    ZSTD_CCtx_reset(context, ZSTD_reset_session_only)
    ZSTD_CCtx_setPledgedSrcSize(context, UInt64(total))
    // Every flush may add a block header; 64 bytes a section are ample.
    let capacity = room + ZSTD_compressBound(total) + 64 * sections.count + 64
    var sizes: [Int] = []
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      buffer.baseAddress?.update(repeating: 0, count: room)
      var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: capacity, pos: room)
      for (index, section) in sections.enumerated() {
        let start = output.pos
        let end = index == sections.count - 1
        section.withUnsafeBytes { bytes in
          var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
          var left = 1
          while left != 0 {
            left = ZSTD_compressStream2(
              context, &output, &input, end ? ZSTD_e_end : ZSTD_e_flush)
            precondition(ZSTD_isError(left) == 0, "the output buffer is large enough")
          }
        }
        sizes.append(output.pos - start)
      }
      count = output.pos
    }
    return (bytes, sizes)
  }
}

/// Undoes ``ZstdCompressor``.
final class ZstdDecompressor {
  private let context: OpaquePointer

  init() {
    guard let made = ZSTD_createDCtx() else { preconditionFailure("out of memory") }
    context = made
  }

  deinit { ZSTD_freeDCtx(context) }

  /// What a frame of `compressedCount` bytes can hold at most: a zstd block has a header of three
  /// bytes and holds at most 128 KiB.
  static func sizeMax(compressedCount: Int) -> Int {
    let (product, overflow) = compressedCount.multipliedReportingOverflow(by: 131_072 / 3)
    return overflow ? .max : product
  }

  /// What a frame says that it holds, in bytes; `nil` when it does not say, or is none.
  static func size(of frame: [UInt8]) -> Int? {
    // The two highest values stand for "unknown" and "no frame".
    Int(exactly: ZSTD_getFrameContentSize(frame, frame.count))
  }

  /// The contents of a frame, or `nil` when it is damaged or does not hold exactly `count` bytes.
  ///
  /// Allocates `count` bytes: the caller has bounded it.
  func decompress(_ bytes: [UInt8], _ range: Range<Int>, count: Int) -> [UInt8]? {
    var failed = false
    let contents = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let size = bytes.withUnsafeBytes { source in
        ZSTD_decompressDCtx(
          context, buffer.baseAddress, count,
          source.baseAddress.map { $0 + range.lowerBound }, range.count)
      }
      failed = ZSTD_isError(size) != 0 || size != count
      filled = failed ? 0 : count
    }
    return failed ? nil : contents
  }
}

/// The version of libzstd in use, such as `1.5.4`.
public var zstdVersion: String { String(cString: ZSTD_versionString()) }
