import ArgumentParser

/// Which engine a page gets.
struct EngineOption: ParsableArguments {
  @Option(
    name: .customLong("engine"),
    help: ArgumentHelp(
      """
      The engine to put into the page, or 'none'; default: $\(PageEngine.variable), or \
      \(PageEngine.usualName) beside this tool.
      """, valueName: "file"),
    completion: .file(extensions: ["gz", "wasm"]))
  var path: String?
}
