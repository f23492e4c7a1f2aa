import ArgumentParser

/// Which commits are compared, and how they are built.
struct CommitOptions: ParsableArguments {
  @Option(
    name: .customLong("commits"),
    help: ArgumentHelp("Compare the builds of these commits.", valueName: "good..bad"))
  var range: String?

  @Option(
    help: ArgumentHelp(
      """
      With --commits: builds a source tree, in its folder; default: swift build --product TOOL. With \
      --flag or --modules: makes a build, {out}.
      """,
      valueName: "command"))
  var build: String?

  @Option(
    help: ArgumentHelp(
      """
      The file or folder that the build makes; default: .build/debug/TOOL. With --flag or --modules: \
      within {out}, where that is a folder.
      """,
      valueName: "path"), completion: .file())
  var product: String?

  @Option(
    help: ArgumentHelp(
      """
      With --commits: a file or folder that the build reads; repeat for more. Default: all but *.md \
      and .github.
      """, valueName: "path"), completion: .file())
  var reads: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --commits: the repository; default: this folder.", valueName: "folder"),
    completion: .directory)
  var repository: String?

  @Option(
    help: ArgumentHelp(
      "With --commits: where builds are kept; default: laplace/builds in the user's caches.",
      valueName: "folder"), completion: .directory)
  var cache: String?

  @Option(
    help: ArgumentHelp(
      "With --commits: how many are built at the same time; default: half of the processors.",
      valueName: "n"))
  var jobs: Int?

  @Flag(
    name: .customLong("cause-only"),
    help: """
      With --commits: find the commit with which the difference between the two ends came, as git \
      bisect does, and build no more.
      """)
  var causeOnly = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs needs a number from 1 up") }
  }

  /// One of those that only serve ``range``, where it was given.
  ///
  /// - Parameter parts: whether parts of builds are exchanged, which serves some of them as well.
  func given(withParts parts: Bool) -> String? {
    let options: [(String, Bool)] = [
      ("--cause-only", causeOnly),
      ("--build", build != nil && !parts), ("--product", product != nil && !parts),
      ("--reads", !reads.isEmpty),
      ("--repository", repository != nil), ("--cache", cache != nil), ("--jobs", jobs != nil),
    ]
    return options.first { $0.1 }?.0
  }
}
