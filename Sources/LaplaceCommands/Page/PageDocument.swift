import CPageFiles
import Pictures
import Recording

/// One HTML file that holds recordings and all it needs to show them.
///
/// Style, elements and scripts are packed with gzip, an engine with LZMA where `xz` was there to do it;
/// both stand as text of UTF-16 (`WideText`), and a short script puts the page together: 30 seconds of a
/// playground and the engine take a third less than as UTF-8.
struct PageDocument {
  /// What the page compares, where it holds two recordings.
  struct Comparison: Encodable {
    /// What `diff --format json` says.
    var diff: RecordingDifference
    var growth: PageGrowth
  }

  /// All that the page's script reads.
  private struct Content: Encodable {
    /// The tool, as a word of a command.
    var tool: String
    var recordings: [PageFacts]
    var comparison: Comparison?
    var engine: PageEngine?
    /// Whether simulations are chosen from, instead of recordings looked at.
    var isPlayground: Bool?
  }

  let title: String
  /// UTF-16 with a byte order mark, which browsers believe above what a server says.
  let bytes: [UInt8]

  /// What a page may do: nothing but run what it holds. Its engine, and what paints its shapes, run in
  /// workers that the page makes of itself.
  private static func policy(hasEngine: Bool) -> String {
    let engine = hasEngine ? " 'wasm-unsafe-eval'" : ""
    return "default-src 'none'; script-src 'unsafe-inline'\(engine); worker-src blob:; "
      + "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
  }

  init(_ recordings: [PageFacts], _ comparison: Comparison?, _ engine: PageEngine? = nil) {
    self.init(
      title: recordings.map { "\($0.name), seed \($0.seed)" }.joined(separator: " | "),
      Content(tool: toolName, recordings: recordings, comparison: comparison, engine: engine))
  }

  /// - Parameter simulations: what can be chosen; each a recording of its first step.
  init(playground simulations: [PageFacts], _ engine: PageEngine) {
    self.init(
      title: "\(toolName) playground",
      Content(
        tool: toolName, recordings: simulations, comparison: nil, engine: engine,
        isPlayground: true))
  }

  /// The beginning of every page.
  static var head: [UInt8] {
    let text = [0xFEFF] + file("boot.html").utf16.prefix { $0 != 0x7B }
    return text.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
  }

  private init(title: String, _ content: Content) {
    self.title = title
    let engine = content.engine
    let elements = PageDocument.fill(
      PageDocument.file("page.html"), ["data": PageDocument.data(content)])
    let packed = [
      PageDocument.file("page.css"), elements, PageDocument.scripts(for: content),
    ].joined(separator: "\0")
    // The engine stands last, so that the picture need not wait for it.
    let page = PageDocument.fill(
      Array(PageDocument.file("boot.html").utf16),
      [
        "policy": Array(PageDocument.policy(hasEngine: engine != nil).utf16),
        "title": Array(SVG.escaped(title).utf16),
        "tracks": content.recordings.flatMap {
          PageDocument.element("class=\"track\"", $0.trackText)
        },
        "packed": WideText.encode(Gzip.encode(Array(packed.utf8))),
        "unpack": Array(PageDocument.script("unpack.js").utf16),
        "boot": Array(PageDocument.script("boot.js").utf16),
        "code": engine.map { PageDocument.element("id=\"engine\"", $0.codeText) } ?? [],
      ])
    var bytes: [UInt8] = [0xFF, 0xFE]
    bytes.reserveCapacity(2 + 2 * page.count)
    for unit in page {
      bytes.append(UInt8(truncatingIfNeeded: unit))
      bytes.append(UInt8(unit >> 8))
    }
    self.bytes = bytes
  }

  /// A script element that is not run, but holds bytes.
  private static func element(_ attribute: String, _ text: [UInt16]) -> [UInt16] {
    Array("<script type=\"text/plain\" \(attribute)>".utf16) + text + Array("</script>".utf16)
  }

  private static func scripts(for content: Content) -> String {
    var scripts = ["track.js", "mesh.js", "painter.js", "stage.js", "thumbnails.js"]
    if content.engine != nil {
      scripts += ["recording.js", "engine.js", "branch.js", "live.js"]
    }
    if content.isPlayground == true { scripts.append("playground.js") }
    return (scripts + ["page.js"]).map(script).joined()
  }

  /// A script without the lines and the indentation that are for those who read its source: no text
  /// in it spans lines.
  private static func script(_ name: String) -> String {
    var kept: [UInt8] = []
    for line in bytes(ofFile: name).split(separator: UInt8(ascii: "\n")) {
      let code = line.drop { $0 == UInt8(ascii: " ") }
      if code.isEmpty || code.starts(with: "//".utf8) { continue }
      kept += code
      kept.append(UInt8(ascii: "\n"))
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static func file(_ name: String) -> String {
    String(decoding: bytes(ofFile: name), as: UTF8.self)
  }

  private static func bytes(ofFile name: String) -> UnsafeBufferPointer<UInt8> {
    guard let file = laplace_page_file(name) else {
      preconditionFailure("\(name) is not among the files of CPageFiles")
    }
    return UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count)
  }

  /// JSON in a script element: no character of a name can end the element.
  private static func data(_ content: Content) -> String {
    compactJSON(content).replacing("<", by: "\\u003c")
      .replacing("\u{2028}", by: "\\u2028")
      .replacing("\u{2029}", by: "\\u2029")
  }

  private static func fill(_ template: String, _ texts: [String: String]) -> String {
    String(
      decoding: fill(Array(template.utf16), texts.mapValues { Array($0.utf16) }), as: UTF16.self)
  }

  /// Puts texts in the place of `{{name}}`, each once: what stands in them is left alone.
  private static func fill(_ template: [UInt16], _ texts: [String: [UInt16]]) -> [UInt16] {
    let (opening, closing) = (Array("{{".utf16), Array("}}".utf16))
    var filled: [UInt16] = []
    var rest = template[...]
    while let start = rest.firstRange(of: opening),
      let end = rest[start.upperBound...].firstRange(of: closing)
    {
      filled += rest[..<start.lowerBound]
      filled +=
        texts[String(decoding: rest[start.upperBound..<end.lowerBound], as: UTF16.self)] ?? []
      rest = rest[end.upperBound...]
    }
    return filled + rest
  }
}

extension OutputKind {
  /// A page of recordings.
  static var page: OutputKind { OutputKind { head($0).starts(with: PageDocument.head) } }
}
