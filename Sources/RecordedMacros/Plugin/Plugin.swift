#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  @main struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      RecordedMacro.self, PropertyMark.self, CadenceMark.self,
    ]
  }
#else
  // Without the trait there is no macro: a program that does nothing, so that the package builds.
  @main enum Plugin {
    static func main() {}
  }
#endif
