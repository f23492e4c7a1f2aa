#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  extension MacroExpansionContext {
    /// Code that counts as written where `node` stands: the compiler names that line.
    func written(at node: some SyntaxProtocol, _ code: String) -> String {
      guard let place = location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath) else {
        return code
      }
      let (file, line) = (place.file.trimmedDescription, place.line.trimmedDescription)
      return """
        #sourceLocation(file: \(file), line: \(line))
        \(code)
        #sourceLocation()
        """
    }
  }
#endif
