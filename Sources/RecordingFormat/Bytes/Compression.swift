/// A way to compress: its name in files, and what does the work. Whoever has a library for one hands it
/// to readers and writers.
package struct Compression: Equatable, Sendable {
  /// The name in files, which never changes.
  package let name: String
  /// What a frame of so many bytes can hold at most.
  let sizeMax: @Sendable (_ compressedCount: Int) -> Int
  /// What a frame says that it holds, in bytes; `nil` when it does not say, or is none.
  let size: @Sendable (_ frame: [UInt8]) -> Int?
  /// Sizes of the blocks that one frame of `count` bytes consists of, compressed and not, in their order;
  /// `nil` for what is not such a frame.
  let blocks:
    @Sendable (_ bytes: [UInt8], _ range: Range<Int>, _ count: Int) -> [(
      compressed: Int, raw: Int
    )]?
  let makeDecompressor: @Sendable () -> Decompressor

  package init(
    name: String, sizeMax: @escaping @Sendable (_ compressedCount: Int) -> Int,
    size: @escaping @Sendable (_ frame: [UInt8]) -> Int?,
    blocks:
      @escaping @Sendable (_ bytes: [UInt8], _ range: Range<Int>, _ count: Int) -> [(
        compressed: Int, raw: Int
      )]?,
    makeDecompressor: @escaping @Sendable () -> Decompressor
  ) {
    (self.name, self.sizeMax, self.size) = (name, sizeMax, size)
    (self.blocks, self.makeDecompressor) = (blocks, makeDecompressor)
  }

  package static func == (a: Compression, b: Compression) -> Bool { a.name == b.name }

  /// What other tools write that do not compress.
  package static let none = Compression(
    name: "", sizeMax: { $0 }, size: { $0.count },
    blocks: { _, range, count in [(range.count, count)] },
    makeDecompressor: {
      Decompressor { bytes, range, count in range.count == count ? Array(bytes[range]) : nil }
    })
}

/// Decompresses frames.
package struct Decompressor {
  /// Returns the contents of the frame in a range of `bytes`; `nil` if it is damaged or does not hold
  /// exactly `count` bytes.
  ///
  /// Allocates `count` bytes: the caller has bounded it.
  let contents: (_ bytes: [UInt8], _ range: Range<Int>, _ count: Int) -> [UInt8]?

  package init(
    contents: @escaping (_ bytes: [UInt8], _ range: Range<Int>, _ count: Int) -> [UInt8]?
  ) {
    self.contents = contents
  }
}

/// Compresses the sections of a chunk into one frame.
package struct Compressor {
  /// The name of the compression in files.
  let name: String
  /// One frame holding the concatenated `sections`, behind `room` zeros, and the compressed size of each
  /// section.
  let compress: (_ sections: [[UInt8]], _ room: Int) -> (bytes: [UInt8], sizes: [Int])

  package init(
    name: String,
    compress: @escaping (_ sections: [[UInt8]], _ room: Int) -> (bytes: [UInt8], sizes: [Int])
  ) {
    (self.name, self.compress) = (name, compress)
  }

  /// One frame holding `bytes`.
  package func compress(_ bytes: [UInt8]) -> [UInt8] { compress([bytes], 0).bytes }

  /// What other tools write that do not compress.
  package static var none: Compressor {
    Compressor(name: Compression.none.name) { sections, room in
      ([UInt8](repeating: 0, count: room) + Array(sections.joined()), sections.map { $0.count })
    }
  }

  /// Frames of zstd that hold bytes as they are: any reader of zstd reads them, and no library writes them.
  ///
  /// - Source: RFC 8878, 3.1.1.
  package static var stored: Compressor {
    Compressor(name: "zstd") { sections, room in
      var frame = ByteWriter(bytes: [UInt8](repeating: 0, count: room))
      frame.append(0xFD2F_B528 as UInt32)
      // The frame is one segment, whose size has four bytes.
      frame.append(0xA0 as UInt8)
      frame.append(UInt32(sections.reduce(0) { $0 + $1.count }))
      var sizes: [Int] = []
      for section in sections {
        let start = frame.count
        for first in stride(from: 0, to: section.count, by: 1 << 17) {
          let part = section[first..<min(first + 1 << 17, section.count)]
          let head = part.count << 3
          for shift in [0, 8, 16] { frame.append(UInt8(truncatingIfNeeded: head >> shift)) }
          frame.bytes.append(contentsOf: part)
        }
        sizes.append(frame.count - start)
      }
      // The last block is empty.
      frame.append([1, 0, 0])
      return (frame.bytes, sizes)
    }
  }
}
