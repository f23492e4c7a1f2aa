import Pages
import Recording

/// A form in which a verb writes a file: by its beginning, the report of an earlier run is known,
/// which the next one may replace.
struct OutputKind {
  /// True if this tool wrote the file of this name, in this form.
  var isOwn: (_ path: String) -> Bool

  /// A recording, or values of one: never replaced without `--force`.
  static var data: OutputKind { OutputKind { _ in false } }

  /// A picture as SVG.
  static var picture: OutputKind {
    OutputKind { path in
      let text = beginning(path)
      return text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=")
        && text.contains("\n<rect width=\"100%\" height=\"100%\" rx=\"1")
    }
  }

  /// A page of recordings.
  static var page: OutputKind { OutputKind { head($0).starts(with: PageDocument.head) } }

  func isWritten(at path: String) -> Bool {
    Files.exists(path) && !Files.isStream(path) && !Files.isFolder(path) && isOwn(path)
  }

  /// The first bytes of a file.
  static func head(_ path: String) -> [UInt8] {
    var head: [UInt8] = []
    try? Files.readPieces(path, size: 4096) { piece in
      head = piece
      return false
    }
    return head
  }

  static func beginning(_ path: String) -> String { String(decoding: head(path), as: UTF8.self) }
}
