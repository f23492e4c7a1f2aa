import ArgumentParser

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

struct FormatOption: ParsableArguments {
  @Option(help: "The format of the results: text or json.")
  var format: OutputFormat = .text
}
