import Foundation
import ProgramRunner
import TestSupport
import Testing

private let python: String? = {
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
  return folders.map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}()

/// The program that runs the articles: it does what blocks say. A page that shows what is not so
/// fails, with file, line, command, and what was found.
@Suite(.enabled(if: python != nil, "there is no python3 on the path"))
struct RunnerTests {
  /// Runs a project that is nothing but pages.
  static func run(
    _ pages: [(path: String, text: String)], listed: [String] = ["README.md"],
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> (status: Int32, words: String) {
    let folder = try TemporaryFolder()
    let list = ("Tools/articles.d/pages", listed.joined(separator: "\n"))
    for (path, text) in pages + [list] {
      let file = URL(fileURLWithPath: folder.file(path))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      if text.hasPrefix("#!") {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
      }
    }
    let script = WordsTests.root.appendingPathComponent("Tools/articles.d/run.py").path
    let run = try ProgramRun(
      try #require(python), ["-B", script, folder.path] + arguments,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    return (run.status, run.errorText)
  }

  @Test(
    "with --built, the demo runs where the project lies, and the reader's clone has the programs")
  func demoRunsWhereItWasBuilt() throws {
    let readme = """
      ```sh
      $ mkdir clone && cd clone && pwd >../clone-path
      $ Tools/demo
      demo of the project
      $ cat .build-demo/program
      built
      $ [ "$(pwd)" = "$(cat ../clone-path)" ]
      ```
      """
    let pages = [
      ("README.md", readme), (".build-demo/program", "built"),
      ("Tools/demo", "#!/bin/sh\n[ -e Tools/articles.d/pages ] && echo demo of the project\n"),
    ]
    let built = try Self.run(pages, "--built")
    #expect(built.status == 0, "\(built.words)")
    let own = try Self.run(pages)
    #expect(own.status == 1 && own.words.contains("Tools/demo"), "\(own.words)")
  }

  @Test func blocksAreDone() throws {
    let readme = """
      ```python
      # tools/greet.py
      print("hello", 41 + 1)
      ```
      <!-- articles: file names.json -->
      ```json
      ["ann"]
      ```
      ```sh
      mkdir -p deep
      cd deep
      export GREETED=world
      ```
      ```sh
      $ cat ../names.json; echo "$GREETED"
      ["ann"]
      world
      $ python3 ../tools/greet.py && echo 17 lines && \\
        echo took 0.31 s
      hello 42
      …
      took … s
      $ (echo to standard error >&2; exit 3)
      to standard error
      $ echo $?
      3
      ```
      <!-- articles: not run: it needs a kettle -->
      ```sh
      make tea
      ```
      ```text
      nothing is done with this
      ```
      """
    let other = """
      ```sh
      $ cat names.json
      ["ann"]
      ```
      """
    let (status, words) = try Self.run(
      [("README.md", readme), ("Sources/A/A.docc/B.md", other)],
      listed: ["README.md", "Sources/A/A.docc/B.md"])
    #expect(status == 0, "\(words)")
    #expect(words.contains("5 blocks of 2 pages do what they say"))
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var block: String
    var status: Int32
    /// Lines that have to be among the words.
    var words: [String]
    init(_ name: String, _ block: String, _ status: Int32, _ words: String...) {
      testDescription = name
      self.block = block
      self.status = status
      self.words = words
    }
  }

  static let wrong: [Wrong] = [
    Wrong(
      "another output", "```sh\n$ echo one; echo two\none\nthree\n```", 1,
      "README.md:2: $ echo one; echo two", "  expected: three", "  found:    two"),
    Wrong(
      "an output that is not shown", "```sh\n$ echo one\n```", 1,
      "  expected: nothing more", "  found:    one"),
    Wrong(
      "an output that is missing", "```sh\n$ true\none\n```", 1,
      "  expected: one", "  found:    nothing more"),
    Wrong(
      "what stands behind any lines", "```sh\n$ echo a; echo b; echo c\na\n…\nd\n```", 1,
      "  expected: d", "  found:    c"),
    Wrong(
      "any lines between, in another order", "```sh\n$ echo a; echo b; echo c\n…\nb\na\n…\n```", 1,
      "  expected: b"),
    Wrong(
      "one line cannot be two", "```sh\n$ echo a\na\n…\na\n```", 1, "  expected: a"),
    Wrong(
      "a failure", "```sh\necho why\nfalse\n```", 1, "README.md:3: $ false",
      "  expected: it succeeds", "  found:    status 1"),
    Wrong(
      "a success where a failure is shown", "```sh\n$ true\n$ echo $?\n1\n```", 1,
      "README.md:3: $ echo $?", "  expected: 1", "  found:    0"),
    Wrong("a command that is none", "```sh\necho 'open\n```", 1, "README.md:2: $ echo 'open"),
    Wrong("the end of the shell", "```sh\nexit 0\n```", 1, "the command ended the shell"),
    Wrong(
      "a file outside", "<!-- articles: file ../a.json -->\n```json\n1\n```", 1,
      "README.md:2: ../a.json would lie outside the reader's folder"),
    Wrong("no word for what it is", "```\nls\n```", 2, "README.md:1: '```' does not say"),
    Wrong(
      "a file without a name", "```swift\nlet a = 1\n```", 2,
      "README.md:1: the block names no file"),
    Wrong("no end", "```sh\nls", 2, "README.md:1: the block has no end"),
    Wrong("no mark", "<!-- articles: maybe -->\n```sh\nls\n```", 2, "is no mark"),
    Wrong("a mark of nothing", "<!-- articles: not run: no -->\nwords", 2, "README.md:2: no block"),
    Wrong("words before a command", "```sh\none\n$ ls\n```", 2, "README.md:2: the first line"),
  ]

  @Test(arguments: Sample.of(wrong)) func wrongPagesAreTold(_ wrong: Wrong) throws {
    let (status, words) = try Self.run([("README.md", wrong.block)])
    #expect(status == wrong.status, "\(words)")
    for line in wrong.words { #expect(words.contains(line)) }
  }

  @Test func aPageThatNobodyRunsIsTold() throws {
    let (status, words) = try Self.run([
      ("README.md", ""), ("Sources/A/A.docc/B.md", "```sh\nls\n```"),
    ])
    #expect(status == 2)
    #expect(words.hasPrefix("Sources/A/A.docc/B.md:1: the page is not in Tools/articles.d/pages"))
  }

  @Test func macrosRunWhenAsked() throws {
    let page = [
      (
        path: "README.md",
        text: "<!-- articles: macros -->\n```sh\n$ echo one\ntwo\n```\n```sh\ntrue\n```"
      )
    ]
    let without = try Self.run(page)
    #expect(without.status == 0, "\(without.words)")
    #expect(without.words.contains("1 blocks of 1 pages do what they say"))
    let with = try Self.run(page, "--macros")
    #expect(with.status == 1)
    #expect(with.words.contains("README.md:3: $ echo one"), "\(with.words)")
  }

  @Test func onePageAlone() throws {
    let pages = [
      (path: "README.md", text: "```sh\nfalse\n```"),
      (path: "Sources/A/A.docc/B.md", text: "```sh\ntrue\n```"),
    ]
    let listed = pages.map(\.path)
    let one = try Self.run(pages, listed: listed, "Sources/A/A.docc/B.md")
    #expect(one.status == 0, "\(one.words)")
    #expect(try Self.run(pages, listed: listed).status == 1)
    let other = try Self.run(pages, listed: listed, "C.md")
    #expect(other.status == 2)
    #expect(other.words.hasPrefix("Tools/articles: C.md is not in Tools/articles.d/pages"))
  }

  @Test func aReaderIsNoService() throws {
    let page = (path: "README.md", text: "```sh\n$ echo \"[$CI]\"\n[]\n```")
    let (status, words) = try Self.run([page], environment: ["CI": "true"])
    #expect(status == 0, "\(words)")
  }
}
