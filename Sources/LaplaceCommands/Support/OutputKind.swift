import Pages
import Recording

/// A form in which a verb writes a file: by its beginning, the report of an earlier run is known,
/// which the next one may replace.
enum OutputKind {
  /// A recording, or values of one: never replaced without `--force`.
  case data
  /// A page of recordings.
  case page
  /// A picture as SVG.
  case picture
  case plan
  case report(ReportKind)

  /// True if this tool wrote the file, in this form.
  func isWritten(at path: String) -> Bool {
    guard Files.exists(path), !Files.isStream(path), !Files.isFolder(path) else { return false }
    switch self {
    case .data: return false
    case .plan: return beginning(path).hasPrefix("{") && (try? Plan.read(path)) != nil
    case .page: return head(path).starts(with: PageDocument.head)
    case .picture:
      let text = beginning(path)
      return text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=")
        && text.contains("\n<rect width=\"100%\" height=\"100%\" rx=\"1")
    case .report(let kind): return isReport(kind, path)
    }
  }

  private func isReport(_ kind: ReportKind, _ path: String) -> Bool {
    let text = beginning(path)
    switch kind {
    case .junit:
      let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      return text.hasPrefix(start + "<testsuite name=\"laplace: ")
        || text == start + "\n</testsuites>\n"
    case .sarif:
      return text.contains("sarif-2.1.0")
        && (try? Files.text(path))?.contains("\"name\" : \"laplace\"") == true
    case .tap:
      return text.hasPrefix("TAP version 13\n1..") && text.contains("\n\(TAPReport.mark)\n")
    case .github:
      return text.lines.allSatisfy {
        $0.isEmpty || $0.hasPrefix("::") && $0.contains("title=Laplace::")
      }
    case .html: return text.hasPrefix(GatePage.head)
    case .markdown:
      return text.hasPrefix("### Bit-exact") || text.hasPrefix("### Not bit-exact")
    case .json:
      guard text.hasPrefix("{"), let bytes = try? Files.read(path) else { return false }
      return (try? decoded(GateReport.self, bytes)) != nil
    }
  }

  private func head(_ path: String) -> [UInt8] {
    var head: [UInt8] = []
    try? Files.readPieces(path, size: 4096) { piece in
      head = piece
      return false
    }
    return head
  }

  private func beginning(_ path: String) -> String { String(decoding: head(path), as: UTF8.self) }
}
