import Foundation

/// One HTML file that holds recordings and all it needs to show them.
struct PageDocument {
  /// What the page compares, where it holds two recordings.
  struct Comparison: Encodable {
    /// What `diff --format json` says.
    var diff: DiffCommand.Result
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
  let html: String

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

  private init(title: String, _ content: Content) {
    self.title = title
    let engine = content.engine
    html = PageDocument.fill(
      PageDocument.text(PackageResources.page_html),
      [
        "policy": PageDocument.policy(hasEngine: engine != nil),
        "title": SVG.escaped(title),
        "style": PageDocument.text(PackageResources.page_css),
        "data": PageDocument.data(content),
        "tracks": content.recordings.map { one in
          "<script type=\"text/plain\" class=\"track\">\(one.trackText)</script>"
        }.joined(),
        "code": engine.map { one in
          "<script type=\"text/plain\" id=\"engine\">\(one.codeText)</script>"
        } ?? "",
        "track": PageDocument.script(PackageResources.track_js),
        "mesh": PageDocument.script(PackageResources.mesh_js),
        "painter": PageDocument.script(PackageResources.painter_js),
        "stage": PageDocument.script(PackageResources.stage_js),
        "thumbnails": PageDocument.script(PackageResources.thumbnails_js),
        "recording": engine == nil ? "" : PageDocument.script(PackageResources.recording_js),
        "engine": engine == nil ? "" : PageDocument.script(PackageResources.engine_js),
        "live": engine == nil ? "" : PageDocument.script(PackageResources.live_js),
        "branch": engine == nil ? "" : PageDocument.script(PackageResources.branch_js),
        "playground": content.isPlayground == true
          ? PageDocument.script(PackageResources.playground_js) : "",
        "page": PageDocument.script(PackageResources.page_js),
      ])
  }

  /// A script without the lines and the indentation that are for those who read its source: no text
  /// in it spans lines.
  private static func script(_ bytes: [UInt8]) -> String {
    var kept: [UInt8] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let code = line.drop { $0 == UInt8(ascii: " ") }
      if code.isEmpty || code.starts(with: "//".utf8) { continue }
      kept += code
      kept.append(UInt8(ascii: "\n"))
    }
    return text(kept)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// JSON in a script element: no character of a name can end the element.
  private static func data(_ content: Content) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A distance may be beyond what JSON can say.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(content) else { return "{}" }
    return String(decoding: data, as: UTF8.self).replacingOccurrences(of: "<", with: "\\u003c")
      .replacingOccurrences(of: "\u{2028}", with: "\\u2028")
      .replacingOccurrences(of: "\u{2029}", with: "\\u2029")
  }

  /// Puts texts in the place of `{{name}}`, each once: what stands in them is left alone.
  private static func fill(_ template: String, _ texts: [String: String]) -> String {
    var html = ""
    var rest = template[...]
    while let start = rest.range(of: "{{"), let end = rest.range(of: "}}") {
      html += rest[..<start.lowerBound]
      html += texts[String(rest[start.upperBound..<end.lowerBound])] ?? ""
      rest = rest[end.upperBound...]
    }
    return html + rest
  }
}
