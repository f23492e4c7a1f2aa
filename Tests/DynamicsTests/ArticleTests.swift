import Dynamics
import Foundation
import Testing

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

/// The articles: what they show exists.
@Suite struct ArticleTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let folder = root.appendingPathComponent("Sources/Dynamics/Dynamics.docc")

  static let articles = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted()

  @Test func everyBehaviorHasOne() {
    let topics = [
      "Animator", "Gravity", "Collision", "Attachment", "Snap", "Push", "ItemProperties", "Fields",
      "Regions", "Groups",
    ]
    for topic in topics {
      #expect(Self.articles.contains("\(topic)Guide.md"))
      let files = [
        "Snippets/\(topic).swift", "Sources/Dynamics/Dynamics.docc/Resources/\(topic).svg",
      ]
      for file in files {
        let path = Self.root.appendingPathComponent(file).path
        #expect(FileManager.default.fileExists(atPath: path), "\(file)")
      }
    }
  }

  /// Pictures, slices of snippets and other articles that an article names are there.
  @Test(arguments: articles) func referencesExist(article: String) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(article), encoding: .utf8)
    for match in text.matches(of: /!\[[^\]]+\]\((\w+)\)/) {
      let picture = Self.folder.appendingPathComponent("Resources/\(match.output.1).svg")
      #expect(FileManager.default.fileExists(atPath: picture.path), "\(match.output.1)")
    }
    for match in text.matches(of: /@Snippet\(path: "Laplace\/(.+)", slice: "(\w+)"\)/) {
      let snippet = try String(
        contentsOf: Self.root.appendingPathComponent("\(match.output.1).swift"), encoding: .utf8)
      #expect(snippet.contains("// snippet.\(match.output.2)\n"), "\(match.output.0)")
    }
    for match in text.matches(of: /<doc:(\w+)>/) {
      #expect(Self.articles.contains("\(match.output.1).md"), "\(match.output.0)")
    }
    if article == "Dynamics.md" {
      for other in Self.articles where other != article {
        #expect(text.contains("<doc:\(other.dropLast(3))>"), "\(other) is not listed")
      }
    }
  }

  #if canImport(CoreGraphics)
    @Test func conversionsBothWays() {
      let point = Point(x: 1.5, y: -2)
      #expect(Point(CGPoint(point)) == point)
      let vector = Vector(dx: 0.25, dy: 9)
      #expect(Vector(CGVector(vector)) == vector)
      let rect = Rect(x: 1, y: 2, width: 3, height: 4)
      #expect(Rect(CGRect(rect)) == rect && Size(CGSize(rect.size)) == rect.size)
      let transform = AffineTransform2D(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
      #expect(AffineTransform2D(CGAffineTransform(transform)) == transform)
      // Both turn alike: positive angles are clockwise on a screen whose y points down.
      let turned = AffineTransform2D(CGAffineTransform(rotationAngle: 0.5))
      #expect(abs(turned.rotation - 0.5) < 1e-12)
      let path = CGMutablePath()
      path.addRect(CGRect(x: 0, y: 0, width: 10, height: 5))
      #expect(Path2D(path).boundingBox == Rect(x: 0, y: 0, width: 10, height: 5))
    }
  #endif
}
