import CZstd
import Recording
import TestSupport

/// A way in which another program may write a recording: everything that MCAP leaves to its writer.
package struct FileLayout: CustomStringConvertible {
  package enum Compression: CaseIterable { case none, zstd, zstdFrames }
  package enum Summary: CaseIterable { case none, withoutChunks, full }

  package let seed: UInt64
  /// Bytes after which a chunk ends; 0: messages are in no chunk.
  package var chunkSize: Int
  package var compression: Compression
  package var summary: Summary
  package var hasChunkSums: Bool
  package var hasDataSum: Bool
  package var hasSummarySum: Bool
  /// Messages of other programs between ours, attachments and metadata.
  package var isMixed: Bool
  /// Private records, and records that are longer than they have to be.
  package var isPadded: Bool
  /// Added to the numbers of channels and schemas.
  package var shift: UInt16
  /// Channels are named in each chunk, not before the first one.
  package var namesInChunks: Bool
  package var hasEmptyChunks: Bool
  /// What describes the recording comes after its steps.
  package var isDescribedLate: Bool
  package var keepsStatistics: Bool
  package var keepsLibrary: Bool

  package init(seed: UInt64) {
    self.seed = seed
    var random = SplitMix(seed: seed)
    func coin(_ random: inout SplitMix) -> Bool { random.next() % 2 == 0 }
    chunkSize = [0, 1, 700, 6000, 1 << 30][random.below(5)]
    compression = Compression.allCases[random.below(3)]
    summary = Summary.allCases[random.below(3)]
    hasChunkSums = coin(&random)
    hasDataSum = coin(&random)
    hasSummarySum = coin(&random)
    isMixed = coin(&random)
    isPadded = coin(&random)
    shift = coin(&random) ? 0 : 40
    namesInChunks = coin(&random) && chunkSize > 0
    hasEmptyChunks = coin(&random) && chunkSize > 0
    isDescribedLate = coin(&random)
    keepsStatistics = coin(&random)
    keepsLibrary = coin(&random) && keepsStatistics
    if keepsLibrary && summary == .full { (hasDataSum, isDescribedLate) = (true, false) }
  }

  package var description: String {
    "layout \(seed): chunks of \(chunkSize), \(compression), summary \(summary), sums "
      + "\(hasChunkSums) \(hasDataSum) \(hasSummarySum), mixed \(isMixed), padded \(isPadded), shift "
      + "\(shift), named \(namesInChunks), empty \(hasEmptyChunks), late \(isDescribedLate), "
      + "statistics \(keepsStatistics), library \(keepsLibrary)"
  }
}

/// The records of a recording, without their layout.
package struct FileContents {
  private var schemas: [[UInt8]] = []
  private var channels: [[UInt8]] = []
  private var messages: [[UInt8]] = []
  private var description: [(kind: UInt8, contents: [UInt8])] = []
  private let library: [UInt8]

  /// Takes a recording of this project's writer apart.
  package init(_ bytes: [UInt8]) {
    var library: [UInt8] = []
    for (kind, contents) in FileContents.records(bytes[8...]) {
      switch kind {
      case 0x01: library = Array(contents.dropFirst(11))
      case 0x03: schemas.append(contents)
      case 0x04: channels.append(contents)
      case 0x06:
        // Two times, size, CRC, "zstd" with its length, compressed size.
        var inner = [UInt8](repeating: 0, count: Int(FileContents.number(contents, 16, 8)))
        let frame = Array(contents[44...])
        let size = ZSTD_decompress(&inner, inner.count, frame, frame.count)
        precondition(size == inner.count, "the recording is whole")
        messages += FileContents.records(inner[...]).map(\.contents)
      case 0x09, 0x0C: description.append((kind, contents))
      default: break
      }
      if kind == 0x0F { break }
    }
    self.library = library
  }

  private static func records(
    _ bytes: ArraySlice<UInt8>
  ) -> [(kind: UInt8, contents: [UInt8])] {
    var records: [(UInt8, [UInt8])] = []
    var place = bytes.startIndex
    while place + 9 <= bytes.endIndex {
      let size = Int(number(Array(bytes[place + 1..<place + 9]), 0, 8))
      records.append((bytes[place], Array(bytes[place + 9..<place + 9 + size])))
      if bytes[place] == 0x0F { break }
      place += 9 + size
    }
    return records
  }

  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> UInt64 {
    bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  // MARK: Writing

  private static func bytes(_ value: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(value >> (8 * UInt64($0)) & 0xFF) }
  }

  private static func text(_ text: String) -> [UInt8] {
    bytes(UInt64(text.utf8.count), 4) + Array(text.utf8)
  }

  private static func record(_ kind: UInt8, _ contents: [UInt8]) -> [UInt8] {
    [kind] + bytes(UInt64(contents.count), 8) + contents
  }

  private static func sum(_ bytes: [UInt8], _ isThere: Bool) -> [UInt8] {
    self.bytes(isThere ? UInt64(CRC32.of(bytes)) : 0, 4)
  }

  private func shifted(_ contents: [UInt8], _ layout: FileLayout, fields: Int = 1) -> [UInt8] {
    var contents = contents
    for field in 0..<fields {
      let number = FileContents.number(contents, 2 * field, 2) + UInt64(layout.shift)
      contents.replaceSubrange(2 * field..<2 * field + 2, with: FileContents.bytes(number, 2))
    }
    return contents
  }

  /// The recording as a file of that layout.
  package func file(_ layout: FileLayout) -> [UInt8] {
    typealias F = FileContents
    let padding: [UInt8] = layout.isPadded ? [1, 2, 3] : []
    let privateRecord = layout.isPadded ? F.record(0x80, Array("private".utf8)) : []
    var names = schemas.flatMap { F.record(0x03, shifted($0, layout) + padding) }
    names += channels.flatMap { F.record(0x04, shifted($0, layout, fields: 2) + padding) }
    var records = messages.map { F.record(0x05, shifted($0, layout)) }
    if layout.isMixed {
      // A robot's topics, one of which is called as one of ours.
      for (id, topic) in [(UInt16(200), "/chatter"), (201, "/state")] {
        let number = F.bytes(UInt64(id), 2)
        names += F.record(0x03, number + F.text("std_msgs/\(id)") + F.text("") + F.text(""))
        names += F.record(0x04, number + number + F.text(topic) + F.text("cdr") + F.bytes(0, 4))
      }
      for index in stride(from: records.count, through: 0, by: -3) {
        let head = F.bytes(UInt64(200 + index % 2), 2) + [UInt8](repeating: 7, count: 20)
        records.insert(F.record(0x05, head + Array("hello".utf8)), at: index)
      }
    }
    var description = description.filter {
      layout.keepsStatistics || $0.kind != 0x0C || !$0.contents.starts(with: F.text("statistics"))
    }.flatMap { F.record($0.kind, $0.contents) }
    if layout.isMixed {
      let attachment =
        F.bytes(0, 16) + F.text("calib.yaml") + F.text("text/yaml") + F.bytes(3, 8) + [1, 2, 3]
      description += F.record(0x09, attachment + F.sum(attachment, layout.hasDataSum))
      description += F.record(0x0C, F.text("operator") + F.bytes(0, 4))
    }
    let library =
      layout.keepsLibrary ? library : F.text("other-tool 1.0") + padding
    var file: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
    file += F.record(0x01, F.text("laplace") + library)
    if !layout.isDescribedLate { file += description }
    if !layout.namesInChunks { file += names }
    file += privateRecord
    var indexes: [UInt8] = []
    var chunk: [UInt8] = []
    func close() {
      let index = self.chunk(chunk, layout, at: file.count)
      file += index.record
      indexes += index.index
      chunk = layout.namesInChunks ? names : []
    }
    if layout.namesInChunks { chunk = names }
    if layout.hasEmptyChunks {
      let held = chunk
      chunk = []
      close()
      chunk = held
    }
    for record in records {
      if layout.chunkSize == 0 { file += record } else { chunk += record }
      if layout.chunkSize > 0, chunk.count >= layout.chunkSize { close() }
    }
    if layout.chunkSize > 0 { close() }
    file += privateRecord
    if layout.isDescribedLate { file += description }
    file += F.record(0x0F, F.sum(file, layout.hasDataSum) + padding)
    let start = UInt64(layout.summary == .none ? 0 : file.count)
    var summary: [UInt8] = []
    if layout.summary != .none { summary += names }
    if layout.summary == .full { summary += indexes }
    summary += [0x02] + F.bytes(20, 8) + F.bytes(start, 8) + F.bytes(0, 8)
    return file + summary + F.sum(summary, layout.hasSummarySum) + file[..<8]
  }

  private func chunk(
    _ records: [UInt8], _ layout: FileLayout, at offset: Int
  ) -> (record: [UInt8], index: [UInt8]) {
    typealias F = FileContents
    var frame = records
    var name = ""
    if layout.compression != .none {
      name = "zstd"
      let pieces =
        layout.compression == .zstd
        ? [records[...]]
        : [records.prefix(records.count / 3), records.dropFirst(records.count / 3)]
      frame = pieces.flatMap { piece -> [UInt8] in
        let piece = Array(piece)
        var packed = [UInt8](repeating: 0, count: ZSTD_compressBound(piece.count))
        packed.removeLast(
          packed.count - ZSTD_compress(&packed, packed.count, piece, piece.count, 1))
        return packed
      }
    }
    let contents =
      F.bytes(0, 16) + F.bytes(UInt64(records.count), 8) + F.sum(records, layout.hasChunkSums)
      + F.text(name) + F.bytes(UInt64(frame.count), 8) + frame
    let record = F.record(0x06, contents)
    let index =
      F.bytes(0, 16) + F.bytes(UInt64(offset), 8) + F.bytes(UInt64(record.count), 8)
      + F.bytes(0, 4) + F.bytes(0, 8) + F.text(name) + F.bytes(UInt64(frame.count), 8)
      + F.bytes(UInt64(records.count), 8)
    return (record, F.record(0x08, index + (layout.isPadded ? [9] : [])))
  }
}
