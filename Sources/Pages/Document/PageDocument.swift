import CPageFiles
import Pictures
import Recording

/// One HTML file that holds recordings and all it needs to show them.
///
/// Style, elements and scripts are the files of CPageFiles, as plain text. Tracks and an engine are
/// base64 in script elements that no browser runs.
package struct PageDocument {
  package let title: String
  /// HTML as UTF-8.
  package let bytes: [UInt8]

  /// What a page may do: nothing but run what it holds. Its engine, and what paints its shapes, run in
  /// workers that the page makes of itself.
  private static func policy(hasEngine: Bool) -> String {
    let engine = hasEngine ? " 'wasm-unsafe-eval'" : ""
    return "default-src 'none'; script-src 'unsafe-inline'\(engine); worker-src blob:; "
      + "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
  }

  /// The beginning of every page.
  package static var head: [UInt8] { file("page.html").prefix { $0 != UInt8(ascii: "{") } }

  /// - Parameter json: the content as one JSON document.
  package init(_ content: PageContent, json: (PageContent) -> String) {
    title = content.title
    let engine = content.engine
    // The engine is the last element, so that the picture need not wait for it.
    bytes = PageDocument.fill(
      PageDocument.file("page.html"),
      [
        "policy": Array(PageDocument.policy(hasEngine: engine != nil).utf8),
        "title": Array(SVG.escaped(title).utf8),
        "style": PageDocument.file("page.css"),
        "data": PageDocument.data(json(content)),
        "tracks": content.recordings.flatMap {
          PageDocument.element("class=\"track\"", $0.track.bytes)
        },
        "scripts": PageDocument.scripts(for: content).flatMap(PageDocument.file),
        "engine": engine.map { PageDocument.element("id=\"engine\"", $0.code) } ?? [],
      ])
  }

  /// A script element that is not run, but holds bytes.
  private static func element(_ attribute: String, _ bytes: [UInt8]) -> [UInt8] {
    Array("<script type=\"text/plain\" \(attribute)>\(base64(bytes))</script>\n".utf8)
  }

  /// The names of the page's scripts.
  private static func scripts(for content: PageContent) -> [String] {
    var scripts = ["track.js", "mesh.js", "painter.js", "stage.js", "thumbnails.js"]
    if content.engine != nil {
      scripts += ["engine.js", "branch.js", "live.js"]
    }
    if content.isPlayground == true { scripts.append("playground.js") }
    return scripts + ["page.js"]
  }

  private static func file(_ name: String) -> [UInt8] {
    guard let file = laplace_page_file(name) else {
      preconditionFailure("\(name) is not among the files of CPageFiles")
    }
    return Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count))
  }

  /// JSON in a script element: no character of a name can end the element.
  private static func data(_ json: String) -> [UInt8] {
    let text = json.replacing("<", by: "\\u003c")
      .replacing("\u{2028}", by: "\\u2028")
      .replacing("\u{2029}", by: "\\u2029")
    return Array(text.utf8)
  }

  /// Puts texts in the place of `{{name}}`, each once: what stands in them is left alone.
  private static func fill(_ template: [UInt8], _ texts: [String: [UInt8]]) -> [UInt8] {
    let (opening, closing) = (Array("{{".utf8), Array("}}".utf8))
    var filled: [UInt8] = []
    var rest = template[...]
    while let start = rest.firstRange(of: opening),
      let end = rest[start.upperBound...].firstRange(of: closing)
    {
      filled += rest[..<start.lowerBound]
      filled +=
        texts[String(decoding: rest[start.upperBound..<end.lowerBound], as: UTF8.self)] ?? []
      rest = rest[end.upperBound...]
    }
    return filled + rest
  }
}
