import ArgumentParser

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

struct FormatOption: ParsableArguments {
  @Option(help: "How results are written: text or json.")
  var format: OutputFormat = .text
}
