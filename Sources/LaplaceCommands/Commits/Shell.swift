import Recording
import Replay
import Simulation

/// Programs that are run to their end, such as git and builds.
///
/// They are children as agents are: none outlives the tool.
enum Shell {
  struct Run {
    /// 128 and the signal's number, where one ended it.
    var status: Int32
    var output: String
    var errors: String

    /// Why a build failed, in one line: a place in a file says more than that a command has failed.
    var complaint: String {
      let lines = (errors + "\n" + output).split(separator: "\n")
      let line =
        lines.first { $0.contains(": error: ") } ?? lines.first { $0.contains("error") }
        ?? lines.last ?? "status \(status)"
      return String(line)
    }
  }

  /// Runs a program, found as a shell finds it, without input.
  ///
  /// - Parameters:
  ///   - folder: where it runs.
  ///   - settings: variables of its environment, besides those of ours.
  /// - Throws: `CommandFailure` where it cannot be started.
  static func run(
    _ words: [String], in folder: String, settings: [String: String] = [:]
  ) throws -> Run {
    let streams = try makeTemporaryFolder("run")
    defer { Files.remove(streams) }
    let script = "exec </dev/null >\"$1/out\" 2>\"$1/err\"; cd \"$2\" && shift 2 && exec \"$@\""
    let child: ChildProcess
    do {
      child = try ChildProcess(
        path: "/bin/sh", arguments: ["-c", script, "sh", streams, folder] + words,
        settings: settings)
    } catch {
      throw CommandFailure(.trouble, "\(words[0]) \(error)")
    }
    let status: Int32
    switch child.wait(seconds: .infinity) {
    case .status(let number)?: status = number
    case .signal(let number)?: status = 128 + number
    case nil: status = 127
    }
    func text(_ name: String) -> String {
      String(decoding: (try? Files.read("\(streams)/\(name)")) ?? [], as: UTF8.self)
    }
    return Run(status: status, output: text("out"), errors: text("err"))
  }
}
