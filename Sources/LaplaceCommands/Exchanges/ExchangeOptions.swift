import ArgumentParser

/// In what a good and a bad build are made differently.
struct ExchangeOptions: ParsableArguments {
  // A flag begins with a dash, as an option of this tool does.
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A flag that the bad build has, or 'GOOD => BAD', where {flags} stands in --build; repeat for \
      more. Finds which of them make the difference.
      """, valueName: "flag"))
  var flag: [FlagArgument] = []

  @Option(
    help: ArgumentHelp(
      """
      Folders of object files of the good and the bad build, which are linked where {modules} stands \
      in --build; repeat for more. Finds which files make the difference.
      """, valueName: "good => bad"))
  var modules: [ModulesArgument] = []

  var isEmpty: Bool { flag.isEmpty && modules.isEmpty }

  /// All of them, in the order of the command line.
  func exchanges() throws -> [Exchange] {
    try flag.map(\.exchange) + modules.flatMap { try $0.exchanges() }
  }
}
