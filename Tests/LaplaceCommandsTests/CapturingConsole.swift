import LaplaceCommands
import Simulation
import TestSupport

/// Keeps what a command writes.
final class CapturingConsole: Console {
  var results: [String] = []
  var words: [String] = []
  let isInteractive = false

  func write(result lines: String) { results.append(lines) }
  func write(word line: String) { words.append(line) }
  func progress(_ text: String) {}

  var resultText: String { results.joined(separator: "\n") }
  var wordText: String { words.joined(separator: "\n") }
}

/// Runs the tool in this process.
func laplace(
  _ arguments: String..., catalogue: [CatalogueEntry] = particleCatalogue(Sound.self)
) -> (status: ExitStatus, console: CapturingConsole) {
  laplace(arguments, catalogue: catalogue)
}

func laplace(
  _ arguments: [String], catalogue: [CatalogueEntry] = particleCatalogue(Sound.self)
) -> (status: ExitStatus, console: CapturingConsole) {
  let console = CapturingConsole()
  let status = LaplaceTool.run(arguments, catalogue: catalogue, console: console)
  return (status, console)
}
