import Foundation
import LaplaceCommands
import Pictures
import TestSupport
import Testing

/// What packs a page's texts, and puts bytes into its elements.
@Suite struct GzipTests {
  /// Texts, bytes without order, and what is between them.
  private static func bytes(_ random: inout SplitMix) -> [UInt8] {
    let count = Int(random.next() % (1 << (random.next() % 18)))
    let kinds = 1 + random.next() % 256
    var bytes: [UInt8] = []
    while bytes.count < count {
      if bytes.count > 4, random.next() % 4 == 0 {
        // What stood before, as far away as may be.
        let distance = 1 + Int(random.next() % UInt64(bytes.count))
        for _ in 0..<min(random.next() % 300, UInt64(count - bytes.count)) {
          bytes.append(bytes[bytes.count - distance])
        }
      } else {
        bytes.append(UInt8(random.next() % kinds))
      }
    }
    return bytes
  }

  @Test(arguments: Sample.of(UInt64(0)..<400, 60)) func unpacksToTheSame(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let bytes = Self.bytes(&random)
    let packed = Gzip.encode(bytes)
    #expect(try Inflate.gzip(packed) == bytes, "seed \(seed)")
    #expect(packed.count <= bytes.count + bytes.count / 64 + 160, "seed \(seed)")
  }

  @Test(
    arguments: [
      [], [7], [7, 7], [7, 7, 7], Array(repeating: 0, count: 100_000),
      Array(0...255), Array(repeating: Array(0...255), count: 200).flatMap { $0 },
    ] as [[UInt8]])
  func ends(bytes: [UInt8]) throws { #expect(try Inflate.gzip(Gzip.encode(bytes)) == bytes) }

  /// One symbol a thousand times as frequent as the next: codes would be longer than they may be.
  @Test func codesAreNotTooLong() throws {
    var (bytes, count): ([UInt8], Int) = ([], 1)
    for symbol in 0..<19 {
      bytes += Array(repeating: UInt8(symbol), count: count)
      count = min(count * 2, 60_000)
    }
    var random = SplitMix(seed: 5)
    bytes.shuffle(using: &random)
    #expect(try Inflate.gzip(Gzip.encode(bytes)) == bytes)
  }

  /// The page's scripts take a third at most: what it is for.
  @Test func textsAreSmall() throws {
    let source = try Data(contentsOf: URL(fileURLWithPath: #filePath))
    let text = Array(repeating: [UInt8](source), count: 2).flatMap { $0 }
    #expect(Gzip.encode(text).count < text.count / 4)
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gzip"), "there is no gzip"))
  func gzipReadsIt() throws {
    let folder = try TemporaryFolder()
    var random = SplitMix(seed: 9)
    let bytes = (0..<20).flatMap { _ in Self.bytes(&random) }
    let file = URL(fileURLWithPath: folder.file("bytes.gz"))
    try Data(Gzip.encode(bytes)).write(to: file)
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
    gzip.arguments = ["-d", file.path]
    try gzip.run()
    gzip.waitUntilExit()
    #expect(gzip.terminationStatus == 0)
    #expect(try Data(contentsOf: file.deletingPathExtension()) == Data(bytes))
  }

  // MARK: Bytes as text

  @Test(arguments: Sample.of(UInt64(0)..<400, 60)) func wideTextIsRead(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var bytes = Self.bytes(&random)
    // As many of those that cannot stand in a page as may be.
    for index in bytes.indices where random.next() % 3 == 0 {
      bytes[index] = [0x00, 0x0D, 0x3C, 0xD8, 0xDC, 0xDF, 0xFF][Int(random.next() % 7)]
    }
    let text = WideText.encode(bytes)
    #expect(PageText.wideBytes(text) == bytes, "seed \(seed)")
    #expect(
      Array(String(decoding: text, as: UTF16.self).utf16) == text, "halves of pairs, seed \(seed)")
  }

  @Test func everyUnitIsRead() {
    for high in UInt8.min...UInt8.max {
      let bytes = (UInt8.min...UInt8.max).flatMap { [high, $0] }
      #expect(PageText.wideBytes(WideText.encode(bytes)) == bytes)
    }
  }
}
