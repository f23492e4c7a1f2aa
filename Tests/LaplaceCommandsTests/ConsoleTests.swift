import Foundation
import LaplaceCommands
import Replay
import TestSupport
import Testing

/// What goes out is what was meant, or an error.
@Suite struct ConsoleTests {
  /// Runs the tool in a shell, which directs its output.
  private func shell(_ command: String) throws -> (ChildProcess.Ending?, errors: String) {
    let script = "laplace=\(Programs.laplace); \(command)"
    let child = try ChildProcess(path: "/bin/bash", arguments: ["-c", script])
    let ending = child.wait(seconds: 60)
    let file = FileHandle(fileDescriptor: child.errors, closeOnDealloc: false)
    return (ending, String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no /dev/full here"),
    arguments: [
      "list >/dev/full", "list --format json >/dev/full", "list >&-", "--help >/dev/full",
    ])
  func resultsThatCannotBeWrittenAreAnError(command: String) throws {
    let (ending, errors) = try shell("$laplace \(command)")
    #expect(ending == .status(2))
    #expect(
      errors.hasPrefix("laplace: standard output: cannot be written: ")
        && errors.split(separator: "\n").count == 1, "\(errors)")
  }

  @Test func aReaderThatWantsNoMoreIsNoError() throws {
    let (ending, errors) = try shell("set -o pipefail; $laplace list | head -1 >/dev/null")
    #expect(ending == .status(0))
    #expect(errors == "")
  }

  @Test(arguments: [
    ("plain\ttext, a line\nand another", "plain\ttext, a line\\u{a}and another"),
    ("\n::error::obeyed", "\\u{a}::error::obeyed"), (" ::error::obeyed", " \\u{3a}:error::obeyed"),
    ("x ##[error]y ##vso[z]", "x \\u{23}#[error]y \\u{23}#vso[z]"), ("a::b ##c", "a::b ##c"),
    ("\u{1B}[31mred\u{7}", "\\u{1b}[31mred\\u{7}"), ("\u{9B}2J", "\\u{9b}2J"),
    ("a\rb\u{8}", "a\\u{d}b\\u{8}"), ("\u{202E}txt.exe", "\\u{202e}txt.exe"),
    ("größe 👩‍🌾 e\u{301}", "größe 👩‍🌾 e\u{301}"),
  ])
  func controlCharactersAreShown(text: String, shown: String) throws {
    let pipe = Pipe()
    let console = StandardConsole(results: pipe.fileHandleForWriting.fileDescriptor, words: 2)
    console.result(text)
    pipe.fileHandleForWriting.closeFile()
    let written = try pipe.fileHandleForReading.readToEnd()
    #expect(String(decoding: written ?? Data(), as: UTF8.self) == shown + "\n")
  }
}
