import CPageFiles
import Foundation
import Testing

/// The files of pages are in the program as they stand in their folder.
@Suite struct PageFilesTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/CPageFiles/files")

  @Test func everyFileIsThere() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
      !$0.hasPrefix(".")
    }
    #expect(names.contains("page.js"))
    for name in names {
      let file = try #require(laplace_page_file(name), "\(name) stands in no line of files.c")
        .pointee
      let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
      #expect(
        try Data(contentsOf: Self.folder.appendingPathComponent(name)) == Data(buffer: bytes),
        "\(name)")
    }
    #expect(laplace_page_file("page") == nil)
  }
}
