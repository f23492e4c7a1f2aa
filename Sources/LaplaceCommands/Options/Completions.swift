import ArgumentParser
import Simulation

/// What a shell offers for the values of arguments, in the scripts of `--generate-completion-script`.
extension CompletionKind {
  /// A recording, or the file that `ci` left of a failure.
  static var recording: CompletionKind { .file(extensions: ["mcap", "repro"]) }

  /// A plan, results, or scripted inputs.
  static var lines: CompletionKind { .file(extensions: ["jsonl"]) }

  static var page: CompletionKind { .file(extensions: ["html"]) }

  static var lockFile: CompletionKind { .file(extensions: ["lock"]) }

  /// The simulations that the tool had when it wrote the script.
  static var simulation: CompletionKind { .list(ToolContext.current.catalogue.map(\.name)) }

  /// Builds of the build list in the folder where the shell is.
  static var builds: CompletionKind {
    .custom { _, _, _ in
      let listed = try? BuildManifest.read(BuildManifest.defaultPath)
      return BuildManifest.groups + (listed?.builds.map(\.name) ?? [])
    }
  }
}

extension AgentCommand {
  static var defaultCompletionKind: CompletionKind { .file() }
}
