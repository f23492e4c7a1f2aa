import DeterminismChecks
import Foundation
import Testing

/// Which declarations of a symbol graph lack a documentation comment.
@Suite struct SymbolGraphTests {
  /// One symbol as `swift-symbolgraph-extract` writes it, and how it belongs to others.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Texts of the comment's lines, none where there is no comment, and the module that holds
    /// them.
    var comment: [String]?
    var commentModule = "Shapes"
    var kind = "swift.property"
    var identifier = "s:area"
    var hasLocation = true
    var relationship = #"{"kind":"memberOf","source":"s:area","target":"s:Circle"}"#
    var isFound: Bool

    var json: String {
      var symbol = """
        {"kind":{"identifier":"\(kind)","displayName":""},
         "identifier":{"precise":"\(identifier)","interfaceLanguage":"swift"},
         "pathComponents":["Circle","area"],"accessLevel":"public"
        """
      if hasLocation {
        symbol += """
          ,"location":{"uri":"file:///a%20b/Circle.swift","position":{"line":6,"character":13}}
          """
      }
      if let comment {
        let lines = comment.map { "{\"text\":\"\($0)\"}" }.joined(separator: ",")
        symbol += ",\"docComment\":{\"module\":\"\(commentModule)\",\"lines\":[\(lines)]}"
      }
      return """
        {"metadata":{},"module":{"name":"Shapes","platform":{}},
         "symbols":[\(symbol)}],"relationships":[\(relationship)]}
        """
    }
  }

  static let cases: [Case] = [
    Case(testDescription: "no comment", isFound: true),
    Case(testDescription: "a comment", comment: ["In square metres."], isFound: false),
    Case(testDescription: "a comment of spaces", comment: ["", "  "], isFound: true),
    Case(
      testDescription: "another module's comment", comment: ["A value."], commentModule: "Swift",
      isFound: true),
    Case(
      testDescription: "a witness",
      relationship: """
        {"kind":"memberOf","source":"s:area","target":"s:Circle",
         "sourceOrigin":{"identifier":"s:Shape.area","displayName":"Shape.area"}}
        """, isFound: false),
    Case(
      testDescription: "a default implementation",
      relationship: """
        {"kind":"defaultImplementationOf","source":"s:area","target":"s:Shape.area"}
        """, isFound: false),
    Case(
      testDescription: "an override",
      relationship: #"{"kind":"overrides","source":"s:area","target":"s:Shape.area"}"#,
      isFound: false),
    Case(
      testDescription: "what overrides it says nothing about it",
      relationship: #"{"kind":"overrides","source":"s:other","target":"s:area"}"#, isFound: true),
    Case(
      testDescription: "what the compiler makes", identifier: "s:area::SYNTHESIZED::s:Circle",
      isFound: false),
    Case(testDescription: "an extension", kind: "swift.extension", isFound: false),
    Case(testDescription: "a member the source does not hold", hasLocation: false, isFound: false),
  ]

  @Test("a public declaration without a comment is found, a witness is not", arguments: cases)
  func undocumented(_ example: Case) throws {
    let found = try SymbolGraph(json: Data(example.json.utf8)).undocumented
    let expected = "/a b/Circle.swift:7: Circle.area has no documentation comment"
    #expect(found.map { "\($0)" } == (example.isFound ? [expected] : []))
  }

  @Test func whatIsNoGraphIsAnError() {
    #expect(throws: DecodingError.self) { try SymbolGraph(json: Data("[]".utf8)) }
  }
}
