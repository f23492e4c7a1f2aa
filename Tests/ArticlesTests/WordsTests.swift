import Foundation
import Testing

/// README and the pages beside it: short enough to be read, and every link leads somewhere.
@Suite struct WordsTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func readmeIsOnePage() throws {
    #expect(try Self.text("README.md").count { $0 == "\n" } <= 180)
  }

  /// Targets of links, pictures included, that are no addresses of the web.
  static func links(in text: String) -> [String] {
    text.matches(of: /\]\(([^)#\s]+)[^)]*\)/).map { String($0.output.1) }
      .filter { !$0.contains("://") }
  }

  @Test(arguments: ["README.md", ".github/CONTRIBUTING.md", ".github/CHANGELOG.md"])
  func linksLeadSomewhere(page: String) throws {
    let folder = Self.root.appendingPathComponent(page).deletingLastPathComponent()
    for link in Self.links(in: try Self.text(page)) {
      let path = folder.appendingPathComponent(link).path
      #expect(FileManager.default.fileExists(atPath: path), "\(page): \(link)")
    }
  }

  @Test func linksAreFound() {
    #expect(
      Self.links(in: "[a](b/c.md) and [d\ne](f.md#g) ![h](i.svg) [j](https://k.l)")
        == ["b/c.md", "f.md", "i.svg"])
  }

  /// A module without a page of its own is one that nobody finds.
  @Test func everyModuleHasALandingPage() throws {
    let sources = Self.root.appendingPathComponent("Sources")
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path)
      // Modules of the system, and a compiler's plugin, which nobody imports.
      .filter { !$0.hasPrefix("C") && !$0.hasPrefix(".") }
      .filter { !["RecordedMacros", "SystemC"].contains($0) }
    #expect(modules.count >= 9)
    for module in modules.sorted() {
      let page = try? Self.text("Sources/\(module)/\(module).docc/\(module).md")
      #expect(page?.hasPrefix("# ``\(module)``\n") == true, "\(module)")
      #expect(page?.contains("## Topics\n") == true, "\(module)")
      #expect(try Self.text("Tools/docs").contains(" \(module)"), "Tools/docs leaves \(module) out")
    }
  }
}
