import Foundation

/// What `swift-symbolgraph-extract` writes about a module: its public declarations and their comments.
public struct SymbolGraph {
  private var file: File

  /// Reads a graph.
  ///
  /// - Throws: `DecodingError` where the bytes are no symbol graph.
  public init(json: Data) throws {
    file = try JSONDecoder().decode(File.self, from: json)
  }

  /// A declaration that needs a documentation comment.
  public struct Declaration: Hashable, Comparable, CustomStringConvertible, Sendable {
    /// Path of the file, as the compiler was given it.
    public var path: String
    /// Line of its name, from 1.
    public var line: Int
    /// Its name behind those of the types that hold it, with dots between.
    public var name: String

    public static func < (a: Declaration, b: Declaration) -> Bool {
      (a.path, a.line, a.name) < (b.path, b.line, b.name)
    }

    public var description: String { "\(path):\(line): \(name) has no documentation comment" }
  }

  /// The declarations without a comment of their own, in order of file and line.
  ///
  /// Witnesses of a protocol's requirements, default implementations and overrides are left out: the
  /// requirement carries the comment. So is what the compiler makes by itself.
  public var undocumented: [Declaration] {
    var inherited: Set<String> = []
    for relationship in file.relationships
    where relationship.sourceOrigin != nil
      || ["defaultImplementationOf", "overrides"].contains(relationship.kind)
    {
      inherited.insert(relationship.source)
    }
    var found: Set<Declaration> = []
    for symbol in file.symbols where symbol.kind.identifier != "swift.extension" {
      guard let location = symbol.location, !symbol.isDocumented(in: file.module.name),
        !inherited.contains(symbol.identifier.precise),
        !symbol.identifier.precise.contains("::SYNTHESIZED::")
      else { continue }
      let path = URL(string: location.uri)?.path ?? location.uri
      found.insert(
        Declaration(
          path: path, line: location.position.line + 1,
          name: symbol.pathComponents.joined(separator: ".")))
    }
    return found.sorted()
  }
}

extension SymbolGraph {
  /// The parts of the format that the check reads.
  private struct File: Decodable {
    var module: Module
    var symbols: [Symbol]
    var relationships: [Relationship]
  }

  private struct Module: Decodable {
    var name: String
  }

  private struct Symbol: Decodable {
    struct Kind: Decodable { var identifier: String }
    struct Identifier: Decodable { var precise: String }
    struct Comment: Decodable {
      struct Line: Decodable { var text: String }
      /// The module whose source holds the comment: another's is inherited.
      var module: String?
      var lines: [Line]
    }
    struct Location: Decodable {
      struct Position: Decodable { var line: Int }
      var uri: String
      var position: Position
    }
    var kind: Kind
    var identifier: Identifier
    var pathComponents: [String]
    var docComment: Comment?
    var location: Location?

    func isDocumented(in module: String) -> Bool {
      guard let docComment, docComment.module ?? module == module else { return false }
      return docComment.lines.contains { line in line.text.contains { !$0.isWhitespace } }
    }
  }

  private struct Relationship: Decodable {
    struct Origin: Decodable {}
    var kind: String
    var source: String
    var sourceOrigin: Origin?
  }
}
